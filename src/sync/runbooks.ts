import { posix } from 'node:path'
import type { Changes } from '../changes/changes.ts'
import { exclusionOf, isMarkdown, type Patterns } from '../branch/patterns.ts'
import { inputError, type Diagnostic } from '../errors.ts'
import type { Source } from '../branch/checkout.ts'
import { DiskFiles } from '../branch/disk.ts'
import type { SourceFile } from '../branch/source.ts'
import { foldName } from '../normal-form.ts'
import type { Findings } from '../report/findings.ts'
import type { Decision } from '../report/outcome.ts'
import type { ConvertedRunbook, RunbookOptions, RunbookResult } from '../runbook/runbook.ts'
import type { Refused } from '../runbook/text.ts'
import { count, format, joined, listed, quoted, input } from '../wording.ts'

/** Files that are read at a time: enough to keep the pipe to Git full. */
const READERS = 16
/** Characters of entries that memory holds; what is more is converted again before it is sent. */
const MAX_CHARACTERS = 48 * 1024 * 1024
/** Links of one run that are checked, so that memory is bounded. */
const MAX_LINKS = 20_000
/** Removed files whose names are looked for in each unchanged text; a full sync checks all links. */
const MAX_GONE = 20

/** A file that has an entry of its own. */
export interface NamedFile extends SourceFile {
  readonly name: string
}

/** One that the run is about. */
export interface Runbook extends NamedFile {
  /** Of its entry. */
  readonly version: string
}

/** The selected files of a commit. */
export interface Runbooks {
  readonly named: readonly NamedFile[]
  /** Those of them that the run is about. */
  readonly due: readonly Runbook[]
  /** The other files that the run is about: refused and skipped. */
  readonly others: readonly Decision[]
  /** The name of each file by its path; undefined for one that has no entry. */
  readonly nameAt: ReadonlyMap<string, string | undefined>
  /** Whether the name of some file is not known. */
  readonly hasNameless: boolean
  /**
   * Whether an entry may be that of a runbook: one has this name, or one that a service may take for the same, or the name of
   * a file is not known.
   */
  readonly mayBeOfRunbook: (name: string) => boolean
}

/**
 * Warns about paths that the patterns select and that are not read, and about patterns that are probably wrong.
 *
 * @throws {ActionError} of kind `input` where nothing is selected: no run may be green while runbooks do not arrive.
 */
export async function reportSelection(
  source: Source,
  { isFull, tip, selected: { files, skipped, total } }: Changes,
  patterns: Patterns,
  findings: Findings
): Promise<void> {
  for (const { path, reason } of skipped) {
    findings.diagnose({ level: 'warning', path, message: `Skipped: ${reason}.` })
  }
  if (files.length === 0) {
    throw inputError(
      'files',
      `matches no file: ${listed(patterns.lines.map((pattern) => quoted(pattern, 80)))}. ${count(total, 'file')} looked at.`,
      joined([
        await whereMarkdownIs(source, tip),
        'Correct the pattern, or add a runbook: a pattern begins at the repository’s root, upper and lower case differ, `*` ' +
          'stays inside a folder, and `**` does not.'
      ])
    )
  }
  for (const line of isFull ? patterns.unused : []) {
    const message = `The pattern ${quoted(line, 80)} of ${input('files')} has no effect: no file matches, or a later line decides. Correct or remove it.`
    findings.diagnose({ level: 'warning', message })
  }
}

/** Where most of the Markdown is, for a message; empty where none is in a folder. */
async function whereMarkdownIs(source: Source, tip: string): Promise<string> {
  const isInFolder = (path: string): boolean => path.includes('/') && isMarkdown(path)
  const { files } = await (source instanceof DiskFiles ? source.list(isInFolder) : source.list(tip, isInFolder))
  const folders = Map.groupBy(files, ({ path }) => path.slice(0, path.indexOf('/')))
  const [most] = [...folders].sort(([, a], [, b]) => b.length - a.length)
  if (most === undefined) return ''
  const [folder, { length }] = most
  return `${input('files', `'${folder}/**'`)} selects ${count(length, 'Markdown file')}.`
}

/** Reads runbooks, and converts those that a run is about, once. */
export class RunbookReader {
  readonly #source: Source
  readonly #options: RunbookOptions
  /** Entries by path. */
  readonly #contents = new Map<string, string>()
  #characters = 0
  /** From the line of a file to a `target`. */
  readonly #links: { readonly path: string; readonly line: number; readonly target: string }[] = []
  readonly #warnings: Diagnostic[] = []
  readonly #keys = new Set<string>()

  constructor(source: Source, options: RunbookOptions) {
    this.#source = source
    this.#options = options
  }

  /**
   * Reads all selected files, not only the changed ones: the service keeps one entry per name, so that the second of two
   * runbooks with one name would silently replace the first.
   */
  async read({ isFull, selected: { files }, earlier }: Changes): Promise<Runbooks> {
    const isDue = ({ path }: SourceFile): boolean => isFull || earlier.has(path)
    const selected = new Set(files.map(({ path }) => path))
    const gone = [...new Set(earlier.keys()).difference(selected)].slice(0, MAX_GONE)
    const before = [...earlier.values()].flatMap(({ ids }) => [...ids])
    await this.#source.prefetch(new Set([...files.map(({ id }) => id), ...before]))
    const read = await this.#each(files, async (file): Promise<NamedFile | Runbook | Decision> => {
      const result = await this.#read(file)
      if (result.kind !== 'runbook') {
        if (result.kind === 'skipped' && isDue(file)) this.#warnOf(file.path, result)
        return decisionOf(file.path, result)
      }
      if (!isDue(file)) {
        this.#lookForLinks(file.path, result, gone)
        return { ...file, name: result.name }
      }
      const version = this.#convert(file.path, result)
      return typeof version === 'string' ? { ...file, name: result.name, version } : decisionOf(file.path, version)
    })
    const withNames = read.filter((one) => 'id' in one)
    const withoutEntry = read.filter((one) => 'kind' in one)
    const others = withoutEntry.filter(({ path }) => isFull || earlier.has(path))
    const groups = Map.groupBy(withNames, ({ name }) => foldName(name))
    const named: NamedFile[] = []
    for (const group of groups.values()) {
      if (group.length === 1) named.push(...group)
      else if (group.some(isDue)) others.push(...group.map((item) => duplicate(item, group)))
    }
    const hasNameless = withoutEntry.some(({ kind }) => kind === 'refused')
    return {
      named,
      due: named.filter((one) => 'version' in one) as Runbook[],
      others,
      nameAt: new Map(read.map(({ path, name }) => [path, name])),
      hasNameless,
      mayBeOfRunbook: (name) => hasNameless || groups.has(foldName(name))
    }
  }

  /** The entry of a runbook; undefined where its file changed while the job ran. */
  async entryOf({ version, ...file }: Runbook): Promise<string | undefined> {
    const known = this.#contents.get(file.path)
    if (known !== undefined) return known
    const result = await this.#read(file)
    if (result.kind !== 'runbook' || result.name !== file.name) return undefined
    const converted = result.convert()
    return !('kind' in converted) && converted.version === version ? converted.content : undefined
  }

  /** The names that files had at earlier commits, as far as they were runbooks. */
  async earlierNames(files: readonly SourceFile[]): Promise<NamedFile[]> {
    const found = await this.#each(files, async (file) => {
      const result = await this.#read(file)
      return result.kind === 'runbook' ? [{ ...file, name: result.name }] : []
    })
    return found.flat()
  }

  /** The entries of files at earlier commits. */
  async *earlierEntries(
    files: readonly SourceFile[]
  ): AsyncGenerator<ConvertedRunbook & Pick<SourceFile, 'id'>, void, undefined> {
    await this.#source.prefetch(new Set(files.map(({ id }) => id)))
    for (const file of files) {
      const result = await this.#read(file)
      const converted = result.kind === 'runbook' ? result.convert() : result
      if (!('kind' in converted)) yield { ...converted, id: file.id }
    }
  }

  /** What the authors of the runbooks have to know. */
  async problems({ isFull, tip, proposed }: Pick<Changes, 'isFull' | 'tip' | 'proposed'>): Promise<Diagnostic[]> {
    const isProposed = (path: string): boolean => proposed?.has(path) !== false
    const { frontMatter } = this.#options
    const unused = typeof frontMatter === 'string' ? [] : frontMatter.filter((key) => !this.#keys.has(key))
    const keys = listed(unused.map((key) => quoted(key)))
    const message = `No runbook has ${keys} in its front matter (${input('front-matter')}).`
    const missing = await this.#source.missing(tip, new Set(this.#links.map(({ target }) => target)))
    return [
      ...this.#warnings.filter(({ path = '' }) => isProposed(path)),
      ...(isFull && unused.length > 0 ? [{ level: 'warning', message } as const] : []),
      ...this.#links
        .filter(({ path, target }) => missing.has(target) && (isProposed(path) || isProposed(target)))
        .map(({ path, line, target }) => {
          const broken = `The link target ${target} does not exist. Correct the link, or add the file.`
          return { level: 'warning', path, line, message: broken } as const
        })
    ]
  }

  /** Notes the links in an unchanged runbook that lead to files that are gone. */
  #lookForLinks(path: string, result: Extract<RunbookResult, { kind: 'runbook' }>, gone: readonly string[]): void {
    const names = gone.map((file) => posix.basename(file))
    const isNamed = names.some((name) => result.mentions(name) || result.mentions(encodeURIComponent(name)))
    const converted = isNamed ? result.convert() : undefined
    if (converted === undefined || 'kind' in converted) return
    this.#addLinks(
      path,
      converted.targets.filter((target) => gone.includes(target.path))
    )
  }

  #addLinks(from: string, targets: ConvertedRunbook['targets']): void {
    for (const { path, line } of targets.slice(0, MAX_LINKS - this.#links.length)) {
      this.#links.push({ path: from, line, target: path })
    }
  }

  /** Warns of a file that is left out although nobody asked for that. */
  #warnOf(path: string, { reason, hint }: Extract<RunbookResult, { kind: 'skipped' }>): void {
    if (hint === undefined) return
    this.#warnings.push({ level: 'warning', path, message: `Skipped: ${reason}. ${hint}` })
  }

  /** @returns the version. */
  #convert(path: string, { convert }: Extract<RunbookResult, { kind: 'runbook' }>): string | Refused {
    const converted = convert()
    if ('kind' in converted) return converted
    const { content, version, targets, warnings } = converted
    if (this.#characters + content.length <= MAX_CHARACTERS) {
      this.#characters += content.length
      this.#contents.set(path, content)
    }
    this.#addLinks(path, targets)
    for (const message of warnings) this.#warnings.push({ level: 'warning', path, message })
    return version
  }

  async #read(file: SourceFile): Promise<RunbookResult> {
    // A push that changes no runbook needs no parser.
    const { readRunbook } = await import('../runbook/runbook.ts')
    const result = readRunbook(file.path, await this.#source.read(file, this.#options.maxBytes), this.#options)
    if (result.kind === 'runbook') for (const key of result.keys) this.#keys.add(key)
    return result
  }

  /** Many at a time. @returns the results in the order of the files. */
  async #each<T>(files: readonly SourceFile[], read: (file: SourceFile) => Promise<T>): Promise<T[]> {
    const results = new Array<T>(files.length)
    const next = files.entries()
    const work = async (): Promise<void> => {
      for (const [at, file] of next) results[at] = await read(file)
    }
    await Promise.all(Array.from({ length: READERS }, work))
    return results
  }
}

function decisionOf(path: string, { kind, ...why }: Exclude<RunbookResult, { kind: 'runbook' }>): Decision {
  return { about: 'runbook', path, kind, ...why, ...(kind === 'refused' && { cause: 'text' }) }
}

/** Names three others at most: the message of each of 20,000 duplicates must not grow with their number. */
function duplicate({ path, name }: NamedFile, group: readonly NamedFile[]): Decision {
  const near = group.slice(0, 4).filter((other) => other.path !== path)
  const others = near.slice(0, 3)
  const more = group.length - 1 - others.length
  const shown = others.map((other) => other.path).join(', ') + (more > 0 ? ` and ${format(more)} more` : '')
  const isSame = others.every((other) => other.name === name)
  const spelling = isSame ? '' : ' (the names differ in case, blanks or Unicode form only)'
  const exclusion = exclusionOf(path)
  const leaveOut =
    exclusion === undefined
      ? ''
      : `, or leave this one out by the line \`${exclusion}\` at the end of ${input('files')}`
  return {
    ...{ about: 'runbook', path, name, kind: 'refused', cause: 'duplicate' },
    reason: `Its name “${name}” is also that of ${shown}${spelling}: one entry would replace the other.`,
    hint: `Give it a \`title\` of its own in the front matter${leaveOut}.`
  }
}
