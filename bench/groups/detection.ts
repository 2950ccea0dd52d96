import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pushEvent } from '../../testing/events.ts'
import { HostedRepository } from '../../testing/repository.ts'
import { importHistory } from '../history.ts'
import type { Programs } from '../javascript.ts'
import type { Case, Group, Sample } from '../measure.ts'
import { ask, BARE_NODE, time } from '../process.ts'
import { handbook, runbook, runbookPath } from '../text.ts'

const FILES = 20_000
const SHAPE = { bytes: 400, links: 0 }

interface Push {
  readonly base: string
  readonly head: string
  readonly changed: number
}

/**
 * What Git must be asked to know the runbooks of a commit and those that differ from another, by a shell that throws the
 * answers away.
 */
const COMMANDS = {
  full: ({ base, head }: Push) => [
    'git rev-parse --git-dir',
    `git cat-file -e '${base}^{commit}'`,
    `git ls-tree -r -z ${head}`,
    `git diff-tree -r -z --raw --no-renames ${base} ${head}`
  ],
  'depth-1': (push: Push) => [
    `git fetch --quiet --no-tags --no-write-fetch-head --depth=1 origin ${push.base}`,
    ...COMMANDS.full(push)
  ]
}
type Clone = keyof typeof COMMANDS

/** `time` in milliseconds. */
interface Detected {
  readonly time: number
  readonly changed: number
}

/** Which of 20,000 runbooks changed, against those who ask Git the same and make nothing of the answers: a Node, a shell. */
export const detection: Group = {
  name: 'detection',
  async prepare({ folder, programs }) {
    const repository = await HostedRepository.create(folder)
    const all = handbook(FILES, SHAPE)
    const some = (count: number, revision: number) =>
      Array.from({ length: count }, (_, k) => {
        const n = k * (FILES / count)
        return [runbookPath(n), runbook(n, SHAPE, revision)] as const
      })
    const [first = '', second = '', third = ''] = await importHistory(repository, [all, some(200, 1), some(5000, 2)])
    const few = { base: first, head: second, changed: 200 }
    const many = { base: second, head: third, changed: 5000 }
    const cases = await Promise.all([
      takingApart(repository, many, programs),
      detecting(repository, few, 'full', programs),
      detecting(repository, many, 'full', programs),
      detecting(repository, few, 'depth-1', programs),
      detecting(repository, many, 'depth-1', programs)
    ])
    return { cases, [Symbol.asyncDispose]: () => Promise.resolve() }
  }
}

/** What is left of the goal for everything else: a Node that makes paths and ids of the answers, and does no more. */
async function takingApart(repository: HostedRepository, push: Push, programs: Programs): Promise<Case> {
  const event = pushEvent({ repository: repository.name, ref: 'refs/heads/main', before: push.base, after: push.head })
  const variables = { BASE: push.base, HEAD: push.head, FOLDER: await repository.checkout(event, { depth: 0 }) }
  const run = async (apart: boolean): Promise<Sample> => {
    const { time } = await ask<{ time: number }>(programs.path('answers'), { ...variables, TAKE_APART: String(apart) })
    return { total: ((await BARE_NODE.run())['time'] ?? NaN) + time }
  }
  return {
    name: `limit: ${push.changed.toLocaleString('en')} of 20,000 changed, answers taken apart and no more`,
    floor: { name: 'Git started by Node', run: () => run(false) },
    subject: { name: 'answers taken apart', run: () => run(true) },
    figures: [{ name: 'and Node ÷ Git by Node', key: 'total', unit: 'ms', as: 'times' }],
    rounds: 7
  }
}

async function detecting(repository: HostedRepository, push: Push, clone: Clone, programs: Programs): Promise<Case> {
  const event = pushEvent({ repository: repository.name, ref: 'refs/heads/main', before: push.base, after: push.head })
  const checkout = await repository.checkout(event, { depth: clone === 'full' ? 0 : 1 })
  // What a run fetches into a shallow clone must not be there for the next.
  const inClone =
    <T>(run: (folder: string) => Promise<T>) =>
    async (): Promise<T> => {
      if (clone === 'full') return run(checkout)
      const folder = await mkdtemp(`${checkout}-`)
      await cp(join(checkout, '.git'), join(folder, '.git'), { recursive: true })
      const result = await run(folder)
      await rm(folder, { recursive: true })
      return result
    }
  const script = COMMANDS[clone](push).map((command) => `${command} > /dev/null`)
  const variables = { BASE: push.base, HEAD: push.head, FETCH: String(clone === 'depth-1') }
  const inShell = inClone(async (folder) => time({ command: 'sh', args: ['-e', '-c', script.join('\n')], folder }))
  const inNode = inClone((folder) => ask<{ time: number }>(programs.path('answers'), { ...variables, FOLDER: folder }))
  const subject = inClone((folder) => ask<Detected>(programs.path('detection'), { ...variables, FOLDER: folder }))
  const startOfNode = async (): Promise<number> => (await BARE_NODE.run())['time'] ?? NaN
  return {
    name: `${push.changed.toLocaleString('en')} of 20,000 changed, ${clone} clone`,
    floor: {
      name: 'Git started by Node, by a shell',
      run: async () => {
        const total = (await startOfNode()) + (await inNode()).time
        return { total, shell: (await inShell()).time }
      }
    },
    subject: {
      name: 'detection',
      run: async () => {
        const { time, changed } = await subject()
        if (changed !== push.changed) throw new Error(`${changed} of ${push.changed} changes were found`)
        return { time, total: (await startOfNode()) + time }
      }
    },
    figures: [
      { name: 'and Node ÷ Git by Node', key: 'total', unit: 'ms', as: 'times', goal: { atMost: 1.3 } },
      { name: 'alone ÷ Git by a shell', key: 'time', floorKey: 'shell', unit: 'ms', as: 'times' }
    ],
    rounds: 7
  }
}
