/**
 * Looks for work that grows faster than its input: repeats each token of each grammar, and compares the CPU time for an input with
 * the time for one that is eight times as long. Double length would say less: garbage collection alone can double a time.
 * Markdown may grow faster until it is too complex: there it looks for texts that take more than three seconds.
 */
import fc from 'fast-check'
import { exclusionOf, Patterns } from '../src/branch/patterns.ts'
import { ActionError } from '../src/errors.ts'
import { Secret } from '../src/secret.ts'
import { parseTree } from '../src/branch/output.ts'
import type { HttpResponse } from '../src/knowledge/connection.ts'
import type { KnowledgeClient } from '../src/knowledge/client.ts'
import { readList } from '../src/knowledge/reading.ts'
import { readPage, readSuccess } from '../src/knowledge/response.ts'
import { escapeCode, escapeJson, escapeLine, escapeMarkdown } from '../src/report/escape.ts'
import { rowOf } from '../src/sync/entries.ts'
import { parseMarkdown } from '../src/runbook/markdown.ts'
import { readRunbook, type RunbookOptions } from '../src/runbook/runbook.ts'
import { resealed } from '../src/runbook/source-line.ts'
import { PIECES } from '../__tests__/runbook/pieces.ts'

/** What stands before and after the repeated token. */
type Frame = readonly [before: string, after: string]

interface Grammar {
  readonly name: string
  readonly tokens: readonly string[]
  readonly frames: readonly Frame[]
  /** In the longest input. */
  readonly repetitions: number
  readonly run: (input: string) => unknown
  /** Whether an input is too complex. The work may grow faster than the input until it is. */
  readonly isRefused?: (input: string) => boolean
}

/** Of one token, and of a few tokens in all frames. */
const REPETITIONS = 256 * 1024
const SHORT_REPETITIONS = 16 * 1024
/** Milliseconds below which a ratio says nothing. */
const LEAST_TIME = 50
const FACTOR = 8
/** Linear work has the ratio 8, quadratic work 64. */
const MAX_RATIO = 24
const ATTEMPTS = 4

/** For an input as long as a file may be: milliseconds on a busy machine, and characters. */
const MAX_TIME = 3000
const MAX_LENGTH = 1024 * 1024
/** Of this length, in inputs that are tried first. */
const SHARE = 16

const TOKEN = 'token-0123456789/+abcdef'
const SECRET = new Secret(TOKEN)
const OPTIONS: RunbookOptions = {
  nameTemplate: '{title} {dir} {stem}',
  frontMatter: 'strip',
  repository: 'acme/handbook',
  serverUrl: 'https://github.com',
  ref: 'main'
}

/** Tokens between blanks, and tokens with blanks. */
function tokens(words: string, ...others: string[]): string[] {
  return [...words.split(' '), ...others]
}

function frames(befores: readonly string[], afters: readonly string[]): Frame[] {
  return befores.flatMap((before) => afters.map((after): Frame => [before, after]))
}

const JSON_TOKENS = tokens(
  '[ ] { } , : " \\ \\u0061 0 - e 1, null, "a", [], [[], {}, {"a": {"error": "__proto__":0, {"name": {"name":"a"}, [1, ' +
    '{"name":"a","id":1,"content":"b"}, {"errors":['
)
const TEXT_TOKENS = tokens(
  'a . / - _ ` `a : :: ##[ @ a@b & &amp; < > ! www. https:// [ ] ( | * % %0A # ? \\ " \' ~ ü 中 😀 token- ' + TOKEN,
  ...[' ', '\n', '\t', '\r', '\0', '\u001b', '\u00ad', '\u200b', '\u202e', '\u2028', '\ufeff', '\ufffd']
)
const HTML_TOKENS = tokens('<title <title> </title> <!-- --> <html> <div <p> &#', '<!doctype html>')
const MARKDOWN_TOKENS = tokens(
  '[a]( [a](< [a](b( [a][ [a]: ![a]( <a: [a] [^a] *a* _a_ ***a***b *a_ a*b a! ~a~~ <a> x<!-- `` ``` &amp;a \\a www.a!',
  ...['[a](b "', "[a](b '", '[a](b (', '[a]: b\n', '[a]: b\n\n', '[a]: b\n"c\n', '[^1]: a\n', '[^1]: a\n\n    b\n\n'],
  ...['> - ', '1) ', '- a ', '| a ', ' #', '* * ', 'a ', 'a\n', 'a\n\n', 'a  \n', '- a\n', '1. a\n\n', '- [ ] a\n'],
  ...['a\n=\n', 'a\n-\n\n', '> a\n\n', '> a\nb\n', '> a\n# b\n', '- a\n\nb\n', '- a\n\n  - b\n\n', '# a\n', '#\n'],
  ...['- a\n  - b\n    - c\n', '> > a\n> b\n', '> a\n- b\n', '|a|b|\n', 'a|b\n-|-\n', '|a|\n|-|\n|b|\n\n'],
  ...['*a* *b*\n', '*a *a *a *a\n', 'a\tb\n', '    a\n', '<p>\n\n', `${'a '.repeat(40)}\n`, `${'*a '.repeat(40)}\n`]
)
/** Lists in lists, and labels that differ. */
const NESTED = Array.from({ length: 100 }, (_, at) => `${'  '.repeat(at)}- a\n`).join('')
const LABELS = Array.from({ length: 1000 }, (_, at) => `[${at}]: b\n\n[${at}] `).join('')
const MARK = 'Version 0123456789ab.0123456789ab'
const SOURCE_END = `${MARK} of [a](https://github.com/acme/handbook/blob/main/a)`
const SOURCE_TOKENS = tokens(
  '[a] (a) ](a) a/ \\] \\[ <a href=" "> </a> 0123456789ab 0123456789ab.',
  ...['Version ', 'Retired ', MARK, `${MARK} of `, `${MARK} of [`, `${SOURCE_END}\n`]
)
const YAML_TOKENS = tokens('&a *a !a "\\ # - ? | [a, {a:', 'a: b\n', 'a:\n', ' a:\n', '- ', '? a\n', '\n\n', '...\n')

/** Long patterns with each character that has a meaning. */
const MATCHERS = tokens('* ? *a **/ **/* */ [a-z] [!a] [ *. a*/ [[:alpha:]] +( **/a/').map((token) => {
  return new Patterns([`x/${token.repeat(900 / token.length)}b`, `${token.repeat(20)}b`]).matches
})

const GRAMMARS: readonly Grammar[] = [
  {
    name: 'Markdown',
    tokens: [...PIECES, ...MARKDOWN_TOKENS, NESTED, LABELS],
    frames: frames(
      tokens(
        'x [ ![ [a]( [a](b [a](< [a][ ` \\ < <a <!-- <div> <script> <title> https://x www.a | ``` &',
        ...[
          '',
          '[a](b "',
          '[a](b (',
          '[a]: ',
          '[a]: b "',
          '<a ',
          '<a href="',
          'x <!--',
          '# ',
          'a|b\n-|-\n',
          '> ',
          '>'.repeat(100)
        ],
        ...['- ', '[^1]: a\n\n    ', '```\n', '    ', '# a\n\n', '\n=\n']
      ),
      // Without a relative link and an H1 below, few texts are parsed.
      ['\n\n# z\n\n[a](b.md)\n', ')\n\n# z\n\n[a](b.md)\n']
    ),
    repetitions: MAX_LENGTH,
    run: convertRunbook,
    isRefused: (text) => parseMarkdown(text).isTooComplex
  },
  {
    name: 'front matter',
    tokens: [...PIECES, ...YAML_TOKENS],
    frames: frames(
      ['---\n', '---\n\n', '---\ntitle: ', '---\ntitle: "', '---\ntitle: [', '---\na: |\n', '---js\n', '+++\n', '---'],
      ['', '\n---\nx']
    ),
    repetitions: REPETITIONS,
    run: (text) => {
      convertRunbook(text, 'a.md', { ...OPTIONS, nameTemplate: '{stem}', repository: '' })
    }
  },
  {
    name: 'patterns',
    tokens: tokens('a * ** / ! ? [ ] [! { {a, {a.. } , \\ . ./ @( +( ~', ' ', '! '),
    frames: frames(['', '!', '{', 'a/', '*.{'], ['', 'x', '}', ')']),
    repetitions: REPETITIONS,
    run: (input) => new Patterns([input]).matches
  },
  {
    name: 'file names',
    tokens: [...TEXT_TOKENS, ...tokens('a/ ./ ../ .md readme a.')],
    frames: frames(['', 'x/'], ['', '.md']),
    // Git allows paths of 4,096 bytes.
    repetitions: 4096,
    run: (path) => {
      for (const matches of MATCHERS) matches(path)
      exclusionOf(path)
      convertRunbook('# [a](b.md)\n', path)
      parseTree(() => undefined)(Buffer.from(`100644 blob 0\t${path}\0`))
    }
  },
  {
    name: 'lists',
    tokens: [...JSON_TOKENS, ...TEXT_TOKENS],
    frames: [
      ['', ''],
      ['[', '{"name":"z"}]'],
      ['{"data":[', '{"name":"z"}],"total":9}'],
      ['[{"name":"', '"}]'],
      ['{"items":[{"name":"a","content":"', '"}]}']
    ],
    repetitions: REPETITIONS,
    run: async (body) => {
      // Of a client, the list needs only pages.
      let pages = 0
      const listPage: KnowledgeClient['listPage'] = () => {
        return Promise.resolve(readPage(response(200, pages++ === 0 ? body : '[]'), SECRET))
      }
      await readList({ listPage, concurrency: 1 } as unknown as KnowledgeClient, { onRows: () => undefined })
    }
  },
  {
    name: 'source lines',
    tokens: [...TEXT_TOKENS, ...SOURCE_TOKENS],
    frames: frames(
      [
        '',
        MARK,
        `${MARK} of [`,
        `${MARK} of [a](`,
        `${MARK} of <a `,
        `${MARK} of <a href="`,
        `${MARK} of <a href="a">`
      ],
      ['', ')', '</a>', SOURCE_END]
    ),
    repetitions: REPETITIONS,
    run: (content) => [rowOf('a', content), resealed(content, '0'.repeat(12))]
  },
  {
    name: 'error bodies',
    tokens: [...JSON_TOKENS, ...TEXT_TOKENS, ...HTML_TOKENS],
    frames: [
      ['', ''],
      ['{"error":"', '"}'],
      ['{"error":{"message":"', '"}}'],
      ['{"errors":[', '{"message":"z"}]}'],
      ['<html><title>', '</title>'],
      ['<html><title', '']
    ],
    repetitions: REPETITIONS,
    run: async (body) => {
      for (const status of [200, 302, 400, 401, 403]) {
        await ignoreActionErrors(() => {
          readSuccess(response(status, body), SECRET)
        })
      }
    }
  },
  {
    name: 'report',
    tokens: TEXT_TOKENS,
    frames: frames(['', '`', 'x'], ['', '`']),
    repetitions: REPETITIONS,
    run: (text) => [escapeLine(text), escapeCode(text), escapeJson(text), escapeMarkdown(text)]
  },
  {
    name: 'secrets',
    tokens: TEXT_TOKENS,
    frames: frames(['', 'x'], ['', TOKEN]),
    repetitions: REPETITIONS,
    run: (text) => SECRET.redact(text)
  }
]

/**
 * Tries each token alone, each token in each frame with fewer repetitions, and random sequences of tokens.
 *
 * @param sequences random sequences for each grammar
 * @returns the number of findings; each is printed
 */
export async function searchGrowth(sequences: number, seed: number): Promise<number> {
  let findings = 0
  for (const grammar of GRAMMARS) {
    const { name, tokens, frames, repetitions } = grammar
    const compare = async (unit: string, [before, after]: Frame, isShort: boolean): Promise<void> => {
      const input = (count: number): string => before + unit.repeat(count) + after
      const limit = isShort ? Math.min(SHORT_REPETITIONS, repetitions) : repetitions
      const found = await (grammar.isRefused === undefined
        ? findGrowth(grammar.run, input, limit)
        : findSlow(grammar.run, input, grammar.isRefused, isShort))
      if (found === undefined) return
      findings++
      console.log(`  ${[before, unit, after].map((part) => JSON.stringify(part).slice(0, 80)).join(' ')}: ${found}`)
    }
    console.log(`Growth of ${name}: ${tokens.length} tokens, ${frames.length} frames, ${sequences} sequences`)
    for (const token of tokens) {
      for (const unit of [token, `${token}\n`]) await compare(unit, frames[0] ?? ['', ''], false)
      for (const frame of frames) await compare(token, frame, true)
    }
    const unit = fc.array(fc.constantFrom(...tokens), { minLength: 2, maxLength: 5 }).map((parts) => parts.join(''))
    const pairs = fc.sample(fc.tuple(unit, fc.constantFrom(...frames)), { seed, numRuns: sequences })
    for (const [sequence, frame] of pairs) await compare(sequence, frame, true)
  }
  return findings
}

/** Says what is wrong if a text of 1 MiB takes too long, or half of it and so on as long as that is too complex. */
async function findSlow(
  run: Grammar['run'],
  input: (count: number) => string,
  isRefused: (input: string) => boolean,
  isShort: boolean
): Promise<string | undefined> {
  const share = isShort ? SHARE : 1
  const frame = input(0).length
  for (let count = Math.floor((MAX_LENGTH / share - frame) / (input(1).length - frame)); ; count = count >> 1) {
    const text = input(count)
    let time = Infinity
    for (let attempt = 0; attempt < ATTEMPTS && time > MAX_TIME / share; attempt++) {
      time = Math.min(time, await cpuTime(run, text))
    }
    if (time > MAX_TIME / share) {
      return isShort ? findSlow(run, input, isRefused, false) : `${time.toFixed(0)} ms for ${text.length} characters`
    }
    if (count < SHARE || !isRefused(text)) return undefined
  }
}

/** Says what is wrong if the time grows faster than the input. Begins with short inputs: slow ones show early. */
async function findGrowth(
  run: Grammar['run'],
  input: (count: number) => string,
  repetitions: number
): Promise<string | undefined> {
  for (const count of [repetitions / FACTOR, repetitions]) {
    const [short, long] = [input(count / FACTOR), input(count)]
    let [shortTime, longTime] = [Infinity, Infinity]
    for (let attempt = 0; attempt < ATTEMPTS && longTime >= LEAST_TIME; attempt++) {
      longTime = Math.min(longTime, await cpuTime(run, long))
      shortTime = Math.min(shortTime, await cpuTime(run, short))
      if (longTime <= MAX_RATIO * shortTime) break
    }
    if (longTime >= LEAST_TIME && longTime > MAX_RATIO * shortTime) {
      const times = [shortTime, longTime].map((time) => `${time.toFixed(1)} ms`)
      return `${times[0]} for ${short.length} characters, ${times[1]} for ${long.length}`
    }
  }
  return undefined
}

/** CPU time of one call in milliseconds. */
async function cpuTime(run: Grammar['run'], input: string): Promise<number> {
  const before = process.cpuUsage()
  await ignoreActionErrors(() => run(input))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function convertRunbook(text: string, path = 'docs/runbooks/a.md', options = OPTIONS): void {
  const result = readRunbook({ path, id: '' }, { kind: 'bytes', bytes: Buffer.from(text) }, options)
  if (result.kind === 'runbook') result.convert()
}

function response(status: number, text: string): HttpResponse {
  const header = (name: string): string => (name === 'location' ? text : '')
  return { url: 'https://assistant.example.com', status, header, body: { kind: 'text', text } }
}

async function ignoreActionErrors(run: () => unknown): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
  }
}
