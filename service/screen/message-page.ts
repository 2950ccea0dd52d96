import { html } from 'hono/html'
import type { Html } from './layout.ts'

/** For a browser that is not signed in. @param origin of the service, as the browser calls it. */
export function signInPage(origin: string, keyWasUsed: boolean): Html {
  return html`<div class="panel">
    <h1>${keyWasUsed ? 'This sign-in link does not work any more' : 'You are not signed in'}</h1>
    <p>Open the last sign-in link in the terminal of the service:</p>
    <pre>${origin}/sign-in?key=…</pre>
    <p>A link works once. When it is used, the terminal shows the next one.</p>
  </div>`
}

export function signedInPage(): Html {
  return html`<div class="panel">
    <h1>You are signed in</h1>
    <p><a href="/settings/access-tokens">Go to Settings → Access Tokens</a></p>
  </div>`
}

/** An error, for a person. @param next where a person may go on. */
export function errorPage(title: string, detail: string, next: { readonly path: string; readonly text: string }): Html {
  return html`<div class="panel">
    <h1>${title}</h1>
    <p>${detail}</p>
    <p><a class="button" href="${next.path}">${next.text}</a></p>
  </div>`
}
