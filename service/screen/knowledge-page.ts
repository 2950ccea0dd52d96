import { html, raw } from 'hono/html'
import type { StoredEntry } from '../entries.ts'
import { Ranking } from '../ranking.ts'
import type { Workspace } from '../workspaces.ts'
import { labelList, triggerText } from './binding.ts'
import { relative, timeElement } from './dates.ts'
import { heading, pathOf, type Html } from './layout.ts'
import { provenanceText } from './provenance.ts'

const PAGE_SIZE = 50
/** Entries that an assistant would look at for an alert. */
const RANKED = 5

/** A page of the list, or the answer to a search. Every page of an entry keeps it, and leads back to it. */
export interface ListPlace {
  /** The text of an alert; empty for all entries. */
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

/** The entries that an alert would open, the best first; without one all of them, the latest change first. A page past the end is the last one. */
export function knowledgePage(
  workspace: Workspace,
  all: readonly StoredEntry[],
  { search, page }: ListPlace,
  now: number
): Html {
  const found = search === '' ? latestFirst(all) : rankedFor(search, all)
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const place = { search, page: Math.min(page, pages) }
  const shown = found.slice((place.page - 1) * PAGE_SIZE, place.page * PAGE_SIZE)
  return html`${heading(
      'Knowledge',
      'Assistant',
      html`<a class="button primary" href="${knowledgePath(workspace, place, '/new')}">New Entry</a>`
    )}
    <p class="lead">
      ${count(all)} in <b><bdi>${workspace.name}</bdi></b
      >. People write them here, and programs through the API.
    </p>
    ${all.length === 0 ? emptyPanel(workspace) : searchForm(workspace, search)}
    ${search === '' || all.length === 0 ? '' : explanation(found)}
    ${shown.length === 0 ? '' : table(workspace, place, shown, now)} ${pager(workspace, place, pages)}`
}

function latestFirst(all: readonly StoredEntry[]): readonly StoredEntry[] {
  return all.toSorted((one, other) => other.updatedAt - one.updatedAt || other.id - one.id)
}

function rankedFor(alert: string, all: readonly StoredEntry[]): readonly StoredEntry[] {
  using ranking = new Ranking(all)
  return ranking.first(RANKED, alert)
}

function count({ length }: readonly StoredEntry[]): string {
  return length === 1 ? '1 entry' : `${length} entries`
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

function explanation(found: readonly StoredEntry[]): Html {
  return found.length === 0
    ? html`<div class="panel">
        <p><b>Nothing found.</b></p>
        <p>
          No name and no description has a word of this alert. Name it in the description of the entry that it should
          open.
        </p>
      </div>`
    : html`<p class="found hint">
        The first ${count(found)} by the words of name and description, which an assistant sees first:
      </p>`
}

/** Longer texts would not fit into an address. */
const MAX_SEARCH = 1000

function searchForm(workspace: Workspace, search: string): Html {
  return html`<form role="search">
    <label for="q">Which entry would this alert open?</label>
    <div class="toolbar">
      <input
        id="q"
        type="search"
        name="q"
        value="${search}"
        maxlength="${MAX_SEARCH}"
        placeholder="Name and text of the alert"
      />
      <button>Search</button>
      ${search === '' ? '' : html`<a class="button" href="${pathOf('knowledge', workspace)}">Show all entries</a>`}
    </div>
  </form>`
}

function table(workspace: Workspace, place: ListPlace, shown: readonly StoredEntry[], now: number): Html {
  return html`<table class="list entries">
    <caption class="sr-only">
      Knowledge entries
    </caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Trigger and type</th>
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
              <p class="provenance">${provenanceText(entry)}</p>
              ${labelList(entry)}
            </th>
            <td data-label="Trigger" class="trigger">
              ${triggerText(entry)} <span class="hint">${entry.type}, ${size(entry.content)}</span>
            </td>
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
