import { html, raw } from 'hono/html'
import type { z } from 'zod'
import { TRIGGER_NAMES, TYPES, type CreateRequest } from '../contract.ts'
import { versionOf, type EntryFields, type StoredEntry } from '../entries.ts'
import type { HttpError } from '../http-error.ts'
import { sourceOf } from '../provenance.ts'
import type { Workspace } from '../workspaces.ts'
import { bindingWords, configOf, labelLines, labelsIn, valuesOf } from './binding.ts'
import { lastChange } from './entry-page.ts'
import { knowledgePath, type ListPlace } from './knowledge-page.ts'
import { heading, type Html } from './layout.ts'

/** What a person entered, as it is in the fields. */
export type Entered = Readonly<Record<(typeof ENTERED)[number], string>>
const ENTERED = ['name', 'type', 'trigger', 'bound', 'description', 'labels', 'content'] as const

export const NOTHING: Entered = {
  ...{ name: '', type: 'document', trigger: 'smart', bound: '', description: '', labels: '', content: '' }
}

export interface EntryForm {
  readonly entered: Entered
  /** As it is now; absent for a new entry, and for one that is gone. */
  readonly entry?: StoredEntry | undefined
  /** Of the entry that the person has seen. */
  readonly version?: string | undefined
  /** Of a new entry: the id of the one of which it is a copy. */
  readonly copyOf?: string | undefined
  readonly refused?: HttpError | undefined
}

/** What is in the fields for an entry. */
export function fieldsOf(entry: StoredEntry): Entered {
  const { name, type, trigger, triggerConfig, description, labels, content } = entry
  const bound = valuesOf(trigger, triggerConfig).join('\n')
  return { name, type, trigger, bound, description: description ?? '', labels: labelLines(labels), content }
}

/** A browser sends line breaks as CRLF. */
export function enteredIn(form: URLSearchParams): Entered {
  const field = (name: (typeof ENTERED)[number]): [string, string] => {
    const text = (form.get(name) ?? NOTHING[name]).replaceAll('\r\n', '\n')
    return [name, name === 'content' ? text : text.trim()]
  }
  return Object.fromEntries(ENTERED.map(field)) as Entered
}

/** The entry that a person entered, as the API would take it, to be checked. @param before the entry that it replaces, or copies. */
export function requestOf(entered: Entered, before?: EntryFields): z.input<typeof CreateRequest> {
  const { name, bound, description, labels, content } = entered
  const [type, trigger] = [entered.type as EntryFields['type'], entered.trigger as EntryFields['trigger']]
  const isKnown = TRIGGER_NAMES.includes(trigger)
  const config = trigger === before?.trigger ? before.triggerConfig : {}
  // The text of a document that is elsewhere stays there until somebody writes one.
  const document_id = content === '' && type === 'document' ? (before?.documentId ?? undefined) : undefined
  return {
    name,
    type,
    trigger,
    trigger_config: isKnown ? configOf(trigger, bound, config) : {},
    data:
      type === 'default' ? { content } : document_id === undefined ? { document_content: content } : { document_id },
    description: description === '' ? null : description,
    labels: labelsIn(labels)
  }
}

/** One for each trigger, in the order of the choice: the style shows that of the chosen one. */
const BOUND_LABELS = html`${TRIGGER_NAMES.map((trigger) => html`<span>${bindingWords(trigger)?.label ?? ''}</span>`)}`

/** A form for an entry, new or not. */
export function editorPage(
  workspace: Workspace,
  list: ListPlace,
  { entered, entry, version = '', copyOf = '', refused }: EntryForm
): Html {
  const path = (below = ''): string => knowledgePath(workspace, list, below)
  const isNew = entry === undefined
  const title = isNew ? (copyOf === '' ? 'New entry' : 'Copy entry') : 'Edit entry'
  const back = path(isNew ? (copyOf === '' ? '' : `/${copyOf}`) : `/${entry.id}`)
  const isConflict = refused?.fields.length === 0
  const seen = isConflict && !isNew ? versionOf(entry) : version
  const missing = bindingWords(entered.trigger as EntryFields['trigger'])?.missing
  const errors = new Map(
    refused?.fields.map(({ pointer, detail }) => {
      const field = fieldOf(pointer)
      // The API speaks of its own fields, which a person does not see.
      return [field, field === 'bound' ? (missing ?? detail) : detail]
    })
  )
  const first = ENTERED.find((field) => errors.has(field))
  const invalid = (field: string): Html | '' =>
    errors.has(field)
      ? raw(`aria-describedby="${field}-error" aria-invalid="true"${field === first ? ' autofocus' : ''}`)
      : ''
  const error = (field: string): Html | '' =>
    errors.has(field) ? html`<p class="error" id="${field}-error" role="alert">${errors.get(field)}</p>` : ''
  const select = (field: 'type' | 'trigger', label: string, values: readonly string[]): Html =>
    html`<label for="${field}">${label}</label>
      <select id="${field}" name="${field}" ${invalid(field)}>
        ${values.map((value) => html`<option ${value === entered[field] ? raw('selected') : ''}>${value}</option>`)}
      </select>
      ${error(field)}`
  // A browser drops one line break at the start of a text area: the one of this template.
  const area = (field: 'description' | 'bound' | 'labels' | 'content', label: Html, rows: number): Html =>
    html`<label for="${field}">${label}</label>
      <textarea id="${field}" name="${field}" rows="${rows}" spellcheck="false" ${invalid(field)}>
${entered[field]}</textarea>
      ${error(field)}`
  return html`${heading(title, html`<a href="${path()}">Knowledge</a>`)} ${isNew ? '' : owner(entry)}
    ${isConflict ? conflict(entry, back) : ''}
    <form method="post" action="${path(isNew ? '/new' : `/${entry.id}/edit`)}" class="panel" novalidate>
      <div class="fields">
        <div>
          <label for="name">Name</label>
          <input id="name" name="name" value="${entered.name}" autocomplete="off" required ${invalid('name')} />
          ${error('name')}
        </div>
        <div>${area('description', html`Description <span class="hint">for which alerts it is</span>`, 2)}</div>
        <div class="triggers">
          ${select('trigger', 'Trigger', TRIGGER_NAMES)}
          <div class="bound">${area('bound', BOUND_LABELS, 2)}</div>
        </div>
        <div>
          ${select('type', 'Type', TYPES)}
          ${area('labels', html`Labels <span class="hint">team=payments, one in a line</span>`, 2)}
        </div>
      </div>
      ${area('content', html`Content <span class="hint">Markdown</span>`, 20)}
      <input type="hidden" name="version" value="${seen}" />
      ${isNew ? html`<input type="hidden" name="copy_of" value="${copyOf}" />` : ''}
      <div class="answers">
        <a class="button" href="${back}">Cancel</a>
        <button class="primary">${isNew ? 'Create Entry' : 'Save'}</button>
      </div>
    </form>`
}

/** The field of the form for a field of the request. */
function fieldOf(pointer: string): string {
  const [, field = ''] = pointer.split('/')
  return { trigger_config: 'bound', data: 'content' }[field] ?? field
}

/** Says what becomes of an edit. */
function owner(entry: StoredEntry): Html | '' {
  const { provenance, path } = sourceOf(entry)
  if (provenance === 'hand') return ''
  const file = path === null ? 'a file of a repository' : html`<b><bdi>${path}</bdi></b>`
  if (provenance === 'retired') {
    return html`<p class="owner">This entry came from ${file}, which is gone. A sync keeps what you write.</p>`
  }
  return html`<p class="owner">
    The file ${file} owns the name and the content. A sync keeps your edit of the text, and reports it until it is in
    the file, too. A new name makes it another entry. Type, trigger and labels are yours alone. A description that you
    write stays, unless the file names one.
  </p>`
}

function conflict(entry: StoredEntry | undefined, path: string): Html {
  const reason =
    entry === undefined
      ? 'somebody deleted the entry. Create it again with your text, or cancel.'
      : html`the entry was ${lastChange(entry)}. Look at <a href="${path}" target="_blank">its present text</a>, and
          save yours to replace it, or cancel.`
  return html`<p class="warning" role="alert">Your text is not saved, because ${reason}</p>`
}
