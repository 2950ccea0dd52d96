import { html, raw } from 'hono/html'
import { versionOf, type ChangedEntry, type EntryText } from '../entries.ts'
import type { HttpError } from '../http-error.ts'
import type { Workspace } from '../workspaces.ts'
import { lastChange } from './entry-page.ts'
import { heading, pathOf, type Html } from './layout.ts'

export interface EntryForm {
  /** What the person entered. */
  readonly text: EntryText
  /** As it is now; absent for a new entry, and for one that is gone. */
  readonly entry?: ChangedEntry | undefined
  /** Of the entry that the person has seen. */
  readonly version?: string | undefined
  readonly refused?: HttpError | undefined
}

/**
 * The text in a form. A browser changes fields that the person did not touch: U+0000 becomes U+FFFD, a carriage return
 * becomes a line break, and a name loses its line breaks. Such a field is taken as it is in the entry.
 */
export function enteredText(form: URLSearchParams, entry?: EntryText): EntryText {
  const name = form.get('name') ?? ''
  const content = (form.get('content') ?? '').replaceAll('\r\n', '\n')
  return {
    name: name === entry?.name.replaceAll(/[\r\n]/g, '') ? entry.name : name.trim(),
    content: content === entry?.content.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\ufffd') ? entry.content : content
  }
}

/** A form for the text of an entry, new or not. */
export function editorPage(workspace: Workspace, { text, entry, version, refused }: EntryForm): Html {
  const path = pathOf('knowledge', workspace)
  const [title, action, back] =
    entry === undefined
      ? ['New entry', `${path}/new`, `${path}#new`]
      : ['Edit entry', `${path}/${entry.id}/edit`, `${path}/${entry.id}#edit`]
  const nameError = refused?.fields[0]?.detail
  const focusOnName = entry === undefined || nameError !== undefined
  const isConflict = refused !== undefined && nameError === undefined
  const seen = isConflict && entry !== undefined ? versionOf(entry) : version
  // A browser drops one line break at the start of a text area: the one of this template.
  return html`${heading(title, html`<a href="${path}">Knowledge</a>`)} ${isConflict ? conflict(entry) : ''}
    <form method="post" action="${action}" class="panel" novalidate>
      <label for="name">Name</label>
      <input
        id="name"
        name="name"
        value="${text.name}"
        autocomplete="off"
        required
        ${focusOnName ? raw('autofocus') : ''}
        ${nameError === undefined ? '' : raw('aria-invalid="true" aria-describedby="name-error"')}
      />
      ${nameError === undefined ? '' : html`<p class="error" id="name-error" role="alert">${nameError}</p>`}
      <label for="content">Content <span class="hint">Markdown</span></label>
      <textarea id="content" name="content" spellcheck="false" ${focusOnName ? '' : raw('autofocus')}>
${text.content}</textarea>
      ${seen === undefined ? '' : html`<input type="hidden" name="version" value="${seen}" />`}
      <div class="answers">
        <a class="button" href="${back}">Cancel</a>
        <button class="primary">${entry === undefined ? 'Create Entry' : 'Save'}</button>
      </div>
    </form>
    ${isConflict && entry !== undefined ? present(entry) : ''}`
}

function conflict(entry: ChangedEntry | undefined): Html {
  const [reason, answer] =
    entry === undefined
      ? ['somebody deleted the entry', 'Create it again with your text, or cancel.']
      : [
          html`the entry was ${lastChange(entry)}`,
          'Its present text is below. Save to replace it with yours, or cancel.'
        ]
  return html`<p class="warning" role="alert">Your text is not saved, because ${reason}. ${answer}</p>`
}

function present({ name, content }: ChangedEntry): Html {
  return html`<div class="panel">
    <h2 id="present">Present text of “<bdi>${name}</bdi>”</h2>
    <pre tabindex="0" role="region" aria-labelledby="present">${content}</pre>
  </div>`
}
