import { describe, expect, test } from '@jest/globals'
import type { Diagnostic } from '../../src/errors.ts'
import { annotationsOf } from '../../src/report/annotations.ts'
import type { Result } from '../../src/report/result.ts'
import { conflict, DUPLICATE, entry, FAILED, kept, LATIN, runbook, shown, STORED } from './results.ts'

/** `level file:line message` */
function annotations(run: Partial<Result>, notices: readonly Diagnostic[] = []): string[] {
  return annotationsOf(shown(run), notices).map(({ level, file = '-', startLine, message }) => {
    return [level, startLine === undefined ? file : `${file}:${startLine}`, message].join(' | ')
  })
}

const saved = { path: 'docs/a.md', name: 'a', file: '/tmp/s/b.md', folder: '/tmp/s' }
const overText = runbook('a', { kind: 'send', texts: [{ origin: 'edited', content: 'Mine.' }] })

describe('one annotation for', () => {
  test.each<{ name: string; run: Partial<Result>; expected: readonly string[] }>([
    {
      name: 'each file that was not delivered, what its author can correct on a line first',
      run: {
        items: [runbook('failed', FAILED), conflict('edited'), runbook('latin', { ...LATIN, line: 3 })]
      },
      expected: [
        'error | docs/latin.md:3 | docs/latin.md:3: The file is not UTF-8. Save it as UTF-8.',
        'error | docs/edited.md | docs/edited.md: Somebody edited the entry “edited” in the assistant. Pull it, or replace it.',
        'error | docs/failed.md | docs/failed.md: The service rejects the request (HTTP 400). Correct it.'
      ]
    },
    {
      name: 'an edit that stays',
      run: { items: [kept('a')] },
      expected: [
        'warning | docs/a.md | docs/a.md: Somebody edited the entry “a” in the assistant; the edit stays. Bring the edit into the ' +
          'file with `runbook-sync pull`.'
      ]
    },
    {
      name: 'a text that was replaced',
      run: { items: [runbook('a', STORED)], saved: [saved] },
      expected: [
        'warning | docs/a.md | docs/a.md: The run replaced a text of the entry “a” in the assistant. The old text is in ' +
          '/tmp/s/b.md until the job ends.'
      ]
    },
    {
      name: 'a text that a plan would replace',
      run: { mode: 'plan', items: [overText] },
      expected: [
        'warning | docs/a.md | docs/a.md: The entry “a” has a text that is not from this runbook. A sync saves and replaces it.'
      ]
    },
    {
      name: 'all orphaned entries',
      run: { items: [entry('a', { kind: 'orphaned' }), entry('b', { kind: 'orphaned' })] },
      expected: ['notice | - | 2 entries have no runbook: “a”, “b”. The job summary says why, and what to do.']
    },
    {
      name: 'none of what waits, was not sent, or is as it should be',
      run: {
        items: [
          runbook('a', { ...LATIN, isWaiting: true }),
          runbook('b', { kind: 'send' }),
          runbook('c', { kind: 'unchanged' }),
          runbook('d', { kind: 'kept', isWaiting: true }),
          entry('e', { kind: 'orphaned', isWaiting: true })
        ]
      },
      expected: []
    }
  ])('$name', ({ run, expected }) => {
    expect(annotations(run)).toEqual(expected)
  })

  test('each notice about the whole run, which come first, and one for each file', () => {
    const notices: readonly Diagnostic[] = [
      { level: 'warning', message: 'The link leads nowhere.', path: 'docs/a.md', line: 4 },
      { level: 'warning', message: 'The second link, too.', path: 'docs/a.md', line: 9 },
      { level: 'notice', message: 'This is a plan.' },
      { level: 'warning', message: 'The token expires.' }
    ]
    expect(annotations({}, notices)).toEqual([
      'warning | - | The token expires.',
      'warning | docs/a.md:4 | docs/a.md:4: The link leads nowhere. This file has 1 more warning or notice: see the job summary.',
      'notice | - | This is a plan.'
    ])
  })
})

describe('GitHub shows ten of a level:', () => {
  const twelve = Array.from({ length: 12 }, (_, at) => String(at))

  test('nine errors, because the verdict is the tenth', () => {
    const items = twelve.map((name) => runbook(name, { ...DUPLICATE, name: 'Same' }))
    expect(annotations({ items })).toEqual(Array(9).fill(expect.stringMatching(/^error \| docs\/\d+\.md \|/)))
  })

  test.each(['warning', 'notice'] as const)('nine of the level %s, and one that sums up', (level) => {
    const all = annotations(
      {},
      twelve.map((name) => ({ level, message: `Message ${name}.`, path: `docs/${name}.md` }))
    )
    expect(all).toHaveLength(10)
    expect(all.at(-1)).toBe(`${level} | - | 3 more ${level}s: see the job summary.`)
  })

  test('ten if there are ten', () => {
    const notices = twelve.slice(2).map((name) => ({ level: 'warning', message: `Message ${name}.` }) as const)
    expect(annotations({}, notices).at(-1)).toBe('warning | - | 1 more warning: see the job summary.')
    expect(annotations({}, notices.slice(1)).at(-1)).toBe('warning | - | Message 11.')
  })
})
