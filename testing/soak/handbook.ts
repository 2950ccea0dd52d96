import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOf, git } from '../git.ts'
import type { HostedRepository, WorkingCopy } from '../repository.ts'
import { Queue } from './queue.ts'
import type { Random } from './random.ts'

const FOLDER = 'docs/runbooks'
const FEWEST = 5
const MOST = 60

/** Before and after a push, as its event tells it. */
export interface Push {
  readonly before: string | undefined
  readonly after: string
  readonly forced: boolean
}

interface Page {
  readonly title: string
  readonly text: string
}

/** The runbooks of a team that writes, renames, swaps, removes and rewrites history, as the random numbers say. */
export class Handbook {
  readonly #hosted: HostedRepository
  readonly #clone: WorkingCopy
  readonly #random: Random
  /** Every text that a name ever had on the branch: what an entry may hold that no runbook stands behind any more. */
  readonly #written = new Map<string, Set<string>>()
  #counter = 0
  readonly #queue = new Queue()

  private constructor(hosted: HostedRepository, clone: WorkingCopy, random: Random) {
    this.#hosted = hosted
    this.#clone = clone
    this.#random = random
  }

  static async create(hosted: HostedRepository, random: Random): Promise<Handbook> {
    const handbook = new Handbook(hosted, await hosted.clone(), random)
    for (let count = 0; count < 4 * FEWEST; count++) await handbook.#add(new Map())
    return handbook
  }

  /** Changes one to eight things and pushes them; now and then over what somebody else had pushed. */
  async push(): Promise<Push> {
    return this.#queue.run(() => this.#push())
  }

  async #push(): Promise<Push> {
    const before = await this.#hosted.head()
    const forced = before !== undefined && this.#random.chance(0.15) && (await this.#rewind())
    for (let changes = this.#random.integer(1, 8); changes > 0; changes--) await this.#change()
    const after = await this.#clone.commit('Edit the runbooks')
    await this.#clone.push({ force: forced })
    for (const [name, content] of await this.entries()) {
      this.#written.set(name, (this.#written.get(name) ?? new Set()).add(content))
    }
    return { before, after, forced }
  }

  /** Lets the server forget the commits that no branch holds any more, as it does after a force push in the end. */
  async prune(): Promise<void> {
    await git(this.#hosted.folder, ['reflog', 'expire', '--expire=now', '--all'])
    await git(this.#hosted.folder, ['prune', '--expire=now'])
  }

  /** What the knowledge base must hold: a name and a content for each runbook of the branch's head, read by rules of its own. */
  async entries(): Promise<Map<string, string>> {
    const head = await this.#hosted.head()
    const files = head === undefined ? new Map<string, Buffer>() : await filesOf(this.#hosted.folder, head)
    const pages = [...files]
      .filter(([path]) => path.startsWith(`${FOLDER}/`))
      .map(([, bytes]) => entryOf(bytes.toString()))
    return new Map(pages.map(({ title, text }) => [title, text]))
  }

  /** Whether this text was ever that of a runbook with this name. */
  wrote(name: string, content: string): boolean {
    return this.#written.get(name)?.has(content) === true
  }

  async #rewind(): Promise<boolean> {
    const commits = Number(await this.#clone.git(['rev-list', '--count', 'HEAD']))
    if (commits < 3) return false
    await this.#clone.git(['reset', '--quiet', '--hard', `HEAD~${this.#random.integer(1, Math.min(4, commits - 2))}`])
    return true
  }

  async #change(): Promise<void> {
    const pages = await this.#pages()
    const [path, page] = this.#random.pick([...pages])
    switch (this.#random.integer(1, 8)) {
      case 1:
        return pages.size < MOST ? this.#add(pages) : this.#clone.remove(path)
      case 2:
        return pages.size > FEWEST ? this.#clone.remove(path) : this.#add(pages)
      case 3:
        return this.#clone.rename(path, this.#newPath())
      case 4:
        return this.#write(path, { ...page, title: this.#newTitle(pages) })
      case 5: {
        // Each takes the other's name: an entry then holds another file's text.
        const [otherPath, other] = this.#random.pick([...pages])
        await this.#write(otherPath, { ...other, title: page.title })
        return this.#write(path, { ...page, title: other.title })
      }
      case 6:
        return this.#clone.write('README.md', `Revision ${++this.#counter}\n`)
      default:
        return this.#write(path, { ...page, text: this.#newText() })
    }
  }

  async #add(pages: ReadonlyMap<string, Page>): Promise<void> {
    await this.#write(this.#newPath(), { title: this.#newTitle(pages), text: this.#newText() })
  }

  async #write(path: string, { title, text }: Page): Promise<void> {
    // The front matter goes, a heading is part of the text: `entryOf` has it either way.
    const heading = /^# .*\n\n/.exec(text)
    const body = heading === null ? text : text.slice(heading[0].length)
    const page = this.#random.chance(0.5) ? `---\ntitle: ${title}\n---\n\n${body}` : `# ${title}\n\n${body}`
    await this.#clone.write(path, page)
  }

  async #pages(): Promise<Map<string, Page>> {
    const paths = (await this.#clone.git(['ls-files', '-z', '--cached', '--others', '--deduplicate', FOLDER])).split(
      '\0'
    )
    const pages = new Map<string, Page>()
    for (const path of paths.filter((each) => each !== '')) {
      try {
        pages.set(path, entryOf(await readFile(join(this.#clone.folder, path), 'utf8')))
      } catch (error) {
        // Removed or renamed by an earlier change of the same push.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
    }
    return pages
  }

  #newPath(): string {
    const folder = this.#random.pick(['', 'payments/', 'platform/', 'platform/storage/'])
    return `${FOLDER}/${folder}runbook ${++this.#counter}.md`
  }

  /** A new one, or one that a runbook had before and that is free again. */
  #newTitle(pages: ReadonlyMap<string, Page>): string {
    const taken = new Set([...pages.values()].map(({ title }) => title))
    const free = [...this.#written.keys()].filter((title) => !taken.has(title))
    return free.length > 0 && this.#random.chance(0.4) ? this.#random.pick(free) : `Runbook ${++this.#counter}`
  }

  #newText(): string {
    const steps = Array.from({ length: this.#random.integer(1, 40) }, (_, step) => `${step + 1}. Do what is right.`)
    return `Revision ${++this.#counter}.\n\n${steps.join('\n')}\n`
  }
}

function entryOf(page: string): Page {
  const [, title, text] = /^---\ntitle: (.*)\n---\n\n([^]*)$/.exec(page) ?? []
  if (title !== undefined && text !== undefined) return { title, text }
  return { title: /^# (.*)\n/.exec(page)?.[1] ?? '', text: page }
}
