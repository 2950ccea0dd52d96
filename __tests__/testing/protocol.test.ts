import { expect, test } from '@jest/globals'
import { parseCommand } from '../../testing/runner/commands.ts'
import { parseFileCommands } from '../../testing/runner/file-commands.ts'
import { JobLog, linesOf } from '../../testing/runner/job-log.ts'

function logOf(...lines: readonly string[]): JobLog {
  const log = new JobLog()
  for (const line of lines) log.add(line)
  return log
}

test.each([
  ['data', '::error::No such runbook', { name: 'error', properties: {}, data: 'No such runbook' }],
  [
    'encoded properties and data',
    '::error title=a%3Ab%2Cc,file=100%25.md::one%0Atwo%0D%0A100%25',
    { name: 'error', properties: { title: 'a:b,c', file: '100%.md' }, data: 'one\ntwo\r\n100%' }
  ],
  [
    'the old form, in the middle of a line',
    'Sent ##[error file=a;title=b%3Bc%5D]x%0Ay',
    { name: 'error', properties: { file: 'a', title: 'b;c]' }, data: 'x\ny' }
  ],
  ['text before it', 'Sent ::error::x', undefined],
  ['an unknown command', '::frobnicate::x', undefined]
])('a command with %s', (_, line, command) => {
  expect(parseCommand(line)).toEqual(command)
})

test.each([
  ['annotations', ['::error file=a::x', '::warning::y'], 'Error: x\nWarning: y\n'],
  ['a mask, from its line on', ['s3cret', '::add-mask::s3cret', 'a s3cret b'], 's3cret\na *** b\n'],
  ['the longer of two masks first', ['::add-mask::ab', '::add-mask::abc', 'abc ab'], '*** ***\n']
])('the log shows %s', (_, lines, text) => {
  expect(logOf(...lines).text).toBe(text)
})

test('annotations are masked, ten of a level, and cut', () => {
  const lines = Array.from({ length: 12 }, () => `::error file=s3cret.md,line=3::s3cret${'x'.repeat(5000)}`)
  const { annotations, commands } = logOf('::add-mask::s3cret', ...lines, '::notice::last')
  expect(annotations).toHaveLength(11)
  expect(annotations[0]).toMatchObject({ level: 'error', file: '***.md' })
  expect(annotations[0]?.message).toHaveLength(4096)
  expect(annotations[0]?.message).toMatch(/^\*\*\*x/)
  expect(commands).toHaveLength(14)
})

test.each([
  ['carriage returns, alone and not', 'a\rb\r\nc', ['a', 'b', 'c']],
  ['no other separators', 'a\u2028b\u0085c\n', ['a\u2028b\u0085c']]
])('lines end at %s', (_, text, lines) => {
  expect(linesOf(text)).toEqual(lines)
})

test.each([
  ['a plain value', 'upserted=12\n', { upserted: '12' }],
  ['several lines', 'a<<END\none\n\ntwo=2\nEND\nb=3\n', { a: 'one\n\ntwo=2', b: '3' }],
  ['a heredoc mark in a value', 'a=b<<c\n', { a: 'b<<c' }]
])('a file command with %s', (_, text, values) => {
  expect(parseFileCommands(text)).toEqual(values)
})

test.each(['upserted 12\n', '=12\n', 'a<<\nx\n', 'a<<END\nx\n'])('the file command %j fails', (text) => {
  expect(() => parseFileCommands(text)).toThrow(/Invalid format/)
})
