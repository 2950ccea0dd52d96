import { describe, expect, test } from '@jest/globals'
import { parseCommand } from '../../testing/commands.ts'

describe('parseCommand', () => {
  test.each([
    ['a bare command', '::endgroup::', { name: 'endgroup', properties: {}, data: '' }],
    ['data', '::error::No such runbook', { name: 'error', properties: {}, data: 'No such runbook' }],
    [
      'properties',
      '::warning file=docs/a.md,line=3,title=Two of one name::Refused',
      { name: 'warning', properties: { file: 'docs/a.md', line: '3', title: 'Two of one name' }, data: 'Refused' }
    ],
    [
      'encoded properties and data',
      '::error title=a%3Ab%2Cc,file=100%25.md::one%0Atwo%0D%0A100%25',
      { name: 'error', properties: { title: 'a:b,c', file: '100%.md' }, data: 'one\ntwo\r\n100%' }
    ],
    ['an encoded code', '::notice::%250A', { name: 'notice', properties: {}, data: '%0A' }],
    ['colons in the data', '::error::at https://x::y', { name: 'error', properties: {}, data: 'at https://x::y' }],
    ['white space before it', ' \t::debug::x', { name: 'debug', properties: {}, data: 'x' }],
    ['another case', '::Error File=a::x', { name: 'error', properties: { file: 'a' }, data: 'x' }],
    ['a property without a value', '::error file=::x', { name: 'error', properties: {}, data: 'x' }],
    ['an equals sign in a value', '::error title=a=b::x', { name: 'error', properties: { title: 'a=b' }, data: 'x' }],
    [
      'the old form, in the middle of a line',
      'Sent ##[error file=a;title=b%3Bc%5D]x%0Ay',
      { name: 'error', properties: { file: 'a', title: 'b;c]' }, data: 'x\ny' }
    ]
  ])('reads %s', (_, line, command) => {
    expect(parseCommand(line)).toEqual(command)
  })

  test.each([
    ['an empty line', ''],
    ['text before it', 'Sent ::error::x'],
    ['no end', '::error x'],
    ['an unknown command', '::frobnicate::x'],
    ['the old form without an end', '##[error x'],
    ['an unknown command before a known one', '##[x] ##[error]y']
  ])('takes %s for text', (_, line) => {
    expect(parseCommand(line)).toBeUndefined()
  })

  test('knows the token that ends stop-commands', () => {
    expect(parseCommand('::f00::', 'F00')).toEqual({ name: 'f00', properties: {}, data: '' })
  })
})
