import type { Options } from './answer-options.ts'
import type { StoredEntry } from './entries.ts'

/** What a list shows of an entry's text; `undefined` without one. */
export function shownText(entry: StoredEntry, { content, only }: Options): string | undefined {
  return isChanged(entry, only) ? CONTENTS[content](entry) : entry.content
}

function isChanged({ id, name, content }: StoredEntry, only: Options['only']): boolean {
  if (only === undefined) return true
  if ('every' in only) return id % only.every === 1 % only.every
  return 'name' in only ? name === only.name : content.length > only.above
}

const CONTENTS: Readonly<Record<Options['content'], (entry: StoredEntry) => string | undefined>> = {
  full: ({ content }) => content,
  none: () => undefined,
  encoded: ({ content }) => encode(content),
  html: ({ content }) =>
    content
      .trim()
      .split(/\s*\n\s*\n\s*/)
      .map((part) => (part.startsWith('# ') ? `<h1>${encode(part.slice(2))}</h1>` : `<p>${encode(part)}</p>`))
      .join('\n'),
  summary: ({ name, content }) => `${name}, in ${content.split(/\s+/).length} words.`,
  // 200 UTF-16 units hold at least 100 characters.
  cut: ({ content }) => Array.from(content.slice(0, 200)).slice(0, 100).join(''),
  footer: ({ content }) => `${content}\n\n---\n\nShared by the operations assistant.\n`,
  sanitised: ({ content }) => content.replaceAll(/<!--[^]*?(?:-->|$)|<\/?[a-z][a-z0-9-]*(?=[\s/>])[^<>]*>/gi, ''),
  unlinked: ({ content }) => unlinked(content),
  rewritten: ({ content }) => rewritten(content),
  removed: () => '[removed]',
  empty: () => ''
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;'
}

function encode(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const LINK = /!?\[((?:\\.|[^\\[\]])*)\](?:\([^()\n]*\)|\[[^[\]\n]*\])/g

/** The texts of links and images without their addresses. */
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

/**
 * Markdown as a program writes it that has parsed it: the same letters and digits, other signs. Code, addresses, tags and
 * tables stay as they are.
 */
function rewritten(text: string): string {
  let fence = ''
  return text
    .split('\n')
    .map((line) => {
      const [, opened = ''] = /^ {0,3}(`{3}|~{3})/.exec(line) ?? []
      if (opened !== '' && (fence === '' || fence === opened)) fence = fence === '' ? opened : ''
      if (fence !== '' || opened !== '' || /^(?: {4}|\t| *\||[-=]+\s*$)/.test(line)) return line
      const [, marks, title = ''] = /^(##?) (.*)$/.exec(line) ?? []
      if (marks !== undefined) return `${rewrittenLine(title)}\n${marks === '#' ? '===' : '---'}`
      const [, bullet = '', rest = ''] = /^( *[-+*] |)(.*)$/s.exec(line) ?? []
      return bullet.replace(/[-+*]/, (sign) => (sign === '*' ? '-' : '*')) + rewrittenLine(rest)
    })
    .join('\n')
}

/** Code, an escaped sign, an address or a tag; a sign that needs no escape; a mark of emphasis. */
const SIGN = /`+[^`]*`*|\\.|\]\([^()]*\)|<[^<>]*>|https?:\/\/\S+|(?<plain>(?<=\w)_(?=\w)|[+=])|(?<mark>\*\*|__|[*_])/g
const MARKS: Readonly<Record<string, string>> = { '**': '__', __: '**', '*': '_', _: '*' }

function rewrittenLine(text: string): string {
  return text.replaceAll(SIGN, (sign, plain: string | undefined, mark: string | undefined) => {
    if (plain !== undefined) return `\\${plain}`
    return mark === undefined ? sign : (MARKS[mark] ?? mark)
  })
}
