import { describe, expect, test } from '@jest/globals'
import { filesOf, git } from '../../testing/git.ts'
import { UPSERT_PATH } from '../../testing/gate.ts'
import { TestEnvironment } from '../../testing/test-environment.ts'
import { bundledHistory, generatedHistory, type History } from './history.ts'

/** A bundle of real runbooks, where this machine has one; the generated history is replayed everywhere. */
const bundle = process.env['RUNBOOK_CORPUS'] ?? ''
const histories: readonly History[] = [generatedHistory(20_261), ...(bundle === '' ? [] : [bundledHistory(bundle)])]

describe.each(histories)('a history of $name', (history) => {
  test('each run sends exactly the runbooks that its push changed, and the knowledge base equals the branch', async () => {
    // An entry for each file, with its bytes: no conversion needs to be known.
    const inputs = { files: history.files, name: '{path}', 'front-matter': 'keep', links: 'keep', verify: 'false' }
    await using environment = await TestEnvironment.create({ step: { inputs } })
    const { repository, service, github } = environment
    const entriesAt = async (commit: string): Promise<Map<string, string>> => {
      const files = [...(await filesOf(repository.folder, commit))].filter(([path]) => history.isRunbook(path))
      return new Map(files.map(([path, bytes]) => [path.replace(/\s+/g, ' ').trim(), bytes.toString('utf8')]))
    }
    const pushes = await history.open(repository)
    expect(pushes.length).toBeGreaterThan(20)

    /** What was removed keeps its last text, because there is no way to delete an entry. */
    const expected = new Map<string, string>()
    let before = new Map<string, string>()
    let previous: string | undefined
    for (const commit of pushes) {
      // No run overlaps the one before it.
      github.advance(600_000)
      const sentBefore = service.requests().length
      const job = await environment.push(commit)
      if (job.exitCode !== 0) throw new Error(`The run of ${commit} is red:\n${job.log}`)
      const sent = service
        .requests()
        .slice(sentBefore)
        .flatMap(({ path, body }) => (path === UPSERT_PATH ? [(body as { name: string }).name] : []))
      const entries = await entriesAt(commit)
      for (const [name, text] of entries) expected.set(name, text)
      expect(environment.entries()).toEqual(expected)
      if (previous !== undefined && (await repository.isAncestor(previous, commit))) {
        const changed = [...entries].filter(([name, text]) => before.get(name) !== text).map(([name]) => name)
        const touched = await git(repository.folder, [
          'log',
          '-m',
          '-z',
          '--format=',
          '--name-only',
          `${previous}..${commit}`
        ])
        const mayBeSent = new Set(touched.split('\0').map((path) => path.replace(/\s+/g, ' ').trim()))
        expect(sent).toEqual(expect.arrayContaining(changed))
        // A file that a push changes and changes back may be sent.
        expect(sent.filter((name) => !changed.includes(name) && !mayBeSent.has(name))).toEqual([])
        expect(new Set(sent).size).toBe(sent.length)
      }
      before = entries
      previous = commit
    }
  }, 240_000)
})
