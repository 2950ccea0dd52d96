import { describe, expect, test } from '@jest/globals'
import { JobLog, LineCutter } from '../../testing/job-log.ts'

function logOf(...lines: readonly string[]): JobLog {
  const log = new JobLog()
  for (const line of lines) log.add(line)
  return log
}

describe('the log', () => {
  test.each([
    ['plain lines', ['one', '', 'two'], 'one\n\ntwo\n'],
    ['annotations', ['::error file=a::x', '::warning::y', '::notice::z'], 'Error: x\nWarning: y\nNotice: z\n'],
    ['groups', ['::group::Plan', 'a.md', '::endgroup::'], '▸ Plan\na.md\n'],
    ['what debugging would show', ['::debug::x', 'y'], 'y\n'],
    ['several lines of one message', ['::error::one%0Atwo'], 'Error: one\ntwo\n'],
    [
      'commands that are stopped',
      ['::stop-commands::f00', '::error::x', '::f00::', '::error::y'],
      '::stop-commands::f00\n::error::x\n::f00::\nError: y\n'
    ]
  ])('shows %s', (_, lines, text) => {
    expect(logOf(...lines).text).toBe(text)
  })

  test('a stopped command has no effect', () => {
    const { annotations, masks } = logOf('::stop-commands::f00', '::error::x', '::add-mask::y', '##[error]z', '::f00::')
    expect(annotations).toEqual([])
    expect(masks).toEqual([])
  })

  test.each(['::set-env name=NODE_OPTIONS::--require x', '::add-path::/tmp'])('refuses %s', (line) => {
    expect(logOf(line).annotations).toMatchObject([{ level: 'error' }])
  })
})

describe('masks', () => {
  test.each([
    ['the value, from then on', ['s3cret', '::add-mask::s3cret', 'a s3cret b'], 's3cret\na *** b\n'],
    ['each line of it, trimmed', ['::add-mask::one%0A  two%0A', 'one and two'], '*** and ***\n'],
    ['the longer of two first', ['::add-mask::ab', '::add-mask::abc', 'abc ab'], '*** ***\n'],
    ['messages of annotations', ['::add-mask::s3cret', '::error::has s3cret'], 'Error: has ***\n']
  ])('replace %s', (_, lines, text) => {
    expect(logOf(...lines).text).toBe(text)
  })

  test('reach annotations', () => {
    const { annotations } = logOf('::add-mask::s3cret', '::error file=s3cret.md,title=s3cret::s3cret')
    expect(annotations).toEqual([{ level: 'error', message: '***', title: '***', file: '***.md' }])
  })

  test('an empty one is refused', () => {
    const log = logOf('::add-mask:: ', 'a b')
    expect(log.masks).toEqual([])
    expect(log.text).toMatch(/^Warning: .+\na b\n$/)
  })
})

describe('annotations', () => {
  test('carry the place in the file', () => {
    const { annotations } = logOf('::warning file=a.md,line=3,endLine=4,col=7,title=T::M')
    expect(annotations).toEqual([
      { level: 'warning', message: 'M', title: 'T', file: 'a.md', line: 3, endLine: 4, column: 7 }
    ])
  })

  test('are ten of a level, the commands all', () => {
    const lines = Array.from({ length: 12 }, (_, index) => `::error::${index}`)
    const { annotations, commands } = logOf(...lines, '::notice::last')
    expect(annotations.map(({ message }) => message)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      'last'
    ])
    expect(commands).toHaveLength(13)
  })

  test('are cut at 4,096 characters', () => {
    const [annotation] = logOf(`::error::${'x'.repeat(5000)}`).annotations
    expect(annotation?.message).toHaveLength(4096)
  })
})

describe('LineCutter', () => {
  test.each([
    ['line feeds', ['a\nb\n'], ['a', 'b']],
    ['carriage returns, alone and not', ['a\rb\r\nc'], ['a', 'b', 'c']],
    ['chunks', ['a', 'b\nc', '\n'], ['ab', 'c']],
    ['a CRLF cut in two', ['a\r', '\nb'], ['a', 'b']],
    ['a last carriage return', ['a\r'], ['a']],
    ['empty lines', ['\n\na'], ['', '', 'a']],
    ['no other separators', ['a\u2028b\u0085c\n'], ['a\u2028b\u0085c']]
  ])('cuts at %s', (_, chunks, lines) => {
    const cutter = new LineCutter()
    expect([...chunks.flatMap((chunk) => cutter.cut(chunk)), ...cutter.rest()]).toEqual(lines)
  })
})
