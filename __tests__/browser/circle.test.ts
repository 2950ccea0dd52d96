import { afterAll, expect, jest, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { launchBrowser } from '../../service/__tests__/browser/browser.ts'
import { GIT_ENVIRONMENT } from '../../testing/git.ts'
import type { WorkingCopy } from '../../testing/github/repository.ts'
import { Project, type RunOptions } from '../../testing/project.ts'
import { runCommandLine } from '../../testing/runner/command-line.ts'
import type { JobResult } from '../../testing/runner/runner.ts'
import { reportOf, type Report } from '../support/report.ts'
import { expectSafe } from '../support/safe.ts'

// An edit that a person types on the screen of the assistant is pulled into its file, step by step.

// They run several at a time.
jest.setTimeout(120_000)

const [DISK, OTHER] = ['docs/runbooks/disk.md', 'docs/runbooks/other.md']
const [LINE, TYPED] = ['2. Free some space.', ' Ask Robin first.']
const FILE = `---\nowner: storage\n---\n\n# Disk full\n\nSee [the other](other.md).\n\n1. Look.\n${LINE}\n3. Tell Kim.\n`
const EDITED = FILE.replace(LINE, LINE + TYPED)
/** Nothing is saved, and nothing waits for a person. */
const QUIET = { code: 0, saved: [] }

const run = promisify(execFile)
const browser = await launchBrowser()
afterAll(async () => {
  await browser.close()
})

interface Circle {
  readonly project: Project
  /** Of the person who reviews and merges. */
  readonly clone: WorkingCopy
}

/** A run or command that has ended, and what people read of it. */
type Finished = Report & { readonly code: unknown; readonly shown: string }

/** What follows a push, what compares all runbooks, what discards an edit, and what brings edits into the files of the clone. */
type Way = Readonly<Record<'push' | 'full' | 'replace' | 'pull', (circle: Circle) => Promise<Finished>>>

type Workflow = Readonly<{ jobs: Record<string, { readonly steps: readonly { readonly run?: string }[] }> }>

const ACTION: Way = {
  push: async ({ project }) => finished(await project.push(), project),
  full: ({ project }) => runByHand(project),
  replace: ({ project }) => runByHand(project, { inputs: { 'on-conflict': 'replace' } }),
  async pull({ project, clone }) {
    const workspace = await project.repository.checkout(project.event)
    const result = await runByHand(project, { workspace, inputs: { mode: 'pull' } })
    // The two jobs of the example: one makes a patch, the other one applies it where the pull request is made.
    const { jobs } = parse(await readFile('examples/edits-as-pull-request.yml', 'utf8')) as Workflow
    const scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run))
    const [makePatch = '', applyPatch = ''] = scripts.filter((script) => script.includes('edits.patch'))
    const env = { ...GIT_ENVIRONMENT, RUNNER_TEMP: project.folder }
    await run('bash', ['-ec', makePatch], { cwd: workspace, env })
    await run('bash', ['-ec', applyPatch], { cwd: clone.folder, env })
    return result
  }
}

async function runByHand(project: Project, options: RunOptions = {}): Promise<Finished> {
  return finished(await project.dispatch(options), project)
}

function finished(job: JobResult, { token }: Project): Finished {
  expectSafe(job, token)
  return { ...reportOf(job), code: job.exitCode, shown: `${job.log}\n${job.summary}` }
}

const runCommand =
  (command: string, ...options: readonly string[]) =>
  async ({ project: { service, token, repository, github }, clone }: Circle): Promise<Finished> => {
    const place = ['--repository', `${github.url}/${repository.name}`, '--forge', 'github']
    const env = { ...GIT_ENVIRONMENT, RUNBOOK_SYNC_TOKEN: token, RUNBOOK_SYNC_BASE_URL: service.url }
    const args = [command, ...options, ...place, '--json']
    const { code, stdout, stderr } = await runCommandLine(args, { folder: clone.folder, env })
    return { ...reportOf({ report: JSON.parse(stdout), stdout, stderr }), code, shown: stderr }
  }
const COMMAND_LINE: Way = {
  push: runCommand('sync'),
  full: runCommand('sync'),
  replace: runCommand('sync', '--replace', DISK),
  pull: runCommand('pull')
}

/** Opens the entry, and types at the end of the line. */
async function editOnScreen({ project: { service } }: Circle) {
  const page = await (await browser.newContext()).newPage()
  await page.goto(service.signInUrl)
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
  return page
}

type Page = Awaited<ReturnType<typeof editOnScreen>>

/** The screen shows this line of the entry, and where its text comes from. */
async function expectEntry(page: Page, line: string, provenance: string): Promise<void> {
  await page.reload()
  expect(await page.getByRole('listitem').allInnerTexts()).toContain(line.replace('2. ', ''))
  expect(await page.locator('.lead').innerText()).toContain(`Provenance: ${provenance}.\n`)
}

async function change({ clone }: Circle, path: string, text: string): Promise<void> {
  await clone.write(path, text)
  await clone.commit(`Change ${path}`)
  await clone.push()
}

/** What is in the files of the clone becomes a pull request, which is merged. */
async function merge({ clone }: Circle): Promise<void> {
  await clone.git(['switch', '--quiet', '--create', 'runbook-edits'])
  await clone.commit('Pull edits of runbooks')
  await clone.git(['switch', '--quiet', 'main'])
  await clone.git(['merge', '--quiet', '--no-ff', '--no-edit', 'runbook-edits'])
  await clone.push()
}

/** Both runbooks are delivered, and a person has edited the entry of one. */
async function start(project: Project, way: Way): Promise<{ circle: Circle; page: Page }> {
  const circle = { project, clone: await project.repository.clone() }
  await circle.clone.write(OTHER, '# Other\n\nText.\n')
  await change(circle, DISK, FILE)
  expect(await way.push(circle)).toMatchObject({ ...QUIET, totals: { upserted: 2 } })
  return { circle, page: await editOnScreen(circle) }
}

test.concurrent(
  'with the Action, an edit is kept, is pulled, and the next change of its file is as any other',
  async () => {
    await using project = await Project.create()
    const way = ACTION
    const { circle, page } = await start(project, way)
    const kept = await way.full(circle)
    expect(kept).toMatchObject({ ...QUIET, totals: { kept: 1, unchanged: 1, refused: 0 } })
    expect(kept.shown).toContain(`1 runbook is not delivered: ${DISK} (somebody edited its entry, and the edit stays)`)
    await expectEntry(page, LINE + TYPED, `from ${DISK}, edited since`)

    expect(await way.pull(circle)).toMatchObject({ code: 0, pulled: [{ file: DISK, kind: 'changed' }] })
    expect(await circle.clone.git(['status', '--porcelain'])).toBe(` M ${DISK}`)
    expect(await readFile(join(circle.clone.folder, DISK), 'utf8')).toBe(EDITED)
    await merge(circle)
    expect(await way.push(circle)).toMatchObject({ ...QUIET, totals: { upserted: 1, kept: 0, refused: 0 } })
    await expectEntry(page, LINE + TYPED, `from ${DISK}`)
    await change(circle, DISK, EDITED.replace('some', 'much'))
    expect(await way.push(circle)).toMatchObject({ ...QUIET, totals: { upserted: 1, kept: 0, refused: 0 } })
    await expectEntry(page, LINE.replace('some', 'much') + TYPED, `from ${DISK}`)
  }
)

test.concurrent(
  'with the command line, an edit of a line that the file has changed meanwhile is merged by hand',
  async () => {
    await using project = await Project.create()
    const way = COMMAND_LINE
    const { circle, page } = await start(project, way)
    const { clone } = circle
    await change(circle, DISK, FILE.replace('some', 'much'))
    expect(await way.push(circle)).toMatchObject({ code: 1, saved: [], totals: { refused: 1, upserted: 0 } })
    await expectEntry(page, LINE + TYPED, `from ${DISK}, edited since`)

    expect(await way.pull(circle)).toMatchObject({ code: 1, pulled: [{ file: `${DISK}.edited`, kind: 'beside' }] })
    expect(await clone.git(['status', '--porcelain'])).toBe(`?? ${DISK}.edited`)
    const beside = await readFile(join(clone.folder, `${DISK}.edited`), 'utf8')
    expect(beside).toContain(`\n${LINE}${TYPED}\n`)
    expect(beside).not.toMatch(/^[<=>|]{7}/m)
    await clone.remove(`${DISK}.edited`)
    await clone.write(DISK, EDITED.replace('some', 'much'))
    await merge(circle)
    // No merge of Git proves that the edit is in the file, so a person says so, and its text is saved.
    expect(await way.push(circle)).toMatchObject({ code: 1, saved: [], totals: { upserted: 0, refused: 1 } })
    const replaced = { code: 0, saved: [{ path: DISK }], totals: { upserted: 1, refused: 0 } }
    expect(await way.replace(circle)).toMatchObject(replaced)
    await expectEntry(page, LINE.replace('some', 'much') + TYPED, `from ${DISK}`)
    expect(await way.full(circle)).toMatchObject({ ...QUIET, totals: { unchanged: 2, kept: 0, refused: 0 } })
  }
)
