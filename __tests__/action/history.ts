import { git } from '../../testing/git.ts'
import type { Item } from '../../testing/github/commit.ts'
import type { HostedRepository } from '../../testing/github/repository.ts'
import { Random } from '../../testing/soak/random.ts'

/** The pushes that a branch has seen, by the commits it pointed to, and which of their files are runbooks. */
export interface History {
  readonly name: string
  readonly files: string
  readonly isRunbook: (path: string) => boolean
  /** Brings the commits into `repository`, without moving a branch that a run looks at; the oldest first. */
  readonly open: (repository: HostedRepository) => Promise<string[]>
}

/** A real history, from a Git bundle: each commit along the first parents of `main` is a push, from the first runbook on. */
export function bundledHistory(bundle: string): History {
  return {
    name: 'real runbooks',
    files: 'content/runbooks/**/*.md',
    isRunbook: (path) => path.startsWith('content/runbooks/') && path.endsWith('.md'),
    async open({ folder }) {
      // The HEAD of a bundle may point nowhere.
      await git(folder, ['fetch', '--quiet', bundle, '+refs/heads/main:refs/history/main'])
      const list = ['rev-list', '--first-parent', '--reverse', 'refs/history/main', '--']
      const commits = (await git(folder, list)).split('\n')
      const [first = ''] = (await git(folder, [...list, 'content/runbooks'])).split('\n')
      return commits.slice(commits.indexOf(first))
    }
  }
}

const FOLDER = 'docs/runbooks'
const LINK = `${FOLDER}/link.md`

/** Names that are hard on shells, on Git's output, on logs and on URLs. No two are one name in another case or form. */
const NAMES = [
  ...['README', 'two words', 'tab\there', 'line\nbreak', '"quoted"', "it's", '100%', '%41%2f', '::error::x', '-rf'],
  ...['##[stop-commands]y', 'back\\slash', 'réconciliation', '日本語', '🚢 harbour', '[brackets](x)', '$(id)'],
  ...['`tick`', '<img src=x onerror=y>', 'a&b;c|d*?', '${{ secrets.X }}', '.hidden', 'space ', 'long-'.repeat(40)],
  ...['payments/deep/er/and/deeper', 'payments/README']
].map((name) => `${FOLDER}/${name}.md`)

const BODIES = [
  '# Disk full\n\n::add-mask::nothing\n##[error]nothing\n',
  '# CRLF\r\n\r\nFirst look at `df -h`.\r\n',
  '---\ntitle: "With front matter"\n---\n\n# Another title\n\n[link](../other.md "title") ![image](a.png)\n',
  'No heading, no line break at the end',
  '# ${{ secrets.TOKEN }} $(id) `id`\n\n\t\u00a0\u2028\u202e <script>alert(1)</script>\n',
  `# Long\n\n${'All work and no play. '.repeat(4000)}\n`,
  'Setext\n======\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
]

/** Fourteen pushes with everything that can happen to files, the same for the same seed. */
export function generatedHistory(seed: number): History {
  const isRunbook = (path: string): boolean => path.startsWith(`${FOLDER}/`) && path.endsWith('.md')
  return {
    name: 'generated runbooks',
    files: `${FOLDER}/**/*.md`,
    isRunbook,
    async open(repository) {
      const author = new Author(seed)
      const commits: string[] = []
      const trees: Readonly<Record<string, Item>>[] = []
      for (let push = 0; push < 14; push++) {
        // The branch goes back to an earlier commit and on from there: a push by force.
        if (push === 12) author.tree = { ...trees[9] }
        const parents = push === 0 ? [] : [commits[push === 12 ? 9 : push - 1] ?? '']
        if (push === 6) {
          author.edit()
          parents.push(await repository.commit({ ...author.tree }, { parents, branch: null }))
        }
        author.push(push === 0 ? 8 : 0, push === 8)
        trees.push({ ...author.tree })
        commits.push(await repository.commit({ ...author.tree }, { parents, branch: null }))
      }
      return commits
    }
  }
}

/** Changes files at random. */
class Author {
  tree: Record<string, Item> = {}
  readonly #random: Random
  #edits = 0

  constructor(seed: number) {
    this.#random = new Random(seed)
  }

  /** @param added new files; without any, a few things happen. */
  push(added: number, elsewhere: boolean): void {
    const events = [
      this.#add,
      this.#edit,
      this.#edit,
      this.#remove,
      this.#rename,
      this.#swap,
      this.#recase,
      this.#chmod
    ]
    for (let count = 0; count < added; count++) this.#add()
    for (let count = added > 0 ? 0 : this.#random.integer(1, 4); count > 0; count--)
      this.#random.pick(events).call(this)
    if (!elsewhere) return
    // No runbooks: in another folder, of another kind, and a symbolic link.
    Object.assign(this.tree, { 'notes/todo.md': '# To do\n', [`${FOLDER}/list.txt`]: 'no runbook\n' })
    this.tree[LINK] = { mode: '120000', content: '/etc/hostname' }
  }

  edit(): void {
    this.#edit()
  }

  #add(): void {
    const unused = NAMES.filter((path) => !(path in this.tree))
    const more = this.#random.chance(1 / 4) ? '' : `\nText ${++this.#edits}\n`
    if (unused.length > 0) this.tree[this.#random.pick(unused)] = `${this.#random.pick(BODIES)}${more}`
  }

  #edit(): void {
    const path = this.#some()
    this.tree[path] = `${this.#textOf(path)}\nEdit ${++this.#edits}\n`
  }

  #remove(): void {
    if (Object.keys(this.tree).length > 5) this.#take(this.#some())
  }

  /** Every second one with an edit. */
  #rename(): void {
    const from = this.#some()
    const to = from.endsWith('-moved.md') ? from.replace('-moved.md', '.md') : from.replace('.md', '-moved.md')
    if (to in this.tree) return
    this.tree[to] = this.#take(from)
    if (this.#random.chance(1 / 2)) this.tree[to] = `${this.#textOf(to)}\nEdit ${++this.#edits}\n`
  }

  /** Two files change places. */
  #swap(): void {
    const [one, other] = [this.#some(), this.#some()]
    Object.assign(this.tree, { [one]: this.tree[other], [other]: this.tree[one] })
  }

  /** A rename that some file systems cannot tell: only the case differs. */
  #recase(): void {
    const from = this.#some()
    const to = from.includes('README') ? from.replace('README', 'Readme') : from.replace('Readme', 'README')
    if (!(to in this.tree)) this.tree[to] = this.#take(from)
  }

  /** Git sees a change, the text has none. */
  #chmod(): void {
    const path = this.#some()
    this.tree[path] = { mode: '100755', content: this.#textOf(path) }
  }

  #some(): string {
    return this.#random.pick(
      Object.keys(this.tree)
        .filter((path) => path.endsWith('.md') && path !== LINK && path.startsWith(FOLDER))
        .sort()
    )
  }

  #take(path: string): Item {
    const item = this.tree[path] ?? ''
    this.tree = Object.fromEntries(Object.entries(this.tree).filter(([other]) => other !== path))
    return item
  }

  #textOf(path: string): string {
    const item = this.tree[path] ?? ''
    return String(typeof item === 'object' && 'content' in item ? item.content : item)
  }
}
