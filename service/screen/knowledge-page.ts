import { html, raw } from 'hono/html'
import type { EntrySummary, StoredEntry } from '../entries.ts'
import type { Workspace } from '../workspaces.ts'
import { relative, timeElement, timeText } from './dates.ts'
import { heading, pathOf, type Html } from './layout.ts'
import { renderMarkdown } from './markdown.ts'

export const KNOWLEDGE_PAGE_SIZE = 50

export interface KnowledgeList {
  readonly entries: readonly EntrySummary[]
  /** Entries that match the search, and the pages that they take. */
  readonly total: number
  readonly page: number
  readonly pages: number
  readonly search: string
}

/** The path of one page of a search. */
export function knowledgePath(workspace: Workspace, search: string, page: number): string {
  const query = new URLSearchParams({ ...(search !== '' && { q: search }), ...(page > 1 && { page: String(page) }) })
  return pathOf('knowledge', workspace) + (query.size > 0 ? `?${query.toString()}` : '')
}

/** The entries of the workspace, the latest update first. */
export function knowledgePage(workspace: Workspace, list: KnowledgeList, now: number): Html {
  const { entries, total, search } = list
  const found = search === '' ? html`` : html` whose name contains “<bdi>${search}</bdi>”`
  return html`${heading('Knowledge', 'Assistant')}
    <p class="lead">
      ${total === 1 ? '1 entry' : `${total.toLocaleString('en')} entries`}${found} in
      <b><bdi>${workspace.name}</bdi></b
      >, the latest update first. Programs send entries through the API.
    </p>
    ${total === 0 && search === '' ? emptyPanel(workspace) : html`${searchForm(search)} ${table(workspace, entries, now)}`}
    ${pager(workspace, list)}`
}

function emptyPanel(workspace: Workspace): Html {
  return html`<div class="panel">
    <p><b>No entries yet.</b></p>
    <p>
      Create a token in <a href="${pathOf('tokens', workspace)}">Settings → Access Tokens</a> and let a program send
      entries with it.
    </p>
  </div>`
}

function searchForm(search: string): Html {
  return html`<form class="toolbar" role="search">
    <label for="q" class="sr-only">Search by name</label>
    <input id="q" type="search" name="q" value="${search}" placeholder="Search by name" />
    <button>Search</button>
  </form>`
}

function table(workspace: Workspace, entries: readonly EntrySummary[], now: number): Html {
  if (entries.length === 0) return html`<div class="panel"><p>No entry has such a name.</p></div>`
  return html`<table class="list">
    <caption class="sr-only">
      Knowledge entries
    </caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Size</th>
        <th scope="col">Updated</th>
      </tr>
    </thead>
    <tbody>
      ${entries.map(
        ({ id, name, bytes, updatedAt }) =>
          html`<tr>
            <th scope="row">
              <a href="${pathOf('knowledge', workspace)}/${id}"><bdi>${name}</bdi></a>
            </th>
            <td data-label="Size">${size(bytes)}</td>
            <td data-label="Updated">${timeElement(updatedAt, relative(updatedAt, now))}</td>
          </tr>`
      )}
    </tbody>
  </table>`
}

function pager(workspace: Workspace, { page, pages, search }: KnowledgeList): Html {
  if (pages === 1) return html``
  const around = [1, page - 2, page - 1, page, page + 1, page + 2, pages]
  const numbers = [...new Set(around)].filter((number) => number >= 1 && number <= pages)
  return html`<nav class="pager" aria-label="Pages">
    ${numbers.map((number, index) => {
      const gap = number > (numbers[index - 1] ?? 0) + 1 ? html`<span aria-hidden="true">…</span>` : ''
      const current = number === page ? raw(' aria-current="page"') : ''
      const path = knowledgePath(workspace, search, number)
      return html`${gap}<a class="button" href="${path}" aria-label="Page ${number}" ${current}>${number}</a>`
    })}
  </nav>`
}

/** One entry, rendered or as it was sent. */
export async function entryPage(workspace: Workspace, entry: StoredEntry, view: 'rendered' | 'source'): Promise<Html> {
  const path = pathOf('knowledge', workspace)
  const markup = view === 'rendered' ? await renderMarkdown(entry.content) : undefined
  const link = (to: typeof view, word: string, href: string): Html =>
    html`<a class="button" href="${href}" ${view === to ? raw(' aria-current="true"') : ''}>${word}</a>`
  return html`${heading(
      html`<bdi>${entry.name}</bdi>`,
      html`<a href="${path}">Knowledge</a>`,
      html`<div role="group" aria-label="View">
        ${link('rendered', 'Rendered', `${path}/${entry.id}`)}
        ${link('source', 'Source', `${path}/${entry.id}?view=source`)}
      </div>`
    )}
    <p class="lead">
      Created ${timeText(entry.createdAt)}, updated ${timeText(entry.updatedAt)},
      ${size(Buffer.byteLength(entry.content))}.
    </p>
    ${
      view === 'rendered' && markup === undefined
        ? html`<p class="warning">This text takes too long to render, so it is shown as it was sent.</p>`
        : ''
    }
    ${
      markup === undefined
        ? html`<pre class="panel" tabindex="0" role="region" aria-label="Content">${entry.content}</pre>`
        : html`<article class="panel prose">${markup}</article>`
    }`
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
