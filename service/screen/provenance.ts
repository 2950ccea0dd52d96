import { html, raw } from 'hono/html'
import { PROVENANCES, type Provenance, type Source } from '../provenance.ts'
import type { Html } from './layout.ts'

/** How many entries have each provenance. */
export type Counts = Readonly<Record<Provenance, number>>

const CHOICES: Readonly<Record<Provenance, string>> = {
  repository: 'From a repository',
  edited: 'Edited since',
  hand: 'By hand',
  retired: 'Retired'
}

/** `from docs/runbooks/x.md, edited since`, with a link to the file. */
export function provenanceText(source: Source): Html {
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
  return url === null ? visible(path) : html`<a href="${url}">${visible(path)}</a>`
}

/** Characters that are not seen, or change the direction of others, are shown as their percent escapes. */
function visible(path: string): Html {
  return html`<bdi>${path.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => encodeURIComponent(character))}</bdi>`
}

/** Of one provenance, or of all. */
export function totalOf(counts: Counts, provenance?: Provenance): number {
  return provenance === undefined ? PROVENANCES.reduce((total, one) => total + counts[one], 0) : counts[provenance]
}

/** Links to the list with each provenance. @param pathTo the list with this provenance, or with all. */
export function provenanceFilter(
  counts: Counts,
  chosen: Provenance | undefined,
  pathTo: (provenance: Provenance | undefined) => string
): Html {
  const link = (to: Provenance | undefined, word: string): Html =>
    html`<a class="button small" href="${pathTo(to)}" ${to === chosen ? raw(' aria-current="true"') : ''}
      >${word} (${totalOf(counts, to).toLocaleString('en')})</a
    >`
  return html`<nav class="toolbar" aria-label="Filter by provenance">
    ${link(undefined, 'All')} ${PROVENANCES.map((one) => link(one, CHOICES[one]))}
  </nav>`
}
