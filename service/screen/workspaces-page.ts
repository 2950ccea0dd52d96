import { html, raw } from 'hono/html'
import type { Workspace } from '../workspaces.ts'
import { pathOf, type Html } from './layout.ts'

/** Settings → Workspaces: to make one, and to choose one. */
export function workspacesPage(
  workspace: Workspace,
  all: readonly Workspace[],
  { name, error }: { readonly name: string; readonly error?: string | undefined }
): Html {
  return html`<div class="heading">
      <div>
        <p class="trail">Settings</p>
        <h1>Workspaces</h1>
      </div>
    </div>
    <p class="lead">Each has its own knowledge and its own tokens; a token of one cannot be used for another.</p>
    <ul class="cards">
      ${all.map(
        (one) =>
          html`<li>
            <a href="${pathOf('workspaces', one)}" ${one.id === workspace.id ? raw(' aria-current="true"') : ''}>
              <bdi>${one.name}</bdi>
              ${one.id === workspace.id ? html`<span class="hint">chosen</span>` : ''}
            </a>
          </li>`
      )}
    </ul>
    <form method="post" action="${pathOf('workspaces', workspace)}" class="sheet" novalidate>
      <h2>New workspace</h2>
      <div class="field">
        <label for="name">Name</label>
        <input
          id="name"
          name="name"
          value="${name}"
          autocomplete="off"
          required
          ${error === undefined ? '' : raw('aria-invalid="true" aria-describedby="name-error" autofocus')}
        />
        ${error === undefined ? '' : html`<p class="fault" id="name-error" role="alert">${error}</p>`}
      </div>
      <div class="answers"><button class="primary">Create Workspace</button></div>
    </form>`
}
