import { expect } from '@jest/globals'
import { readText } from '../../src/runbook/source-line.ts'
import { ContractService, type ContractEntry, type ContractOptions } from '../support/contract-service.ts'
import { runbook } from '../support/handbook.ts'
import type { Changes, Outcome, RunOptions, World, WorldOptions } from './world.ts'

// Worlds whose service is that of the tests.

type Mode = ContractOptions & { readonly mode: string }

/** The documented service, as far as its documentation leaves room. */
export const DOCUMENTED: readonly Mode[] = [
  { mode: 'lenient' },
  { mode: 'strict', strict: true },
  { mode: 'forbid, in codes', forbid: true, codes: true },
  { mode: 'texts by GET', strict: true, idsOnly: 'get' },
  { mode: 'plain upsert', plainUpsert: true },
  { mode: 'no update', strict: true, noUpdate: 405 },
  { mode: 'no update, and an upsert empties', strict: true, noUpdate: 404, empties: true },
  { mode: 'null keys, no update', nullKeys: true, noUpdate: 404 },
  { mode: 'lag', strict: true, lag: 2 },
  { mode: 'names refused', noRename: true }
]

/** The service of the specification. */
export const SPECIFIED: readonly Mode[] = [
  { mode: 'plain', plain: true },
  { mode: 'plain, forbid, in codes', plain: true, forbid: true, codes: true },
  { mode: 'plain, lag', plain: true, lag: 2 }
]

/** A world with such a service. A run begins when its list shows everything. */
export class ContractWorld implements AsyncDisposable {
  readonly service: ContractService
  readonly world: World

  constructor(service: ContractService, world: World) {
    this.service = service
    this.world = world
  }

  async push(changes: Changes, options?: RunOptions): Promise<Outcome> {
    this.service.settle()
    return this.world.push(changes, options)
  }

  async run(options?: RunOptions): Promise<Outcome> {
    this.service.settle()
    return this.world.run(options)
  }

  /** A run by hand is green, and finds nothing to write. */
  async expectQuiet(): Promise<void> {
    this.service.beforeRequest = () => undefined
    this.service.requests.length = 0
    const { isGreen, report } = await this.run()
    expect({ isGreen, says: report.firstLine, writes: this.writes }).toMatchObject({ isGreen: true, writes: [] })
  }

  /** Entries as `name (trigger): text`. */
  get entries(): readonly string[] {
    return this.service.entries.map((entry) => `${entry.name} (${entry.trigger}): ${bodyOf(entry)}`).sort()
  }

  /** The paths and bodies of the requests that write. */
  get writes(): ContractService['requests'] {
    return this.service.requests.filter(({ path }) => path === 'update' || path === 'upsert')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]()
  }
}

/** @param worldOf of `startWorlds`. @returns what makes a world. Its runbooks are delivered, and what was received till then is forgotten. */
export function contractWorlds(worldOf: (options?: WorldOptions) => World) {
  return async (
    options: ContractOptions = {},
    runbooks: Changes = {},
    inputs: WorldOptions['inputs'] = {}
  ): Promise<ContractWorld> => {
    const service = new ContractService(options)
    await service.start()
    const contract = new ContractWorld(service, worldOf({ inputs, elsewhere: service }))
    if (Object.keys(runbooks).length === 0) return contract
    expect(await contract.push(runbooks)).toMatchObject({ isGreen: true })
    service.requests.length = 0
    return contract
  }
}

export const ALERT = { trigger: 'alert', trigger_config: { match_patterns: ['disk'] } }
export const SERVICE = { trigger: 'service', trigger_config: { service_id: 'svc-1' } }

export const [DISK, DNS] = ['docs/disk.md', 'docs/dns.md']
export const disk = (text: string): Changes => ({ [DISK]: runbook('Disk full', text) })
export const dns = (text: string): Changes => ({ [DNS]: runbook('DNS', text) })
export const TWO = { ...disk('First.'), ...dns('First.') }
export const RETITLED = { [DISK]: runbook('Disk is full', 'Second.') }

/** What an entry says below its title. */
export function bodyOf({ text }: Pick<ContractEntry, 'text'>): string {
  return readText(text)
    .text.replace(/^# .*\n+/, '')
    .trim()
}
