import { html } from 'hono/html'
import type { Html } from './layout.ts'

/** What is shown to a browser that is not signed in, and to one whose link was used before. */
export function signedOutPage(problem: 'signed out' | 'spent'): Html {
  return html`<div class="empty">
    <h1>${problem === 'spent' ? 'This sign-in link does not work any more' : 'You are not signed in'}</h1>
    <p>
      Open the sign-in link that the service printed where it was started. It stands in the line that begins with
      <code>ready</code> and looks like this:
    </p>
    <pre>http://127.0.0.1:4180/sign-in?key=…</pre>
    <p>A link works once. After it was used, the service prints the next one in the same place.</p>
  </div>`
}

/** A refusal, for a person. */
export function refusalPage(title: string, detail: string): Html {
  return html`<div class="empty">
    <h1>${title}</h1>
    <p>${detail}</p>
    <p><a class="button" href="/">Go to the start</a></p>
  </div>`
}
