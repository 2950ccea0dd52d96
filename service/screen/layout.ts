import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { readFileSync } from 'node:fs'
import type { Workspace } from '../workspaces.ts'

/** Markup in which every value is escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

const STYLE = raw(readFileSync(new URL('./page.css', import.meta.url), 'utf8'))
const SCRIPT = raw(readFileSync(new URL('./page.js', import.meta.url), 'utf8'))

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">' +
  '<rect width="32" height="32" rx="8" fill="#0b6470"/>' +
  '<path d="M10 9h12M10 16h12M10 23h7" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>'
const ICON = `data:image/svg+xml,${encodeURIComponent(LOGO)}`

const SECTIONS = {
  knowledge: { title: 'Knowledge', path: 'knowledge' },
  tokens: { title: 'Access Tokens', path: 'settings/access-tokens' },
  workspaces: { title: 'Workspaces', path: 'settings/workspaces' }
} as const
export type Section = keyof typeof SECTIONS

/** Where a page that belongs to no section leads. */
export const START: Section = 'tokens'

export function titleOf(section: Section): string {
  return SECTIONS[section].title
}

/** The path of a section. The workspace is in every path, so that two tabs cannot confuse them. */
export function pathOf(section: Section, { id }: Workspace): string {
  return `/workspaces/${id}/${SECTIONS[section].path}`
}

/** The section of a path, if it has one. */
export function sectionIn(path: string): Section | undefined {
  const below = path.split('/').slice(3).join('/')
  return (Object.keys(SECTIONS) as Section[]).find((name) => `${below}/`.startsWith(`${SECTIONS[name].path}/`))
}

export interface Dialog {
  readonly title: string
  readonly body: Html
  /** Where Escape leads; absent if Escape must not close the dialog. */
  readonly back?: string
}

export interface Page {
  readonly title: string
  readonly nonce: string
  readonly main: Html
  /** In front of the page, which is inert meanwhile. */
  readonly dialog?: Dialog | undefined
  /** What happened just now. */
  readonly notice?: Html | string | undefined
  /** Absent on a page without a session. */
  readonly place?: Place | undefined
}

interface Place {
  /** Absent on a page that belongs to none. */
  readonly section?: Section | undefined
  readonly workspace: Workspace
  readonly all: readonly Workspace[]
}

/** A whole document. Its style and its script are inline, under the nonce of the content security policy. */
export function document({ title, nonce, main, dialog, notice, place }: Page): Html {
  const titles = [dialog?.title, title, 'Operations assistant'].filter((part) => part !== undefined)
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${titles.join(' · ')}</title>
    <link rel="icon" href="${ICON}">
    <style nonce="${nonce}">${STYLE}</style>
  </head>
  <body${dialog === undefined ? '' : raw(' class="has-dialog"')}>
    <div${dialog === undefined ? '' : raw(' inert')}>
      <a class="skip-link" href="#main">Skip to content</a>
      <header>
        <a class="brand" href="/" aria-label="Operations assistant">${raw(LOGO)}<span>Operations assistant</span></a>
        ${place === undefined ? '' : navigation(place)}
      </header>
      <main id="main" tabindex="-1">
        ${notice === undefined ? '' : html`<p class="notice" id="${NOTICE}" role="status" tabindex="-1">${notice}</p>`}
        ${main}
      </main>
    </div>
    ${dialog === undefined ? '' : dialogElement(dialog)}
    <script nonce="${nonce}">${SCRIPT}</script>
  </body>
</html>
`
}

/** The place of the message of a page, which takes the focus. */
export const NOTICE = 'notice'

/** A dialog that works without a script: it is part of the page, and the rest of the page is inert. */
function dialogElement({ title, body, back }: Dialog): Html {
  return html`<div class="backdrop">
    <div class="dialog" role="dialog" aria-modal="true" aria-labelledby="dialog-title" data-back="${back ?? ''}">
      <h2 id="dialog-title">${title}</h2>
      ${body}
    </div>
  </div>`
}

function navigation({ section, workspace, all }: Place): Html {
  const current = (is: boolean, value: string) => (is ? raw(` aria-current="${value}"`) : '')
  return html`<nav aria-label="Main">
      ${Object.entries(SECTIONS).map(
        ([name, { title }]) =>
          html`<a href="${pathOf(name as Section, workspace)}" ${current(name === section, 'page')}>${title}</a>`
      )}
    </nav>
    <details class="switcher">
      <summary><span class="sr-only">Workspace: </span><bdi>${workspace.name}</bdi></summary>
      <ul>
        ${all.map(
          (one) =>
            html`<li>
              <a href="${pathOf(section ?? START, one)}" ${current(one.id === workspace.id, 'true')}
                ><bdi>${one.name}</bdi></a
              >
            </li>`
        )}
        <li><a href="${pathOf('workspaces', workspace)}">New workspace…</a></li>
      </ul>
    </details>
    <form method="post" action="/sign-out"><button class="quiet">Sign out</button></form>`
}

/** The heading of a page, with its main action. */
export function heading(title: Html | string, above: Html | string, action: Html | string = ''): Html {
  return html`<div class="heading">
    <div>
      <p class="hint">${above}</p>
      <h1>${title}</h1>
    </div>
    ${action}
  </div>`
}
