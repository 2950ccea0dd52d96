import { expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { parse } from 'yaml'
import { launchBrowser } from '../../service/__tests__/browser/browser.ts'
import { git, GIT_ENVIRONMENT } from '../../testing/git.ts'
import { Project, type RunOptions } from '../../testing/project.ts'
import { reportOf } from '../support/report.ts'
import { expectSafe } from '../support/safe.ts'

const [DISK, OTHER] = ['docs/runbooks/disk.md', 'docs/runbooks/other.md']
const [LINE, TYPED] = ['2. Free some space.', ' Ask Robin first.']
const FILE = `---\nowner: storage\n---\n\n# Disk full\n\nSee [the other](other.md).\n\n1. Look.\n${LINE}\n3. Call.\n4. Tell Kim.\n`
const later = (text: string): string => text.replace('Kim', 'Sam')

async function createToken(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Create Token', exact: true }).click()
  await page.getByLabel('Name').fill('Runbook Sync')
  await page.getByRole('button', { name: 'Create Token', exact: true }).click()
  const value = await page.locator('.values textarea').inputValue()
  await page.getByLabel('I have stored').check()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  return value
}

/** Opens the entry, and types at the end of the line. */
async function editEntry(page: Page): Promise<void> {
  for (const link of ['Knowledge', 'Disk full', 'Edit'])
    await page.getByRole('link', { name: link, exact: true }).click()
  const content = page.getByLabel('Content')
  const lines = (await content.inputValue()).split('\n')
  // From below, because the source line at the top is wrapped.
  const linesBelow = lines.length - 1 - lines.indexOf(LINE)
  const keys = ['ControlOrMeta+End', ...Array<string>(linesBelow).fill('ArrowUp'), 'End']
  for (const key of keys) await content.press(key)
  await content.pressSequentially(TYPED)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect(await page.getByRole('status').innerText()).toBe('The entry “Disk full” is saved.')
}

/** The screen shows the edited line, and where the text of the entry comes from. */
async function expectEntry(page: Page, provenance: string): Promise<void> {
  await page.reload()
  expect(await page.getByRole('listitem').allInnerTexts()).toContain((LINE + TYPED).replace('2. ', ''))
  expect(await page.getByRole('definition').allInnerTexts()).toContain(provenance)
}

/** The two jobs of the example: one makes a patch in its checkout, the other one applies it where the pull request is made. */
async function takeEdits(from: string, to: string, temp: string): Promise<void> {
  type Workflow = Readonly<{ jobs: Record<string, { readonly steps: readonly { readonly run?: string }[] }> }>
  const { jobs } = parse(await readFile('examples/edits-as-pull-request.yml', 'utf8')) as Workflow
  const scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run))
  const [makePatch = '', applyPatch = ''] = scripts.filter((script) => script.includes('edits.patch'))
  const env = { ...GIT_ENVIRONMENT, RUNNER_TEMP: temp }
  await promisify(execFile)('bash', ['-ec', makePatch], { cwd: from, env })
  await promisify(execFile)('bash', ['-ec', applyPatch], { cwd: to, env })
}

test('a token and an edit of the screen: the edit stays, is pulled into a file that has changed since, and is delivered', async () => {
  await using resources = new AsyncDisposableStack()
  const project = resources.use(await Project.create())
  const browser: Browser = await launchBrowser()
  resources.defer(() => browser.close())
  const page = await (await browser.newContext()).newPage()
  await page.goto(project.service.signInUrl)
  const token = await createToken(page)
  const finish = async (run: 'push' | 'dispatch', options: RunOptions = {}) => {
    const given = { ...options, inputs: { token, ...options.inputs } }
    const job = await (run === 'push' ? project.push({}, given) : project.dispatch(given))
    expectSafe(job, token)
    return reportOf(job)
  }
  await project.commit({ [DISK]: FILE, [OTHER]: '# Other\n\nText.\n' })
  expect(await finish('push')).toMatchObject({ success: true, totals: { upserted: 2 } })
  await editEntry(page)
  await project.commit({ [DISK]: later(FILE) })
  expect(await finish('push')).toMatchObject({ success: false, saved: [], totals: { refused: 1, upserted: 0 } })
  await expectEntry(page, `from ${DISK}, edited since`)

  const workspace = await project.repository.checkout(project.event)
  const pulled = await finish('dispatch', { workspace, inputs: { mode: 'pull' } })
  expect(pulled).toMatchObject({ success: true, pulled: [{ file: DISK, kind: 'changed' }] })
  const clone = join(project.folder, 'clone')
  await git(project.folder, ['clone', '--quiet', project.repository.folder, clone])
  await takeEdits(workspace, clone, project.folder)
  expect(await git(clone, ['status', '--porcelain'])).toBe(` M ${DISK}`)
  expect(await readFile(join(clone, DISK), 'utf8')).toBe(later(FILE).replace(LINE, LINE + TYPED))
  await git(clone, ['commit', '--quiet', '--all', '--message', 'Pull edits of runbooks'])
  await git(clone, ['push', '--quiet', 'origin', 'main'])
  expect(await finish('push')).toMatchObject({ success: true, totals: { upserted: 1, kept: 0, refused: 0 } })
  await expectEntry(page, `from ${DISK}`)
}, 120_000)
