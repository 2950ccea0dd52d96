import { hash } from 'node:crypto'
import { posix } from 'node:path'
import { isPortablePath, safePath, type WorkTree } from '../branch/disk.ts'
import type { Matcher } from '../branch/source.ts'
import { composed, foldName, normalForm } from '../normal-form.ts'
import { convertText, type RunbookOptions } from '../runbook/runbook.ts'
import { encode } from '../runbook/text.ts'
import { input, joined, shorten } from '../wording.ts'
import { leftOut, type PullOutcome } from './pull-edit.ts'

/** Writes entries without a runbook as new files, each under another path. */
export class NewRunbooks {
  readonly #folder: string
  readonly #tree: WorkTree
  readonly #matches: Matcher
  readonly #options: RunbookOptions
  readonly #names = new Set<string>()
  readonly #paths = new Set<string>()

  /** @param folder from the root of the repository. */
  constructor(folder: string, tree: WorkTree, matches: Matcher, options: RunbookOptions) {
    this.#folder = folder
    this.#tree = tree
    this.#matches = matches
    this.#options = options
  }

  /** Writes an entry as a file that a sync finds equal to it, if there is one; undefined if it is there. */
  async write(name: string, content: string): Promise<PullOutcome | undefined> {
    const leave = (why: string): PullOutcome => leftOut('', `“${shorten(name, 200)}” ${why}`)
    const key = foldName(name)
    if (this.#names.has(key)) return leave('has the name of another entry but for case or blanks.')
    this.#names.add(key)
    const path = this.#pathOf(name)
    if (!isPortablePath(path)) return leave(`cannot be written to ${path}: it is no path inside of the repository.`)
    this.#paths.add(path)

    const { text, isEqual } = this.#textOf(path, name, content)
    if (text === undefined) return leave('cannot be the name of a file’s entry with these options.')
    const bytes = encode(text)
    if ('reason' in bytes) return leave(`is left out, because a sync would refuse it. ${bytes.reason}`)
    const outcome = await this.#tree.create(path, bytes)
    if (outcome === 'equal') return undefined
    if (outcome === 'taken') return leave(`is left out, because another file has the name ${path}.`)
    const notes = [
      !isEqual && 'A sync will change the text of the entry, such as its relative links.',
      !this.#matches(path) && `${input('files')} does not select it: move it, or add a pattern.`
    ]
    return { pulled: { path, file: path, kind: 'new', reason: joined(notes) }, isWritten: true }
  }

  /** With its name as a title in front matter, unless it has that name without. Undefined if it cannot have it. */
  #textOf(
    path: string,
    name: string,
    content: string
  ): { readonly text: string | undefined; readonly isEqual: boolean } {
    const texts = [content, `---\ntitle: ${JSON.stringify(name)}\n---\n\n${content}`]
    const named = texts
      .map((text) => ({ text, entry: convertText(path, text, this.#options) }))
      .filter(({ entry }) => entry?.name === name)
    const equal = named.find(({ entry }) => entry?.text === normalForm(content))
    return { text: (equal ?? named[0])?.text, isEqual: equal !== undefined }
  }

  /** The name as far as it is safe on every system; with a hash if another entry has taken it. */
  #pathOf(name: string): string {
    const slug = composed(name)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 40)
      .toWellFormed()
      .replace(/^-+|-+$/g, '')
    const path = posix.join(this.#folder, safePath(`${slug || 'entry'}.md`))
    return this.#paths.has(path) ? path.replace(/\.md$/, `-${hash('sha256', name).slice(0, 8)}.md`) : path
  }
}
