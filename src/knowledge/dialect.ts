import { foldForm, foldName } from '../normal-form.ts'
import { isReadable, textFieldOf, UPDATE_PATH, UPSERT_PATH, type EntryDetails } from './api-types.ts'
import type { Page } from './page.ts'

/** An entry as it is to be stored. */
export interface EntryWrite {
  readonly name: string
  /** In Markdown. */
  readonly content: string
  /** Undefined to leave that of the entry as it is. */
  readonly description?: string | undefined
  /** The row that it replaces; undefined for a new entry. */
  readonly listed: { readonly name: string; readonly details: EntryDetails | undefined } | undefined
}

export interface WriteRequest {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** True if the form has a place for a description. */
  readonly hasDescriptionField?: true
  /** The statuses after which the next way is tried. */
  readonly otherwise: readonly number[]
}

/** A form in which a page of the list is asked for. */
interface ListForm {
  readonly name: 'both' | 'documented' | 'specified'
  readonly body: (page: number, size: number) => Readonly<Record<string, unknown>>
  /** True for the documented form alone: a service that does not know it shows its first page for each. */
  readonly needsProof?: true
}

/** By default the list may leave out what the assistant does not use at present, and puts what was changed last in a place that nobody documents. */
const SORTED = { sort: { order_by: 'created_at', order: 'asc' } }

function specifiedPage(page: number, size: number) {
  return { page_num: page, page_size: size }
}

function documentedPage(page: number, size: number) {
  return { page: { page_no: page, page_size: size }, context_visible_only: false }
}

/** The best first; the next one after 400 or 422. */
const LIST_FORMS: readonly [ListForm, ...ListForm[]] = [
  {
    name: 'both',
    body: (page, size) => ({ ...specifiedPage(page, size), ...documentedPage(page, size), ...SORTED })
  },
  { name: 'documented', body: (page, size) => ({ ...documentedPage(page, size), ...SORTED }), needsProof: true },
  { name: 'documented', body: documentedPage, needsProof: true },
  { name: 'specified', body: specifiedPage }
]

/** There is no such entry, or no such call. */
const MISSING = [404, 405, 410, 501]
/** The service does not take this form. */
export const REFUSED: readonly number[] = [400, 422]

/** Which of the two documented forms of the API a service takes. What it has accepted stays for the run. */
export class Dialect {
  #listForms = LIST_FORMS
  /** The form of an upsert; undefined until one is accepted that has a choice. */
  #upsert: 'documented' | 'specified' | undefined
  /** True once an update was accepted, false once an upsert of the specification was accepted in its place. */
  #hasUpdate: boolean | undefined
  #hasTriggers = false
  #hasDescriptions = false
  /** Characters of the shortest description that was refused. */
  #tooLong = Infinity

  /** The forms to try for a page of the list; one, if it is settled. */
  get listForms(): readonly [ListForm, ...ListForm[]] {
    return this.#listForms
  }

  /** True if the list has shown that entries have triggers, or is empty in the documented form. */
  get hasTriggers(): boolean {
    return this.#hasTriggers
  }

  /** True if this page shows that the service takes the form in which it was asked for; then that is settled. */
  settleForm(form: ListForm, page: Page, size: number): boolean {
    const isSettled = this.#listForms.length === 1
    if (form.needsProof === true && !isSettled && page.pageSize !== size) return false
    this.#listForms = [form]
    this.#hasTriggers ||= page.hasTriggers
    this.#hasDescriptions ||= page.hasDescriptions
    return true
  }

  /** True if a request may have this description: the list shows the field, and none as short was refused. */
  mayDescribe(request: WriteRequest, description: string): boolean {
    return request.hasDescriptionField === true && this.#hasDescriptions && description.length < this.#tooLong
  }

  /** Remembers that a request was accepted without its description alone. */
  noteRefusedDescription({ length }: string): void {
    this.#tooLong = Math.min(this.#tooLong, length)
  }

  /**
   * The requests that store an entry, the best first. An entry of the documented list is updated by its id, because an upsert finds it
   * by name, trigger and configuration, and may empty what it is not given. After an upsert with a trigger, or an update, was
   * accepted, one without would make a second entry.
   */
  requestsFor({ name, content, listed }: EntryWrite): readonly WriteRequest[] {
    const specified = { path: UPSERT_PATH, body: { name: plainName(name, listed?.name), content }, otherwise: [] }
    if (listed === undefined) {
      if (!this.#hasTriggers) return [specified]
      const details = { type: 'document', trigger: 'smart', triggerConfig: {} }
      return this.#upserts(documentedUpsert(name, content, details), specified, true)
    }
    const { details } = listed
    if (details === undefined) return [specified]
    const isRenamed = foldName(name) !== foldName(listed.name)
    const upserts = this.#upserts(
      documentedUpsert(isRenamed ? name : listed.name, content, details),
      specified,
      isRenamed || this.#hasUpdate !== true
    )
    if (details.id === undefined || this.#hasUpdate === false) return upserts
    const body = { id: details.id, ...(isRenamed && { name }), ...dataOf(content, details.type) }
    return [
      { path: UPDATE_PATH, body, hasDescriptionField: true, otherwise: isRenamed ? [...MISSING, ...REFUSED] : MISSING },
      ...upserts
    ]
  }

  #upserts(documented: WriteRequest, specified: WriteRequest, mayBeSpecified: boolean): readonly WriteRequest[] {
    if (this.#upsert === 'specified') return [specified]
    if (this.#upsert === 'documented' || !mayBeSpecified) return [documented]
    return [{ ...documented, otherwise: REFUSED }, specified]
  }

  /** Remembers what the service has accepted. @param refused what it has refused before, for the same entry. */
  noteAccepted({ path, body }: WriteRequest, refused: readonly WriteRequest[]): void {
    if (path === UPDATE_PATH) this.#hasUpdate = true
    else if ('trigger' in body) this.#upsert = 'documented'
    else if (refused.length > 0) this.#upsert = 'specified'
    // It was refused as missing; one with a new name may have been refused because of that.
    const hasNoUpdate = refused.some((one) => one.path === UPDATE_PATH && !('name' in one.body))
    if (this.#upsert === 'specified' && hasNoUpdate) this.#hasUpdate = false
  }
}

function documentedUpsert(
  name: string,
  content: string,
  details: Pick<EntryDetails, 'type' | 'trigger' | 'triggerConfig'> & Partial<EntryDetails>
): WriteRequest {
  const { type, trigger, triggerConfig, description = null, labels = null, metadata = null } = details
  const kept = Object.entries({ description, labels, metadata }).filter(([, value]) => value !== null)
  const body = {
    name,
    trigger,
    trigger_config: triggerConfig,
    ...dataOf(content, type),
    ...Object.fromEntries(kept)
  }
  return { path: UPSERT_PATH, body, hasDescriptionField: true, otherwise: [] }
}

/** An entry that has no text, such as a topology, becomes a document. */
function dataOf(content: string, type: string) {
  const own = isReadable(type) ? type : 'document'
  return { type: own, data: { [textFieldOf(own)]: content } }
}

/** The name that the list shows, if it is the same one to a service that folds names: another spelling could be another entry. */
function plainName(name: string, listed = name): string {
  return foldForm(listed) === foldForm(name) ? listed : name
}
