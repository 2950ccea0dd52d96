import type { Diagnostic } from '../../errors.ts'
import type { Inputs } from '../../job/inputs.ts'
import { findCredentials, REMOVE_CREDENTIAL, withoutCredentials, type Credential } from '../../runbook/credentials.ts'
import { decode } from '../../runbook/text.ts'
import type { Secret } from '../../secret.ts'
import type { Runbook } from '../read/runbooks.ts'
import type { TextCache } from '../read/texts.ts'
import type { Decision } from './decision.ts'

/** Looks for credentials in what would be sent, in each file once in a run. */
export class CredentialCheck {
  readonly #policy: Inputs['secrets']
  readonly #token: Secret | undefined
  readonly #known = new Map<string, readonly Credential[]>()
  readonly #warnings = new Map<string, Diagnostic>()

  /** @param token the assistant's, which the rules of the scanner do not recognise. */
  constructor({ secrets, token }: Pick<Inputs, 'secrets' | 'token'>) {
    this.#policy = secrets
    this.#token = token
  }

  get warnings(): readonly Diagnostic[] {
    return [...this.#warnings.values()]
  }

  /** The credentials in a text; none with `secrets: send`. */
  async findIn(text: string): Promise<readonly Credential[]> {
    if (this.#policy === 'send') return []
    const found = await findCredentials(text)
    if (this.#token?.isIn(text) !== true) return found
    const at = text.split('\n').findIndex((line) => this.#token?.isIn(line))
    return [{ line: at + 1, kind: 'the access token of this run' }, ...found]
  }

  /** True if a text must not be shown. */
  async isInAny(...texts: readonly string[]): Promise<boolean> {
    for (const text of texts) if ((await this.findIn(text)).length > 0) return true
    return false
  }

  /**
   * Texts with `***` in place of credentials, also of examples, because somebody may have pasted a real one below such a comment.
   * It comes before a text is cut into lines: nobody finds a key in one line.
   */
  async redacted(...texts: readonly string[]): Promise<readonly string[]> {
    if (this.#policy === 'send') return texts
    const hidden = await withoutCredentials(texts)
    return texts.map((text) => hidden.get(text) ?? text)
  }

  /** The decisions, with runbooks refused whose files have credentials; with `warn`, they are sent, and noted as warnings. */
  async refuse(texts: TextCache, decisions: readonly Decision[]): Promise<readonly Decision[]> {
    const checked: Decision[] = []
    for (const decision of decisions) checked.push(await this.#checked(texts, decision))
    return checked
  }

  async #checked(texts: TextCache, decision: Decision): Promise<Decision> {
    if (decision.is !== 'planned') return decision
    const { runbook, rows } = decision
    const credentials = await this.inFile(texts, runbook)
    if (credentials.length === 0) return decision
    if (this.#policy === 'refuse') return { is: 'refused', cause: 'secret', runbook, rows, credentials }
    this.#warn(runbook.path, credentials)
    return decision
  }

  #warn(path: string, found: readonly Credential[]): void {
    for (const { kind, line } of found) {
      const message = `The runbook is sent with a credential: ${kind}. ${REMOVE_CREDENTIAL}`
      this.#warnings.set(`${path}:${line}:${kind}`, { level: 'warning', path, line, message })
    }
  }

  /** The credentials in the file of a runbook; none with `secrets: send`. */
  async inFile(texts: TextCache, runbook: Runbook): Promise<readonly Credential[]> {
    if (this.#policy === 'send') return []
    // The branch may move while the run is under way.
    const key = `${runbook.path}\0${runbook.blob}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const text = decode(await texts.file(runbook))
    const found = typeof text === 'string' ? await this.findIn(text) : []
    this.#known.set(key, found)
    return found
  }
}
