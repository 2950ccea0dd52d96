import { expect, test } from '@jest/globals'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { ActionError, stacksOf } from '../../src/errors.ts'
import { debugLog, jobJournal } from '../../src/report/publish.ts'
import { reportOf } from '../../src/report/report.ts'
import { Sink } from '../../src/report/sink.ts'
import { Secret } from '../../src/secret.ts'
import { Rows } from '../../src/sync/read/rows.ts'
import { EVERYTHING, printed, resultOf, type Given } from './results.ts'
import { published, useStep } from './step.ts'

// What a run leaves has no token and nothing active, also of hostile files, services and people.

const TOKENS = ['rbs_3f9c+A1b2/C3d4=E5&x<y>', 'ghs_16C7e42F292c6912E7710c838347Ae178B4a']
const FORMS = TOKENS.flatMap((token) => new Secret(token).forms())
const HOSTILE = [
  ...['::error::pwned', '##[error]pwned', '<img src=x onerror=pwned>', '[x](javascript:pwned)', '`|', '</details>'],
  ...['\u202e\u2028\u001b[31m\u009b', '@pwned', 'https://pwned.example', '\n::error::pwned\r::error::pwned']
].join(' ')

/** These words are from this program, or were checked when they were read. */
const OURS = new Set('mode kind state level cause why is by became origin head serverUrl blob digest id'.split(' '))

/** A value in which each string of others holds everything hostile. Strings stay different. */
function poisoned<Value>(value: Value, key = ''): Value {
  if (typeof value === 'string') {
    // The start of a line is the worst place.
    return (OURS.has(key) ? value : `::error::${value} ${TOKENS.join(' ')} ${FORMS.join(' ')} ${HOSTILE}`) as Value
  }
  if (value instanceof ActionError) {
    const { kind, message, hint } = value
    const cause = Object.assign(new Error(poisoned('cause')), { stack: poisoned('Error: at x') })
    return new ActionError(kind, poisoned(message), poisoned(hint), { cause }) as Value
  }
  if (Array.isArray(value)) return value.map((item: unknown) => poisoned(item, key)) as Value
  if (value === null || typeof value !== 'object' || value instanceof Date || typeof value === 'function') return value
  if (value instanceof Rows) return new Rows(poisoned(value.all)) as Value
  if (value instanceof Set) return new Set(poisoned([...value])) as Value
  if (value instanceof Map) {
    return new Map(Array.from(value, ([name, item]) => [poisoned<unknown>(name), poisoned<unknown>(item)])) as Value
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, poisoned<unknown>(item, name)])) as Value
}

const ENDED = new ActionError('defect', 'An unexpected error.', 'Report it.')

/** `text` has no token, and nothing that a terminal, a browser or the runner obeys. */
function expectInert(what: string, text: string): void {
  expectNoToken(what, text)
  // eslint-disable-next-line no-control-regex
  const active = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/u.exec(text)
  expect({ what, active }).toEqual({ what, active: null })
  // The runner finds the old form anywhere, and takes a step's `cat` for the new one.
  expect({ what, command: /##\[.*/.exec(text)?.[0] }).toEqual({ what, command: undefined })
  // Of the new form there is none but ours, which have one line of inert text.
  const foreign = text
    .split(/[\r\n]/)
    .map((line) => /^::(?:error|warning|notice|debug|set-output)(?: [^:]*)?::(.*)$/.exec(line)?.[1] ?? line)
    .filter((line) => /^\s*::/.test(line))
  expect({ what, foreign }).toEqual({ what, foreign: [] })
}

function expectNoToken(what: string, text: string): void {
  for (const form of FORMS) expect({ what, form: text.includes(form) ? form : '' }).toEqual({ what, form: '' })
}

useStep()

test.each<{ name: string; run: Given }>([
  { name: 'a sync', run: {} },
  { name: 'a sync of a public repository', run: { showsTexts: false } },
  { name: 'a sync that ended', run: { ended: ENDED } },
  { name: 'a plan', run: { mode: 'plan' } },
  { name: 'a pull', run: { mode: 'pull' } }
])('nothing of others is active, and no token is left: $name', async ({ run }) => {
  const result = poisoned(resultOf({ ...EVERYTHING, ...run }))
  const sink = new Sink(TOKENS)
  const begin = (): void => {
    const message = poisoned('Progress.')
    debugLog(sink)(message)
    const journal = jobJournal(sink)
    journal.progress(message)
    for (const one of result.saved) journal.textSaved(one)
  }
  const report = reportOf(result, new Date())
  const { outputs, ...texts } = await published(report, { sink, begin })
  // A step gets the exact path of a folder, which nobody prints.
  expectNoToken('outputs', outputs)
  const left = { ...texts, json: sink.json(report), terminal: printed(result, sink) }
  for (const [what, text = ''] of Object.entries(left)) {
    expectInert(what, text)
    expect(text).toContain('pwned')
  }
  expectInert('trace', sink.trace(stacksOf(result.ended)).join('\n'))

  const html = micromark(texts.summary, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()]
  })
  const tags = html.match(/<[^>]*>/g) ?? []
  expect(tags.filter((tag) => /^<(?:img|script)|href="(?!https:\/\/github\.com\/)/i.test(tag))).toEqual([])
  expect(tags.length).toBeGreaterThan(50)
})
