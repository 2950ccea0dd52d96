import type { Source, SourceFile } from '../branch/source.ts'
import type { Diagnostic } from '../errors.ts'
import type { Inputs } from '../job/inputs.ts'
import { findCredentials, REMOVE_CREDENTIAL, type Credential } from '../runbook/credentials.ts'
import { decode, MAX_BYTES } from '../runbook/text.ts'

/** A file of a runbook. */
interface ScannedFile extends SourceFile {
  /** The first digits of Git's id of the file. */
  readonly blob: string
}

/** Looks for credentials in what would be sent, in each file once in a run. */
export class Secrets {
  readonly #policy: Inputs['secrets']
  readonly #known = new Map<string, readonly Credential[]>()
  readonly #warnings = new Map<string, Diagnostic>()

  constructor(policy: Inputs['secrets']) {
    this.#policy = policy
  }

  /** Of files that are sent all the same. */
  get warnings(): readonly Diagnostic[] {
    return [...this.#warnings.values()]
  }

  /** The credentials in a text; none if nobody wants to know. */
  async in(text: string): Promise<readonly Credential[]> {
    return this.#policy === 'send' ? [] : findCredentials(text)
  }

  /** True if a text must not be shown. */
  async areIn(...texts: readonly string[]): Promise<boolean> {
    for (const text of texts) if ((await this.in(text)).length > 0) return true
    return false
  }

  /** The credentials in the files of runbooks that would be sent, by runbook; only those that have some. */
  async find<File extends ScannedFile>(
    source: Source,
    files: readonly File[]
  ): Promise<ReadonlyMap<File, readonly Credential[]>> {
    if (this.#policy === 'send') return new Map()
    await this.#read(source, files)
    return new Map(
      files.flatMap((file) => {
        const found = this.#known.get(keyOf(file)) ?? []
        return found.length > 0 ? [[file, found]] : []
      })
    )
  }

  /** False if the runbook of a file with credentials is sent all the same; then that is a warning. */
  refuses(path: string, found: readonly Credential[]): boolean {
    if (this.#policy === 'refuse') return true
    for (const { kind, line } of found) {
      const message = `The runbook is sent with a credential: ${kind}. ${REMOVE_CREDENTIAL}`
      this.#warnings.set(`${path}:${line}:${kind}`, { level: 'warning', path, line, message })
    }
    return false
  }

  async #read(source: Source, runbooks: readonly ScannedFile[]): Promise<void> {
    const byId = new Map(runbooks.map((runbook) => [runbook.id, runbook]))
    const files = runbooks.filter((one) => !this.#known.has(keyOf(one)) && (one.id === '' || byId.get(one.id) === one))
    let nth = 0
    for await (const { content } of source.contents(files, MAX_BYTES)) {
      const text = decode(content)
      const runbook = files[nth++]
      if (runbook !== undefined) this.#known.set(keyOf(runbook), typeof text === 'string' ? await this.in(text) : [])
    }
  }
}

/** A file on the disk has no id. */
function keyOf({ id, path, blob }: ScannedFile): string {
  return id === '' ? `${path}\0${blob}` : id
}
