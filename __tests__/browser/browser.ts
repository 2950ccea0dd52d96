import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

/** A Chromium: the Chrome of the machine where it has one, else the one that comes as an npm package. */
export async function launchBrowser(): Promise<Browser> {
  try {
    return await chromium.launch({ channel: 'chrome' })
  } catch (error) {
    if (!(error as Error).message.includes("distribution 'chrome' is not found")) throw error
  }
  const folder = await mkdtemp(join(tmpdir(), 'chromium-'))
  const fonts = existsSync('/etc/fonts/fonts.conf') ? '/etc/fonts/fonts.conf' : await packagedFonts(folder)
  const browser = await chromium.launch({
    executablePath: await unpack(folder),
    args: ['--no-sandbox'],
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: fonts, HOME: folder }
  })
  const close = browser.close.bind(browser)
  browser.close = async (options) => {
    await close(options)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  return browser
}

/**
 * The package takes its orders from the environment and leaves some of its own there, which no other process of this suite
 * should meet. Its folder is the temporary one, where two of them at once would disturb each other.
 */
async function unpack(folder: string): Promise<string> {
  const before = { ...process.env }
  // The libraries that a bare machine lacks come with it where it takes itself to be there.
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' })
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    return await packaged.executablePath()
  } finally {
    for (const name of Object.keys(process.env)) {
      const value = before[name]
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/** The package has one family; a machine without any font needs to be told that it stands for all of them. */
async function packagedFonts(folder: string): Promise<string> {
  const file = join(folder, 'all-fonts.conf')
  const match =
    '<match target="pattern"><edit name="family" mode="append_last"><string>Open Sans</string></edit></match>'
  await writeFile(file, `<fontconfig><dir>${join(folder, 'fonts')}</dir>${match}</fontconfig>`)
  return file
}
