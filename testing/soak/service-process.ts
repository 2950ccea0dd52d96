// The service in a process of its own, so that it can be killed. The process that started it calls `commands` by message.
import { startService, type FaultRule } from '../../service/service.ts'

export interface Call {
  readonly id: number
  readonly name: keyof Commands
  readonly args: readonly unknown[]
}

export interface Reply {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

const [db = '', port = '0', ahead = '0'] = process.argv.slice(2)
const service = await startService({ db, port: Number(port), control: true, now: () => Date.now() + Number(ahead) })

const commands = {
  createWorkspace: (name: string) => {
    service.workspaces.create(name)
  },
  createToken: (workspace: string) => service.tokens.create({ name: 'Soak', expiration: '30 days', workspace }),
  rotateToken: (id: string, workspace: string) => service.tokens.rotate(id, workspace),
  setFaults: (rules: readonly FaultRule[]) => {
    service.faults.set(rules)
  },
  advance: (milliseconds: number) => {
    service.clock.advance(milliseconds)
  },
  entries: (workspace: string) => service.entries(workspace).map(({ name, content }) => [name, content] as const)
}

export type Commands = typeof commands

process.on('message', ({ id, name, args }: Call) => {
  try {
    const command = commands[name] as (...given: readonly unknown[]) => unknown
    process.send?.({ id, value: command(...args) } satisfies Reply)
  } catch (error) {
    process.send?.({ id, error: String(error) } satisfies Reply)
  }
})
// The parent is gone.
process.once('disconnect', () => process.exit())
process.send?.({ id: 0, value: service.url } satisfies Reply)
