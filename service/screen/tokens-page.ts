import { html } from 'hono/html'
import type { Token, Transition } from '../tokens.ts'
import type { Workspace } from '../workspaces.ts'
import { pathOf, type Html } from './layout.ts'
import { date, relative } from './times.ts'

/** Settings → Access Tokens. What opens a dialog has an id, by which the dialog's way back finds the focus again. */
export function tokensPage(workspace: Workspace, tokens: readonly Token[], now: number): Html {
  const path = pathOf('tokens', workspace)
  // What can still be acted on first; within that the newest, as they come.
  const sorted = [...tokens].sort((a, b) => Number(a.state === 'revoked') - Number(b.state === 'revoked'))
  return html`<div class="heading">
      <div>
        <p class="trail">Settings</p>
        <h1>Access Tokens</h1>
      </div>
      <a class="button primary" id="create" href="${path}/new">Create Token</a>
    </div>
    <p class="lead">
      A token lets a program read and write the knowledge of <b><bdi>${workspace.name}</bdi></b
      >, as you. It works in this workspace only.
    </p>
    ${
      tokens.length === 0
        ? html`<div class="empty">
            <p><b>No tokens yet.</b></p>
            <p>Create one, and keep its value in a secret store, such as the secrets of your repository.</p>
          </div>`
        : table(path, sorted, now)
    }`
}

function table(path: string, tokens: readonly Token[], now: number): Html {
  return html`<form method="get" class="list">
    ${tokens.some(({ state }) => state !== 'revoked') ? batch(path) : ''}
    <table>
      <caption class="unseen">
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
          <th scope="col"><span class="unseen">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        ${tokens.map((token) => row(path, token, now))}
      </tbody>
    </table>
  </form>`
}

function batch(path: string): Html {
  return html`<div class="batch" role="group" aria-label="Selected tokens">
    <button id="rotate-selected" formaction="${path}/rotate">Rotate Selected</button>
    <button id="revoke-selected" formaction="${path}/revoke" class="danger">Revoke Selected</button>
  </div>`
}

function row(path: string, token: Token, now: number): Html {
  const { id, name, state } = token
  const action = (transition: Transition, word: string, look: string): Html =>
    html`<a id="${transition}-${id}" class="button ${look}" href="${path}/${transition}?id=${id}"
      >${word}<span class="unseen"> ${name}</span></a
    >`
  return html`<tr class="${state}">
    <td class="pick">
      ${
        state === 'revoked'
          ? ''
          : html`<label
              ><input type="checkbox" name="id" value="${id}" /><span class="unseen">Select ${name}</span></label
            >`
      }
    </td>
    <th scope="row"><bdi>${name}</bdi></th>
    <td data-label="State"><span class="state ${state}">${state}</span></td>
    <td data-label="Created">${date(token.createdAt)}</td>
    <td data-label="Expires">${expiry(token, now)}</td>
    <td data-label="Last used">
      ${token.lastUsedAt === undefined ? html`<span class="hint">Never</span>` : used(token.lastUsedAt, now)}
    </td>
    <td class="actions">
      ${state === 'revoked' ? '' : action('rotate', 'Rotate', '')}
      ${state === 'active' ? action('revoke', 'Revoke', 'danger') : ''}
    </td>
  </tr>`
}

function expiry({ state, expiresAt, revokedAt }: Token, now: number): Html {
  switch (state) {
    case 'active':
      return expiresAt === undefined
        ? html`Never`
        : html`${date(expiresAt)} <span class="hint">${relative(expiresAt, now)}</span>`
    case 'expired':
      return expiresAt === undefined
        ? html``
        : html`${date(expiresAt)} <span class="hint">${relative(expiresAt, now)}</span>`
    case 'revoked':
      return revokedAt === undefined ? html`` : html`<span class="hint">Revoked ${relative(revokedAt, now)}</span>`
  }
}

function used(time: number, now: number): Html {
  return html`<time datetime="${new Date(time).toISOString()}">${relative(time, now)}</time>`
}
