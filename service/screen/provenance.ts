import { html } from 'hono/html'
import type { EntryText } from '../entries.ts'
import { sourceOf, type Source } from '../provenance.ts'
import type { Html } from './layout.ts'

/** `from docs/runbooks/x.md, edited since`, with a link to the file. */
export function provenanceText(entry: EntryText): Html {
  const source = sourceOf(entry)
  switch (source.provenance) {
    case 'hand':
      return html`by hand`
    case 'retired':
      // The file is no longer at its address.
      return html`retired, from ${fileOf({ ...source, url: null })}`
    case 'repository':
      return html`from ${fileOf(source)}`
    case 'edited':
      return html`from ${fileOf(source)}, <span class="edited">edited since</span>`
  }
}

function fileOf({ path, url }: Pick<Source, 'path' | 'url'>): Html | string {
  if (path === null) return 'a repository'
  return url === null ? html`<bdi>${path}</bdi>` : html`<a href="${url}"><bdi>${path}</bdi></a>`
}
