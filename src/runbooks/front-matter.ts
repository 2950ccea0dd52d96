import { plainFields, type Field } from './plain-fields.ts'
import type { Problem } from './runbook.ts'

export type Split =
  | { readonly kind: 'none' }
  /** `yaml` is what stands between the lines; the body begins at offset `end`. */
  | { readonly kind: 'block'; readonly yaml: string; readonly end: number }
  | { readonly kind: 'refused'; readonly problem: Problem }

export type FrontMatter =
  | {
      readonly kind: 'front matter'
      /** As it was written (`1.10`, `yes`, `2026-01-02`); absent where it is missing or empty. */
      readonly title?: string
      /** The line that keeps the file out, for the report. */
      readonly excluded?: string
    }
  /** Prose between two thematic breaks. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly problem: Problem }

/**
 * Characters of front matter that are read. Far more than any runbook has, and few enough that nothing built to be slow
 * (16 KiB of distinct keys, anchors or brackets) keeps the YAML parser for longer than about a tenth of a second.
 */
const MAX_LENGTH = 16 * 1024

/**
 * Finds the front matter: a first line `---`, and the next line that is `---` again. A file that opens with `---` and has
 * no second one begins with a thematic break, unless its second line could be one of a YAML map: then somebody forgot
 * the end. Hugo's `+++` and gray-matter's `---js` are refused: sent as they are they would be a page of noise.
 */
export function splitFrontMatter(text: string): Split {
  const [opening, fence = ''] = /^(---|\+\+\+|---[a-z]+)[ \t]*(?:\r?\n|$)/i.exec(text) ?? []
  if (opening === undefined) return { kind: 'none' }
  const rest = text.slice(opening.length)
  const closing = (fence === '+++' ? /(?:^|\n)\+\+\+[ \t]*(?:\r?\n|$)/ : /(?:^|\n)---[ \t]*(?:\r?\n|$)/).exec(rest)
  if (fence !== '---') {
    if (closing === null) return { kind: 'none' }
    return refused(`Its front matter (\`${fence}\`) is not YAML.`, 'Write it as YAML between two lines `---`.', 1)
  }
  if (closing === null) {
    if (!/^[\w-]+[ \t]*:(?:\s|$)/.test(rest)) return { kind: 'none' }
    return refused('Its front matter is opened by `---` and never closed.', 'Add a line `---` below it.', 1)
  }
  const dashes = closing.index + closing[0].indexOf('-')
  return { kind: 'block', yaml: rest.slice(0, dashes), end: opening.length + closing.index + closing[0].length }
}

/**
 * Reads the words that mean something here: `title`, `draft`, `runbook`. All else in front matter is checked, and is
 * somebody else's business.
 */
export async function readFrontMatter(yaml: string): Promise<FrontMatter> {
  if (yaml.trim() === '') return { kind: 'front matter' }
  // With a blank line after `---` it may as well be prose between two thematic breaks; only a map tells.
  const mayBeProse = /^[ \t]*\r?\n/.test(yaml)
  if (yaml.length > MAX_LENGTH) {
    if (mayBeProse) return { kind: 'none' }
    return refused(`Its front matter is longer than ${MAX_LENGTH} characters.`, 'Move text below the second `---`.', 1)
  }
  const plain = plainFields(yaml)
  if (plain !== undefined) return meaningOf(plain, yaml)
  const read = (await import('./yaml-fields.ts')).yamlFields(yaml)
  if (read.kind === 'map') return meaningOf(read.fields, yaml)
  if (mayBeProse) return { kind: 'none' }
  if (read.kind === 'nothing') return { kind: 'front matter' }
  return refusedAt(read.message, read.remedy, yaml, read.offset)
}

function meaningOf(fields: readonly Field[], yaml: string): FrontMatter {
  let title: string | undefined
  let excluded: string | undefined
  for (const { key, text, offset } of fields) {
    if (key === 'title') {
      if (text === undefined) return refusedAt('Its `title` is not text.', 'Quote it: `title: "…"`.', yaml, offset)
      if (text !== '') title = text
    } else if (key === 'draft') {
      const draft = truth(text)
      if (draft === undefined) {
        return refusedAt('Its `draft` is neither true nor false.', 'Write `draft: true` or remove it.', yaml, offset)
      }
      if (draft) excluded ??= 'draft: true'
    } else if (key === 'runbook') {
      // Any other value of so common a word is somebody else's business.
      if (truth(text) === false) excluded ??= 'runbook: false'
    }
  }
  return {
    kind: 'front matter',
    ...(title === undefined ? {} : { title }),
    ...(excluded === undefined ? {} : { excluded })
  }
}

/** YAML 1.1's words too, quoted or not: whoever writes `draft: yes` means it. */
function truth(written: string | undefined): boolean | undefined {
  if (written === undefined) return undefined
  if (/^(?:true|yes|on)$/i.test(written)) return true
  if (/^(?:false|no|off)$/i.test(written)) return false
  return undefined
}

function refused(message: string, remedy: string, line: number): { kind: 'refused'; problem: Problem } {
  return { kind: 'refused', problem: { message, remedy, line } }
}

function refusedAt(
  message: string,
  remedy: string,
  yaml: string,
  offset: number
): { kind: 'refused'; problem: Problem } {
  const before = yaml.slice(0, offset).split('\n')
  // The YAML begins on the file's second line.
  const place = { line: before.length + 1, column: (before.at(-1)?.length ?? 0) + 1 }
  return { kind: 'refused', problem: { message, remedy, ...place } }
}
