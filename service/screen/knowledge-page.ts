import { html, raw } from 'hono/html'
import type { StoredEntry } from '../entries.ts'
import type { Workspace } from '../workspaces.ts'
import { labelList, triggerText } from './binding.ts'
import { relative, timeElement } from './dates.ts'
import { heading, pathOf, type Html } from './layout.ts'
import { provenanceText } from './provenance.ts'

const PAGE_SIZE = 50

/** A page of the entries whose name contains `search`. Every page of an entry keeps it, and leads back to it. */
export interface ListPlace {
  readonly search: string
  /** From 1. */
  readonly page: number
}

/** A path below Knowledge. @param more of its query. */
export function knowledgePath(
  workspace: Workspace,
  { search, page }: ListPlace,
  below = '',
  more: Readonly<Record<string, string>> = {}
): string {
  const query = new URLSearchParams({
    ...(search !== '' && { q: search }),
    ...(page > 1 && { page: String(page) }),
    ...more
  })
  return pathOf('knowledge', workspace) + below + (query.size > 0 ? `?${query.toString()}` : '')
}

/** The entries of the workspace, the latest change first. A page past the end is the last one. */
export function knowledgePage(
  workspace: Workspace,
  all: readonly StoredEntry[],
  { search, page }: ListPlace,
  now: number
): Html {
  const found = all
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    .toSorted((one, other) => other.updatedAt - one.updatedAt || other.id - one.id)
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const place = { search, page: Math.min(page, pages) }
  const shown = found.slice((place.page - 1) * PAGE_SIZE, place.page * PAGE_SIZE)
  const count = found.length === 1 ? '1 entry' : `${found.length} entries`
  return html`${heading(
      'Knowledge',
      'Assistant',
      html`<a class="button primary" href="${knowledgePath(workspace, place, '/new')}">New Entry</a>`
    )}
    <p class="lead">
      ${count}${search === '' ? '' : html` whose name contains “<bdi>${search}</bdi>”`} in
      <b><bdi>${workspace.name}</bdi></b
      >. People write entries here, and programs send them through the API.
    </p>
    ${all.length === 0 ? emptyPanel(workspace) : searchForm(search)}
    ${shown.length === 0 && all.length > 0 ? nothingFound(workspace, search) : ''}
    ${shown.length === 0 ? '' : table(workspace, place, shown, now)} ${pager(workspace, place, pages)}`
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

function nothingFound(workspace: Workspace, search: string): Html {
  return html`<div class="panel">
    <p><b>Nothing found.</b></p>
    <p>No entry has a name that contains “<bdi>${search}</bdi>”. Search for a part of it, or look through the list.</p>
    <p><a class="button" href="${pathOf('knowledge', workspace)}">Show all entries</a></p>
  </div>`
}

function searchForm(search: string): Html {
  return html`<form class="toolbar" role="search">
    <label for="q" class="sr-only">Search by name</label>
    <input id="q" type="search" name="q" value="${search}" placeholder="Search by name" />
    <button>Search</button>
  </form>`
}

function table(workspace: Workspace, place: ListPlace, shown: readonly StoredEntry[], now: number): Html {
  return html`<table class="list">
    <caption class="sr-only">
      Knowledge entries
    </caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Trigger</th>
        <th scope="col">Provenance</th>
        <th scope="col">Type</th>
        <th scope="col">Changed</th>
      </tr>
    </thead>
    <tbody>
      ${shown.map(
        (entry) =>
          html`<tr>
            <th scope="row">
              <a href="${knowledgePath(workspace, place, `/${entry.id}`)}"><bdi>${entry.name}</bdi></a>
              ${entry.description === null ? '' : html`<p class="description"><bdi>${entry.description}</bdi></p>`}
              ${labelList(entry)}
            </th>
            <td data-label="Trigger" class="trigger">${triggerText(entry)}</td>
            <td data-label="Provenance" class="provenance">${provenanceText(entry)}</td>
            <td data-label="Type">${entry.type} <span class="hint">${size(entry.content)}</span></td>
            <td data-label="Changed">
              ${timeElement(entry.updatedAt, relative(entry.updatedAt, now))}
              <span class="hint author">${byWhom(entry)}</span>
            </td>
          </tr>`
      )}
    </tbody>
  </table>`
}

function pager(workspace: Workspace, { search, page: current }: ListPlace, pages: number): Html {
  if (pages === 1) return html``
  const numbers = Array.from({ length: pages }, (_, at) => at + 1)
  return html`<nav class="pager toolbar" aria-label="Pages">
    ${numbers.map(
      (page) =>
        html`<a
          class="button"
          href="${knowledgePath(workspace, { search, page })}"
          aria-label="Page ${page}"
          ${page === current ? raw(' aria-current="page"') : ''}
          >${page}</a
        >`
    )}
  </nav>`
}

export function byWhom({ byToken }: StoredEntry): Html {
  return byToken === null ? html`by a person` : html`by the token “<bdi>${byToken}</bdi>”`
}

export function size(text: string): string {
  const bytes = Buffer.byteLength(text)
  return bytes < 1000 ? `${bytes}\u00a0B` : `${(bytes / 1000).toFixed(1)}\u00a0kB`
}
