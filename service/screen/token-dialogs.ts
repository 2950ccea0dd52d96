import { html, raw } from 'hono/html'
import { EXPIRATIONS, expiresAt, type IssuedToken, type Token, type Transition } from '../tokens.ts'
import type { Workspace } from '../workspaces.ts'
import { dialog, pathOf, type Html } from './layout.ts'
import { dateText } from './times.ts'

/** What the person had entered, and what was wrong with it. */
export interface CreateForm {
  readonly name: string
  readonly expiration: string
  readonly errors: { readonly name?: string | undefined; readonly expiration?: string | undefined }
}

export const NEW_FORM: CreateForm = { name: '', expiration: '90 days', errors: {} }

export function createDialog(workspace: Workspace, { name, expiration, errors }: CreateForm, now: number): Html {
  const path = pathOf('tokens', workspace)
  const back = `${path}#create`
  return dialog({
    title: 'Create Token',
    back,
    body: html`<form method="post" action="${path}/new" novalidate>
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
        <a class="button" href="${back}">Cancel</a>
        <button class="primary">Create Token</button>
      </div>
    </form>`
  })
}

function fault(id: string, text: string | undefined): Html | '' {
  return text === undefined ? '' : html`<p class="fault" id="${id}" role="alert">${text}</p>`
}

/** Asks before a transition of one token or a batch. */
export function confirmDialog(workspace: Workspace, transition: Transition, tokens: readonly Token[]): Html {
  const path = pathOf('tokens', workspace)
  const [first] = tokens
  const one = tokens.length === 1
  const back = one && first !== undefined ? `${path}#${transition}-${first.id}` : `${path}#${transition}-selected`
  const answer = `${WORDS[transition]} ${one ? 'token' : `${tokens.length} tokens`}`
  return dialog({
    title: `${answer}?`,
    back,
    body: html`<ul class="names" tabindex="0" aria-label="Tokens">
        ${tokens.map(({ name }) => html`<li><bdi>${name}</bdi></li>`)}
      </ul>
      <p>${WARNINGS[transition][one ? 'one' : 'many']}</p>
      <form method="post" action="${path}/${transition}">
        ${tokens.map(({ id }) => html`<input type="hidden" name="id" value="${id}" />`)}
        <div class="answers">
          <a class="button" href="${back}" autofocus>Cancel</a>
          <button class="${transition === 'revoke' ? 'danger solid' : 'primary'}">${answer}</button>
        </div>
      </form>`
  })
}

/** Says why a transition cannot be; there is nothing to confirm. */
export function refusedDialog(workspace: Workspace, transition: Transition, reason: string): Html {
  const back = `${pathOf('tokens', workspace)}#${transition}-selected`
  return dialog({
    title: `${WORDS[transition]} Selected`,
    back,
    body: html`<p class="warning">${reason}</p>
      <div class="answers"><a class="button" href="${back}" autofocus>Back</a></div>`
  })
}

const WORDS = { revoke: 'Revoke', rotate: 'Rotate' } as const

const WARNINGS = {
  revoke: {
    one: 'It stops working at once: requests with it are answered with 401. This cannot be undone.',
    many: 'They stop working at once: requests with them are answered with 401. This cannot be undone.'
  },
  rotate: {
    one:
      'A new token takes its place, with the same name and the same expiration counted from now. The present value stops ' +
      'working at once, so have the place at hand where it is stored.',
    many:
      'New tokens take their place, with the same names and the same expirations counted from now. The present values ' +
      'stop working at once, so have the places at hand where they are stored.'
  }
} as const

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
                <button type="button" data-copy="value-${id}" hidden>
                  <span>Copy</span><span class="unseen"> ${name}</span>
                </button>
              </div>
            </li>`
        )}
      </ul>
      <p class="unseen" role="status" id="copied"></p>
      <div class="answers"><a class="button primary" href="${path}">Done</a></div>`
  })
}
