import { alertFindings } from './alerts/findings.ts'
import { BranchAlerts, noRulesError } from './alerts/of-branch.ts'
import type { RuleFile } from './alerts/rules.ts'
import { Patterns } from './branch/patterns.ts'
import { asActionError } from './errors.ts'
import { missingAccess, type Inputs } from './job/inputs.ts'
import { KnowledgeClient } from './knowledge/client.ts'
import type { Journal } from './report/journal.ts'
import type { LinkBase } from './runbook/links.ts'
import { forgeOfLine } from './runbook/source-line.ts'
import { SavedTexts } from './saved-texts.ts'
import { CredentialCheck } from './sync/decide/credential-check.ts'
import { reasonToStop } from './sync/deliver/guards.ts'
import { differencesIn } from './sync/differences.ts'
import { entriesOf, type ComparedEntry } from './sync/inventory.ts'
import { lookAt, type Comparison, type Look } from './sync/look.ts'
import { pullEdits } from './sync/pull.ts'
import { EntryList } from './sync/read/entry-list.ts'
import {
  readFiles,
  runbooksAmong,
  type Branch,
  type CommitFiles,
  type Policy,
  type Runbooks
} from './sync/read/runbooks.ts'
import { TextCache } from './sync/read/texts.ts'
import { syncBranch, type Sync } from './sync/sync.ts'
import { joined } from './wording.ts'

/** Closes and cancels what a run has opened. */
export interface Lifetime {
  readonly resources: AsyncDisposableStack
  readonly signal: AbortSignal
  /** Gets a line for each request: path, status and time. */
  readonly trace: (line: string) => void
}

/** Opens the client, and tells the journal its address. Undefined without token or address. */
export function openClient(
  { token, baseUrl }: Inputs,
  journal: Journal,
  { resources, signal, trace }: Lifetime
): KnowledgeClient | undefined {
  if (token === undefined || baseUrl === undefined) return undefined
  journal.record({ assistant: baseUrl })
  return resources.use(new KnowledgeClient({ token, baseUrl, signal, trace, onProgress: journal.progress }))
}

/** Where the runbooks of a run are, as its front end knows. */
export interface Place extends Pick<Branch, 'source' | 'changedAt'>, Pick<Policy, 'replace'>, Pick<Sync, 'keepsTexts'> {
  /** For links. */
  readonly base: Omit<LinkBase, 'site'>
  /** True if the repository has no branch or tag of this name any more; false also if that is not known. */
  readonly isGone: (branch: string) => Promise<boolean>
  /** Which texts of the assistant may be shown: in a public repository none; on request those that a run has sent, too. */
  readonly shows: 'none' | 'edits' | 'all'
}

/** How a sync of one front end differs from that of the other. */
interface Delivery extends Pick<Sync, 'client' | 'findHead' | 'isAgreed' | 'mayBeFirst'> {
  /** Absolute path of the folder in which texts are saved before they are replaced. */
  readonly savedIn: string
  /** The run that replaces them, in words. */
  readonly replacer: string
}

/** A run about one branch, for both front ends. It writes its findings into the journal. */
export class Run {
  readonly branch: Branch
  readonly #inputs: Inputs
  readonly #place: Place
  readonly #journal: Journal
  readonly #comparison: Comparison
  readonly #alerts: BranchAlerts

  constructor(inputs: Inputs, place: Place, journal: Journal) {
    const { files, nameTemplate, frontMatter, comments, site, onConflict, removed } = inputs
    const { source, base, changedAt, replace } = place
    const options = { ...base, site, nameTemplate, frontMatter, comments }
    this.#alerts = new BranchAlerts({ source, options }, inputs)
    this.branch = {
      source,
      patterns: new Patterns(files),
      options,
      texts: new TextCache(source, options),
      changedAt
    }
    this.#inputs = inputs
    this.#place = place
    this.#journal = journal
    const policy = { onConflict, removed, replace }
    this.#comparison = { branch: this.branch, policy, credentialCheck: new CredentialCheck(inputs) }
  }

  /** Says what a sync of a commit would do. Without a client, nothing is compared. */
  async plan(head: string, client: KnowledgeClient | undefined): Promise<void> {
    const missing = missingAccess(this.#inputs)
    if (missing !== undefined) this.#journal.notice({ level: 'notice', message: missing })
    const runbooks = await this.runbooksAt(head)
    const look = await lookAt(this.#comparison, client && this.#listOf(client), runbooks)
    this.#journal.looked(look)
    await this.#noteTexts()
    const reason = reasonToStop(look, 'A sync would send nothing', {
      keepsTexts: this.#place.keepsTexts,
      isAgreed: false
    })
    if (reason !== undefined) throw reason
    // A plan is about what a change brings in.
    await this.#noteAlerts(look, this.branch.changedAt)
  }

  /** Makes the knowledge base equal to the head of the branch. */
  async deliver({ savedIn, replacer, ...delivery }: Delivery): Promise<void> {
    const { token, confirmWithin } = this.#inputs
    const sync: Sync = {
      ...this.#comparison,
      ...delivery,
      list: this.#listOf(delivery.client),
      runbooksAt: (head) => this.runbooksAt(head),
      listener: this.#journal,
      saved: new SavedTexts(savedIn, (text) => token?.redact(text) ?? text, replacer),
      confirmWithin,
      keepsTexts: this.#place.keepsTexts
    }
    try {
      const look = await syncBranch(sync)
      // A sync is never red because of them: the runbooks have arrived.
      await this.#noteAlerts(look).catch(this.#warn('Alerts were not looked at.'))
    } finally {
      await this.#noteTexts()
    }
  }

  /** Brings the edits of the assistant into the work tree of a commit. @param paths of runbooks; none: all. */
  async pull(head: string, client: KnowledgeClient, paths: ReadonlySet<string> = new Set()): Promise<void> {
    await pullEdits({
      ...this.#comparison,
      list: this.#listOf(client),
      token: this.#inputs.token,
      runbooks: await this.runbooksAt(head),
      paths,
      notice: this.#journal.notice,
      pulled: this.#journal.pulled
    })
  }

  async list(head: string, client: KnowledgeClient): Promise<readonly ComparedEntry[]> {
    const runbooks = await this.runbooksAt(head)
    const rows = await this.#listOf(client).read(runbooks)
    const others = rows.all.filter(({ origin }) => origin === 'another repository')
    const forges = others.map(({ line }) => line && forgeOfLine(line, this.branch.options))
    for (const forge of new Set(forges)) {
      if (forge === undefined) continue
      const message = `Some entries link to this repository on another forge, and are listed as \`elsewhere\`. Add \`--forge ${forge}\`.`
      this.#journal.notice({ level: 'notice', message })
    }
    return entriesOf(runbooks, rows)
  }

  /**
   * Says which alerts have a runbook of a commit.
   *
   * @param files with alerting rules; by default what the input `alerts` selects.
   * @throws {ActionError} of kind `incomplete` if there is no such file.
   */
  async alerts(
    head: string,
    client: KnowledgeClient | undefined,
    files: AsyncIterable<RuleFile> | undefined
  ): Promise<void> {
    const runbooks = await this.runbooksAt(head)
    const warn = this.#warn('What people have bound to an alert in the assistant is not known.')
    const listed = await (client && this.#listOf(client).read(runbooks))?.catch(warn)
    const table = await (files === undefined ? this.#alerts.tableOf(runbooks) : this.#alerts.judge(runbooks, files))
    if (table === undefined || table.fileCount === 0) throw noRulesError(files === undefined ? this.#inputs.alerts : [])
    this.#journal.record({ alerts: alertFindings(table, listed?.all ?? [], 'all') })
  }

  /** Makes a warning of an error. @param what begins it. */
  #warn(what = ''): (error: unknown) => undefined {
    return (error) => {
      const { message, hint } = asActionError(error)
      this.#journal.notice({ level: 'warning', message: joined([what, message, hint]) })
    }
  }

  #listOf(client: KnowledgeClient): EntryList {
    const { isGone, shows } = this.#place
    return new EntryList(client, { base: this.branch.options, isGone, holdsOwnTexts: shows === 'all' })
  }

  /** Notes the credentials that are sent, and the differences that the last look saw. */
  async #noteTexts(): Promise<void> {
    const { look } = this.#journal
    for (const warning of this.#comparison.credentialCheck.warnings) this.#journal.notice(warning)
    const { shows } = this.#place
    if (shows === 'none' || look?.rows.areKnown !== true) return
    // It is no part of the work, so a failure is not the run's.
    const differences = await differencesIn(look, this.branch, this.#comparison.credentialCheck, shows === 'all').catch(
      () => undefined
    )
    if (differences !== undefined) this.#journal.record({ differences })
  }

  /** Says which alerts have a runbook, if the input `alerts` is set. @param changedAt gives the paths that a pull request changes. */
  async #noteAlerts({ runbooks, rows }: Look, changedAt?: Branch['changedAt']): Promise<void> {
    const found = await this.#alerts.tableOf(runbooks)
    if (found === undefined) return
    if (found.fileCount === 0) this.#warn()(noRulesError(this.#inputs.alerts))
    const changed = await changedAt?.(runbooks.head, () => true)
    this.#journal.record({ alerts: alertFindings(found, rows.all, changed) })
  }

  /** Every selected file of a commit as the entry that it should be. */
  async runbooksAt(head: string): Promise<Runbooks> {
    const files = await readFiles(this.branch, head)
    return runbooksAmong(files, await this.#alertNames(files))
  }

  /**
   * The names of alerts that rules give to runbooks, by path; undefined if the run knows no rules. The assistant shows them to
   * everybody, so none may be a credential.
   */
  async #alertNames(files: CommitFiles): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
    const byPath = await this.#alerts.namesByPath(files)
    if (byPath === undefined) return undefined
    const { credentialCheck } = this.#comparison
    const fit = new Map<string, readonly string[]>()
    for (const [path, names] of byPath) {
      const isSecret = await credentialCheck.isInAny(names.join('\n'))
      if (isSecret) {
        const message = 'The name of an alert of this runbook has a credential, so its entry names no alerts of rules.'
        this.#journal.notice({ level: 'warning', path, message })
      } else fit.set(path, names)
    }
    return fit
  }
}
