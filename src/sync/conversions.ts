import type { Source } from '../branch/source.ts'
import { ActionError, type Diagnostic } from '../errors.ts'
import type { ConvertedRunbook, RunbookOptions } from '../runbook/runbook.ts'
import type { Refused } from '../runbook/text.ts'
import { term } from '../wording.ts'
import { readFile, type Runbook } from './runbooks.ts'

/** Characters of entries that memory holds; what is more is converted again before it is sent. */
const MAX_CHARACTERS = 48 * 1024 * 1024
/** Links of one run that are checked, so that memory is bounded. */
const MAX_LINKS = 20_000

/** A link from a line of a file to a path of the repository. */
interface Link {
  readonly path: string
  readonly line: number
  readonly target: string
}

/** Converts runbooks into entries, and keeps what their authors have to know. */
export class Conversions {
  readonly #source: Source
  readonly #options: RunbookOptions
  /** Texts of entries by path. */
  readonly #contents = new Map<string, string>()
  readonly #links = new Map<string, readonly Link[]>()
  readonly #warnings = new Map<string, readonly string[]>()
  #characters = 0

  constructor(source: Source, options: RunbookOptions) {
    this.#source = source
    this.#options = options
  }

  /** @throws {ActionError} of kind `files` if the file is not what was read before, as on a disk. */
  async convert(runbook: Runbook): Promise<ConvertedRunbook | Refused> {
    const { path } = runbook
    const result = await readFile(this.#source, runbook, this.#options)
    if (result.kind === 'refused') return result
    if (result.kind === 'skipped' || result.version !== runbook.version) throw changedError(path)
    const converted = result.convert()
    if ('kind' in converted) return converted
    this.#note(path, converted)
    return converted
  }

  /** The text of an entry that is to be sent. */
  async contentOf(runbook: Runbook): Promise<string> {
    const known = this.#contents.get(runbook.path)
    if (known !== undefined) return known
    const converted = await this.convert(runbook)
    if ('kind' in converted) throw new ActionError('files', converted.reason, converted.hint)
    return converted.content
  }

  /**
   * What the authors of the converted runbooks have to know.
   *
   * @param head the commit whose files links may lead to.
   * @param concerns whether the run is about a path.
   */
  async problems(head: string, concerns: (path: string) => boolean): Promise<Diagnostic[]> {
    const all = [...this.#links.values()].flat()
    const links = all.filter(({ path, target }) => concerns(path) || concerns(target)).slice(0, MAX_LINKS)
    const missing = await this.#source.missing(head, new Set(links.map(({ target }) => target)))
    const warnings = [...this.#warnings].flatMap(([path, messages]) =>
      concerns(path) ? messages.map((message) => ({ level: 'warning', path, message }) as const) : []
    )
    const dead = links
      .filter(({ target }) => missing.has(target))
      .map(({ path, line, target }) => {
        const message = `The link target ${target} does not exist. Correct the link, or add the file.`
        return { level: 'warning', path, line, message } as const
      })
    return [...warnings, ...dead]
  }

  #note(path: string, converted: ConvertedRunbook): void {
    const { content, targets, warnings } = converted
    if (this.#characters + content.length <= MAX_CHARACTERS && !this.#contents.has(path)) {
      this.#characters += content.length
      this.#contents.set(path, content)
    }
    if (targets.length > 0) {
      this.#links.set(
        path,
        targets.map(({ path: target, line }) => ({ path, line, target }))
      )
    }
    if (warnings.length > 0) this.#warnings.set(path, warnings)
  }
}

function changedError(path: string): ActionError {
  const message = `${path} changed while ${term('job')} ran.`
  return new ActionError('files', message, `${term('Again')} when nothing writes it.`)
}
