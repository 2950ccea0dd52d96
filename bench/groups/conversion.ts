import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { git } from '../../testing/git.ts'
import { HostedRepository } from '../../testing/repository.ts'
import { importHistory } from '../history.ts'
import type { Contestant, Group, Sample } from '../measure.ts'
import { ask, time } from '../process.ts'
import { handbook, type Shape } from '../text.ts'

const NAMES = { count: 20_000, shape: { bytes: 1024, links: 2 } }
/** Of every five links four are relative, and have to be found and changed. */
const TEXTS = { count: 1000, shape: { bytes: 10 * 1024, links: 25 } }
/** Almost the largest there may be: what is worse with size shows here. */
const LARGE = { count: 8, shape: { bytes: 1_000_000, links: 25 } }

/** What is read of runbooks, and what is made of them, against what it costs Git to hand them out. */
export const conversion: Group = {
  name: 'conversion',
  async prepare({ folder, programs }) {
    const many = await stock(folder, NAMES)
    const long = await stock(folder, TEXTS)
    const large = await stock(folder, LARGE)
    const perMiB = {
      name: 'CPU of conversion',
      key: 'perMiB',
      unit: 'ms/MiB',
      as: 'alone',
      goal: { atMost: 120, stretch: 40 }
    } as const
    return {
      cases: [
        {
          name: 'names of 20,000 runbooks',
          floor: many.floor,
          subject: {
            name: 'list and names',
            run: () => inFreshProcess(programs.path('names'), many, ({ named }) => named === NAMES.count)
          },
          figures: [{ name: 'time', key: 'time', unit: 'ms', as: 'times' }],
          rounds: 5
        },
        {
          name: '1,000 runbooks of 10 KiB, 25 links each',
          floor: long.floor,
          subject: {
            name: 'read and convert',
            run: () => inFreshProcess(programs.path('conversion'), long, ({ links }) => links === TEXTS.count * 20)
          },
          figures: [{ name: 'time', key: 'time', unit: 'ms', as: 'times' }, perMiB],
          rounds: 5
        },
        {
          name: '8 runbooks of 1 MB, 25 links each',
          floor: large.floor,
          subject: {
            name: 'read and convert',
            run: () => inFreshProcess(programs.path('conversion'), large, ({ links }) => links === LARGE.count * 20)
          },
          figures: [{ name: 'time', key: 'time', unit: 'ms', as: 'times' }, perMiB],
          rounds: 3
        }
      ],
      [Symbol.asyncDispose]: () => Promise.resolve()
    }
  }
}

interface Stock {
  readonly folder: string
  readonly commit: string
  /** `git cat-file --batch` of the same files, from a shell. */
  readonly floor: Contestant
}

/** A repository of `count` runbooks. */
async function stock(parent: string, { count, shape }: { count: number; shape: Shape }): Promise<Stock> {
  const { folder, ...repository } = await hosted(parent, count, shape)
  const listing = await git(folder, ['ls-tree', '-r', '--object-only', repository.commit])
  const ids = join(parent, `ids-${count}`)
  await writeFile(ids, `${listing}\n`)
  const args = ['-c', `exec git cat-file --batch < '${ids}' > /dev/null`]
  return {
    folder,
    commit: repository.commit,
    floor: {
      name: '`git cat-file --batch`',
      run: async () => ({ time: (await time({ command: 'sh', args, folder })).time })
    }
  }
}

async function hosted(parent: string, count: number, shape: Shape): Promise<{ folder: string; commit: string }> {
  const repository = await HostedRepository.create(parent)
  const files = handbook(count, shape)
  const [commit = ''] = await importHistory(repository, [files])
  return { folder: repository.folder, commit }
}

/** What a child says of itself; `isRight` because a child that did less would be faster. */
async function inFreshProcess(
  program: string,
  { folder, commit }: Stock,
  isRight: (said: Sample) => boolean
): Promise<Sample> {
  const said = await ask<Sample>(program, { FOLDER: folder, COMMIT: commit })
  if (!isRight(said)) throw new Error(`${program} did not do what it was measured for: ${JSON.stringify(said)}`)
  return said
}
