import { html, raw } from 'hono/html'
import { endOf, EXPIRATIONS, expiresAt, type IssuedToken, type Token, type Transition } from '../tokens.ts'
import { dateText, timeText } from './dates.ts'
import type { Dialog, Html } from './layout.ts'
import { tokenName } from './tokens-page.ts'

/** What the person entered, and what is wrong with it. */
export interface CreateForm {
  readonly name: string
  readonly expiration: string
  readonly errors: { readonly name?: string | undefined; readonly expiration?: string | undefined }
}

export const NEW_FORM: CreateForm = { name: '', expiration: '90 days', errors: {} }

export function createDialog(action: string, back: string, form: CreateForm, now: number): Dialog {
  const { name, expiration, errors } = form
  return {
    title: 'Create Token',
    back,
    body: html`<form method="post" action="${action}" novalidate>
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
      ${errorText('name-error', errors.name)}
      <fieldset ${errors.expiration === undefined ? '' : raw(' aria-describedby="expiration-error"')}>
        <legend>Expiration</legend>
        <div class="choices">
          ${EXPIRATIONS.map(
            (choice) =>
              html`<label>
                <input
                  type="radio"
                  name="expiration"
                  value="${choice}"
                  required${expiration === choice ? raw(' checked') : ''}
                />
                <span>${choice}${expirationHint(expiresAt(choice, now))}</span>
              </label>`
          )}
        </div>
        ${errorText('expiration-error', errors.expiration)}
      </fieldset>
      <div class="answers">
        <a class="button" href="${back}">Cancel</a>
        <button class="primary">Create Token</button>
      </div>
    </form>`
  }
}

function expirationHint(end: number | undefined): Html {
  if (end !== undefined) return html`<span class="hint">until ${dateText(end)}</span>`
  return html`<span class="warn">A leaked token works until somebody revokes it.</span>`
}

function errorText(id: string, text: string | undefined): Html | '' {
  return text === undefined ? '' : html`<p class="error" id="${id}" role="alert">${text}</p>`
}

const WORDS = { revoke: 'Revoke', rotate: 'Rotate' } as const

const WARNINGS = {
  revoke: () => 'Requests with a revoked token get 401 at once. This cannot be undone.',
  rotate: (count: number) =>
    `A new token with the same name and the same expiration window replaces ${count === 1 ? 'it' : 'each'}. ` +
    'The old value stops working at once: be ready to store the new one.'
} as const

/** Asks before a transition. */
export function confirmDialog(transition: Transition, action: string, back: string, tokens: readonly Token[]): Dialog {
  const answer = `${WORDS[transition]} ${tokens.length === 1 ? 'token' : `${tokens.length} tokens`}`
  return {
    title: `${answer}?`,
    back,
    body: html`<ul class="names">
        ${tokens.map(
          (token) =>
            html`<li>
              ${tokenName(token)} <span class="hint">${token.state}, created ${timeText(token.createdAt)}</span>
            </li>`
        )}
      </ul>
      <p>${WARNINGS[transition](tokens.length)}</p>
      <form method="post" action="${action}">
        ${tokens.map(({ id }) => html`<input type="hidden" name="id" value="${id}" />`)}
        <div class="answers">
          <a class="button" href="${back}" autofocus>Cancel</a>
          <button class="${transition === 'revoke' ? 'danger solid' : 'primary'}">${answer}</button>
        </div>
      </form>`
  }
}

/** Says why a transition is not possible. */
export function refusedDialog(transition: Transition, back: string, reason: string): Dialog {
  return {
    title: `${WORDS[transition]} Selected`,
    back,
    body: html`<p class="warning">${reason}</p>
      <div class="answers"><a class="button" href="${back}" autofocus>Back</a></div>`
  }
}

/** Shows the values of new tokens. It stays open until the person confirms that they are stored. */
export function issuedDialog(list: string, issued: readonly IssuedToken[]): Dialog {
  const one = issued.length === 1
  return {
    title: one ? 'Copy your new token' : `Copy your ${issued.length} new tokens`,
    body: html`<p class="warning">
        ${one ? 'This value is' : 'These values are'} shown <b>only now</b> and cannot be seen again. Put
        ${one ? 'it' : 'them'} into a secret store, never into source code.
      </p>
      <ul class="values">
        ${issued.map(
          ({ id, name, value, expiresAt: end }, index) =>
            html`<li>
              <label for="value-${id}"
                >${one ? '' : `${index + 1} of ${issued.length}: `}${tokenName({ name, endsIn: endOf(value) })}</label
              >
              <div>
                <textarea id="value-${id}" readonly rows="2" spellcheck="false" ${index === 0 ? raw('autofocus') : ''}>
${value}</textarea>
                ${copyButton(`value-${id}`, `${name}, ends in ${endOf(value)}`)}
              </div>
              ${end === null ? html`<p class="hint">It never expires: leave <code>token-expires-on</code> empty.</p>` : expiry(id, end, name)}
            </li>`
        )}
      </ul>
      <p class="sr-only" role="status" id="copied"></p>
      <form method="get" action="${list}" id="stored">
        <label><input type="checkbox" required /> I have stored ${one ? 'it' : 'them'}</label>
        <div class="answers">
          ${one ? '' : html`<a class="button" href="${fileOf(issued)}" download="access-tokens.json">Download all</a>`}
          <button class="primary">Done</button>
        </div>
      </form>`
  }
}

/** The day in the form that the Action takes. */
function expiry(id: string, end: number, name: string): Html {
  return html`<label for="expires-${id}" class="hint">Expires on, for the input <code>token-expires-on</code></label>
    <div>
      <input id="expires-${id}" readonly size="10" value="${new Date(end).toISOString().slice(0, 10)}" />
      ${copyButton(`expires-${id}`, `the expiration of ${name}`)}
    </div>`
}

/** @param of what it copies, for who does not see where it stands. */
function copyButton(id: string, of: string): Html {
  return html`<button type="button" data-copy="${id}" hidden>
    <span>Copy</span><span class="sr-only"> ${of}</span>
  </button>`
}

/** JSON, because a name may contain any separator and a spreadsheet would evaluate some names. */
function fileOf(issued: readonly IssuedToken[]): string {
  const json = JSON.stringify(
    issued.map(({ name, value }) => ({ name, value })),
    null,
    2
  )
  return `data:application/json;base64,${Buffer.from(`${json}\n`).toString('base64')}`
}
