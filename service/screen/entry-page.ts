import { html, raw } from 'hono/html'
import { versionOf, type ChangedEntry, type LastChange } from '../entries.ts'
import type { Workspace } from '../workspaces.ts'
import { timeText } from './dates.ts'
import { byWhom, size } from './knowledge-page.ts'
import { heading, pathOf, type Dialog, type Html } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import { provenanceText } from './provenance.ts'

/** One entry, rendered or as it was sent. */
export async function entryPage(workspace: Workspace, entry: ChangedEntry, view: 'rendered' | 'source'): Promise<Html> {
  const list = pathOf('knowledge', workspace)
  const path = `${list}/${entry.id}`
  const markup = view === 'rendered' ? await renderMarkdown(entry.content) : undefined
  const link = (to: typeof view, word: string, href: string): Html =>
    html`<a class="button" href="${href}" ${view === to ? raw(' aria-current="true"') : ''}>${word}</a>`
  return html`${heading(
      html`<bdi>${entry.name}</bdi>`,
      html`<a href="${list}">Knowledge</a>`,
      html`<div class="actions">
        <div role="group" aria-label="View">
          ${link('rendered', 'Rendered', path)} ${link('source', 'Source', `${path}?view=source`)}
        </div>
        ${
          entry.isReadonly === 1
            ? ''
            : html`<div role="group" aria-label="Entry">
                <a class="button" id="edit" href="${path}/edit">Edit</a>
                <a class="button danger" id="delete" href="${path}/delete">Delete</a>
              </div>`
        }
      </div>`
    )}
    <p class="lead">
      Provenance: ${provenanceText(entry)}.<br />Created ${timeText(entry.createdAt)}, ${lastChange(entry)},
      ${size(Buffer.byteLength(entry.content))}${entry.isReadonly === 1 ? ', read-only' : ''}.
    </p>
    ${
      view === 'rendered' && markup === undefined
        ? html`<p class="warning">This text takes too long to render, so it is shown as it was sent.</p>`
        : ''
    }
    ${
      markup === undefined
        ? html`<pre class="panel" tabindex="0" role="region" aria-label="Content">${entry.content}</pre>`
        : html`<article class="panel prose" tabindex="0" aria-label="Content">${markup}</article>`
    }`
}

/** `changed 3 Feb 2027, 10:31 UTC by a person` */
export function lastChange(change: LastChange): Html {
  return html`changed ${timeText(change.updatedAt)} ${byWhom(change)}`
}

/** Asks before an entry is deleted. @param refused why the last answer to this question was not accepted. */
export function deleteDialog(workspace: Workspace, entry: ChangedEntry, refused?: string): Dialog {
  const path = `${pathOf('knowledge', workspace)}/${entry.id}`
  return {
    title: 'Delete entry?',
    back: `${path}#delete`,
    body: html`${refused === undefined ? '' : html`<p class="warning" role="alert">Nothing is deleted. ${refused} Cancel to read its present text.</p>`}
      <ul class="names" tabindex="0" aria-label="Entry">
        <li><bdi>${entry.name}</bdi> <span class="hint">${lastChange(entry)}</span></li>
      </ul>
      <p>This cannot be undone. A program that sends an entry of this name creates it again.</p>
      <form method="post" action="${path}/delete">
        <input type="hidden" name="version" value="${versionOf(entry)}" />
        <div class="answers">
          <a class="button" href="${path}#delete" autofocus>Cancel</a>
          <button class="danger solid">Delete entry</button>
        </div>
      </form>`
  }
}
