import { describe, expect, test } from '@jest/globals'
import { Clone, DISK, OTHER, RUNBOOKS } from './clone.ts'

const ADDRESS = ['--repository', 'acme/handbook']

/** A workflow with a step that has these inputs, for each of them. */
function workflow(...steps: readonly string[]): string {
  const uses = steps.map((inputs) => `      - uses: runbook-sync/runbook-sync@v1\n        with: {${inputs}}\n`)
  return `on: push\njobs:\n  sync:\n    runs-on: x\n    steps:\n      - uses: actions/checkout@v6\n${uses.join('')}`
}

const SYNC = '.github/workflows/sync.yml'
const NAMED = `entry-name: '{stem}', files: docs/**`

describe('options of the workflow that uses the Action', () => {
  test.each<[string, tree: Record<string, string>, args: string[], env: Record<string, string>, expected: RegExp]>([
    ['are those of a command', { [SYNC]: workflow(NAMED) }, [], {}, /“disk”[^]*Options of sync\.yml: --files '/],
    [
      'are written in any case, as on GitHub',
      { [SYNC]: workflow("Entry-Name: '{stem}', FILES: docs/**") },
      [],
      {},
      /“disk”[^]*Options of sync\.yml: --files 'docs\/\*\*' --entry-name/
    ],
    ['yield to an option', { [SYNC]: workflow(NAMED) }, ['--entry-name', '{path}'], {}, /“docs\/runbooks\/disk\.md”/],
    ['yield to a variable', { [SYNC]: workflow(NAMED) }, [], { RUNBOOK_SYNC_ENTRY_NAME: 'A {stem}' }, /“A disk”/],
    ['are left with `--workflow none`', { [SYNC]: workflow(NAMED) }, ['--workflow', 'none'], {}, /“Disk full”\n/],
    [
      'are left out where only a run knows them',
      { [SYNC]: workflow("files: docs/**, entry-name: '${{ vars.NAME }}'") },
      [],
      {},
      /“Disk full”[^]*without --entry-name, which only a run knows/
    ],
    ['are none where the file is broken', { [SYNC]: 'jobs: [' }, [], {}, /“Disk full”\n/],
    [
      'are none where `uses` is no text',
      { [SYNC]: '# runbook-sync/runbook-sync\njobs: {a: {steps: [{uses: {toString: x}}]}}' },
      [],
      {},
      /“Disk full”\n/
    ],
    [
      'say first what may replace a text',
      { [SYNC]: workflow(`on-conflict: replace, files: "docs/**${'\\n# x'.repeat(600)}"`) },
      [],
      {},
      /Options of sync\.yml: --on-conflict replace/
    ],
    [
      'are chosen by file',
      { [SYNC]: workflow(NAMED), '.github/workflows/eu.yaml': workflow('files: docs/**') },
      ['--workflow', '.github/workflows/eu.yaml'],
      {},
      /“Disk full”[^]*Options of eu\.yaml/
    ],
    [
      'are chosen by number, of one file',
      { [SYNC]: workflow('files: docs/**', NAMED) },
      ['--workflow', 'sync.yml:2'],
      {},
      /“disk”/
    ]
  ])('%s', async (_, tree, args, env, expected) => {
    await using clone = await Clone.create({ ...RUNBOOKS, ...tree })
    const { code, stdout } = await clone.run(['plan', ...args, ...ADDRESS], {
      env: { RUNBOOK_SYNC_BASE_URL: undefined, ...env }
    })
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(expected) })
  })

  test('a workflow writes nothing to the terminal itself', async () => {
    const yaml = `y: !foo "\u001b[2J\u0007"\n${workflow(NAMED)}`
    await using clone = await Clone.create({ ...RUNBOOKS, [SYNC]: yaml })
    const { stderr } = await clone.start(['plan', ...ADDRESS])
    expect(stderr).not.toContain('\u001b')
    expect(stderr).not.toContain('YAMLWarning')
  })

  test('several steps that differ are a list to choose from, and an unknown name is wrong use', async () => {
    await using clone = await Clone.create({ ...RUNBOOKS, [SYNC]: workflow('files: docs/**', NAMED) })
    const several = await clone.run(['plan', ...ADDRESS])
    expect(several.code).toBe(2)
    expect(several.stdout).toContain("Choose `--workflow sync.yml:1` (--files 'docs/**'), `--workflow sync.yml:2` (")
    expect(await clone.run(['plan', '--workflow', 'other.yml', ...ADDRESS])).toMatchObject({ code: 2 })
  })

  test('never have the address, which would get the token', async () => {
    const evil = "base-url: 'http://127.0.0.1:9', token: x, github-token: x, root: docs, mode: sync, environment: x"
    await using clone = await Clone.create({ ...RUNBOOKS, [SYNC]: workflow(`${evil}, concurrency: 1`) })
    const report = await clone.report(['sync', ...ADDRESS])
    expect(report).toMatchObject({ code: 0, diagnostics: [{ message: 'Options of sync.yml: --concurrency 1.' }] })
    const env = { RUNBOOK_SYNC_BASE_URL: undefined }
    expect(await clone.run(['check'], { env })).toMatchObject({ code: 2 })
    expect(await clone.run(['sync', ...ADDRESS], { env })).toMatchObject({ code: 2 })
  })
})

test('another template of names would leave most entries behind: a sync needs --yes, where nobody can be asked', async () => {
  const tree = Object.fromEntries(Array.from('abcdef', (name) => [`docs/runbooks/${name}.md`, `# Runbook ${name}\n`]))
  await using clone = await Clone.create(tree)
  await clone.run(['sync', ...ADDRESS])
  const before = clone.entries()
  const { code, stdout } = await clone.run(['sync', '--entry-name', '{stem}', ...ADDRESS])
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: expect.stringMatching(/✗ 6 of 6 entries of this branch would have no runbook any more, and 6 new ones/)
  })
  expect(stdout).not.toContain('Delete its entry')
  expect(clone.entries()).toEqual(before)
  expect(await clone.run(['sync', '--entry-name', '{stem}', '--yes', ...ADDRESS])).toMatchObject({ code: 0 })
  expect(Object.keys(clone.entries())).toHaveLength(12)
})

test('a few other titles need no consent', async () => {
  await using clone = await Clone.create()
  await clone.run(['sync', ...ADDRESS])
  await clone.commit({ [DISK]: '# Disk\n', [OTHER]: '# Another\n' })
  await clone.git('push', '--quiet', 'origin', 'main')
  expect(await clone.run(['sync', ...ADDRESS])).toMatchObject({ code: 0 })
})
