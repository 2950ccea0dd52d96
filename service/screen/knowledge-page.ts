import { html, raw } from 'hono/html'
import type { EntrySummary, StoredEntry } from '../entries.ts'
import type { Workspace } from '../workspaces.ts'
import { pathOf, type Html } from './layout.ts'
import { rendered } from './markdown.ts'
import { moment, relative } from './times.ts'

export const KNOWLEDGE_PAGE_SIZE = 50

/** What has landed in the workspace, the latest first. */
export function knowledgePage(
  workspace: Workspace,
  entries: readonly EntrySummary[],
  page: number,
  total: number,
  now: number
): Html {
  const path = pathOf('knowledge', workspace)
  const pages = Math.max(1, Math.ceil(total / KNOWLEDGE_PAGE_SIZE))
  return html`<div class="heading">
      <div>
        <p class="trail">Assistant</p>
        <h1>Knowledge</h1>
      </div>
    </div>
    <p class="lead">
      ${total === 1 ? '1 entry' : `${total.toLocaleString('en')} entries`} in <b><bdi>${workspace.name}</bdi></b
      >, the latest first. Entries come through the API; here they can be read.
    </p>
    ${
      total === 0
        ? html`<div class="empty">
            <p><b>Nothing has landed yet.</b></p>
            <p>
              Create a token in <a href="${pathOf('tokens', workspace)}">Settings → Access Tokens</a> and let a program
              send entries with it.
            </p>
          </div>`
        : html`<table class="list">
            <caption class="unseen">
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
                      <a href="${path}/${id}"><bdi>${name}</bdi></a>
                    </th>
                    <td data-label="Size">${size(bytes)}</td>
                    <td data-label="Updated">
                      <time datetime="${new Date(updatedAt).toISOString()}">${relative(updatedAt, now)}</time>
                    </td>
                  </tr>`
              )}
            </tbody>
          </table>`
    }
    ${pages > 1 ? pager(path, page, pages) : ''}`
}

function pager(path: string, page: number, pages: number): Html {
  const to = (target: number, word: string): Html =>
    target < 1 || target > pages ? html`` : html`<a class="button" href="${path}?page=${target}">${word}</a>`
  return html`<nav class="pager" aria-label="Pages">
    ${to(page - 1, 'Newer')} <span class="hint">Page ${page} of ${pages}</span> ${to(page + 1, 'Older')}
  </nav>`
}

/** One entry, as the assistant's reader sees it or as it was sent. */
export function entryPage(workspace: Workspace, entry: StoredEntry, view: 'rendered' | 'source'): Html {
  const path = pathOf('knowledge', workspace)
  const markup = view === 'rendered' ? rendered(entry.content) : undefined
  const tab = (to: 'rendered' | 'source', word: string, href: string): Html =>
    html`<a class="button" href="${href}" ${view === to ? raw(' aria-current="true"') : ''}>${word}</a>`
  return html`<div class="heading">
      <div>
        <p class="trail"><a href="${path}">Knowledge</a></p>
        <h1><bdi>${entry.name}</bdi></h1>
      </div>
      <div class="group" role="group" aria-label="View">
        ${tab('rendered', 'Rendered', `${path}/${entry.id}`)}
        ${tab('source', 'Source', `${path}/${entry.id}?view=source`)}
      </div>
    </div>
    <p class="lead">
      Created ${moment(entry.createdAt)}, updated ${moment(entry.updatedAt)}, ${size(Buffer.byteLength(entry.content))}.
    </p>
    ${
      view === 'rendered' && markup === undefined
        ? html`<p class="warning">Too long to be rendered here, so this is how it was sent.</p>`
        : ''
    }
    ${
      markup === undefined
        ? html`<pre class="sheet" tabindex="0" aria-label="Content">${entry.content}</pre>`
        : html`<article class="sheet prose">${markup}</article>`
    }`
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
