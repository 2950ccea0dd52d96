import { html, raw } from 'hono/html'
import { fold } from '../names.ts'
import type { Notice } from '../sign-in.ts'
import type { Token, Transition } from '../tokens.ts'
import type { Workspace } from '../workspaces.ts'
import { dateText, relative, timeElement, timeText } from './dates.ts'
import { heading, noticeElement, pathOf, type Html } from './layout.ts'

/** What the list shows: names that contain `search`, and revoked tokens on request. */
export interface TokenFilter {
  readonly search: string
  readonly revoked: boolean
}

/** A path below the list that keeps its filter. */
export function tokensPath(workspace: Workspace, { search, revoked }: TokenFilter, below = ''): string {
  const query = new URLSearchParams({ ...(search !== '' && { q: search }), ...(revoked && { revoked: '1' }) })
  return pathOf('tokens', workspace) + below + (query.size > 0 ? `?${query.toString()}` : '')
}

export function filterTokens(tokens: readonly Token[], { search, revoked }: TokenFilter): readonly Token[] {
  const part = fold(search)
  return tokens.filter(({ name, state }) => (revoked || state !== 'revoked') && fold(name).includes(part))
}

/** Tells tokens of one name apart, for an accessible name. */
export function tokenLabel({ name, endsIn, createdAt }: Token): string {
  return `${name}, ends in ${endsIn}, created ${timeText(createdAt)}`
}

/** The same for a reader. */
export function tokenName({ name, endsIn }: Pick<Token, 'name' | 'endsIn'>): Html {
  return html`<bdi>${name}</bdi> <code>…${endsIn}</code>`
}

/** Settings → Access Tokens. An element that opens a dialog has an id, so that the focus returns to it. */
export function tokensPage(
  workspace: Workspace,
  tokens: readonly Token[],
  filter: TokenFilter,
  selection: readonly string[],
  now: number,
  notice?: Notice
): Html {
  const shown = filterTokens(tokens, filter)
  const create = html`<a class="button primary" id="create" href="${tokensPath(workspace, filter, '/new')}"
    >Create Token</a
  >`
  return html`${notice !== undefined && shown.length === 0 ? noticeElement(notice.text) : ''}
    ${heading('Access Tokens', 'Settings', create)}
    <p class="lead">
      A token lets a program read and write the knowledge of <b><bdi>${workspace.name}</bdi></b
      >, as you. It works in this workspace only.
    </p>
    ${tokens.length === 0 ? '' : toolbar(workspace, tokens, filter)}
    ${shown.length === 0 ? emptyPanel(tokens, filter) : table(workspace, shown, filter, selection, now, notice)}`
}

function toolbar(workspace: Workspace, tokens: readonly Token[], filter: TokenFilter): Html {
  const { search, revoked } = filter
  const count = tokens.filter(({ state }) => state === 'revoked').length
  const toggle = revoked ? 'Hide revoked' : `Show revoked (${count})`
  return html`<form class="toolbar" role="search">
    <label for="q" class="sr-only">Search by name</label>
    <input id="q" type="search" name="q" value="${search}" placeholder="Search by name" />
    ${revoked ? html`<input type="hidden" name="revoked" value="1" />` : ''}
    <button>Search</button>
    ${
      count === 0
        ? ''
        : html`<a class="button quiet" href="${tokensPath(workspace, { search, revoked: !revoked })}">${toggle}</a>`
    }
  </form>`
}

function emptyPanel(tokens: readonly Token[], { search }: TokenFilter): Html {
  if (search !== '') return html`<div class="panel"><p>No token has such a name.</p></div>`
  return html`<div class="panel">
    <p><b>${tokens.length === 0 ? 'No tokens yet.' : 'Every token is revoked.'}</b></p>
    <p>Create one, and keep its value in a secret store, such as the secrets of your repository.</p>
  </div>`
}

function table(
  workspace: Workspace,
  tokens: readonly Token[],
  filter: TokenFilter,
  selection: readonly string[],
  now: number,
  notice?: Notice
): Html {
  const confirm: ConfirmPath = (transition) => tokensPath(workspace, filter, `/confirm-${transition}`)
  const selected = new Set(selection)
  const rows = tokens.map((token) => row(token, selected.has(token.id), confirm, now))
  const above = notice?.row ?? 0
  return html`<form method="post" class="list">
    ${tokens.some(({ state }) => state !== 'revoked') ? batch(confirm) : ''}
    <table>
      <caption class="sr-only">
        Access tokens
      </caption>
      <thead>
        <tr>
          <td></td>
          <th scope="col">Name</th>
          <th scope="col">State</th>
          <th scope="col">Created</th>
          <th scope="col">Expires</th>
          <th scope="col">Last used</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${rows.slice(0, above)} ${notice === undefined ? '' : noticeRow(notice)} ${rows.slice(above)}
      </tbody>
    </table>
  </form>`
}

/** In a row of its own a notice is in sight after a dialog, although the list is scrolled, and it is in front of nothing. */
function noticeRow({ text }: Notice): Html {
  return html`<tr class="notice-row">
    <td colspan="7">${noticeElement(text)}</td>
  </tr>`
}

type ConfirmPath = (transition: Transition) => string

function batch(confirm: ConfirmPath): Html {
  return html`<div class="batch" role="group" aria-label="Selected tokens">
    <label id="select-all" hidden><input type="checkbox" /> Select all</label>
    <output id="selected-count" class="hint"></output>
    <button id="rotate-selected" formaction="${confirm('rotate')}">Rotate Selected</button>
    <button id="revoke-selected" formaction="${confirm('revoke')}" class="danger">Revoke Selected</button>
  </div>`
}

function row(token: Token, selected: boolean, confirm: ConfirmPath, now: number): Html {
  const { id, state, createdAt, lastUsedAt } = token
  const label = tokenLabel(token)
  const button = (transition: Transition, word: string, look: string): Html =>
    html`<button
      id="${transition}-${id}"
      class="small ${look}"
      name="only"
      value="${id}"
      formaction="${confirm(transition)}"
      aria-label="${word} ${label}"
    >
      ${word}
    </button>`
  const checkbox = html`<input
    type="checkbox"
    name="id"
    value="${id}"
    aria-label="Select ${label}"
    ${selected ? raw(' checked') : ''}
  />`
  return html`<tr class="${state}">
    <td class="pick">${state === 'revoked' ? '' : checkbox}</td>
    <th scope="row">${tokenName(token)}</th>
    <td data-label="State"><span class="state ${state}">${state}</span> ${revocation(token, now)}</td>
    <td data-label="Created">${twoLines(createdAt, now)}</td>
    <td data-label="Expires">${expiry(token, now)}</td>
    <td data-label="Last used">
      ${lastUsedAt === undefined ? html`<span class="hint">Never</span>` : timeElement(lastUsedAt, relative(lastUsedAt, now))}
    </td>
    <td class="actions">
      ${state === 'revoked' ? '' : html`${button('rotate', 'Rotate', '')} ${button('revoke', 'Revoke', 'danger')}`}
    </td>
  </tr>`
}

/** When a token was revoked, and which one replaced it. */
function revocation({ revokedAt, replacedBy }: Token, now: number): Html {
  if (revokedAt === undefined) return html``
  const time = timeElement(revokedAt, relative(revokedAt, now))
  if (replacedBy === undefined) return html`<span class="hint">${time}</span>`
  return html`<span class="hint">replaced by <code>…${replacedBy.endsIn}</code></span>
    <span class="hint">${time}</span>`
}

function expiry({ state, expiresAt }: Token, now: number): Html {
  if (expiresAt === undefined)
    return html`Never ${state === 'revoked' ? '' : html`<span class="warn">no end date</span>`}`
  return state === 'revoked' ? timeElement(expiresAt, dateText(expiresAt)) : twoLines(expiresAt, now)
}

function twoLines(time: number, now: number): Html {
  return html`${timeElement(time, dateText(time))} <span class="hint">${relative(time, now)}</span>`
}
