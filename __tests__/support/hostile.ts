import fc from 'fast-check'

/** Pieces of text that mean something to a log, a terminal, a browser, Markdown, YAML, a shell or a parser. */
const PIECES = [
  ...[
    '::error::x',
    '::add-mask::a',
    '::stop-commands::t',
    '::set-output name=a::b',
    '##[error]x',
    '##[stop-commands]t'
  ],
  ...['::', '##[', ':', '%0A', '%0D', '%25', '\n', '\r', '\r\n', '\t', '\0', '\u001b[31m', '\u0007', '\b', '\u009b'],
  ...['\u202e', '\u2066', '\u200b', '\u2028', '\u2029', '\ufeff', '\u00ad', '\u{e0041}', '\ud800', '\udc00', '\ufffd'],
  ...['<img src=x onerror=alert(1)>', '<script>', '</details>', '<!--', '<', '>', '&lt;', '&', '"', "'", '`', '```\n'],
  ...['|', '\\|', '\\', '[a](javascript:x)', '![', '](', '](x)', '*', '_', '~~', '# ', '\n---\n', '> ', '- ', '$x$'],
  ...['https://evil.example', 'www.evil.example', 'a@b.example', '@team', '#1', ':tada:', '${{ secrets.X }}', '$(id)'],
  ...['../', '/', '//', '..', '.', '~', '*', '**', '?', '[', ']', '{a,b}', '!', '@(a|b)', '[[:alpha:]]', '[^', '[!a-'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    '{}',
    '[]',
    '0',
    '-1',
    '1e309',
    'NaN',
    'é',
    'e\u0301',
    '😀',
    'a',
    ' '
  ]
]

/** Text made by somebody who means harm, or by an accident; not always well-formed UTF-16. */
export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
      // One piece over and over: what is slow to match is built like this.
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(...PIECES), fc.integer({ min: 2, max: 400 }))
          .map(([piece, times]) => piece.repeat(times))
      }
    ),
    { maxLength: 14 }
  )
  .map((pieces) => pieces.join(''))

/** A path as Git may have one: any text but NUL, in UTF-8. */
export const hostilePath = hostileText
  .map((text) => text.replaceAll('\0', '').toWellFormed())
  .filter((path) => path !== '')

/** The characters that nobody sees, or that move others: none may reach a person. */
// eslint-disable-next-line no-control-regex
export const INVISIBLE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/
