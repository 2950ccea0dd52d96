/**
 * Prints the notes of a release: the text below its heading in CHANGELOG.md. Exits with 1 if there is none.
 *
 *   node tools/release-notes.ts v1.2.0
 *
 * A heading is `## 1.2.0 - 2026-12-01`. No dependency: the job that may write installs nothing.
 */
import { readFile } from 'node:fs/promises'

const RELEASE = /^## (?<version>\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$/
/** The changelog ends with link definitions. */
const LINK_DEFINITION = /^\[[^\]]+\]: /

const [tag = ''] = process.argv.slice(2)
const notes = notesOf(tag.replace(/^v/, ''), await readFile('CHANGELOG.md', 'utf8'))

if (notes === '') {
  console.error(
    `CHANGELOG.md has no notes for ${tag}: they go below a heading "## ${tag.replace(/^v/, '')} - YYYY-MM-DD".`
  )
  process.exitCode = 1
} else {
  console.log(notes)
}

function notesOf(version: string, changelog: string): string {
  const lines = changelog.split(/\r?\n/)
  const start = lines.findIndex((line) => RELEASE.exec(line)?.groups?.['version'] === version)
  if (start === -1) return ''
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line.startsWith('## ') || LINK_DEFINITION.test(line))
  return rest
    .slice(0, end === -1 ? undefined : end)
    .join('\n')
    .trim()
}
