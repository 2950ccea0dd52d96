import type { Changes } from '../changes/changes.ts'
import { ActionError, type Diagnostic } from '../errors.ts'
import type { Source, SourceFile } from '../git/git.ts'
import type { RunbookOptions, RunbookResult } from '../runbook/runbook.ts'
import { textHash } from '../knowledge/spelling.ts'
import { listed, quoted } from '../wording.ts'
import { BrokenLinks } from './broken-links.ts'

/** Files that are read at a time: enough to keep the pipe to Git full. */
const READERS = 16
/** Bytes of texts that are kept, so that a runbook is read once; a full sync of more reads the rest again. */
const MAX_CACHE = 16 * 1024 * 1024

/** A runbook and the name of its entry. */
export interface NamedRunbook extends SourceFile {
  readonly name: string
}

/** What a file was called and whether it can be sent, without its text. */
export type Reading = { readonly kind: 'runbook'; readonly name: string } | Exclude<RunbookResult, { kind: 'runbook' }>

/** Reads runbooks and keeps those that will be sent. */
export class RunbookReader {
  /** Of the texts that were converted. */
  readonly #links = new BrokenLinks()
  /** Of the same texts, by path. */
  readonly #warnings = new Map<string, readonly string[]>()
  readonly #keys = new Set<string>()
  readonly #source: Source
  readonly #options: RunbookOptions
  readonly #cache = new Map<string, RunbookResult>()
  #cached = 0

  constructor(source: Source, options: RunbookOptions) {
    this.#source = source
    this.#options = options
  }

  /** Makes files readable at once that a partial clone lacks. */
  async prefetch(files: readonly SourceFile[]): Promise<void> {
    await this.#source.prefetch(new Set(files.map(({ id }) => id)))
  }

  /** The text of an entry; undefined where its file changed while the job ran. */
  async text({ name, ...file }: NamedRunbook): Promise<string | undefined> {
    const result = await this.#read(file)
    if (result.kind !== 'runbook' || result.name !== name) return undefined
    const converted = result.convert()
    if ('kind' in converted) throw new ActionError('incomplete', `${file.path}: ${converted.reason}`, converted.hint)
    const { content, targets, warnings } = converted
    this.#links.add(file.path, targets)
    this.#warnings.set(file.path, warnings)
    return content
  }

  /** Whether texts are equal, but for the line that `source-link` adds. */
  async differsBySource(item: NamedRunbook, content: string): Promise<boolean> {
    const { withoutSource } = await import('../runbook/runbook.ts')
    const [own, other] = [(await this.text(item)) ?? '', content].map((text) =>
      textHash(withoutSource(text, item.path, this.#options))
    )
    return own === other
  }

  /** What the authors of the converted texts have to know. */
  async problems({ kind, tip }: Pick<Changes, 'kind' | 'tip'>): Promise<Diagnostic[]> {
    const warnings = [...this.#warnings].flatMap(([path, messages]) =>
      messages.map((message): Diagnostic => ({ level: 'warning', path, message }))
    )
    const { frontMatter } = this.#options
    const unused = typeof frontMatter === 'string' ? [] : frontMatter.filter((key) => !this.#keys.has(key))
    if (kind === 'full' && unused.length > 0) {
      const keys = listed(unused.map((key) => quoted(key)))
      warnings.push({
        level: 'warning',
        message: `No runbook has ${keys} in its front matter (input \`front-matter\`).`
      })
    }
    return [...warnings, ...(await this.#links.find(this.#source, tip))]
  }

  /** The name and text that an earlier file gave; undefined where it was no runbook of one of these names. */
  async earlierText(
    file: SourceFile,
    names: Pick<ReadonlySet<string>, 'has'>
  ): Promise<{ readonly name: string; readonly text: string } | undefined> {
    const result = await this.#read(file)
    if (result.kind !== 'runbook' || !names.has(result.name)) return undefined
    const converted = result.convert()
    return 'kind' in converted ? undefined : { name: result.name, text: converted.content }
  }

  /**
   * Reads many files at a time. Returns each with its name, in the same order.
   *
   * @param keep whether the text of a file is needed again.
   */
  async names<File extends SourceFile>(
    files: readonly File[],
    keep: (file: File) => boolean
  ): Promise<(readonly [File, Reading])[]> {
    const readings = new Array<readonly [File, Reading]>(files.length)
    const next = files.entries()
    const work = async (): Promise<void> => {
      for (const [at, file] of next) {
        const result = await this.#read(file, keep(file))
        readings[at] = [file, result.kind === 'runbook' ? { kind: 'runbook', name: result.name } : result]
      }
    }
    await Promise.all(Array.from({ length: READERS }, work))
    return readings
  }

  async #read(file: SourceFile, keep = false): Promise<RunbookResult> {
    // Links are relative to the path, so that one text can be two runbooks.
    const key = `${file.id} ${file.path}`
    const known = this.#cache.get(key)
    if (known !== undefined) return known
    // A push that changes no runbook needs no parser.
    const { readRunbook } = await import('../runbook/runbook.ts')
    const content = await this.#source.read(file, this.#options.maxBytes)
    const result = readRunbook(file.path, content, this.#options)
    if (result.kind === 'runbook') for (const key of result.keys) this.#keys.add(key)
    const size = content.kind === 'bytes' ? content.bytes.length : 0
    if (keep && this.#cached + size <= MAX_CACHE) {
      this.#cached += size
      this.#cache.set(key, result)
    }
    return result
  }
}
