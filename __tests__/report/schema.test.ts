import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Failure, type FailureKind } from '../../src/failures.ts'
import { jsonOf } from '../../src/report/json.ts'
import { OUTCOMES, type View } from '../../src/report/view.ts'

const documented = await readFile('docs/report.md', 'utf8')
const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  JSON.parse(await readFile('docs/report.schema.json', 'utf8')) as object
)

/** Every kind there is: the compiler asks for one that is added to the union and missing here. */
const KINDS: Readonly<Record<FailureKind, true>> = {
  input: true,
  event: true,
  source: true,
  'token-rejected': true,
  forbidden: true,
  'wrong-address': true,
  'entry-refused': true,
  'rate-limited': true,
  'service-failing': true,
  unreachable: true,
  'not-the-api': true,
  copies: true,
  'out-of-time': true,
  cancelled: true,
  incomplete: true
}

const view: View = {
  mode: 'sync',
  removed: 'report',
  repository: 'acme/handbook',
  serverUrl: 'https://github.com',
  range: { kind: 'whole', head: 'a'.repeat(40), reason: 'Everything.' },
  outcomes: OUTCOMES.map((outcome, line) => ({
    path: `${outcome}.md`,
    outcome,
    reason: '',
    line: line + 1,
    attempts: 0
  })),
  notices: [],
  failure: undefined
}

const errorsOf = (json: string): unknown => (validate(JSON.parse(json)) ? [] : validate.errors)

test.each(Object.keys(KINDS) as FailureKind[])('a report with a failure of kind %s is valid', (kind) => {
  expect(errorsOf(jsonOf({ ...view, failure: new Failure(kind, 'What happened.', 'What to do.') }))).toEqual([])
})

test('a report of a run that ended before anything was known is valid', () => {
  expect(errorsOf(jsonOf({ ...view, mode: undefined, range: undefined, outcomes: [] }))).toEqual([])
})

test('the documented example is valid, and every outcome is explained', () => {
  const example = /```json\n(.*?)```/s.exec(documented)?.[1] ?? ''
  expect(errorsOf(example)).toEqual([])
  for (const outcome of OUTCOMES) expect(documented).toContain(`| \`${outcome}\``)
})
