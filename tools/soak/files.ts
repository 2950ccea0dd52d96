// The files of random commits: a few runbooks.
import type { Random } from './random.ts'

const FOLDER = 'docs/runbooks/'
/** What one step of the workflow syncs, and what another one is restricted to. */
export const [ALL_RUNBOOKS, OTHER_STEP] = [`${FOLDER}**/*.md`, `${FOLDER}platform/**/*.md`]
/** Few runbooks, and one that often changes, so that runs write the same ones. */
const [FEWEST, MOST] = [5, 8]

const TITLES = ['Disk full', 'Zoe\u0301', 'Straße', 'R_and_D *beta*']
const BODIES = [
  'NEW.\n\nThe end.\n',
  `NEW, with [a link](other.md), another <b>end</b> & "more" for <host>.\n\tTab.\n`,
  '\r\nNEW: Cafe\u0301.  \r\n\r\n\r\n\r\nEnd.\t\n\n'
]

/** Texts by path. */
export type Files = ReadonlyMap<string, string>

/** Makes the files of commits. */
export class FileChanges {
  readonly #random: Random
  #counter = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** One to three changes. @param former files of some other commit. */
  change(before: Files, former: Files): Files {
    const files = new Map(before)
    while (files.size < FEWEST) this.#add(files)
    for (let count = this.#random.integer(1, 3); count > 0; count--) this.#changeOne(files, former)
    return files
  }

  #changeOne(files: Map<string, string>, former: Files): void {
    const random = this.#random
    const runbooks = [...files]
    // What no run can deliver is repaired soon: until then every run by hand is red.
    const titles = Map.groupBy(runbooks, ([, text]) => titleIn(text))
    const broken = runbooks.find(([, text]) => text.includes('\0') || titles.get(titleIn(text))?.length !== 1)
    if (broken !== undefined && random.chance(0.6)) {
      files.set(broken[0], this.#runbook(this.#newTitle(files)))
      return
    }
    const [path, text] = random.pick(random.chance(0.5) ? runbooks : runbooks.slice(0, 1))
    const [otherPath, other] = random.pick(runbooks)
    const [title, older = ''] = [titleIn(text), former.get(path)]
    random.weighted<() => unknown>([
      [7, () => files.set(path, this.#runbook(title))],
      [2, () => files.size < MOST && this.#add(files)],
      [2, () => files.delete(path)],
      [1, () => files.delete(path) && files.set(this.#newPath(), text)],
      [1, () => files.set(path, this.#runbook(this.#newTitle(files)))],
      // Each takes the name of the other: an entry then holds the text of another file.
      [1, () => files.set(path, this.#runbook(titleIn(other))).set(otherPath, this.#runbook(title))],
      // Two runbooks have one name.
      [0.5, () => files.set(this.#newPath(), this.#runbook(title))],
      [3, () => titleIn(older) === title && files.set(path, older)],
      [0.3, () => files.set(path, `# ${title}\n\n\0\n`)]
    ])()
  }

  #add(files: Map<string, string>): unknown {
    return files.set(this.#newPath(), this.#runbook(this.#newTitle(files)))
  }

  #runbook(title: string): string {
    const body = this.#random.pick(BODIES).replace('NEW', `Revision ${++this.#counter}`)
    const draft = this.#random.chance(0.05) ? 'draft: true\n' : ''
    return this.#random.chance(0.5) ? `# ${title}\n\n${body}` : `---\ntitle: ${title}\n${draft}---\n\n${body}`
  }

  #newPath(): string {
    return `${FOLDER}${this.#random.pick(['', 'platform/'])}runbook ${++this.#counter}.md`
  }

  #newTitle(files: Files): string {
    const title = this.#random.pick(TITLES)
    const isTaken = files.values().some((text) => titleIn(text) === title)
    return isTaken || this.#random.chance(0.6) ? `Runbook ${++this.#counter}` : title
  }
}

function titleIn(text: string): string {
  return /^(?:---\ntitle: |# )(.+)$/m.exec(text)?.[1] ?? ''
}

/** The name of the entry. */
export function nameIn(text: string): string {
  const title = titleIn(text)
  return text.startsWith('---') ? title : title.replace('*beta*', 'beta')
}
