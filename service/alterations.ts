import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { z } from 'zod'

/** The entry whose text is altered. */
interface Altered {
  readonly name: string
  /** Which reading of the list shows it, from 1. */
  readonly reading: number
}

type Alter = (text: string, altered: Altered) => string

/** What services do to texts, before they store them or when they show them. */
const ALTERATIONS = {
  trim: (text) => text.trim(),
  /** LF for CRLF and CR. */
  lf: (text) => text.replace(/\r\n?/g, '\n'),
  nfc: (text) => text.normalize('NFC'),
  /** Without blanks at the ends of lines. */
  line_ends: (text) => text.replace(/(?<![ \t])[ \t]+$/gm, ''),
  /** Runs of blank lines as one. */
  blank_lines: (text) => text.replace(/\n(?:[ \t]*\n){2,}/g, '\n\n'),
  /** Four blanks for a tab. */
  tabs: (text) => text.replaceAll('\t', '    '),
  /** Typographic quotes and ellipses. */
  quotes: (text) =>
    text
      .replaceAll(/(^|[\s([{])"/g, '$1\u201c')
      .replaceAll('"', '\u201d')
      .replaceAll(/(^|[\s([{])'/g, '$1\u2018')
      .replaceAll("'", '\u2019')
      .replaceAll('...', '\u2026'),
  /** HTML entities for `&`, `<`, `>` and quotes. */
  escape: (text) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character),
  /** Rendered as HTML. */
  html: (text) => micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
  /** Markdown as a program writes it that has parsed it. */
  rewrite: (text) => rewritten(text),
  /** Without the addresses of links, images and autolinks. The texts of links stay. */
  no_links: (text) => unlinked(text),
  /** Without HTML tags, comments, and placeholders such as `<name>`. */
  no_tags: (text) => text.replaceAll(/<!--[^]*?(?:-->|$)|<\/?[a-z][a-z0-9-]*(?=[\s/>])[^<>]*>/gi, ''),
  no_emoji: (text) => text.replaceAll(/\p{Extended_Pictographic}[\p{Emoji_Modifier}\ufe0f\u200d]*/gu, ''),
  no_first_line: (text) => text.replace(/^[^\n]*\n\s*/, ''),
  header: (text) => `Shared by the operations assistant.\n\n---\n\n${text}`,
  footer: (text) => `${text}\n\n---\n\nShared by the operations assistant.\n`,
  /** Another text at each reading. */
  differs: (text, { reading }) => `${text}\n\nRead ${reading} times.\n`,
  /** What a program says about the text. */
  summary: (text, { name }) => `${name}, in ${text.split(/\s+/).length} words.`,
  /** As after moderation. */
  moderated: () => '[removed]',
  empty: () => ''
} satisfies Record<string, Alter>

type AlterationName = keyof typeof ALTERATIONS
export const ALTERATION_NAMES = Object.keys(ALTERATIONS) as [AlterationName, ...AlterationName[]]

export const Alteration = z.union(
  [
    z.enum(ALTERATION_NAMES),
    /** The first characters. */
    z.strictObject({ cut: z.int().min(1) }),
    /** The first characters on one line, and `…` if there are more. */
    z.strictObject({ preview: z.int().min(1) }),
    /** Without these words. */
    z.strictObject({ no_words: z.array(z.string().min(1)).min(1) })
  ],
  `An alteration is {"cut": N}, {"preview": N}, {"no_words": [WORD]} or one of ${ALTERATION_NAMES.join(', ')}.`
)
export type Alteration = z.output<typeof Alteration>

/** @returns the text after all alterations, one after the other. */
export function alter(text: string, alterations: readonly Alteration[], altered: Altered): string {
  return alterations.reduce((present, alteration) => alteringOf(alteration)(present, altered), text)
}

function alteringOf(alteration: Alteration): Alter {
  if (typeof alteration === 'string') return ALTERATIONS[alteration]
  if ('cut' in alteration) return (text) => beginning(text, alteration.cut)
  if ('no_words' in alteration)
    return (text) => alteration.no_words.reduce((rest, word) => rest.replaceAll(word, ''), text)
  return (text) => {
    const line = text.replaceAll(/\s+/g, ' ').trim()
    const shown = beginning(line, alteration.preview)
    return shown === line ? line : `${shown}…`
  }
}

/** A character has two UTF-16 units at most. */
function beginning(text: string, characters: number): string {
  return Array.from(text.slice(0, 2 * characters))
    .slice(0, characters)
    .join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;'
}

const LINK = /!?\[((?:\\.|[^\\[\]])*)\](?:\([^()\n]*\)|\[[^[\]\n]*\])/g

function unlinked(text: string): string {
  return (
    text
      .replaceAll(/^ {0,3}\[[^[\]\n]+\]:.*$/gm, '')
      .replaceAll(LINK, '$1')
      // An image in a link.
      .replaceAll(LINK, '$1')
      .replaceAll(/<(?:https?:|mailto:)[^<>\s]*>/gi, '')
  )
}

/** The same letters and digits with other signs. Code, addresses, tags and tables stay as they are. */
function rewritten(text: string): string {
  let fence = ''
  return text
    .split('\n')
    .map((line) => {
      const [, opened = ''] = /^ {0,3}(`{3}|~{3})/.exec(line) ?? []
      if (opened !== '' && (fence === '' || fence === opened)) fence = fence === '' ? opened : ''
      if (fence !== '' || opened !== '' || /^(?: {4}|\t| *\||[-=]+\s*$)/.test(line)) return line
      const [, bullet = '', rest = ''] = /^( *[-+*] |)(.*)$/s.exec(line) ?? []
      return bullet.replace(/[-+]/, '*') + rest.replaceAll(SIGN, rewrittenSign)
    })
    .join('\n')
}

/** Code, an escaped sign, an address or a tag; a sign that gets an escape; a mark of emphasis. */
const SIGN =
  /`+[^`]*`*|\\.|\]\([^()]*\)|<[^<>]*>|https?:\/\/\S+|(?<plain>(?<=[^\W_])_(?=[^\W_])|~)|(?<mark>\*\*|__|[*_])/g
const MARKS: Readonly<Record<string, string>> = { __: '**', '*': '_' }

function rewrittenSign(sign: string, plain: string | undefined, mark: string | undefined): string {
  if (plain !== undefined) return `\\${plain}`
  return mark === undefined ? sign : (MARKS[mark] ?? mark)
}
