import { html, raw } from 'hono/html'
import { EXPIRATIONS, expiresAt, quoted, type IssuedToken, type Token, type Transition } from '../tokens.ts'
import { endOf } from '../token-value.ts'
import { dateText, timeText } from './dates.ts'
import type { Dialog, Html } from './layout.ts'
import { tokenName, type TokenFilter } from './tokens-page.ts'

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
  revoke: {
    one: 'The token stops working at once: requests with it get 401. This cannot be undone.',
    many: 'The tokens stop working at once: requests with them get 401. This cannot be undone.'
  },
  rotate: {
    one:
      'A new token with the same name replaces it. Its expiration starts now. The present value stops working at once: ' +
      'be ready to store the new one.',
    many:
      'New tokens with the same names replace them. Their expirations start now. The present values stop working at ' +
      'once: be ready to store the new ones.'
  }
} as const

/** Asks before a transition. @param unchanged tokens of the selection that are revoked already. */
export function confirmDialog(
  transition: Transition,
  action: string,
  back: string,
  tokens: readonly Token[],
  unchanged: readonly Token[] = []
): Dialog {
  const answer = `${WORDS[transition]} ${tokens.length === 1 ? 'token' : `${tokens.length} tokens`}`
  return {
    title: `${answer}?`,
    back,
    body: html`<ul class="names" tabindex="0" aria-label="Tokens">
        ${tokens.map((token) => html`<li>${tokenName(token)} <span class="hint">created ${timeText(token.createdAt)}</span></li>`)}
      </ul>
      <p>${WARNINGS[transition][tokens.length === 1 ? 'one' : 'many']}</p>
      ${unchanged.length === 0 ? '' : html`<p class="warning">${unchangedText(unchanged)}</p>`}
      <form method="post" action="${action}">
        ${[...tokens, ...unchanged].map(({ id }) => html`<input type="hidden" name="id" value="${id}" />`)}
        <div class="answers">
          <a class="button" href="${back}" autofocus>Cancel</a>
          <button class="${transition === 'revoke' ? 'danger solid' : 'primary'}">${answer}</button>
        </div>
      </form>`
  }
}

/** Names the tokens that a revocation did not change. */
export function unchangedText(tokens: readonly Token[]): string {
  return tokens.length === 0 ? '' : `Revoked before: ${namesOf(tokens)}.`
}

/** Names the first five. */
export function namesOf(tokens: readonly Token[]): string {
  const more = tokens.length > 5 ? ` and ${tokens.length - 5} more` : ''
  return tokens.slice(0, 5).map(quoted).join(', ') + more
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
export function issuedDialog(list: string, filter: TokenFilter, issued: readonly IssuedToken[]): Dialog {
  const one = issued.length === 1
  return {
    title: one ? 'Copy your new token' : `Copy your ${issued.length} new tokens`,
    body: html`<p class="warning">
        ${one ? 'This value is' : 'These values are'} shown <b>only now</b> and cannot be seen again. Put
        ${one ? 'it' : 'them'} into a secret store, never into source code.
      </p>
      <ul class="values">
        ${issued.map(
          ({ id, name, value }, index) =>
            html`<li>
              <label for="value-${id}">${tokenName({ name, endsIn: endOf(value) })}</label>
              <div>
                <textarea id="value-${id}" readonly rows="2" spellcheck="false" ${index === 0 ? raw('autofocus') : ''}>
${value}</textarea>
                <button type="button" data-copy="value-${id}" hidden>
                  <span>Copy</span><span class="sr-only"> ${name}, ends in ${endOf(value)}</span>
                </button>
              </div>
            </li>`
        )}
      </ul>
      <p class="sr-only" role="status" id="copied"></p>
      <form class="stored" action="${list}" id="stored">
        ${filter.search === '' ? '' : html`<input type="hidden" name="q" value="${filter.search}" />`}
        ${filter.revoked ? html`<input type="hidden" name="revoked" value="1" />` : ''}
        <label><input type="checkbox" required /> I have stored ${one ? 'it' : 'them'}</label>
        <div class="answers">
          ${one ? '' : html`<a class="button" href="${fileOf(issued)}" download="access-tokens.json">Download all</a>`}
          <button class="primary">Done</button>
        </div>
      </form>`
  }
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
