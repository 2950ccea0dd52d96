import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pushEvent } from '../../src/rehearsal/events.ts'
import { HostedRepository } from '../../src/rehearsal/repository.ts'
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

/** Which of 20,000 runbooks changed, against a bare Node and a shell that asks Git the same. */
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
      detecting(repository, few, 'full', programs),
      detecting(repository, many, 'full', programs),
      detecting(repository, few, 'depth-1', programs),
      detecting(repository, many, 'depth-1', programs)
    ])
    return { cases, [Symbol.asyncDispose]: () => Promise.resolve() }
  }
}

async function detecting(repository: HostedRepository, push: Push, clone: Clone, programs: Programs): Promise<Case> {
  const event = pushEvent({ repository: repository.name, ref: 'refs/heads/main', before: push.base, after: push.head })
  const checkout = await repository.checkout(event, { depth: clone === 'full' ? 0 : 1 })
  // What a run fetches into a shallow clone must not be there for the next.
  const inClone = async (run: (folder: string) => Promise<Sample>): Promise<Sample> => {
    if (clone === 'full') return run(checkout)
    const folder = await mkdtemp(`${checkout}-`)
    await cp(join(checkout, '.git'), join(folder, '.git'), { recursive: true })
    const sample = await run(folder)
    await rm(folder, { recursive: true })
    return sample
  }
  const script = COMMANDS[clone](push).map((command) => `${command} > /dev/null`)
  const nodeAnd = async (git: number): Promise<Sample> => {
    const node = (await BARE_NODE.run())['time'] ?? NaN
    return { git, total: node + git }
  }
  return {
    name: `${push.changed.toLocaleString('en')} of 20,000 changed, ${clone} clone`,
    floor: {
      name: 'Git from a shell',
      run: () =>
        inClone(async (folder) =>
          nodeAnd((await time({ command: 'sh', args: ['-e', '-c', script.join('\n')], folder })).time)
        )
    },
    subject: {
      name: 'detection',
      run: () => inClone(async (folder) => nodeAnd(await detect(programs.path('detection'), folder, push)))
    },
    figures: [
      { name: 'with a Node each', key: 'total', unit: 'ms', as: 'times', goal: { atMost: 1.3 } },
      { name: 'alone', key: 'git', unit: 'ms', as: 'times' }
    ],
    rounds: 7
  }
}

/** Milliseconds. */
async function detect(program: string, folder: string, { base, head, changed }: Push): Promise<number> {
  const said = await ask<{ time: number; changed: number }>(program, { FOLDER: folder, BASE: base, HEAD: head })
  if (said.changed !== changed) throw new Error(`${said.changed} of ${changed} changes were found`)
  return said.time
}
