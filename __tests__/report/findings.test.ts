import { describe, expect, test } from '@jest/globals'
import { Findings } from '../../src/report/findings.ts'
import type { EntryOutcome, RunbookOutcome } from '../../src/report/outcome.ts'
import type { Changes } from '../../src/changes/changes.ts'

/** `path (name): outcome`; entries have a name in capitals. */
function parse(line: string): RunbookOutcome | EntryOutcome {
  const [, path = '', name = '', outcome = ''] = /^(.*) \((.*)\): (.*)$/.exec(line) ?? []
  return { path, name, outcome, reason: '' } as RunbookOutcome | EntryOutcome
}

describe('the outcomes of a run are one for each runbook and one for each entry without a runbook:', () => {
  test.each<[string, happened: string, outcomes: string]>([
    ['a later one replaces an earlier one', 'a.md (a): pending, a.md (a): upserted', 'a.md (a): upserted'],
    ['a former name', 'entry a.md (a): orphaned, a.md (b): upserted', 'a.md (b): upserted, a.md (a): orphaned'],
    ['a runbook that came back', 'entry a.md (a): orphaned, c.md (a): upserted', 'c.md (a): upserted'],
    ['one that is refused', 'entry a.md (a): orphaned, c.md (a): refused', 'c.md (a): refused, a.md (a): orphaned'],
    ['an entry that is retired', 'entry a.md (a): orphaned, entry a.md (a): retired', 'a.md (a): retired'],
    ['two of one path', 'entry a.md (a): orphaned, entry a.md (b): retired', 'a.md (a): orphaned, a.md (b): retired'],
    ['a runbook that a later round removes', 'a.md (a): upserted, removed a.md', ''],
    ['the entry of such a runbook', 'entry a.md (a): orphaned, removed a.md', 'a.md (a): orphaned']
  ])('%s', (_, happened, outcomes) => {
    const findings = new Findings({ repository: 'o/r', serverUrl: 'https://github.example' })
    for (const line of happened.split(', ')) {
      const removed = [{ path: line.replace('removed ', '') }]
      if (line.startsWith('removed ')) findings.addChanges({ removed, selected: { files: [] } } as unknown as Changes)
      else if (line.startsWith('entry ')) findings.setEntry(parse(line.replace('entry ', '')) as EntryOutcome)
      else findings.setRunbook(parse(line) as RunbookOutcome)
    }
    expect(findings.outcomes.map(({ path, name, outcome }) => `${path} (${name ?? ''}): ${outcome}`).join(', ')).toBe(
      outcomes
    )
  })
})
