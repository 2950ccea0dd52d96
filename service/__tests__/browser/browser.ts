import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
  const unpacked = await unpack()
  const fonts = existsSync('/etc/fonts/fonts.conf') ? '/etc/fonts/fonts.conf' : await packagedFonts(folder, unpacked)
  const browser = await chromium.launch({
    executablePath: join(unpacked, 'chromium'),
    args: ['--no-sandbox'],
    env: { ...process.env, LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib'), FONTCONFIG_FILE: fonts, HOME: folder }
  })
  const close = browser.close.bind(browser)
  browser.close = async (options) => {
    await close(options)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  return browser
}

/**
 * The folder with the browser of the package, which is unpacked once for each version: it has 200 MB. In a process of its own,
 * because the package unpacks into the temporary folder that the environment names, and changes the environment.
 */
async function unpack(): Promise<string> {
  const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
  const about = await readFile(join(modules, '@sparticuz', 'chromium', 'package.json'), 'utf8')
  const { version } = JSON.parse(about) as { readonly version: string }
  const cache = join(modules, '.cache')
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const own = await mkdtemp(join(cache, 'unpacking-'))
  const program = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()"
  // The libraries that a bare machine lacks come with it where it takes itself to be there.
  const env = { ...process.env, TMPDIR: own, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env })
  // Another test may have been faster.
  await rename(own, folder).catch(() => rm(own, { recursive: true }))
  return folder
}

/** The package has one family; a machine without any font needs to be told that it stands for all of them. */
async function packagedFonts(folder: string, unpacked: string): Promise<string> {
  const file = join(folder, 'all-fonts.conf')
  const match =
    '<match target="pattern"><edit name="family" mode="append_last"><string>Open Sans</string></edit></match>'
  await writeFile(file, `<fontconfig><dir>${join(unpacked, 'fonts')}</dir>${match}</fontconfig>`)
  return file
}
