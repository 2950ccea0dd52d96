import { expect, test } from '@jest/globals'
import { basename } from 'node:path'
import { filesOf, git } from '../../testing/git.ts'
import { deliveredEntry } from '../../testing/delivered.ts'
import { textSent } from '../../testing/expected-entries.ts'
import { UPSERT_PATH } from '../../service/api-types.ts'
import type { Item } from '../../testing/github/commit.ts'
import type { HostedRepository } from '../../testing/github/repository.ts'
import { Random } from '../../testing/histories/random.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { withoutSource } from '../support/source-line.ts'
import { reportOf } from '../support/report.ts'

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
  '---\ntitle: "With front matter"\n---\n\n# Another title\n\n[link](../other.md "title") ![image](a.png)\n',
  'No heading, no line break at the end',
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
const PUSHES: readonly Readonly<Record<string, Item | null>>[] = [
  runbooks(FIRST, 'one'),
  runbooks(LATER, 'one'),
  runbooks([...FIRST.slice(0, 4), ...LATER.slice(0, 4)], 'two'),
  { [at('100%')]: null, [at('`tick`')]: null },
  // A rename, and one with an edit.
  { [at('line\nbreak')]: null, [at('line\nbreak, moved')]: runbooks(FIRST, 'two')[at('line\nbreak')] ?? null },
  { [at('-rf')]: null, [at('--rf')]: runbooks(FIRST, 'three')[at('-rf')] ?? null },
  // Two files change places.
  { [at('日本語')]: '# Was réconciliation, without a line break at the end', [at('réconciliation')]: '# Was 日本語\n' },
  // A rename that some file systems cannot tell: only the case differs.
  { [at('README')]: null, [at('Readme')]: runbooks(FIRST, 'two')[at('README')] ?? null },
  // Git sees a change, the text has none.
  { [at('.hidden')]: { mode: '100755', content: runbooks(LATER, 'one')[at('.hidden')] ?? '' } },
  // No runbooks: in another folder, of another kind, and a symbolic link.
  {
    'notes/todo.md': '# To do\n',
    [`${FOLDER}/list.txt`]: 'no runbook\n',
    [at('link')]: { mode: '120000', content: '/etc/hostname' }
  },
  runbooks(NAMES.slice(8, 12), 'four')
]

/** These pushes, the oldest first; the last two are a merge, and a push by force that goes back to the third one. */
async function generated(repository: HostedRepository): Promise<string[]> {
  const trees: Record<string, Item>[] = []
  const commits: string[] = []
  const push = async (on: number, changes: (typeof PUSHES)[number], merged: readonly string[] = []) => {
    const all = Object.entries({ ...trees[on], ...changes })
    trees.push(Object.fromEntries(all.filter((entry): entry is [string, Item] => entry[1] !== null)))
    const parents = [...(on < 0 ? [] : [commits[on] ?? '']), ...merged]
    commits.push(await repository.commit(trees.at(-1) ?? {}, { parents, branch: null }))
  }
  for (const [nth, changes] of PUSHES.entries()) await push(nth - 1, changes)
  const edit = runbooks(['two words'], 'beside')
  const side = await repository.commit({ ...trees[5], ...edit }, { parents: [commits[5] ?? ''], branch: null })
  await push(commits.length - 1, edit, [side])
  await push(2, runbooks(['"quoted"'], 'five'))
  return commits
}

/** A bundle of real runbooks, where this machine has one: each commit along the first parents of `main` is a push. */
const bundle = process.env['RUNBOOK_CORPUS'] ?? ''
const BUNDLED = 'content/runbooks'

/** From the first runbook on. */
async function bundled({ folder }: HostedRepository): Promise<string[]> {
  // The HEAD of a bundle may point nowhere.
  await git(folder, ['fetch', '--quiet', bundle, '+refs/heads/main:refs/history/main'])
  const list = ['rev-list', '--first-parent', '--reverse', 'refs/history/main', '--']
  const [first = ''] = (await git(folder, [...list, BUNDLED])).split('\n')
  const commits = (await git(folder, list)).split('\n')
  return commits.slice(commits.indexOf(first))
}

/** What somebody writes in the assistant. */
const EDITS = [
  'Written by hand, without a line break at the end',
  '\r\n<!-- The entry -->\r\n::error::by hand\r\n',
  '\ufeff# By hand\n\n\u2028\u202e 🚢\n\n\n',
  '<!-- a comment'
]

test.each<[string, typeof generated, kept: number]>([
  [FOLDER, generated, 1],
  ...(bundle === '' ? [] : [[BUNDLED, bundled, 0] as [string, typeof bundled, number]])
])(
  'a history of %s, with edits in the assistant: each run sends what its push changed, keeps edits of it, and saves what it replaces',
  async (runbooks, open, leastKept) => {
    const isRunbook = (path: string): boolean => path.startsWith(`${runbooks}/`) && path.endsWith('.md')
    // An entry for each file, with its text: no conversion needs to be known.
    const inputs = {
      ...{ files: `${runbooks}/**/*.md`, 'entry-name': '{path}', 'front-matter': 'keep', links: 'keep' },
      'on-conflict': 'replace'
    }
    await using environment = await TestEnvironment.create({ step: { inputs, checkout: 'full' } })
    const { repository, service, github } = environment
    const { folder } = repository
    const nameOf = (path: string): string => path.replace(/\s+/g, ' ').trim()
    /** The entries of a commit as the Action sends them. */
    const entriesAt = async (commit: string): Promise<Map<string, string>> => {
      const files = [...(await filesOf(folder, commit))].filter(([path]) => isRunbook(path))
      return new Map(
        files.flatMap(([path, bytes]) => {
          const text = bytes.toString('utf8')
          // A file without a text is no runbook.
          if (text.replace(/^---\n[^]*?\n---\n/, '').trim() === '') return []
          return [[nameOf(path), deliveredEntry(environment, path, nameOf(path), text)]]
        })
      )
    }
    const random = Random.of(19)
    const pushes = await open(repository)
    expect(pushes.length).toBeGreaterThan(10)

    /** What the knowledge base holds. What was removed keeps its last text, because there is no way to delete an entry. */
    const held = new Map<string, string>()
    let previous: string | undefined
    let saved = 0
    let kept = 0
    for (const [index, commit] of pushes.entries()) {
      const entries = await entriesAt(commit)
      const changed = previous === undefined ? [...entries.keys()] : await changedBetween(folder, previous, commit)
      const due = [...new Set(changed.map(nameOf))].filter((name) => entries.has(name))
      const edit = async (name: string, text: string): Promise<void> => {
        await environment.write(name, text)
        held.set(name, text)
      }
      // Few, because a service is not believed to show texts as they are if most of them differ.
      for (let count = random.integer(1, 2); count > 0; count--) {
        // In an order that does not depend on which answer came first.
        const name = random.pick([...entries.keys(), ...held.keys()].sort())
        await edit(name, editOf(random, index, { now: entries.get(name), before: held.get(name) }))
      }
      // The push changes the mode alone, or brings the file back as it was.
      const [same] = due.filter((name) => held.get(name) === entries.get(name)).sort()
      if (same !== undefined) await edit(same, withLine(held.get(same) ?? '', index))

      // No run overlaps the one before it.
      github.advance(600_000)
      const requests = service.requests().length
      const job = await environment.push(commit)
      if (job.exitCode !== 0) throw new Error(`The run of ${commit} is red:\n${job.log}`)
      const upserts = service.requests().slice(requests)
      const sent = upserts.flatMap(({ path, body }) => (path === UPSERT_PATH ? [(body as { name: string }).name] : []))
      const { range: changes, overwritten: report } = reportOf(job)
      const kind = previous === undefined ? 'full' : 'range'
      expect(changes).toMatchObject({ kind })

      // What has no source line, or another one than its text, was not sent by a run.
      const isForeign = (name: string): boolean => {
        const content = held.get(name) ?? ''
        return (
          content !== '' && textSent(name, content) === undefined && content !== withoutSource(entries.get(name) ?? '')
        )
      }
      const replaced = sent.filter(isForeign).map((name) => [name, held.get(name)])
      const files = new Map([...job.overwritten].map(([path, text]) => [basename(path), text]))
      const reported = report.map(({ name, file }) => {
        const text = files.get(basename(file)) ?? ''
        return [name, text.slice(text.indexOf('\n') + 1)]
      })
      expect(reported.sort()).toEqual(replaced.sort())
      expect(job.overwritten.size).toBe(replaced.length)
      saved += replaced.length

      // Exactly what differs between the two commits, its mode included, but for edits of the present text.
      const isKept = (name: string): boolean =>
        isForeign(name) && versionIn(held.get(name)) === versionIn(entries.get(name))
      expect(sent.toSorted()).toEqual(due.filter((name) => !isKept(name)).sort())
      expect(job.outputs['kept']).toBe(String(due.filter(isKept).length))
      kept += due.filter(isKept).length

      for (const name of sent) held.set(name, entries.get(name) ?? 'a text of no runbook')
      expect(environment.entries()).toEqual(held)
      for (const [name, content] of entries) if (sent.includes(name)) expect(textSent(name, content)).toBeDefined()
      previous = commit
    }
    expect(saved).toBeGreaterThan(2)
    expect(kept).toBeGreaterThanOrEqual(leastKept)
  },
  600_000
)

/** What a person makes of an entry: a text of its own, the text of the file, or the entry with a further line. */
function editOf(
  random: Random,
  index: number,
  { now, before }: { readonly now: string | undefined; readonly before: string | undefined }
): string {
  const own = `${random.pick(EDITS)}${index}`
  if (random.chance(0.2)) return withoutSource(now ?? own)
  return before !== undefined && random.chance(0.5) ? withLine(before, index) : own
}

/** With a further line above the source line. */
function withLine(entry: string, index: number): string {
  return entry.replace(/\n(?=Source: )/, `\nAdded ${index}.\n\n`)
}

function versionIn(content = ''): string | undefined {
  return /, version ([0-9a-f]{12})\n$/.exec(content)?.[1]
}

/** Paths of files whose content or mode differs. */
async function changedBetween(folder: string, before: string, after: string): Promise<string[]> {
  const difference = await git(folder, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', before, after])
  return difference.split('\0')
}
