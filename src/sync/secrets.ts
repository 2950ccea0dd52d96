import type { Source } from '../branch/source.ts'
import type { Diagnostic } from '../errors.ts'
import type { Inputs } from '../job/inputs.ts'
import { findCredentials, REMOVE_CREDENTIAL, type Credential } from '../runbook/credentials.ts'
import { decode, MAX_BYTES } from '../runbook/text.ts'
import type { Runbook } from './runbooks.ts'

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
  async find(source: Source, runbooks: readonly Runbook[]): Promise<ReadonlyMap<Runbook, readonly Credential[]>> {
    const revealing = new Map<Runbook, readonly Credential[]>()
    if (this.#policy === 'send') return revealing
    for (const runbook of runbooks) {
      const key = keyOf(runbook)
      const found = this.#known.get(key) ?? (await this.#scan(source, runbook))
      this.#known.set(key, found)
      if (found.length > 0) revealing.set(runbook, found)
    }
    return revealing
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

  async #scan(source: Source, runbook: Runbook): Promise<readonly Credential[]> {
    const { kept } = runbook
    const content = kept ? ({ kind: 'bytes', bytes: kept.file } as const) : await source.read(runbook, MAX_BYTES)
    const text = decode(content)
    return typeof text === 'string' ? this.in(text) : []
  }
}

/** A file on the disk has no id. */
function keyOf({ id, path, blob }: Runbook): string {
  return id === '' ? `${path}\0${blob}` : id
}
