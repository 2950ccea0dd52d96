import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { readFileSync } from 'node:fs'
import type { Workspace } from '../workspaces.ts'

/** Markup in which everything that came from outside is escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

const STYLE = raw(readFileSync(new URL('./page.css', import.meta.url), 'utf8'))
const SCRIPT = raw(readFileSync(new URL('./page.js', import.meta.url), 'utf8'))

const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b6470"/>' +
      '<path d="M10 9h12M10 16h12M10 23h7" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>'
  )

export type Section = 'knowledge' | 'tokens' | 'workspaces'

export interface Page {
  readonly title: string
  readonly nonce: string
  readonly main: Html
  /** Laid over the page, which cannot be reached as long as it is there. */
  readonly dialog?: Html | undefined
  /** What happened just now, announced to screen readers. */
  readonly notice?: string | undefined
  /** Where the page belongs; absent on pages that stand alone. */
  readonly place?: { readonly section: Section; readonly workspace: Workspace; readonly all: readonly Workspace[] }
}

/** A whole document. Styles and the script are in it, under the nonce of its content security policy. */
export function document({ title, nonce, main, dialog, notice, place }: Page): Html {
  // The second for readers that do not know the first.
  const covered = dialog === undefined ? '' : raw(' inert aria-hidden="true"')
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Operations assistant</title>
    <link rel="icon" href="${ICON}">
    <style nonce="${nonce}">${STYLE}</style>
  </head>
  <body${dialog === undefined ? '' : raw(' class="covered"')}>
    <a class="skip" href="#main"${covered}>Skip to content</a>
    <header class="bar"${covered}>
      <a class="brand" href="/">${mark()} Operations assistant</a>
      ${place === undefined ? '' : switcher(place)}
    </header>
    <div class="frame${place === undefined ? ' alone' : ''}"${covered}>
      ${place === undefined ? '' : navigation(place)}
      <main id="main" tabindex="-1">
        ${notice === undefined ? '' : html`<p class="notice" role="status">${notice}</p>`}
        ${main}
      </main>
    </div>
    ${dialog ?? ''}
    <script nonce="${nonce}">${SCRIPT}</script>
  </body>
</html>
`
}

interface DialogParts {
  readonly title: string
  readonly body: Html
  /** Where Escape leads. */
  readonly back: string
  readonly wide?: boolean
}

/**
 * A dialog that needs no script: it comes with the page, and the page behind it is inert. `alertdialog` and `dialog` are
 * told apart by nothing here, because every one of them waits for an answer.
 */
export function dialog({ title, body, back, wide = false }: DialogParts): Html {
  return html`<div class="veil">
    <div
      class="dialog${wide ? ' wide' : ''}"
      role="dialog"
      aria-modal="true"
      aria-labelledby="dialog-title"
      data-back="${back}"
    >
      <h2 id="dialog-title">${title}</h2>
      ${body}
    </div>
  </div>`
}

type Place = NonNullable<Page['place']>

function switcher({ section, workspace, all }: Place): Html {
  return html`<div class="tools">
    <details class="switcher">
      <summary>
        <span class="hint">Workspace</span>
        <bdi class="current">${workspace.name}</bdi>
      </summary>
      <ul>
        ${all.map(
          (one) =>
            html`<li>
              <a href="${pathOf(section, one)}" ${one.id === workspace.id ? raw(' aria-current="true"') : ''}
                ><bdi>${one.name}</bdi></a
              >
            </li>`
        )}
        <li class="apart"><a href="/workspaces/${workspace.id}/settings/workspaces">New workspace…</a></li>
      </ul>
    </details>
    <form method="post" action="/sign-out"><button class="quiet">Sign out</button></form>
  </div>`
}

function navigation({ section, workspace }: Place): Html {
  const link = (to: Section, text: string): Html =>
    html`<li>
      <a href="${pathOf(to, workspace)}" ${section === to ? raw(' aria-current="page"') : ''}>${text}</a>
    </li>`
  return html`<nav aria-label="Main">
    <h2 id="nav-assistant">Assistant</h2>
    <ul aria-labelledby="nav-assistant">
      ${link('knowledge', 'Knowledge')}
    </ul>
    <h2 id="nav-settings">Settings</h2>
    <ul aria-labelledby="nav-settings">
      ${link('tokens', 'Access Tokens')} ${link('workspaces', 'Workspaces')}
    </ul>
  </nav>`
}

/** The page of a section in a workspace. The workspace is in every address, so that two tabs cannot mix them up. */
export function pathOf(section: Section, { id }: Workspace): string {
  const paths = { knowledge: 'knowledge', tokens: 'settings/access-tokens', workspaces: 'settings/workspaces' }
  return `/workspaces/${id}/${paths[section]}`
}

function mark(): Html {
  return html`<svg aria-hidden="true" viewBox="0 0 32 32" width="22" height="22">
    <rect width="32" height="32" rx="8" fill="currentColor" />
    <path d="M10 9h12M10 16h12M10 23h7" class="lines" stroke-width="3" stroke-linecap="round" />
  </svg>`
}
