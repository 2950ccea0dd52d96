import { expect, test } from '@jest/globals'
import { filesOf, git } from '../../testing/git.ts'
import { sourceOf } from '../../service/provenance.ts'
import { textOf } from '../../testing/expected-entries.ts'
import { Project, type Changes } from '../../testing/project.ts'
import { expectSafe } from '../support/safe.ts'

// A long history with edits in the assistant: a run for each push, judged by Git alone.

const FOLDER = 'docs/runbooks'
const at = (name: string): string => `${FOLDER}/${name}.md`

/** Names that are hard on shells, on Git's output, on logs and on URLs. No two are one name in another case or form. */
const NAMES = [
  ...['README', 'two words', 'tab\there', 'line\nbreak', '"quoted"', "it's", '100%', '%41%2f', '::error::x', '-rf'],
  ...['##[stop-commands]y', 'back\\slash', 'réconciliation', '日本語', '🚢 harbour', '[brackets](x)', '$(id)'],
  ...['`tick`', '<img src=x onerror=y>', 'a&b;c|d*?', '${{ secrets.X }}', '.hidden', 'space ', 'long-'.repeat(40)],
  ...['payments/deep/er/and/deeper', 'payments/README']
]

const BODIES = [
  '# Disk full\n\n::add-mask::nothing\n##[error]nothing\n',
  '# CRLF\r\n\r\nFirst look at `df -h`.\r\n',
  '---\ntitle: "With front matter"\n---\n\n# Another title\n\n[link](https://example.com/other.md "title") ![image][a]\n',
  'No heading',
  '# ${{ secrets.TOKEN }} $(id) `id`\n\n\t\u00a0\u2028\u202e <script>alert(1)</script>\n',
  `# Long\n\n${'All work and no play. '.repeat(4000)}\n`,
  'Setext\n======\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
]

/** Runbooks with these names and all kinds of texts. */
function runbooks(names: readonly string[], edit: string): Record<string, string> {
  return Object.fromEntries(
    names.map((name, nth) => [at(name), `${BODIES[nth % BODIES.length] ?? ''}\nEdit ${edit}.\n`])
  )
}

const [FIRST, LATER] = [NAMES.slice(0, 14), NAMES.slice(14)]

/** What happens to files, a push each; `null` removes one. */
const PUSHES: readonly { readonly push: string; readonly changes: Changes }[] = [
  { push: 'the first runbooks', changes: runbooks(FIRST, 'one') },
  { push: 'more', changes: runbooks(LATER, 'one') },
  { push: 'edits', changes: runbooks([...FIRST.slice(0, 4), ...LATER.slice(0, 4)], 'two') },
  {
    push: 'removals, and a rename',
    changes: {
      [at('100%')]: null,
      [at('`tick`')]: null,
      [at('line\nbreak')]: null,
      [at('moved')]: runbooks(FIRST, 'two')[at('line\nbreak')] ?? null
    }
  },
  {
    push: 'two files change places, one gets another mode, and others are no runbooks',
    changes: {
      [at('日本語')]: '# Was réconciliation, without an end',
      [at('réconciliation')]: '# Was 日本語\n',
      [at('.hidden')]: { mode: '100755', content: runbooks(LATER, 'one')[at('.hidden')] ?? '' },
      'notes/todo.md': '# To do\n',
      [at('link')]: { mode: '120000', content: '/etc' }
    }
  }
]

/** What somebody writes in the assistant, below the present text or instead of it. */
const EDITS: readonly ((content: string) => string)[] = [
  () => 'Written by hand, without a line break at the end',
  (content) => `${content}\nAdded at night.\n`,
  () => '\r\n<!-- The entry -->\r\n::error::by hand\r\n',
  (content) => content.replace(/^/, 'A note above.\n\n'),
  () => '\ufeff# By hand\n\n\u2028\u202e 🚢\n'
]

/** The name of an entry is its path, and its text the file, which has no relative link: no conversion needs to be known. */
const INPUTS = { 'entry-name': '{path}', 'front-matter': 'keep' }
const nameOf = (path: string): string => path.replace(/\s+/g, ' ').trim()

/** The text of each runbook of the branch, by the name of its entry. */
async function expectedOf({ repository }: Project): Promise<Map<string, string>> {
  const files = await filesOf(repository.folder, (await repository.head()) ?? '')
  const links = await git(repository.folder, ['ls-tree', '-rz', 'main', '--', at('link')])
  return new Map(
    Array.from(files)
      .filter(([path]) => path.startsWith(`${FOLDER}/`) && !(path === at('link') && links.startsWith('120000')))
      .map(([path, bytes]) => [nameOf(path), bytes.toString()])
  )
}

test('what a run says is delivered is the text of Git, and no text of a person is lost', async () => {
  await using project = await Project.create({ step: { inputs: INPUTS } })
  /** What people wrote, and a run has neither replaced nor taken over. */
  const written = new Map<string, string>()
  for (const [index, { push, changes }] of PUSHES.entries()) {
    const onConflict = index % 2 === 0 ? 'keep' : 'replace'
    const job = await project.push(changes, { inputs: { 'on-conflict': onConflict } })
    expectSafe(job, project.token)
    const expected = await expectedOf(project)
    const entries = project.entries()
    const saved = [...job.overwritten.values()].map((text) => text.slice(text.indexOf('\n') + 1))
    for (const [name, text] of written) {
      if (entries.get(name) === text) continue
      // Only what was asked for is replaced, and it is saved first.
      expect({ push, name, onConflict, saved: saved.includes(text) }).toMatchObject({
        onConflict: 'replace',
        saved: true
      })
      written.delete(name)
    }
    for (const [name, text] of expected) {
      const content = entries.get(name) ?? ''
      if (written.has(name)) continue
      const { provenance } = sourceOf({ name, content })
      expect({ push, name, text: textOf(content).trim(), provenance }).toEqual({
        push,
        name,
        text: text.trim(),
        provenance: 'repository'
      })
    }
    // Red only for edits that a push would replace.
    if (onConflict === 'replace') expect({ push, exitCode: job.exitCode }).toEqual({ push, exitCode: 0 })
    const names = [...expected.keys()].sort()
    for (const nth of [index * 3, index * 3 + 1]) {
      const name = names[nth % names.length] ?? ''
      const change = EDITS[nth % EDITS.length]
      if (change !== undefined && !written.has(name)) written.set(name, project.edit(name, change))
    }
  }
  const end = await project.dispatch({ inputs: { 'on-conflict': 'replace' } })
  expect(end.exitCode).toBe(0)
  const texts = new Map(Array.from(project.entries(), ([name, content]) => [name, textOf(content).trim()]))
  for (const [name, text] of await expectedOf(project)) expect(texts.get(name)).toBe(text.trim())
  const second = await project.schedule()
  expect({ exitCode: second.exitCode, ...second.outputs }).toMatchObject({ exitCode: 0, upserted: '0', edits: '0' })
}, 240_000)
