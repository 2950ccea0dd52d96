// The files of random commits: a few runbooks, and a workflow file with inputs.
import type { Random } from './random.ts'

export const WORKFLOW = '.github/workflows/runbooks.yml'
const FOLDER = 'docs/runbooks/'
/** The default of the input `files`. */
const ALL_RUNBOOKS = `${FOLDER}**/*.md`
/** The folder that some values of `files` exclude, and to which another step of the workflow is restricted. */
const EXCLUDED = `${FOLDER}platform/**`
export const OTHER_STEP = `${EXCLUDED}/*.md`
/** Few runbooks, and one that often changes, so that runs write the same ones. */
const [FEWEST, MOST] = [5, 8]

/** Names that services store in their own ways. */
const TITLES = [
  ...['Disk full', 'Caf\u00e9', 'Zoe\u0301', 'Stra\u00dfe', `${'Long '.repeat(60)}one`],
  ...['R_and_D *beta*']
]
const LONG = 'Free some space. '.repeat(8)
/** Some begin alike, and services change some. */
const BODIES = [
  'NEW.\n\nThe end.\n',
  'NEW, with [a link](other.md).\n',
  `NEW. ${LONG}\n`,
  `NEW: another <b>end</b> & "more" for <host>.\n\tTab.\n${LONG}\n`,
  '\r\nNEW: Cafe\u0301.  \r\n\r\n\r\n\r\nEnd.\t\n\n',
  `NEW \u{1F525} ${LONG}\n\n* One\n* Two_a_b\n`
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
    const files = new Map([[WORKFLOW, workflowFile('', 'strip')], ...before])
    while (runbooksOf(files).length < FEWEST) this.#add(files)
    for (let count = this.#random.integer(1, 3); count > 0; count--) this.#changeOne(files, former)
    return files
  }

  #changeOne(files: Map<string, string>, former: Files): void {
    const random = this.#random
    const runbooks = runbooksOf(files)
    // What no run can deliver is repaired soon: until then every run by hand or by schedule is red.
    const titles = Map.groupBy(runbooks, ([, text]) => titleIn(text))
    const broken = runbooks.find(([, text]) => text.includes('\0') || titles.get(titleIn(text))?.length !== 1)
    if (broken !== undefined && random.chance(0.6)) {
      files.set(broken[0], this.#runbook(this.#newTitle(files)))
      return
    }
    const [path, text] = random.pick(random.chance(0.5) ? runbooks : runbooks.slice(0, 1))
    const [otherPath, other] = random.pick(runbooks)
    const [title, older = ''] = [titleIn(text), former.get(path)]
    const inputs = workflowFile(random.pick(['', '', `!${EXCLUDED}`]), random.pick(['strip', 'keep']))
    random.weighted<() => unknown>([
      [7, () => files.set(path, this.#runbook(title))],
      [2, () => runbooks.length < MOST && this.#add(files)],
      [2, () => files.delete(path)],
      [1, () => files.delete(path) && files.set(this.#newPath(), text)],
      [1, () => files.set(path, this.#runbook(this.#newTitle(files)))],
      // Each takes the name of the other: an entry then holds the text of another file.
      [1, () => files.set(path, this.#runbook(titleIn(other))).set(otherPath, this.#runbook(title))],
      // Two runbooks have one name.
      [0.5, () => files.set(this.#newPath(), this.#runbook(title))],
      [3, () => titleIn(older) === title && files.set(path, older)],
      [1, () => files.set('README.md', `Revision ${++this.#counter}\n`)],
      [0.3, () => files.set(path, `# ${title}\n\n\0\n`)],
      [1, () => files.set(WORKFLOW, inputs)]
    ])()
  }

  #add(files: Map<string, string>): unknown {
    return files.set(this.#newPath(), this.#runbook(this.#newTitle(files)))
  }

  #runbook(title: string): string {
    const body = this.#random.pick(BODIES).replace('NEW', `Revision ${++this.#counter}`)
    const head = this.#random.weighted([
      [12, `# ${title}\n\n`],
      [12, `---\ntitle: ${title}\n---\n\n`],
      [1, `---\ntitle: ${title}\ndraft: true\n---\n\n`]
    ])
    return head + body
  }

  #newPath(): string {
    return `${FOLDER}${this.#random.pick(['', 'payments/', 'platform/'])}runbook ${++this.#counter}.md`
  }

  /** A new one, or one that some runbook had before. */
  #newTitle(files: Files): string {
    const random = this.#random
    const title = random.chance(0.6) ? random.pick(TITLES) : `Runbook ${random.integer(1, this.#counter + 1)}`
    const isTaken = files.values().some((text) => titleIn(text) === title)
    return isTaken || random.chance(0.4) ? `Runbook ${++this.#counter}` : title
  }
}

/** A workflow file that has nothing but inputs, as JSON. */
function workflowFile(exclusion: string, frontMatter: string): string {
  return JSON.stringify({ files: `${ALL_RUNBOOKS}\n${exclusion}`, 'front-matter': frontMatter })
}

export function inputsIn(files: Files): Record<string, string> {
  return JSON.parse(files.get(WORKFLOW) ?? '{}') as Record<string, string>
}

function runbooksOf(files: Files): [path: string, text: string][] {
  return [...files].filter(([path]) => path.startsWith(FOLDER))
}

function titleIn(text: string): string {
  return /^(?:---\ntitle: |# )(.+)$/m.exec(text)?.[1] ?? ''
}

/** What tells the texts of two revisions apart, also if a service alters them. */
export function markerIn(text: string): string {
  return /Revision \d+/.exec(text)?.[0] ?? ''
}

/** The name of the entry. */
export function nameIn(text: string): string {
  const title = titleIn(text)
  return text.startsWith('---') ? title : title.replace('*beta*', 'beta')
}
