import { pageOf, type Base } from './links.ts'

/**
 * The line that ends an entry and leads to its file, with what sets it off from the text. It names no commit, so that an
 * unchanged runbook stays an unchanged entry.
 */
export function sourceLine(markdown: string, path: string, base: Base): string {
  const newline = /\r?\n/.exec(markdown)?.[0] ?? '\n'
  const gap = markdown.endsWith('\n') ? newline : newline + newline
  const label = path
    .replace(/\s/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(/[!-/:-@[-`{-~]/g, (mark) =>
      // Marks that mean nothing inside a line stay as they are, for most paths consist of letters and these.
      /[-./,:]/.test(mark) ? mark : `\\${mark}`
    )
  return `${gap}Source: [${label}](${pageOf(path, base)})${newline}`
}
