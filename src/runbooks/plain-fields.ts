/** What front matter says under one word. */
export interface Field {
  readonly key: string
  /** As it was written, without quotes and blanks around it; `undefined` where it is no text but a list or the like. */
  readonly text: string | undefined
  /** Where the value begins. */
  readonly offset: number
}

// A scalar that YAML reads as it stands: no indicator at its start, no `#` and no colon that a blank could be next to.
const WORD = String.raw`[^\s\p{Cc}#:]`
const PLAIN = String.raw`(?![\-?,[\]{}&*!|>'"%@\x60~])${WORD}(?:${WORD}|:(?=${WORD})| +(?=${WORD}))*`
const QUOTED = String.raw`"(?<double>[^"\\\p{Cc}]*)"|'(?<single>[^'\p{Cc}]*)'`
const LIST = String.raw`\[ *\w[\w ./\-]*(?:, *\w[\w ./\-]*)*\]`
const FIELD = new RegExp(
  String.raw`^(?<key>[a-z_][\w\-]{0,63}):(?:(?<gap> +)(?:(?<plain>${PLAIN})|${QUOTED}|${LIST}))? *\r?$`,
  'iu'
)
const ITEM = new RegExp(String.raw`^(?<indent> *)- +${PLAIN} *\r?$`, 'u')
const NOTHING = /^(?:#\P{Cc}*)?\r?$/u

/** In YAML's core schema; as a key it is no word. */
const NULL = /^(?:null|Null|NULL)$/
const NO_WORD = /^(?:null|true|false)$/i

/**
 * The fields of front matter that consists of plain `key: value` lines and flat lists, as most does, at a hundredth of
 * what a YAML parser takes; empty values left out, as the parser's reading does. `undefined` for anything else: it reads
 * only what can mean one thing, and never says what is wrong.
 */
export function plainFields(yaml: string): Field[] | undefined {
  // YAML takes one alone for a line's end, too.
  if (/\r(?!\n)/.test(yaml)) return undefined
  const fields: Field[] = []
  const seen = new Set<string>()
  /** A word without a value so far, and how far the items below it are indented. */
  let open: { readonly key: string; indent?: string } | undefined
  let lineStart = 0
  for (const line of yaml.split('\n')) {
    const { key, gap, plain, double, single } = FIELD.exec(line)?.groups ?? {}
    if (key !== undefined) {
      if (seen.has(key) || NO_WORD.test(key)) return undefined
      seen.add(key)
      open = gap === undefined ? { key } : undefined
      if (gap !== undefined && (plain === undefined || !NULL.test(plain))) {
        fields.push({ key, text: (plain ?? double ?? single)?.trim(), offset: lineStart + key.length + 1 + gap.length })
      }
    } else if (!NOTHING.test(line)) {
      const indent = ITEM.exec(line)?.groups?.['indent']
      if (indent === undefined || open === undefined || indent !== (open.indent ?? indent)) return undefined
      if (open.indent === undefined) fields.push({ key: open.key, text: undefined, offset: lineStart + indent.length })
      open.indent = indent
    }
    lineStart += line.length + 1
  }
  return seen.size === 0 ? undefined : fields
}
