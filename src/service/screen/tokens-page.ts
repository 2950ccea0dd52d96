import { html, raw } from 'hono/html'
import { EXPIRATIONS, expiresAt, type IssuedToken, type Token, type Transition } from '../tokens.ts'
import type { Workspace } from '../workspaces.ts'
import { dialog, pathOf, type Html } from './layout.ts'
import { date, dateText, relative } from './times.ts'

/** Settings → Access Tokens. */
export function tokensPage(workspace: Workspace, tokens: readonly Token[], now: number): Html {
  const path = pathOf('tokens', workspace)
  // What can still be acted on first; within that the newest, as they come.
  const sorted = [...tokens].sort((a, b) => Number(a.state === 'revoked') - Number(b.state === 'revoked'))
  return html`<div class="heading">
      <div>
        <p class="trail">Settings</p>
        <h1>Access Tokens</h1>
      </div>
      <a class="button primary" href="${path}/new">Create Token</a>
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
    <div class="batch" role="group" aria-label="Selected tokens">
      <button formaction="${path}/rotate">Rotate Selected</button>
      <button formaction="${path}/revoke" class="danger">Revoke Selected</button>
    </div>
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

function row(path: string, token: Token, now: number): Html {
  const { id, name, state } = token
  const action = (transition: Transition, word: string, look: string): Html =>
    html`<a class="button ${look}" href="${path}/${transition}?id=${id}" aria-label="${word} ${name}">${word}</a>`
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

/** What the person had entered, and what was wrong with it. */
export interface CreateForm {
  readonly name: string
  readonly expiration: string
  readonly errors: { readonly name?: string | undefined; readonly expiration?: string | undefined }
}

export const NEW_FORM: CreateForm = { name: '', expiration: '90 days', errors: {} }

export function createDialog(workspace: Workspace, { name, expiration, errors }: CreateForm, now: number): Html {
  const path = pathOf('tokens', workspace)
  return dialog({
    title: 'Create Token',
    back: path,
    body: html`<form method="post" action="${path}" novalidate>
      <div class="field">
        <label for="name">Name</label>
        <input
          id="name"
          name="name"
          value="${name}"
          autocomplete="off"
          spellcheck="false"
          required
          autofocus
          aria-describedby="name-hint${errors.name === undefined ? '' : ' name-error'}"
          ${errors.name === undefined ? '' : raw('aria-invalid="true"')}
        />
        <p class="hint" id="name-hint">Where it will be used, for example “Runbook Sync, handbook repository”.</p>
        ${fault('name-error', errors.name)}
      </div>
      <fieldset class="field" ${errors.expiration === undefined ? '' : raw(' aria-describedby="expiration-error"')}>
        <legend>Expiration</legend>
        <div class="choices">
          ${EXPIRATIONS.map((choice) => {
            const end = expiresAt(choice, now)
            return html`<label class="choice">
              <input
                type="radio"
                name="expiration"
                value="${choice}"
                required${expiration === choice ? raw(' checked') : ''}
              />
              <span
                >${choice}<span class="hint"
                  >${end === undefined ? 'until revoked' : `until ${dateText(end)}`}</span
                ></span
              >
            </label>`
          })}
        </div>
        ${fault('expiration-error', errors.expiration)}
      </fieldset>
      <div class="answers">
        <a class="button" href="${path}">Cancel</a>
        <button class="primary">Create Token</button>
      </div>
    </form>`
  })
}

function fault(id: string, text: string | undefined): Html | '' {
  return text === undefined ? '' : html`<p class="fault" id="${id}" role="alert">${text}</p>`
}

/** Asks before a transition; `refusal` says why it cannot be, and then there is nothing to confirm. */
export function confirmDialog(
  workspace: Workspace,
  transition: Transition,
  tokens: readonly Token[],
  refusal: string | undefined
): Html {
  const path = pathOf('tokens', workspace)
  const word = transition === 'revoke' ? 'Revoke' : 'Rotate'
  const what = tokens.length === 1 ? 'token' : `${tokens.length} tokens`
  if (refusal !== undefined) {
    return dialog({
      title: `${word} Selected`,
      back: path,
      body: html`<p class="warning">${refusal}</p>
        <div class="answers"><a class="button" href="${path}" autofocus>Back</a></div>`
    })
  }
  return dialog({
    title: `${word} ${what}?`,
    back: path,
    body: html`<ul class="names">
        ${tokens.map(({ name }) => html`<li><bdi>${name}</bdi></li>`)}
      </ul>
      ${transition === 'revoke' ? REVOKE_WARNING : ROTATE_WARNING}
      <form method="post" action="${path}/${transition}">
        ${tokens.map(({ id }) => html`<input type="hidden" name="id" value="${id}" />`)}
        <div class="answers">
          <a class="button" href="${path}" autofocus>Cancel</a>
          <button class="${transition === 'revoke' ? 'danger solid' : 'primary'}">${word} ${what}</button>
        </div>
      </form>`
  })
}

const REVOKE_WARNING = html`<p>Requests with it are answered with 401 from then on. This cannot be undone.</p>`
const ROTATE_WARNING = html`<p>
  A new token with the same name and the same expiration, counted from now, takes its place. The present value stops
  working at once, so have the place at hand where it is stored.
</p>`

/** The values of new tokens, the only time that they are seen. */
export function issuedDialog(workspace: Workspace, issued: readonly IssuedToken[]): Html {
  const path = pathOf('tokens', workspace)
  const one = issued.length === 1
  return dialog({
    title: one ? 'Copy your new token' : `Copy your ${issued.length} new tokens`,
    back: path,
    wide: true,
    body: html`<p class="warning">
        ${one ? 'This value is' : 'These values are'} shown <b>only now</b> and cannot be seen again. Put
        ${one ? 'it' : 'them'} into a secret store, never into source code.
      </p>
      <ul class="values">
        ${issued.map(
          ({ id, name, value }, index) =>
            html`<li>
              <label for="value-${id}"><bdi>${name}</bdi></label>
              <div class="value">
                <input
                  id="value-${id}"
                  readonly
                  value="${value}"
                  spellcheck="false"
                  ${index === 0 ? raw(' autofocus') : ''}
                />
                <button type="button" data-copy="value-${id}" aria-label="Copy ${name}" hidden>Copy</button>
              </div>
            </li>`
        )}
      </ul>
      <p class="unseen" role="status" id="copied"></p>
      <div class="answers"><a class="button primary" href="${path}">Done</a></div>`
  })
}
