import { html, raw } from 'hono/html'
import { versionOf, type StoredEntry } from '../entries.ts'
import type { Workspace } from '../workspaces.ts'
import { labelList, triggerText } from './binding.ts'
import { timeText } from './dates.ts'
import { byWhom, knowledgePath, size, type ListPlace } from './knowledge-page.ts'
import { heading, type Dialog, type Html } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import { provenanceText } from './provenance.ts'

/** One entry, rendered or as it was sent. */
export function entryPage(
  workspace: Workspace,
  list: ListPlace,
  entry: StoredEntry,
  view: 'rendered' | 'source'
): Html {
  const path = (below = '', more = {}): string => knowledgePath(workspace, list, `/${entry.id}${below}`, more)
  const markup = view === 'rendered' ? renderMarkdown(entry.content) : undefined
  const isTooSlow = view === 'rendered' && markup === undefined
  const link = (to: typeof view, word: string, href: string): Html =>
    html`<a class="button" href="${href}" ${view === to ? raw(' aria-current="true"') : ''}>${word}</a>`
  const isReadonly = entry.isReadonly === 1
  const facts = [
    ['Provenance', provenanceText(entry)],
    ['Trigger', triggerText(entry)],
    ['Type', `${entry.type}, ${size(entry.content)}${isReadonly ? ', read-only' : ''}`],
    ...(entry.labels === null ? [] : [['Labels', labelList(entry)]]),
    ['Changed', html`${timeText(entry.updatedAt)} ${byWhom(entry)}`],
    ['Created', timeText(entry.createdAt) + (entry.forkedFrom === null ? '' : `, a copy of entry ${entry.forkedFrom}`)]
  ] as const
  return html`${heading(
      html`<bdi>${entry.name}</bdi>`,
      html`<a href="${knowledgePath(workspace, list)}">Knowledge</a>`,
      html`<div class="actions">
        ${link('rendered', 'Rendered', path())} ${link('source', 'Source', path('', { view: 'source' }))}
        <a class="button" href="${path('/copy')}">Copy</a>
        ${
          isReadonly
            ? ''
            : html`<a class="button" href="${path('/edit')}">Edit</a>
                <a class="button danger" id="delete" href="${path('/delete')}">Delete</a>`
        }
      </div>`
    )}
    ${entry.description === null ? '' : html`<p class="lead"><bdi>${entry.description}</bdi></p>`}
    <dl class="panel facts">
      ${facts.map(
        ([term, fact]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${fact}</dd>
          </div>`
      )}
    </dl>
    ${isTooSlow ? html`<p class="warning">This text takes too long to render, so here is its source.</p>` : ''}
    ${
      markup === undefined
        ? html`<pre class="panel" tabindex="0" role="region" aria-label="Content">${entry.content}</pre>`
        : html`<article class="panel prose" tabindex="0" aria-label="Content">${markup}</article>`
    }`
}

/** `changed 3 Feb 2027, 10:31 UTC by a person` */
export function lastChange(entry: StoredEntry): Html {
  return html`changed ${timeText(entry.updatedAt)} ${byWhom(entry)}`
}

/** Asks before an entry is deleted. @param refused why the last answer to this question was not accepted. */
export function deleteDialog(workspace: Workspace, list: ListPlace, entry: StoredEntry, refused?: string): Dialog {
  const back = `${knowledgePath(workspace, list, `/${entry.id}`)}#delete`
  return {
    title: 'Delete entry?',
    back,
    body: html`${refused === undefined ? '' : html`<p class="warning" role="alert">Nothing is deleted. ${refused}</p>`}
      <p><bdi>${entry.name}</bdi> <span class="hint">${lastChange(entry)}</span></p>
      <p>This cannot be undone. A program that sends an entry of this name creates it again.</p>
      <form method="post" action="${knowledgePath(workspace, list, `/${entry.id}/delete`)}">
        <input type="hidden" name="version" value="${versionOf(entry)}" />
        <div class="answers">
          <a class="button" href="${back}" autofocus>Cancel</a>
          <button class="danger solid">Delete entry</button>
        </div>
      </form>`
  }
}
