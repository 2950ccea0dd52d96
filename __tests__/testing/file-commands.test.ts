import { describe, expect, test } from '@jest/globals'
import { parseFileCommands } from '../../testing/file-commands.ts'

describe('parseFileCommands', () => {
  test.each<[string, string, Record<string, string>]>([
    ['nothing', '', {}],
    ['a plain value', 'upserted=12\n', { upserted: '12' }],
    ['an empty value', 'base=\n', { base: '' }],
    ['a heredoc', 'head<<END\nabc\nEND\n', { head: 'abc' }],
    ['an empty heredoc', 'head<<END\nEND\n', { head: '' }],
    ['several lines', 'a<<END\none\n\ntwo=2\nEND\nb=3\n', { a: 'one\n\ntwo=2', b: '3' }],
    ['a heredoc mark in a value', 'a=b<<c\n', { a: 'b<<c' }],
    ['an equals sign in a delimiter', 'a<<E=F\nx\nE=F\n', { a: 'x' }],
    ['the last of two', 'a=1\na=2\n', { a: '2' }]
  ])('reads %s', (_, text, values) => {
    expect(parseFileCommands(text)).toEqual(values)
  })

  test.each([
    ['no mark', 'upserted 12\n'],
    ['no name', '=12\n'],
    ['no delimiter', 'a<<\nx\n'],
    ['an end that is missing', 'a<<END\nx\n']
  ])('fails on %s', (_, text) => {
    expect(() => parseFileCommands(text)).toThrow(/Invalid format|not found/)
  })
})
