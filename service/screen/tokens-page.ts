import { html, raw } from 'hono/html'
import type { Token, Transition } from '../tokens.ts'
import type { Workspace } from '../workspaces.ts'
import { dateText, relative, timeElement, timeText } from './dates.ts'
import { heading, pathOf, type Html } from './layout.ts'

export interface ListedTokens {
  /** Whether revoked tokens are shown, too. */
  readonly revoked: boolean
  /** The ids of those that are selected: a dialog leads back to them. */
  readonly selected: readonly string[]
}

/** A path below the list. */
export function tokensPath(workspace: Workspace, { revoked, selected }: ListedTokens, below = ''): string {
  const query = new URLSearchParams(revoked ? { revoked: '1' } : {})
  for (const id of selected) query.append('id', id)
  return pathOf('tokens', workspace) + below + (query.size > 0 ? `?${query.toString()}` : '')
}

/** Tells tokens of one name apart, for an accessible name. */
function tokenLabel({ name, endsIn, createdAt }: Token): string {
  return `${name}, ends in ${endsIn}, created ${timeText(createdAt)}`
}

/** The same for a reader. */
export function tokenName({ name, endsIn }: Pick<Token, 'name' | 'endsIn'>): Html {
  return html`<bdi>${name}</bdi> <code>…${endsIn}</code>`
}

/** Settings → Access Tokens. An element that opens a dialog has an id, so that the focus returns to it. */
export function tokensPage(workspace: Workspace, all: readonly Token[], listed: ListedTokens, now: number): Html {
  const { revoked, selected } = listed
  const shown = all.filter(({ state }) => revoked || state !== 'revoked')
  const path = (below: string): string => tokensPath(workspace, { revoked, selected: [] }, below)
  const revokedCount = all.filter(({ state }) => state === 'revoked').length
  const other = tokensPath(workspace, { revoked: !revoked, selected: [] })
  return html`${heading(
      'Access Tokens',
      'Settings',
      html`<a class="button primary" id="create" href="${path('/new')}">Create Token</a>`
    )}
    <p class="lead">
      A token lets a program read and write the knowledge of <b><bdi>${workspace.name}</bdi></b
      >, as you. It works in this workspace only.
    </p>
    ${
      revokedCount === 0
        ? ''
        : html`<p class="toolbar">
            <a class="button quiet" href="${other}">${revoked ? 'Hide revoked' : `Show revoked (${revokedCount})`}</a>
          </p>`
    }
    ${
      shown.length === 0
        ? html`<div class="panel">
            <p><b>${all.length === 0 ? 'No tokens yet.' : 'Every token is revoked.'}</b></p>
            <p>Create one, and keep its value in a secret store, such as the secrets of your repository.</p>
          </div>`
        : table(shown, selected, (transition) => path(`/confirm-${transition}`), now)
    }`
}

type ConfirmPath = (transition: Transition) => string

function table(shown: readonly Token[], selected: readonly string[], confirm: ConfirmPath, now: number): Html {
  return html`<form method="post" class="list">
    <div class="batch" role="group" aria-label="Selected tokens">
      <label id="select-all" hidden><input type="checkbox" /> Select all</label>
      <output id="selected-count" class="hint"></output>
      <button id="rotate-selected" formaction="${confirm('rotate')}">Rotate Selected</button>
      <button id="revoke-selected" formaction="${confirm('revoke')}" class="danger">Revoke Selected</button>
    </div>
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
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${shown.map((token) => row(token, selected.includes(token.id), confirm, now))}
      </tbody>
    </table>
  </form>`
}

function row(token: Token, isSelected: boolean, confirm: ConfirmPath, now: number): Html {
  const { id, state, createdAt, expiresAt } = token
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
    ${isSelected ? raw(' checked') : ''}
  />`
  return html`<tr>
    <td class="pick">${state === 'revoked' ? '' : checkbox}</td>
    <th scope="row">${tokenName(token)}</th>
    <td data-label="State"><span class="state ${state}">${state}</span></td>
    <td data-label="Created">${timeElement(createdAt, dateText(createdAt))}</td>
    <td data-label="Expires">
      ${expiresAt === null ? html`<span class="warn">Never</span>` : twoLines(expiresAt, now)}
    </td>
    <td class="actions">
      ${state === 'revoked' ? '' : html`${button('rotate', 'Rotate', '')} ${button('revoke', 'Revoke', 'danger')}`}
    </td>
  </tr>`
}

function twoLines(time: number, now: number): Html {
  return html`${timeElement(time, dateText(time))} <span class="hint">${relative(time, now)}</span>`
}
