import { html } from 'hono/html'
import type { Html } from './layout.ts'

/** For a browser that is not signed in. */
export function signInPage(keyWasUsed: boolean): Html {
  return html`<div class="panel">
    <h1>${keyWasUsed ? 'This sign-in link does not work any more' : 'You are not signed in'}</h1>
    <p>
      Open the sign-in link that the service printed in its terminal, in the line that begins with <code>ready</code>:
    </p>
    <pre>http://127.0.0.1:4180/sign-in?key=…</pre>
    <p>A link works once. Then the service prints the next one.</p>
  </div>`
}

export function signedInPage(): Html {
  return html`<div class="panel">
    <h1>You are signed in</h1>
    <p><a href="/settings/access-tokens">Go to Settings → Access Tokens</a></p>
  </div>`
}

/** An error, for a person. */
export function errorPage(title: string, detail: string): Html {
  return html`<div class="panel">
    <h1>${title}</h1>
    <p>${detail}</p>
    <p><a class="button" href="/">Go to the start</a></p>
  </div>`
}
