import type { Source } from '../branch/source.ts'
import type { Diagnostic } from '../errors.ts'
import type { Inputs } from '../job/inputs.ts'
import { findCredentials, REMOVE_CREDENTIAL, type Credential } from '../runbook/credentials.ts'
import { decode, MAX_BYTES } from '../runbook/text.ts'
import type { Decision, Planned, Revealing } from './decide.ts'
import type { Runbook, Runbooks } from './runbooks.ts'

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

  /** The decisions, with runbooks refused whose files have a credential. */
  async judge(source: Source, runbooks: Runbooks, decisions: readonly Decision[]): Promise<readonly Decision[]> {
    if (this.#policy === 'send') return decisions
    await this.#read(
      source,
      decisions.flatMap((one) => (one.is === 'planned' ? one.runbook : []))
    )
    return decisions.map((one) => {
      const found = one.is === 'planned' ? (this.#known.get(keyOf(one.runbook)) ?? []) : []
      if (one.is !== 'planned' || found.length === 0) return one
      if (this.#policy === 'refuse') return refuse(one, runbooks, found)
      for (const credential of found) {
        const { path } = one.runbook
        const message = `The runbook is sent with a credential: ${credential.kind}. ${REMOVE_CREDENTIAL}`
        this.#warnings.set(`${path}:${credential.line}:${credential.kind}`, {
          level: 'warning',
          path,
          line: credential.line,
          message
        })
      }
      return one
    })
  }

  async #read(source: Source, runbooks: readonly Runbook[]): Promise<void> {
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

function refuse({ runbook, rows }: Planned, { changed }: Runbooks, credentials: readonly Credential[]): Revealing {
  return { is: 'refused', cause: 'secret', runbook, rows, credentials, isRed: changed?.has(runbook.path) ?? true }
}

/** A file on the disk has no id. */
function keyOf({ id, path, blob }: Runbook): string {
  return id === '' ? `${path}\0${blob}` : id
}
