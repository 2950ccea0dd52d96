import { afterAll } from '@jest/globals'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { skippingClock } from '../support/skipping-clock.ts'
import type { FaultRule, StoredEntry } from '../../service/service.ts'
import { LIST_PATH } from '../../src/knowledge/api-types.ts'
import type { RunOptions, World, WorldOptions } from './world.ts'

/** @returns what makes worlds, one after the other, with one service, while the tests of a file run. Waiting takes no time. */
export async function startWorlds(): Promise<(options?: WorldOptions) => World> {
  const clock = skippingClock()
  // After the clock: these modules wait.
  const { World } = await import('./world.ts')
  const { startService } = await import('../../service/service.ts')
  const temp = await temporaryFolder()
  const service = await startService({ control: true, now: () => clock.now() })
  afterAll(async () => {
    await service.close()
    await temp[Symbol.asyncDispose]()
    clock[Symbol.dispose]()
  })
  return (options = {}) => new World(service, clock, temp.path, options)
}

/** The list answers this for one of its pages, at first. */
export function listFault({ page = 1, entries = [], total = entries.length, times = 1 }: ListFault): FaultRule {
  const items = entries.map(({ id, name, content }) => ({ id, name, data: { content } }))
  const body = { code: 200, message: 'common.success', data: { page: { total, page_num: page }, items } }
  return { path: LIST_PATH, page, times, status: 200, body: JSON.stringify(body) }
}

interface ListFault {
  readonly page?: number
  readonly entries?: readonly StoredEntry[]
  readonly total?: number
  readonly times?: number
}

/** Something happens once, before the first upsert of a run. */
export function beforeSending(happen: () => unknown): RunOptions {
  const happenOnce = once(happen)
  return { onRequest: (kind) => (kind === 'upsert' ? happenOnce() : undefined) }
}

/** Something happens once, when a run first reads the list after it has sent something. */
export function beforeConfirmation(happen: () => unknown): RunOptions {
  const happenOnce = once(happen)
  let isSent = false
  return {
    onRequest: (kind) => {
      isSent ||= kind === 'upsert'
      return kind === 'list' && isSent ? happenOnce() : undefined
    }
  }
}

/** Does nothing when it is called again. */
export function once(happen: () => unknown): () => unknown {
  let isFirst = true
  return () => {
    if (!isFirst) return undefined
    isFirst = false
    return happen()
  }
}
