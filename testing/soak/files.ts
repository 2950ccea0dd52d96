import type { Random } from './random.ts'

export const WORKFLOW = '.github/workflows/runbooks.yml'
const FOLDER = 'docs/runbooks/'
/** The default of the input `files`. */
const ALL_RUNBOOKS = `${FOLDER}**/*.md`
/** The folder that some values of `files` exclude. */
export const EXCLUDED = `${FOLDER}platform/`
/** Few runbooks, and one that often changes, so that runs write the same ones. */
const FEWEST = 3
const MOST = 8

/** Texts by path. */
export type Files = ReadonlyMap<string, string>

/** Makes the files of commits, as the random numbers say. */
export class FileChanges {
  readonly #random: Random
  #counter = 0

  constructor(random: Random) {
    this.#random = random
  }

  first(): Files {
    const files = new Map([[WORKFLOW, workflowFile({ files: ALL_RUNBOOKS, 'front-matter': 'strip' })]])
    for (let count = 0; count < 2 * FEWEST; count++) this.#add(files)
    return files
  }

  /** @param former gives the files of some other commit. */
  change(before: Files, former: () => Files): Files {
    const files = new Map(before)
    for (let count = this.#random.integer(1, 3); count > 0; count--) this.#changeOne(files, former)
    return files
  }

  /** Takes back what one commit changed, as far as nothing has changed it since. */
  revert(files: Files, before: Files, after: Files): Files {
    const reverted = new Map(files)
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      const text = before.get(path)
      if (text === after.get(path) || files.get(path) !== after.get(path)) continue
      if (text === undefined) reverted.delete(path)
      else reverted.set(path, text)
    }
    return this.#random.chance(0.95) ? this.#withoutDuplicates(reverted) : reverted
  }

  /** Two runbooks may have one title now: the later one gets another. */
  #withoutDuplicates(files: Files): Files {
    const titles = new Set<string>()
    const unique = (path: string, text: string): string => {
      const title = titleIn(text)
      const isFree = !path.startsWith(FOLDER) || !titles.has(title)
      titles.add(title)
      return isFree ? text : text.replace(title, `Runbook ${++this.#counter}`)
    }
    return new Map(Array.from(files, ([path, text]) => [path, unique(path, text)]))
  }

  #changeOne(files: Map<string, string>, former: () => Files): void {
    const random = this.#random
    const runbooks = runbooksOf(files)
    if (runbooks.length === 0) {
      this.#add(files)
      return
    }
    // An unreadable runbook is repaired soon: until then every full sync is red.
    const unreadable = runbooks.filter(([, content]) => content.includes('\0'))
    const [path, text] = random.pick(
      unreadable.length > 0 && random.chance(0.6) ? unreadable : random.chance(0.5) ? runbooks.slice(0, 1) : runbooks
    )
    const title = titleIn(text)
    const rewrite = (): unknown => files.set(path, this.#runbook(title))
    const kinds: readonly [weight: number, change: () => unknown][] = [
      [7, rewrite],
      [2, () => runbooks.length < MOST && this.#add(files)],
      [2, () => runbooks.length > FEWEST && files.delete(path)],
      [1, () => files.delete(path) && files.set(this.#newPath(), text)],
      [1, () => files.set(path, this.#runbook(this.#newTitle(files)))],
      [1, () => files.set('README.md', `Revision ${++this.#counter}\n`)],
      [0.3, () => files.set(path, `# ${title}\n\n\0\n`)],
      [0.4, () => files.set(WORKFLOW, workflowFile(randomInputs(random)))],
      [
        1,
        () => {
          // Each takes the other's name: an entry then holds the text of another file.
          const [otherPath, other] = random.pick(runbooks)
          files.set(otherPath, this.#runbook(title))
          if (otherPath !== path) files.set(path, this.#runbook(titleIn(other)))
        }
      ],
      [
        3,
        () => {
          // An older text, so that a former one comes back.
          const older = former().get(path)
          return older !== undefined && titleIn(older) === title && files.set(path, older)
        }
      ]
    ]
    random.weighted(kinds)()
  }

  #add(files: Map<string, string>): unknown {
    return files.set(this.#newPath(), this.#runbook(this.#newTitle(files)))
  }

  #runbook(title: string): string {
    const body = `Revision ${++this.#counter}.\n\nThe end.\n`
    const draft = this.#random.chance(0.04) ? 'draft: true\n' : ''
    const hasFrontMatter = draft !== '' || this.#random.chance(0.5)
    return hasFrontMatter ? `---\ntitle: ${title}\n${draft}---\n\n${body}` : `# ${title}\n\n${body}`
  }

  #newPath(): string {
    return `${FOLDER}${this.#random.pick(['', 'payments/', 'platform/'])}runbook ${++this.#counter}.md`
  }

  /** A new one, or one that some runbook had before. */
  #newTitle(files: Files): string {
    const taken = new Set([...files.values()].map(titleIn))
    const former = `Runbook ${this.#random.integer(1, this.#counter + 1)}`
    return this.#random.chance(0.4) && !taken.has(former) ? former : `Runbook ${++this.#counter}`
  }
}

function runbooksOf(files: Files): [path: string, text: string][] {
  return [...files].filter(([path]) => path.startsWith(FOLDER))
}

export function titleIn(text: string): string {
  return /^(?:---\ntitle: |# )(.+)$/m.exec(text)?.[1] ?? ''
}

/** The inputs in a workflow file. */
export function inputsIn(workflow: string): Record<string, string> {
  const lines = [...workflow.matchAll(/^ {2}([\w-]+): (.*)$/gm)]
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value.replaceAll(' ', '\n')]))
}

function workflowFile(inputs: Readonly<Record<string, string>>): string {
  const lines = Object.entries(inputs).map(([name, value]) => `  ${name}: ${value.replaceAll('\n', ' ')}\n`)
  return `on: push\nwith:\n${lines.join('')}`
}

/** Inputs that decide what is sent. */
function randomInputs(random: Random): Record<string, string> {
  return {
    files: random.pick([ALL_RUNBOOKS, ALL_RUNBOOKS, `${ALL_RUNBOOKS}\n!${EXCLUDED}**`]),
    'front-matter': random.pick(['strip', 'strip', 'keep'])
  }
}
