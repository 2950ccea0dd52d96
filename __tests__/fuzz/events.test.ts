import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Failure, messageOf } from '../../src/failures.ts'
import { readJob } from '../../src/github/job.ts'
import { temporaryFolder, type TemporaryFolder } from '../../testing/leftovers.ts'
import { fuzz } from '../support/fuzz.ts'
import { hostileText } from '../support/hostile.ts'

const SHA = '8d0e7b1a2c3d4e5f60718293a4b5c6d7e8f90a1b'
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

let folder: TemporaryFolder
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(async () => {
  await folder[Symbol.asyncDispose]()
})

const commit = fc.oneof(
  fc.constantFrom(SHA, '0'.repeat(40), '0'.repeat(64), 'a'.repeat(39), 'A'.repeat(40), `${SHA}\n`, '--upload-pack=x'),
  fc.jsonValue({ maxDepth: 1 })
)
const place = fc.oneof(
  fc.record({ sha: commit, ref: fc.jsonValue() }, { requiredKeys: [] }),
  fc.jsonValue({ maxDepth: 1 })
)
const event = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record(
        {
          before: commit,
          after: commit,
          deleted: fc.jsonValue({ maxDepth: 0 }),
          ref: fc.jsonValue({ maxDepth: 0 }),
          repository: fc.oneof(fc.record({ default_branch: fc.oneof(hostileText, fc.jsonValue()) }), fc.jsonValue()),
          pull_request: fc.oneof(fc.record({ base: place, head: place }, { requiredKeys: [] }), fc.jsonValue()),
          merge_group: fc.oneof(fc.record({ base_sha: commit, head_sha: commit }, { requiredKeys: [] }), fc.jsonValue())
        },
        { requiredKeys: [] }
      )
      .map((value) => JSON.stringify(value))
  },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom('', 'null', '[]', '{"__proto__": {"before": 1}}', '{', '['.repeat(5_000)) }
)
const name = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('push', 'pull_request', 'pull_request_target', 'merge_group', 'workflow_run', 'schedule')
  },
  { weight: 1, arbitrary: hostileText }
)
const variable = <T>(usual: string, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })

const environment = fc.record({
  GITHUB_EVENT_NAME: name,
  GITHUB_REF: variable('refs/heads/main', hostileText),
  GITHUB_REPOSITORY: variable('harbour/handbook', hostileText),
  GITHUB_SHA: variable(SHA, hostileText),
  GITHUB_WORKFLOW_REF: variable('harbour/handbook/.github/workflows/a.yml@refs/heads/main', hostileText),
  GITHUB_RUN_NUMBER: variable('7', hostileText)
})

describe('whatever the event file and the environment hold', () => {
  test('the job is read, or the failure names the variable or the file', async () => {
    let read = 0
    await fc.assert(
      fc.asyncProperty(environment, event, async (env, text) => {
        const path = join(folder.path, 'event.json')
        await writeFile(path, text)
        let job
        try {
          job = await readJob({ ...env, GITHUB_EVENT_PATH: path })
        } catch (error) {
          expect(error).toBeInstanceOf(Failure)
          expect(error).toMatchObject({ kind: 'event', message: expect.stringContaining('GITHUB_') })
          expect(messageOf(error)).not.toContain('\n')
          return
        }
        read++
        expect(job.sha).toMatch(COMMIT)
        expect(job.runNumber ?? 1).toBeGreaterThan(0)
        const { trigger } = job
        const commits =
          trigger.kind === 'push'
            ? [trigger.before, trigger.after]
            : 'base' in trigger
              ? [trigger.base, trigger.head]
              : []
        for (const id of commits.filter((each) => each !== undefined)) {
          expect(id).toMatch(COMMIT)
          expect(id).not.toMatch(/^0+$/)
        }
        expect(['string', 'undefined']).toContain(typeof job.defaultBranch)
        // What runs on behalf of somebody else never looks like a push.
        expect(trigger.kind === 'untrusted').toBe(
          ['pull_request_target', 'workflow_run'].includes(env.GITHUB_EVENT_NAME)
        )
      }),
      fuzz(150)
    )
    expect(read).toBeGreaterThan(50)
  })
})
