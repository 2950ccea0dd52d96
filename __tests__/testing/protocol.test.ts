import { expect, test } from '@jest/globals'
import { linesOf, parseCommand, parseOutputs, readOutput } from '../../testing/runner/protocol.ts'

test('a command has encoded properties and data, and no text before it', () => {
  const line = '::error title=a%3Ab%2Cc,file=100%25.md::one%0Atwo%0D%0A100%250A'
  const properties = { title: 'a:b,c', file: '100%.md' }
  expect(parseCommand(line)).toEqual({ name: 'error', properties, data: 'one\ntwo\r\n100%0A' })
  expect(parseCommand('::error::x')).toEqual({ name: 'error', properties: {}, data: 'x' })
  expect(parseCommand('Sent ::error::x')).toBeUndefined()
})

test.each([
  ['annotations', ['::error file=a::x', '::warning::y'], 'Error: x\nWarning: y\n'],
  ['a mask, from its line on', ['s3cret', '::add-mask::s3cret', 'a s3cret b'], 's3cret\na *** b\n'],
  ['the longer of two masks first', ['::add-mask::ab', '::add-mask::abc', 'abc ab'], '*** ***\n']
])('the log shows %s', (_, lines, text) => {
  expect(readOutput(lines).log).toBe(text)
})

test('annotations are masked', () => {
  const { annotations } = readOutput(['::add-mask::s3cret', '::error file=s3cret.md,line=3::A s3cret'])
  expect(annotations).toEqual([{ level: 'error', file: '***.md', message: 'A ***' }])
})

test('lines end at carriage returns, too', () => {
  expect(linesOf('a\rb\r\nc\u2028d\n')).toEqual(['a', 'b', 'c\u2028d'])
})

test('outputs may be empty, or have several lines', () => {
  const text = 'a<<END\none\n\ntwo<<2\nEND\nb<<END\n\nEND\n'
  expect(parseOutputs(text)).toEqual({ a: 'one\n\ntwo<<2', b: '' })
})

test.each(['upserted 12\n', 'a<<END\nx\n', 'a<<END\nx\nEND\nb=1\n'])('the outputs %j fail', (text) => {
  expect(() => parseOutputs(text)).toThrow(/Invalid format/)
})
