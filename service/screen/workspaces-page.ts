import { html, raw } from 'hono/html'
import type { Workspace } from '../workspaces.ts'
import { heading, pathOf, type Html } from './layout.ts'

/** Settings → Workspaces: create and choose one. */
export function workspacesPage(
  workspace: Workspace,
  all: readonly Workspace[],
  { name, error }: { readonly name: string; readonly error?: string | undefined }
): Html {
  return html`${heading('Workspaces', 'Settings')}
    <p class="lead">Each has its own knowledge and its own tokens. A token of one cannot be used for another.</p>
    <ul class="panel links">
      ${all.map(
        (one) =>
          html`<li>
            <a href="${pathOf('workspaces', one)}" ${one.id === workspace.id ? raw(' aria-current="true"') : ''}
              ><bdi>${one.name}</bdi></a
            >
            ${one.id === workspace.id ? html`<span class="hint">chosen</span>` : ''}
          </li>`
      )}
    </ul>
    <form method="post" class="panel" novalidate>
      <h2>New workspace</h2>
      <label for="name">Name</label>
      <input
        id="name"
        name="name"
        value="${name}"
        autocomplete="off"
        required
        ${error === undefined ? '' : raw('aria-invalid="true" aria-describedby="name-error" autofocus')}
      />
      ${error === undefined ? '' : html`<p class="error" id="name-error" role="alert">${error}</p>`}
      <div class="answers"><button class="primary">Create Workspace</button></div>
    </form>`
}
