import { describe, expect, test } from '@jest/globals'
import { basename } from 'node:path'
import { filesOf, git } from '../../testing/git.ts'
import { UPSERT_PATH } from '../../testing/gate.ts'
import { Random } from '../../testing/soak/random.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { bundledHistory, generatedHistory, type History } from './history.ts'
import { reportOf } from './report.ts'

/** A bundle of real runbooks, where this machine has one; the generated history is replayed everywhere. */
const bundle = process.env['RUNBOOK_CORPUS'] ?? ''
const histories: readonly History[] = [generatedHistory(20_261), ...(bundle === '' ? [] : [bundledHistory(bundle)])]

/** What somebody writes in the assistant. */
const EDITS = [
  'Written by hand, without a line break at the end',
  '\r\n<!-- The entry -->\r\n::error::by hand\r\n',
  '\ufeff# By hand\n\n\u2028\u202e 🚢\n\n\n',
  '<!-- a comment'
]

describe.each(histories)('a history of $name, with edits by hand between the pushes', (history) => {
  test('each run sends exactly what its push changed, and saves exactly the edits that it overwrites', async () => {
    // An entry for each file, with its bytes: no conversion needs to be known.
    const inputs = { files: history.files, 'entry-name': '{path}', 'front-matter': 'keep', links: 'keep' }
    await using environment = await TestEnvironment.create({ step: { inputs, checkout: 'full' } })
    const { repository, service, github } = environment
    const { folder } = repository
    const nameOf = (path: string): string => path.replace(/\s+/g, ' ').trim()
    const read = new Map<string, Promise<Map<string, string>>>()
    const readTexts = async (commit: string): Promise<Map<string, string>> => {
      const files = [...(await filesOf(folder, commit))].filter(([path]) => history.isRunbook(path))
      const texts = files.map(([path, bytes]): [string, string] => [nameOf(path), bytes.toString('utf8')])
      // A file without a text is no runbook.
      return new Map(texts.filter(([, text]) => text.replace(/^---\n[^]*?\n---\n/, '').trim() !== ''))
    }
    const textsAt = async (commit: string): Promise<Map<string, string>> => {
      const texts = read.get(commit) ?? readTexts(commit)
      read.set(commit, texts)
      return texts
    }
    const random = new Random(19)
    const pushes = await history.open(repository)
    expect(pushes.length).toBeGreaterThan(10)

    /** What the knowledge base holds. What was removed keeps its last text, because there is no way to delete an entry. */
    const held = new Map<string, string>()
    let before = new Map<string, string>()
    let previous: string | undefined
    let saved = 0
    for (const [index, commit] of pushes.entries()) {
      const texts = await textsAt(commit)
      for (let count = random.integer(1, 3); count > 0; count--) {
        const name = random.pick([...texts.keys(), ...held.keys()])
        const text = random.chance(0.2) ? texts.get(name) : `${random.pick(EDITS)}${index}`
        if (text === undefined) continue
        await environment.write(name, text)
        held.set(name, text)
      }

      // No run overlaps the one before it.
      github.advance(600_000)
      const requests = service.requests().length
      const job = await environment.push(commit)
      if (job.exitCode !== 0) throw new Error(`The run of ${commit} is red:\n${job.log}`)
      const upserts = service.requests().slice(requests)
      const names = upserts.flatMap(({ path, body }) => (path === UPSERT_PATH ? [(body as { name: string }).name] : []))
      const sent = [...new Set(names)]
      const { range: changes, overwritten: report } = reportOf(job)
      // A full sync sends one new entry twice, to see that the service does not copy it.
      expect(names.length - sent.length).toBeLessThanOrEqual(changes.kind === 'full' ? 1 : 0)

      // Git knows the text that the run before delivered, and the present one.
      const overwritten = sent
        .map((name): [string, string | undefined] => [name, held.get(name)])
        .filter(([name, text]) => text !== undefined && text !== before.get(name) && text !== texts.get(name))
      const files = new Map([...job.overwritten].map(([path, text]) => [basename(path), text]))
      const reported = report.map(({ name, file }) => {
        const text = files.get(basename(file)) ?? ''
        return [name, text.slice(text.indexOf('\n') + 1)]
      })
      expect(reported.sort()).toEqual(overwritten.sort())
      expect(job.overwritten.size).toBe(overwritten.length)
      saved += overwritten.length

      for (const name of sent) held.set(name, texts.get(name) ?? 'a text of no runbook')
      expect(environment.entries()).toEqual(held)
      if (previous === undefined) {
        expect([...texts].filter(([name, text]) => held.get(name) !== text)).toEqual([])
      } else {
        expect(changes.kind).toBe('range')
        // Exactly what differs between the two commits, its mode included.
        const difference = await git(folder, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', previous, commit])
        const changed = difference
          .split('\0')
          .map(nameOf)
          .filter((name) => texts.has(name))
        expect(sent.toSorted()).toEqual(changed.toSorted())
      }
      before = texts
      previous = commit
    }
    expect(saved).toBeGreaterThan(2)
  }, 600_000)
})
