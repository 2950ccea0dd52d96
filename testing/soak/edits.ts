import type { Random } from './random.ts'

export const WORKFLOW = '.github/workflows/runbooks.yml'
/** Another workflow that delivers to the same environment, with other inputs. */
export const OTHER_WORKFLOW = '.github/workflows/handbook.yml'
const FOLDER = 'docs/runbooks/'
/** The default of the input `files`. */
export const ALL_RUNBOOKS = `${FOLDER}**/*.md`
/** Few runbooks, and one that often changes, so that runs write the same ones. */
const FEWEST = 3
const MOST = 8

/** Texts by path. */
export type Files = ReadonlyMap<string, string>

/** Makes the files of commits, as the random numbers say. */
export class Edits {
  #counter = 0

  first(random: Random): Files {
    const files = new Map([
      [WORKFLOW, workflowFile({})],
      [OTHER_WORKFLOW, workflowFile({ 'front-matter': 'keep' })]
    ])
    for (let count = 0; count < 2 * FEWEST; count++) this.#add(files, random)
    return files
  }

  /** @param former gives the files of some other commit. */
  change(before: Files, random: Random, former: () => Files): Files {
    const files = new Map(before)
    for (let count = random.integer(1, 3); count > 0; count--) this.#changeOne(files, random, former)
    return files
  }

  /** Takes back what one commit changed, as far as nothing has changed it since. */
  revert(files: Files, { before, after }: { readonly before: Files; readonly after: Files }): Files {
    const reverted = new Map(files)
    for (const [path, text] of after) {
      const former = before.get(path)
      if (former === text || files.get(path) !== text) continue
      if (former !== undefined) reverted.set(path, former)
      else if (path.startsWith(FOLDER)) reverted.delete(path)
    }
    return this.withoutDuplicates(reverted)
  }

  /** What differs between the merge base and the other side, on top of this side. */
  merge(ours: Files, theirs: Files, base: Files, random: Random): Files {
    const files = new Map(ours)
    for (const path of new Set([...base.keys(), ...theirs.keys()])) {
      const text = theirs.get(path)
      if (text === base.get(path) || (ours.get(path) !== base.get(path) && random.chance(0.5))) continue
      if (text === undefined) files.delete(path)
      else files.set(path, text)
    }
    return random.chance(0.95) ? this.withoutDuplicates(files) : files
  }

  remove(files: Files, random: Random): Files {
    const runbooks = [...files.keys()].filter((path) => path.startsWith(FOLDER))
    const removed = runbooks.length > FEWEST ? random.pick(runbooks) : undefined
    return new Map([...files].filter(([path]) => path !== removed))
  }

  /** Adds the runbooks again that an earlier commit had. */
  bringBack(files: Files, earlier: Files): Files {
    return this.withoutDuplicates(new Map([...files, ...[...earlier].filter(([path]) => !files.has(path))]))
  }

  /** A merge or a revert can give two runbooks one title: the later ones get another. */
  withoutDuplicates(files: Files): Files {
    const titles = new Set<string>()
    return new Map(
      [...files].map(([path, text]) => {
        const title = titleIn(text)
        if (!path.startsWith(FOLDER) || !titles.has(title)) {
          titles.add(title)
          return [path, text]
        }
        return [path, text.replace(title, `Runbook ${++this.#counter}`)]
      })
    )
  }

  #changeOne(files: Map<string, string>, random: Random, former: () => Files): void {
    const runbooks = [...files].filter(([path]) => path.startsWith(FOLDER))
    if (runbooks.length === 0) {
      this.#add(files, random)
      return
    }
    // An unreadable runbook is repaired soon: until then every run is red.
    const unreadable = runbooks.filter(([, content]) => content.includes('\0'))
    const [path, text] = random.pick(
      unreadable.length > 0 && random.chance(0.6) ? unreadable : random.chance(0.5) ? runbooks.slice(0, 1) : runbooks
    )
    const title = titleIn(text)
    switch (random.integer(1, 20)) {
      case 1:
      case 2:
        if (runbooks.length < MOST) this.#add(files, random)
        return
      case 3:
      case 4:
        if (runbooks.length > FEWEST) files.delete(path)
        return
      case 5:
        files.delete(path)
        files.set(this.#newPath(random), text)
        return
      case 6:
        files.set(path, this.#runbook(this.#newTitle(files, random), random))
        return
      case 7: {
        // Each takes the other's name: an entry then holds the text of another file.
        const [otherPath, other] = random.pick(runbooks)
        files.set(otherPath, this.#runbook(title, random))
        if (otherPath !== path) files.set(path, this.#runbook(titleIn(other), random))
        return
      }
      case 8:
        files.set('README.md', `Revision ${++this.#counter}\n`)
        return
      case 9:
        if (random.chance(0.3)) files.set(path, `# ${title}\n\n\0\n`)
        return
      case 10:
      case 11:
      case 12: {
        // An older text, so that a former one comes back.
        const older = former().get(path)
        if (older !== undefined && titleIn(older) === title) files.set(path, older)
        return
      }
      case 13:
        if (random.chance(0.4)) files.set(random.pick([WORKFLOW, OTHER_WORKFLOW]), workflowFile(randomInputs(random)))
        return
      default:
        files.set(path, this.#runbook(title, random))
    }
  }

  #add(files: Map<string, string>, random: Random): void {
    files.set(this.#newPath(random), this.#runbook(this.#newTitle(files, random), random))
  }

  #runbook(title: string, random: Random): string {
    const body = `Revision ${++this.#counter}.\n`
    const draft = random.chance(0.04) ? 'draft: true\n' : ''
    return random.chance(0.5) || draft !== '' ? `---\ntitle: ${title}\n${draft}---\n\n${body}` : `# ${title}\n\n${body}`
  }

  #newPath(random: Random): string {
    return `${FOLDER}${random.pick(['', 'payments/', 'platform/'])}runbook ${++this.#counter}.md`
  }

  /** A new one, or one that some runbook had before. */
  #newTitle(files: Files, random: Random): string {
    const taken = new Set([...files.values()].map(titleIn))
    const former = `Runbook ${random.integer(1, this.#counter + 1)}`
    return random.chance(0.4) && !taken.has(former) ? former : `Runbook ${++this.#counter}`
  }
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
export function randomInputs(random: Random): Record<string, string> {
  return {
    files: random.pick([ALL_RUNBOOKS, ALL_RUNBOOKS, `${ALL_RUNBOOKS}\n!${FOLDER}platform/**`]),
    'front-matter': random.pick(['strip', 'strip', 'keep']),
    removed: random.pick(['report', 'retire'])
  }
}
