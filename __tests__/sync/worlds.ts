import { afterAll } from '@jest/globals'
import { startService, type FaultRule } from '../../service/service.ts'
import { UPDATE_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'
import { skippingClock } from '../../testing/skipping-clock.ts'
import { runbook } from '../support/handbook.ts'
import { World, type RunOptions, type WorldOptions } from './world.ts'

/** @returns what makes worlds, one after the other, with one service, while the tests of a file run. Waiting takes no time. */
export async function startWorlds(): Promise<(options?: WorldOptions) => World> {
  const clock = skippingClock()
  const temp = await temporaryFolder()
  const service = await startService({ control: true, now: () => clock.now() })
  afterAll(async () => {
    await service.close()
    await temp[Symbol.asyncDispose]()
    clock[Symbol.dispose]()
  })
  return (options = {}) => new World(service, clock, temp.path, options)
}

/** Files with the names “Runbook 0”, “Runbook 1” and so on. */
export function many(count: number, text: string, title = 'Runbook'): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`docs/r${at}.md`, runbook(`${title} ${at}`, text)])
  )
}

/** Something happens before each reading of the list that follows the first upsert. @param happen gets its number, from 1. */
export function beforeReading(happen: (reading: number) => unknown): RunOptions {
  let isSent = false
  let readings = 0
  return {
    onRequest: (kind, what) => {
      isSent ||= kind === 'write'
      return isSent && kind === 'list' && what === '1' ? happen(++readings) : undefined
    }
  }
}

/** Something happens before a run first sees what it has sent. */
export function beforeConfirmation(happen: () => unknown): RunOptions {
  return beforeReading((reading) => (reading === 1 ? happen() : undefined))
}

/** A fault of each way in which a run writes an entry. */
export function writesFail(fault: Omit<FaultRule, 'path'>): FaultRule[] {
  return [{ ...fault, path: [UPDATE_PATH, UPSERT_PATH] }]
}
