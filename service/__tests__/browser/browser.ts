import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
 * In a process of its own: the package unpacks into the temporary folder that the environment names, and changes the
 * environment.
 */
async function unpack(folder: string): Promise<string> {
  const program = "import chromium from '@sparticuz/chromium'; console.log(await chromium.executablePath())"
  // The libraries that a bare machine lacks come with it where it takes itself to be there.
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env })
  return stdout.trim()
}

/** The package has one family; a machine without any font needs to be told that it stands for all of them. */
async function packagedFonts(folder: string): Promise<string> {
  const file = join(folder, 'all-fonts.conf')
  const match =
    '<match target="pattern"><edit name="family" mode="append_last"><string>Open Sans</string></edit></match>'
  await writeFile(file, `<fontconfig><dir>${join(folder, 'fonts')}</dir>${match}</fontconfig>`)
  return file
}
