import { chmod, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { git } from '../../testing/git.ts'
import { Random } from '../../testing/soak/random.ts'
import type { HostedRepository, WorkingCopy } from '../../testing/github/repository.ts'

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

/** Names that are hard on shells, on Git's output, on logs and on URLs. No two are one name in another case or form. */
const NAMES = [
  'README.md',
  'two words.md',
  'tab\there.md',
  'line\nbreak.md',
  '"quoted".md',
  "it's.md",
  '100%.md',
  '%41%2f.md',
  '::error::x.md',
  '##[stop-commands]y.md',
  '-rf.md',
  'back\\slash.md',
  'réconciliation.md',
  '日本語.md',
  '🚢 harbour.md',
  '[brackets](x).md',
  '$(id).md',
  '`tick`.md',
  '<img src=x onerror=y>.md',
  'a&b;c|d*?.md',
  '${{ secrets.X }}.md',
  '.hidden.md',
  'space .md',
  'payments/deep/er/and/deeper.md',
  'payments/README.md',
  `${'long-'.repeat(40)}.md`
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

/** Eighteen pushes with everything that can happen to files, the same for the same seed. */
export function generatedHistory(seed: number): History {
  return {
    name: 'generated runbooks',
    files: `${FOLDER}/**/*.md`,
    isRunbook: (path) => path.startsWith(`${FOLDER}/`) && path.endsWith('.md'),
    async open(repository) {
      const author = new Author(await repository.clone(), seed)
      return author.write(18)
    }
  }
}

class Author {
  readonly #clone: WorkingCopy
  readonly #random: Random
  readonly #texts = new Map<string, string>()
  #edits = 0

  constructor(clone: WorkingCopy, seed: number) {
    this.#clone = clone
    this.#random = new Random(seed)
  }

  async write(pushes: number): Promise<string[]> {
    const commits: string[] = []
    for (let push = 0; push < pushes; push++) {
      if (push === 0) for (let count = 0; count < 8; count++) await this.#add()
      else if (push === 6) await this.#merge()
      else if (push === 11) await this.#elsewhere()
      else if (push === 15) await this.#rewind(commits[12] ?? '')
      else await this.#happen()
      commits.push(await this.#clone.commit(`Push ${push + 1}`))
    }
    const branches = commits.map((commit, push) => `${commit}:refs/heads/history/${push}`)
    await this.#clone.git(['push', '--quiet', 'origin', ...branches])
    return commits
  }

  /** A few things in one push, some of them in commits of their own. */
  async #happen(): Promise<void> {
    const events = [
      this.#add,
      this.#edit,
      this.#edit,
      this.#remove,
      this.#rename,
      this.#renameAndEdit,
      this.#swap,
      this.#recase,
      this.#chmod
    ]
    for (let count = this.#random.integer(1, 4); count > 0; count--) {
      await this.#random.pick(events).call(this)
      if (this.#random.chance(1 / 3)) await this.#clone.commit('On the way')
    }
  }

  async #add(): Promise<void> {
    const unused = NAMES.map((name) => `${FOLDER}/${name}`).filter((path) => !this.#texts.has(path))
    if (unused.length > 0) await this.#put(this.#random.pick(unused), this.#text())
  }

  async #edit(): Promise<void> {
    const path = this.#some()
    if (path !== undefined) await this.#put(path, `${this.#texts.get(path) ?? ''}\nEdit ${++this.#edits}\n`)
  }

  async #remove(): Promise<void> {
    const path = this.#some()
    if (path === undefined || this.#texts.size < 4) return
    await this.#clone.remove(path)
    this.#texts.delete(path)
  }

  async #rename(): Promise<void> {
    const from = this.#some()
    if (from === undefined) return
    const moved = from.endsWith('-moved.md')
    await this.#move(from, moved ? from.replace('-moved.md', '.md') : from.replace('.md', '-moved.md'))
  }

  /** … and its text with it. */
  async #renameAndEdit(): Promise<void> {
    await this.#rename()
    await this.#edit()
  }

  /** Two files change places. */
  async #swap(): Promise<void> {
    const [one, other] = [this.#some(), this.#some()]
    if (one === undefined || other === undefined || one === other) return
    const [first = '', second = ''] = [this.#texts.get(one), this.#texts.get(other)]
    await this.#put(one, second)
    await this.#put(other, first)
  }

  /** A rename that some file systems cannot tell: only the case differs. */
  async #recase(): Promise<void> {
    const path = this.#some()
    if (path === undefined) return
    const name = path.slice(FOLDER.length + 1)
    const other = name.includes('README') ? name.replace('README', 'Readme') : name.replace('Readme', 'README')
    await this.#move(path, `${FOLDER}/${other}`)
  }

  /** Git sees a change, the text has none. */
  async #chmod(): Promise<void> {
    const path = this.#some()
    if (path !== undefined) await chmod(join(this.#clone.folder, path), 0o755)
  }

  /** Files that are no runbooks: in another folder, of another kind, and a symbolic link. */
  async #elsewhere(): Promise<void> {
    await this.#clone.write('notes/todo.md', '# To do\n')
    await this.#clone.write(`${FOLDER}/list.txt`, 'no runbook\n')
    await symlink('/etc/hostname', join(this.#clone.folder, FOLDER, 'link.md'))
  }

  async #merge(): Promise<void> {
    await this.#clone.git(['checkout', '--quiet', '-b', 'side'])
    await this.#edit()
    await this.#clone.commit('On the side')
    await this.#clone.git(['checkout', '--quiet', '-'])
    await this.#clone.git(['merge', '--quiet', '--no-ff', '-m', 'Merge the side', 'side'])
    await this.#add()
  }

  /** The branch goes back to an earlier commit and on from there: a push by force. */
  async #rewind(commit: string): Promise<void> {
    await this.#clone.git(['reset', '--quiet', '--hard', commit])
    const listing = await this.#clone.git(['ls-files', '-z', '--', FOLDER])
    this.#texts.clear()
    for (const path of listing.split('\0').filter((each) => each.endsWith('.md') && !each.endsWith('/link.md'))) {
      this.#texts.set(path, await this.#clone.git(['show', `:${path}`]))
    }
    await this.#add()
  }

  async #put(path: string, text: string): Promise<void> {
    await this.#clone.write(path, text)
    this.#texts.set(path, text)
  }

  async #move(from: string, to: string): Promise<void> {
    if (from === to || this.#texts.has(to)) return
    await this.#clone.rename(from, to)
    this.#texts.set(to, this.#texts.get(from) ?? '')
    this.#texts.delete(from)
  }

  #some(): string | undefined {
    return this.#texts.size === 0 ? undefined : this.#random.pick([...this.#texts.keys()].sort())
  }

  #text(): string {
    return `${this.#random.pick(BODIES)}${this.#random.chance(1 / 4) ? '' : `\nText ${++this.#edits}\n`}`
  }
}
