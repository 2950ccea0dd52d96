import { expect, test } from '@jest/globals'
import type { Changes } from '../../src/changes/changes.ts'
import { Findings } from '../../src/report/findings.ts'
import type { Decision } from '../../src/report/outcome.ts'

/** `path (name): kind`; of an entry without a runbook `entry path (name): kind`. */
function decisionOf(line: string): Decision {
  const [, about, path = '', name, kind] = /^(entry )?(.*) \((.*)\): (.*)$/.exec(line) ?? []
  return { about: about === undefined ? 'runbook' : 'entry', path, name, kind, reason: '' } as Decision
}

/** The runbooks of the tip, as `path (name)`, and what is decided. */
type Round = readonly [tip: string, decided: string]

test.each<[string, rounds: readonly Round[], outcomes: string]>([
  [
    'a later decision replaces an earlier one',
    [
      ['a.md (a)', 'a.md (a): pending'],
      ['a.md (a)', 'a.md (a): unchanged']
    ],
    'a.md (a): unchanged'
  ],
  [
    'what a later round is not about stays',
    [
      ['a.md (a), b.md (b)', 'a.md (a): refused, entry c.md (c): orphaned'],
      ['a.md (a), b.md (b)', 'b.md (b): kept']
    ],
    'a.md (a): refused, b.md (b): kept, c.md (c): orphaned'
  ],
  [
    'an entry of a former name',
    [['a.md (b)', 'entry a.md (a): orphaned, a.md (b): kept']],
    'a.md (b): kept, a.md (a): orphaned'
  ],
  [
    'two entries of one path',
    [['', 'entry a.md (a): orphaned, entry a.md (b): retire']],
    'a.md (a): orphaned, a.md (b): orphaned'
  ],
  [
    'a runbook that came back',
    [
      ['', 'entry a.md (a): orphaned'],
      ['c.md (a)', 'c.md (a): unchanged']
    ],
    'c.md (a): unchanged'
  ],
  [
    'a runbook that a later round removes',
    [
      ['a.md (a)', 'a.md (a): refused'],
      ['', 'entry a.md (a): orphaned']
    ],
    'a.md (a): orphaned'
  ]
])('one outcome for each runbook and for each entry without a runbook: %s', (_, rounds, outcomes) => {
  const findings = new Findings({ repository: 'o/r', serverUrl: 'https://github.example' })
  findings.isPrivate = true
  for (const [tip, decided] of rounds) {
    const runbooks = [...tip.matchAll(/(\S+) \((\w+)\)/g)].map(([, path = '', name = '']) => ({ path, name }))
    findings.addChanges({ selected: { files: runbooks } } as unknown as Changes)
    findings.setDecisions(decided.split(', ').map(decisionOf), (name) => runbooks.some((one) => one.name === name))
  }
  const shown = findings.outcomes.map(({ path, name, outcome }) => `${path} (${name ?? ''}): ${outcome}`)
  expect(shown.join(', ')).toBe(outcomes)
})

test('the same diagnostic of two rounds is reported once', () => {
  const findings = new Findings({ repository: '', serverUrl: '' })
  for (let round = 1; round <= 2; round++)
    findings.diagnose({ level: 'warning', message: 'No file.', path: 'a.md', line: 2 })
  expect(findings.diagnostics).toHaveLength(1)
})
