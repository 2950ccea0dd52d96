import { html, raw } from 'hono/html'
import { versionOf, type EntryText, type StoredEntry } from '../entries.ts'
import type { HttpError } from '../http-error.ts'
import type { Workspace } from '../workspaces.ts'
import { lastChange } from './entry-page.ts'
import { knowledgePath, type ListPlace } from './knowledge-page.ts'
import { heading, type Html } from './layout.ts'

export interface EntryForm {
  /** What the person entered. */
  readonly text: EntryText
  /** As it is now; absent for a new entry, and for one that is gone. */
  readonly entry?: StoredEntry | undefined
  /** Of the entry that the person has seen. */
  readonly version?: string | undefined
  readonly refused?: HttpError | undefined
}

/** The text in a form: a browser sends line breaks as CRLF. */
export function enteredText(form: URLSearchParams): EntryText {
  return {
    name: (form.get('name') ?? '').trim(),
    content: (form.get('content') ?? '').replaceAll('\r\n', '\n')
  }
}

/** A form for the text of an entry, new or not. */
export function editorPage(
  workspace: Workspace,
  list: ListPlace,
  { text, entry, version = '', refused }: EntryForm
): Html {
  const path = (below = ''): string => knowledgePath(workspace, list, below)
  const [title, action, back] =
    entry === undefined
      ? ['New entry', path('/new'), path()]
      : ['Edit entry', path(`/${entry.id}/edit`), path(`/${entry.id}`)]
  const nameError = refused?.fields[0]?.detail
  const isConflict = refused !== undefined && nameError === undefined
  const seen = isConflict && entry !== undefined ? versionOf(entry) : version
  // A browser drops one line break at the start of a text area: the one of this template.
  return html`${heading(title, html`<a href="${path()}">Knowledge</a>`)} ${isConflict ? conflict(entry, back) : ''}
    <form method="post" action="${action}" class="panel" novalidate>
      <label for="name">Name</label>
      <input
        id="name"
        name="name"
        value="${text.name}"
        autocomplete="off"
        required
        ${nameError === undefined ? '' : raw('aria-invalid="true" aria-describedby="name-error" autofocus')}
      />
      ${nameError === undefined ? '' : html`<p class="error" id="name-error" role="alert">${nameError}</p>`}
      <label for="content">Content <span class="hint">Markdown</span></label>
      <textarea id="content" name="content" spellcheck="false">${text.content}</textarea>
      <input type="hidden" name="version" value="${seen}" />
      <div class="answers">
        <a class="button" href="${back}">Cancel</a>
        <button class="primary">${entry === undefined ? 'Create Entry' : 'Save'}</button>
      </div>
    </form>`
}

function conflict(entry: StoredEntry | undefined, path: string): Html {
  const reason =
    entry === undefined
      ? 'somebody deleted the entry. Create it again with your text, or cancel.'
      : html`the entry was ${lastChange(entry)}. Look at <a href="${path}" target="_blank">its present text</a>, and
          save yours to replace it, or cancel.`
  return html`<p class="warning" role="alert">Your text is not saved, because ${reason}</p>`
}
