import { expect } from '@jest/globals'
import { readText } from '../../src/runbook/source-line.ts'
import { ContractService, type ContractEntry, type ContractOptions } from '../support/contract-service.ts'
import type { Outcome, World, WorldOptions } from './world.ts'

// Worlds whose service is that of the tests.

/** The documented service, as far as its documentation leaves room. */
export const DOCUMENTED: readonly (ContractOptions & { readonly mode: string })[] = [
  { mode: 'lenient' },
  { mode: 'strict', strict: true },
  { mode: 'forbid', forbid: true },
  { mode: 'forbid, in codes', forbid: true, codes: true },
  { mode: 'texts by GET', strict: true, idsOnly: 'get' },
  { mode: 'no update: 404', strict: true, noUpdate: 404 },
  { mode: 'no update: 405', noUpdate: 405 },
  { mode: 'no update: 501', forbid: true, noUpdate: 501 },
  { mode: 'no update: code 404', strict: true, noUpdate: 404, codes: true },
  { mode: 'no update, and an upsert empties', strict: true, noUpdate: 404, empties: 'upsert' },
  { mode: 'an upsert empties', empties: 'upsert' },
  { mode: 'null keys', nullKeys: true },
  { mode: 'null keys, no update', nullKeys: true, noUpdate: 404 },
  { mode: 'lag', strict: true, lag: 2 },
  { mode: 'lag, no update', lag: 2, noUpdate: 404 },
  { mode: 'names refused', noRename: true }
]

/** The service of the specification. */
export const SPECIFIED: readonly (ContractOptions & { readonly mode: string })[] = [
  { mode: 'plain', plain: true },
  { mode: 'plain, forbid', plain: true, forbid: true },
  { mode: 'plain, forbid, in codes', plain: true, forbid: true, codes: true },
  { mode: 'plain, lag', plain: true, lag: 2 },
  { mode: 'plain upsert', plainUpsert: true, noUpdate: 404 }
]

export interface ContractWorld extends AsyncDisposable {
  readonly service: ContractService
  readonly world: World
}

/** @param runbooks are delivered first. */
export async function startContract(
  worldOf: (options?: WorldOptions) => World,
  options: ContractOptions = {},
  runbooks: Readonly<Record<string, string>> = {},
  inputs: Readonly<Record<string, string>> = {}
): Promise<ContractWorld> {
  const service = await new ContractService(options).start()
  const { url, token } = service
  const world = worldOf({ inputs, elsewhere: { url, token } })
  if (Object.keys(runbooks).length > 0) {
    expect(await world.push(runbooks)).toMatchObject({ isGreen: true })
    service.requests.length = 0
  }
  return { service, world, [Symbol.asyncDispose]: async () => service[Symbol.asyncDispose]() }
}

export function runbook(title: string, text: string): string {
  return `# ${title}\n\n${text}\n`
}

/** What an entry says below its title. */
export function bodyOf({ text }: Pick<ContractEntry, 'text'>): string {
  return readText(text)
    .text.replace(/^# .*\n+/, '')
    .trim()
}

/** Entries as `name (trigger): text`. */
export function entriesOf({ entries }: ContractService): readonly string[] {
  return entries.map((entry) => `${entry.name} (${entry.trigger}): ${bodyOf(entry)}`).sort()
}

/** The requests that write. */
export function writesOf({ requests }: ContractService): readonly string[] {
  return requests.filter(({ path }) => /^(?:create|update|upsert)$/.test(path)).map(({ path }) => path)
}

/** Something happens once, before the first request of this kind. */
export function once(service: ContractService, path: string, happen: () => unknown): void {
  let isDone = false
  service.beforeRequest = (_nth, asked) => {
    if (isDone || asked !== path) return undefined
    isDone = true
    happen()
    return undefined
  }
}

/** A run by hand finds nothing to do. */
export async function expectQuiet({ world, service }: ContractWorld): Promise<void> {
  service.beforeRequest = () => undefined
  service.requests.length = 0
  const outcome = await world.run()
  expect({ ...pick(outcome), writes: writesOf(service) }).toMatchObject({ isGreen: true, writes: [] })
}

export function pick({ isGreen, ended, outcomes }: Outcome): Pick<Outcome, 'isGreen' | 'ended' | 'outcomes'> {
  return { isGreen, ended, outcomes }
}
