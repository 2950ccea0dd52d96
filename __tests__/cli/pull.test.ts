import { expect, test } from '@jest/globals'
import { chmod, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'
import { say, startMisbehaving } from '../support/misbehaving-service.ts'
import { Clone, DISK, OTHER } from './clone.ts'

const FILE =
  '---\ntitle: Disk full\nowner: storage\n---\n\n# Disk\n\nSee [the other](other.md#fix).\n\nFree some space.\n\nThe end.'
const OPTIONS = ['--repository', 'acme/ops']

/** A clone whose runbooks are delivered. */
async function delivered(tree: Readonly<Record<string, string>> = { [DISK]: FILE, [OTHER]: '# Other\n\nText.\n' }) {
  const clone = await Clone.create(tree)
  expect(await clone.report(['sync', ...OPTIONS])).toMatchObject({ code: 0 })
  return clone
}

/** Changes an entry, as a person does in the assistant. */
function edit(clone: Clone, name: string, change: (text: string) => string): void {
  const before = clone.entries()[name] ?? ''
  expect(change(before)).not.toBe(before)
  clone.writeEntry(name, change(before))
}

async function pull(clone: Clone, ...more: readonly string[]) {
  return clone.report(['pull', ...OPTIONS, ...more])
}

async function push(clone: Clone): Promise<void> {
  await clone.git('add', '--all')
  await clone.git('commit', '--quiet', '--message', 'Pull edits')
  await clone.git('push', '--quiet', 'origin', 'main')
}

/** Files with these texts, each with a title of its own, and as many others: where most entries are edited, none is pulled. */
function treeOf(texts: readonly string[]): Record<string, string> {
  const files = texts.flatMap((text, at) => [
    [pathOf(at), text.replace('title: Disk full', `title: Disk ${at}`)],
    [`docs/runbooks/other-${at}.md`, `# Other ${at}\n\nText.\n`]
  ])
  return Object.fromEntries(files) as Record<string, string>
}
const pathOf = (at: number): string => `docs/runbooks/disk-${at}.md`

test('an edit is in the file as if its author had edited the file, and nothing is left to pull', async () => {
  const edits: readonly (readonly [change: (text: string) => string, expected?: (file: string) => string])[] = [
    [(text) => text.replace('Free some', 'Free much')],
    [(text) => text.replace('See [', 'First see [')],
    [(text) => text.replace('Free some space.\n\n', '')],
    [
      (text) =>
        text.replace('The end.', 'See ![a map](https://github.com/acme/ops/raw/main/docs/map.png).\n\nThe end.'),
      (file) => file.replace('The end.', 'See ![a map](../map.png).\n\nThe end.')
    ],
    // Below the source line.
    [(text) => `${text}\nCall Kim.\n`, (file) => `${file}\n\nCall Kim.`]
  ]
  const tree = treeOf(edits.map(() => FILE))
  await using clone = await delivered(tree)
  for (const [at, [change]] of edits.entries()) edit(clone, `Disk ${at}`, change)
  const changed = edits.map((_, at) => ({ path: pathOf(at), file: pathOf(at), kind: 'changed', reason: '' }))
  expect(await pull(clone)).toMatchObject({ code: 0, pulled: changed })
  for (const [at, [change, expected = change]] of edits.entries()) {
    expect(await clone.read(pathOf(at))).toBe(expected(tree[pathOf(at)] ?? ''))
  }
  expect(await pull(clone)).toMatchObject({ code: 0, pulled: [] })
})

test('the whole circle: an edit is kept, is pulled, and its line is renewed', async () => {
  await using clone = await delivered()
  edit(clone, 'Disk full', (text) => text.replace('Free some', 'Free much'))
  expect(await clone.report(['sync', ...OPTIONS])).toMatchObject({ code: 0, totals: { kept: 1, unchanged: 1 } })
  expect(await pull(clone)).toMatchObject({ code: 0 })
  await push(clone)
  const after = await clone.report(['sync', ...OPTIONS])
  expect(after).toMatchObject({ code: 0, totals: { upserted: 1, unchanged: 1 }, saved: [] })
  await clone.commit({ [DISK]: FILE.replace('Free some', 'Free all') })
  await clone.git('push', '--quiet', 'origin', 'main')
  const last = await clone.report(['sync', ...OPTIONS])
  expect(last).toMatchObject({ code: 0, totals: { upserted: 1, unchanged: 1 }, saved: [] })
})

test('an edit of an older text is merged with what changed at another place, and the next sync knows it', async () => {
  await using clone = await delivered()
  edit(clone, 'Disk full', (text) => text.replace('The end.', 'The end of Kim.'))
  const newer = FILE.replace('# Disk\n', '# Disk\n\nNew.\n')
  await clone.commit({ [DISK]: newer })
  await clone.git('push', '--quiet', 'origin', 'main')
  expect(await clone.report(['sync', ...OPTIONS])).toMatchObject({ code: 1, totals: { refused: 1 } })
  expect(await pull(clone)).toMatchObject({ code: 0, pulled: [{ kind: 'changed' }] })
  expect(await clone.read(DISK)).toBe(newer.replace('The end.', 'The end of Kim.'))
  const plan = await clone.run(['plan', ...OPTIONS])
  expect(plan.stdout).toContain(`The edit is in your work tree; commit it: ${DISK}.`)
  expect(await clone.report(['plan', '--worktree', ...OPTIONS])).toMatchObject({ code: 0, totals: { planned: 1 } })
  await push(clone)
  expect(await clone.report(['sync', ...OPTIONS])).toMatchObject({ code: 0, totals: { upserted: 1, refused: 0 } })
})

test('the file keeps its form: line ends, a byte order mark, the last line break, blanks', async () => {
  const forms = [
    FILE.replaceAll('\n', '\r\n'),
    `\uFEFF${FILE}`,
    `${FILE}\n`,
    FILE.replace('space.\n', 'space.  \n\n\n')
  ]
  const tree = treeOf(forms)
  await using clone = await delivered(tree)
  for (const at of forms.keys()) edit(clone, `Disk ${at}`, (text) => text.replace('# Disk', '# Disks'))
  expect(await pull(clone)).toMatchObject({ code: 0, pulled: forms.map(() => ({ kind: 'changed' })) })
  for (const at of forms.keys()) {
    expect(await clone.read(pathOf(at))).toBe(tree[pathOf(at)]?.replace('# Disk', '# Disks'))
  }
})

const CHANGED = (text: string): string => text.replace('Free some', 'Free much')

test.each<[why: string, prepare: (clone: Clone) => unknown]>([
  [
    'the file has changed at the same place since',
    async (clone) => {
      edit(clone, 'Disk full', CHANGED)
      await clone.commit({ [DISK]: FILE.replace('Free some', 'Free no') })
    }
  ],
  [
    'it was written by hand, and the text it started from is unknown',
    (clone) => {
      clone.writeEntry('Disk full', 'By hand.')
    }
  ],
  [
    'its runbook is gone, or is not selected',
    async (clone) => {
      edit(clone, 'Disk full', CHANGED)
      await clone.commit({ [DISK]: undefined })
    }
  ],
  [
    'the text that was edited is not in the history of this clone',
    (clone) => {
      edit(clone, 'Disk full', (text) => CHANGED(text).replace(/Version \w{12}/, 'Version 0123456789ab'))
    }
  ],
  [
    'the assistant has several entries for this runbook',
    (clone) => {
      const text = clone.entries()['Disk full'] ?? ''
      edit(clone, 'Disk full', CHANGED)
      clone.writeEntry('disk FULL', `${text}More.\n`)
    }
  ]
])('an edit that cannot be in the file stands beside it: %s', async (why, prepare) => {
  await using clone = await delivered()
  await prepare(clone)
  const before = await clone.read(DISK).catch(() => undefined)
  const { code, pulled } = await pull(clone)
  expect({ code, pulled }).toMatchObject({
    code: 0,
    pulled: expect.arrayContaining([expect.objectContaining({ kind: 'beside', file: `${DISK}.edited` })])
  })
  expect(await clone.read(DISK).catch(() => undefined)).toBe(before)
  const [line, , ...text] = (await clone.read(`${DISK}.edited`)).split('\n')
  expect(line).toBe(`<!-- An edit of disk.md in the assistant: ${why}. -->`)
  expect(text.join('\n')).not.toContain('Source: ')
  await pull(clone)
  expect((await readdir(join(clone.path, 'docs/runbooks'))).filter((name) => name.endsWith('.edited'))).toHaveLength(
    pulled.length
  )
})

const TITLED = (title: string, text: string): string => `---\ntitle: ${title}\n---\n\n${text}\n`

test.each<[title: string, prepare: (clone: Clone) => unknown, beside: string, why: string]>([
  [
    'a copy of an entry under another name',
    (clone) => {
      clone.writeEntry('On MySQL', CHANGED(clone.entries()['Disk full'] ?? ''))
    },
    DISK,
    'the entry is a copy under another name'
  ],
  [
    'another entry pasted over one',
    (clone) => {
      clone.writeEntry('Disk full', (clone.entries()['Other'] ?? '').replace('Text.', 'Pasted.'))
    },
    DISK,
    `it was written from \`${OTHER}\``
  ]
])('an edit never comes into the file of another entry: %s', async (_, prepare, beside, why) => {
  await using clone = await delivered()
  await prepare(clone)
  const { code, pulled } = await pull(clone)
  expect({ code, pulled }).toMatchObject({ code: 0, pulled: [{ kind: 'beside', file: `${beside}.edited` }] })
  expect(await clone.read(`${beside}.edited`)).toContain(`: ${why}. -->`)
  expect(await clone.git('diff', '--name-only')).toBe('')
})

test('a copy of the file, with its relative links, is no edit', async () => {
  await using clone = await delivered()
  clone.writeEntry('Disk full', FILE.replace(/^---[^]*?---\n\n/, ''))
  expect(await pull(clone)).toMatchObject({ code: 0, pulled: [] })
})

test('a second file of the same title gets no edit of the first', async () => {
  await using clone = await delivered()
  edit(clone, 'Disk full', CHANGED)
  await clone.commit({ 'docs/runbooks/aaa.md': TITLED('Disk full', 'A template.') })
  expect(await pull(clone)).toMatchObject({ code: 0, pulled: [{ kind: 'changed', file: DISK }] })
  expect(await clone.read(DISK)).toBe(CHANGED(FILE))
})

test('an edit of a runbook that was moved and changed is merged, and the next sync knows it', async () => {
  await using clone = await delivered()
  edit(clone, 'Disk full', CHANGED)
  const moved = 'docs/runbooks/moved.md'
  await clone.commit({ [DISK]: undefined, [moved]: FILE.replace('The end.', 'New end.') })
  expect(await pull(clone)).toMatchObject({ code: 0, pulled: [{ kind: 'changed', file: moved }] })
  expect(await clone.read(moved)).toBe(CHANGED(FILE).replace('The end.', 'New end.'))
  expect(await pull(clone)).toMatchObject({ code: 0, pulled: [] })
  await push(clone)
  expect(await clone.report(['sync', ...OPTIONS])).toMatchObject({ code: 0, totals: { upserted: 1, refused: 0 } })
})

test('a note below the source line that is in the file is not saved once more', async () => {
  await using clone = await delivered()
  edit(clone, 'Disk full', (text) => `${text}\nCall Kim.\n`)
  await pull(clone)
  await push(clone)
  expect(await clone.report(['sync', ...OPTIONS])).toMatchObject({ code: 0, totals: { upserted: 1 }, saved: [] })
})

test('an edit that writes characters as HTML does, is an edit', async () => {
  await using clone = await delivered({
    [DISK]: '# Disk full\n\nRestart <host>.\n',
    [OTHER]: '# Other\n\nSee <b>x</b>.\n'
  })
  edit(clone, 'Disk full', (text) => text.replace('<host>', '&lt;host&gt;'))
  expect(await clone.report(['sync', ...OPTIONS])).toMatchObject({ code: 0, totals: { kept: 1 } })
  expect(await pull(clone)).toMatchObject({ code: 0, pulled: [{ kind: 'changed' }] })
  expect(await clone.read(DISK)).toContain('&lt;host&gt;')
})

test('a file that is not committed, and its mode, stay as they are but for the edit', async () => {
  await using clone = await delivered()
  edit(clone, 'Disk full', CHANGED)
  await clone.write({ [DISK]: FILE.replace('The end.', 'Not committed.') })
  await chmod(join(clone.path, DISK), 0o755)
  expect(await pull(clone)).toMatchObject({ code: 0, pulled: [{ kind: 'changed' }] })
  expect(await clone.read(DISK)).toBe(CHANGED(FILE).replace('The end.', 'Not committed.'))
  expect((await stat(join(clone.path, DISK))).mode & 0o777).toBe(0o755)
})

test('nothing is written through a symbolic link, over a file, or where an entry says', async () => {
  await using clone = await delivered()
  const source = clone.entries()['Disk full'] ?? ''
  const paths = [
    '../../outside.md',
    '.git/config',
    'docs/runbooks/../../.github/workflows/x.md',
    'src/main.ts',
    'docs/runbooks/new/x.md'
  ]
  for (const path of paths) {
    const escaped = path.replaceAll('_', '\\_')
    clone.writeEntry(
      `At ${path}`,
      source.replace(/ of \[[^\]]*\]\([^)]*\)/, ` of [${escaped}](https://github.com/acme/ops/blob/main/${path})`)
    )
  }
  edit(clone, 'Disk full', CHANGED)
  await clone.commit({ [DISK]: undefined })
  const target = join(clone.path, '..', 'target')
  await symlink(target, join(clone.path, DISK))
  await clone.write({ [`${DISK}.edited`]: 'Mine.' })
  const before = await clone.git('status', '--porcelain', '--untracked-files=all')
  const { code, pulled } = await pull(clone)
  expect(code).toBe(1)
  expect(await clone.read(`${DISK}.edited`)).toBe('Mine.')
  await expect(readFile(target)).rejects.toThrow('ENOENT')
  const after = await clone.git('status', '--porcelain', '--untracked-files=all')
  const made = after.split('\n').filter((line) => !before.split('\n').includes(line))
  expect(made).toEqual([`?? ${DISK}.2.edited`, '?? docs/runbooks/new/x.md.edited'])
  expect(pulled.filter(({ kind }) => kind === 'left out')).toHaveLength(4)
})

test('a list that was not read to its end ends with 1', async () => {
  await using clone = await delivered()
  const page = say(200, JSON.stringify([{ name: 'Fine', content: 'Text.' }]))
  await using service = await startMisbehaving((request, reply) =>
    (request.body.page_num === 1 ? page : say(507, ''))(request, reply)
  )
  service.list = undefined
  const finished = await clone.run(['pull', ...OPTIONS], { env: { RUNBOOK_SYNC_BASE_URL: service.url } })
  expect(finished).toMatchObject({ code: 1, stdout: expect.stringMatching(/✗ .*list/) })
})

test('a list without texts is red', async () => {
  await using clone = await delivered()
  clone.service.answers.set({ texts: 'none' })
  expect(await pull(clone)).toMatchObject({
    code: 1,
    failure: { kind: 'incomplete', message: expect.stringMatching(/^The list shows no texts/) }
  })
})

test('a list without the text of one entry: a warning', async () => {
  await using clone = await delivered()
  const rows = Object.entries(clone.entries()).map(([name, content]) =>
    name === 'Other' ? { name } : { name, content }
  )
  clone.service.faults.set([{ path: LIST_PATH, page: 1, status: 200, body: JSON.stringify(rows) }])
  expect(await pull(clone)).toMatchObject({
    code: 0,
    notices: [expect.objectContaining({ message: expect.stringMatching(/^Edits in 1 entry are not/) })]
  })
})
