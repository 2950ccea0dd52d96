import { html, raw } from 'hono/html'
import type { EntryFilter, EntrySummary, LastChange } from '../entries.ts'
import type { Workspace } from '../workspaces.ts'
import { relative, timeElement } from './dates.ts'
import { heading, pathOf, type Html } from './layout.ts'
import { provenanceFilter, provenanceText, totalOf, type Counts } from './provenance.ts'

export const KNOWLEDGE_PAGE_SIZE = 50

export interface KnowledgeList extends EntryFilter {
  readonly entries: readonly EntrySummary[]
  /** Of the entries that match the search. */
  readonly counts: Counts
  readonly page: number
  /** That the entries take which match the filter. */
  readonly pages: number
}

/** The path of one page of the entries that match a filter. */
export function knowledgePath(workspace: Workspace, { search, provenance }: EntryFilter, page = 1): string {
  const query = new URLSearchParams({
    ...(search !== '' && { q: search }),
    ...(provenance !== undefined && { provenance }),
    ...(page > 1 && { page: String(page) })
  })
  return pathOf('knowledge', workspace) + (query.size > 0 ? `?${query.toString()}` : '')
}

/** The entries of the workspace, the latest change first. */
export function knowledgePage(workspace: Workspace, list: KnowledgeList, now: number): Html {
  const { entries, search, provenance, counts } = list
  const all = totalOf(counts)
  const count = all === 1 ? '1 entry' : `${all.toLocaleString('en')} entries`
  const part = provenance === undefined ? '' : `${totalOf(counts, provenance).toLocaleString('en')} of `
  const found = search === '' ? '' : html` whose name contains “<bdi>${search}</bdi>”`
  const order = entries.length > 1 ? ', the latest change first' : ''
  const create = html`<a class="button primary" id="new" href="${pathOf('knowledge', workspace)}/new">New Entry</a>`
  return html`${heading('Knowledge', 'Assistant', create)}
    <p class="lead">
      ${part}${count}${found} in
      <b><bdi>${workspace.name}</bdi></b
      >${order}. People write entries here, and programs send them through the API.
    </p>
    ${
      all === 0 && search === ''
        ? emptyPanel(workspace)
        : html`${searchForm(list)}
          ${provenanceFilter(counts, provenance, (one) => knowledgePath(workspace, { search, provenance: one }))}
          ${table(workspace, list, now)}`
    }
    ${pager(workspace, list)}`
}

function emptyPanel(workspace: Workspace): Html {
  return html`<div class="panel">
    <p><b>No entries yet.</b></p>
    <p>
      Write one, or create a token in <a href="${pathOf('tokens', workspace)}">Settings → Access Tokens</a> and let a
      program send entries with it.
    </p>
  </div>`
}

function searchForm({ search, provenance }: EntryFilter): Html {
  return html`<form class="toolbar" role="search">
    <label for="q" class="sr-only">Search by name</label>
    <input id="q" type="search" name="q" value="${search}" placeholder="Search by name" />
    ${provenance === undefined ? '' : html`<input type="hidden" name="provenance" value="${provenance}" />`}
    <button>Search</button>
  </form>`
}

function table(workspace: Workspace, { entries, provenance }: KnowledgeList, now: number): Html {
  if (entries.length === 0) {
    return html`<div class="panel">
      <p>${provenance === undefined ? 'No entry has such a name.' : 'No entry matches.'}</p>
    </div>`
  }
  return html`<table class="list">
    <caption class="sr-only">
      Knowledge entries
    </caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Provenance</th>
        <th scope="col">Size</th>
        <th scope="col">Changed</th>
      </tr>
    </thead>
    <tbody>
      ${entries.map(
        ({ id, name, bytes, ...entry }) =>
          html`<tr>
            <th scope="row">
              <a href="${pathOf('knowledge', workspace)}/${id}"><bdi>${name}</bdi></a>
            </th>
            <td data-label="Provenance" class="provenance">${provenanceText(entry)}</td>
            <td data-label="Size">${size(bytes)}</td>
            <td data-label="Changed">
              ${timeElement(entry.updatedAt, relative(entry.updatedAt, now))}
              <span class="hint author">${byWhom(entry)}</span>
            </td>
          </tr>`
      )}
    </tbody>
  </table>`
}

function pager(workspace: Workspace, { page, pages, ...filter }: KnowledgeList): Html {
  if (pages === 1) return html``
  const around = [1, page - 2, page - 1, page, page + 1, page + 2, pages]
  const numbers = [...new Set(around)].filter((number) => number >= 1 && number <= pages)
  return html`<nav class="pager" aria-label="Pages">
    ${numbers.map((number, index) => {
      const gap = number > (numbers[index - 1] ?? 0) + 1 ? html`<span aria-hidden="true">…</span>` : ''
      const current = number === page ? raw(' aria-current="page"') : ''
      const path = knowledgePath(workspace, filter, number)
      return html`${gap}<a class="button" href="${path}" aria-label="Page ${number}" ${current}>${number}</a>`
    })}
  </nav>`
}

export function byWhom({ byToken }: LastChange): Html {
  return byToken === null ? html`by a person` : html`by the token “<bdi>${byToken}</bdi>”`
}

export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes}\u00a0B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)}\u00a0kB` : `${(bytes / 1_000_000).toFixed(1)}\u00a0MB`
}
