import { foldForm, foldName } from '../normal-form.ts'
import { textFieldOf, UPDATE_PATH, UPSERT_PATH, type EntryDetails } from './api-types.ts'

/** An entry as it is to be stored. */
export interface EntryWrite {
  readonly name: string
  /** In Markdown. */
  readonly content: string
  /** What the list shows of it; undefined for a new one. */
  readonly listed: { readonly name: string; readonly details: EntryDetails | undefined } | undefined
}

/** One way to ask for it. */
interface WriteRequest {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** The statuses after which the next way is tried. */
  readonly otherwise: readonly number[]
}

/** There is no such entry, or no such call. */
const MISSING = [404, 405, 410, 501]
/** The service does not take this form. */
const REFUSED = [400, 422]

/** What is known of the service. */
interface WriteForms {
  /** Its list shows triggers. */
  readonly hasTriggers: boolean
  /** It has accepted an upsert with a trigger. */
  readonly takesTriggers: boolean
}

/**
 * The requests that store an entry, the best first. An entry of the documented list is updated by its id, because an upsert finds it
 * by name, trigger and configuration, and may empty what it is not given.
 */
export function writeRequests({ name, content, listed }: EntryWrite, forms: WriteForms): readonly WriteRequest[] {
  if (listed?.details !== undefined) return documentedRequests(name, content, { ...listed, details: listed.details })
  const plain = { path: UPSERT_PATH, body: { name: plainName(name, listed?.name), content }, otherwise: [] }
  if (listed !== undefined || !forms.hasTriggers) return [plain]
  const body = { name, type: 'document', trigger: 'smart', trigger_config: {}, data: { document_content: content } }
  const documented = { path: UPSERT_PATH, body }
  return forms.takesTriggers ? [{ ...documented, otherwise: [] }] : [{ ...documented, otherwise: REFUSED }, plain]
}

function documentedRequests(
  name: string,
  content: string,
  listed: { readonly name: string; readonly details: EntryDetails }
): readonly WriteRequest[] {
  const { id, type, trigger, triggerConfig, description, labels, metadata } = listed.details
  const isRenamed = foldName(name) !== foldName(listed.name)
  const text = { type, data: { [textFieldOf(type)]: content } }
  const kept = Object.entries({ description, labels, metadata }).filter(([, value]) => value !== null)
  const upsert = {
    path: UPSERT_PATH,
    body: {
      name: isRenamed ? name : listed.name,
      trigger,
      trigger_config: triggerConfig,
      ...text,
      ...Object.fromEntries(kept)
    },
    otherwise: []
  }
  if (id === undefined) return [upsert]
  const body = { id, ...(isRenamed && { name }), ...text }
  return [{ path: UPDATE_PATH, body, otherwise: isRenamed ? [...MISSING, ...REFUSED] : MISSING }, upsert]
}

/** The name that the list shows, if it is the same one to a service that folds names: another spelling could be another entry. */
function plainName(name: string, listed = name): string {
  return foldForm(listed) === foldForm(name) ? listed : name
}
