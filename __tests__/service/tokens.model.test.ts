import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { movableClock, type Clock } from '../../service/clock.ts'
import { Refusal } from '../../service/refusal.ts'
import { openStorage } from '../../service/storage.ts'
import { openTokens, type Tokens } from '../../service/tokens.ts'
import { openWorkspaces } from '../../service/workspaces.ts'
import { fuzz } from '../support/fuzz.ts'

// Any sequence of transitions, in two workspaces and with the clock moving, against a plain model of the specification's
// table of states. The model remembers every value that was ever handed out, and says which of them must work.

const DAY = 24 * 60 * 60 * 1000
const WINDOWS: Record<string, number> = {
  '30 days': 30 * DAY,
  '90 days': 90 * DAY,
  '1 year': 365 * DAY,
  never: Infinity
}

interface ModelToken {
  readonly id: string
  readonly value: string
  readonly workspace: number
  readonly name: string
  readonly expiration: string
  readonly endsAt: number
  revoked: boolean
}

interface Model {
  now: number
  readonly tokens: ModelToken[]
}

interface Real {
  readonly clock: Clock
  readonly tokens: Tokens
}

function stateOf(token: ModelToken, now: number): 'active' | 'expired' | 'revoked' {
  if (token.revoked) return 'revoked'
  return now >= token.endsAt ? 'expired' : 'active'
}

/** Every value works or does not, and every list shows, as the model says. */
function compare(model: Model, { tokens }: Real): void {
  for (const token of model.tokens) {
    const state = stateOf(token, model.now)
    const result = tokens.authenticate(token.value)
    expect(result.ok ? { workspace: result.token.workspaceId, state: 'active' } : { state: result.state }).toEqual(
      state === 'active' ? { workspace: token.workspace, state } : { state }
    )
  }
  for (const workspace of [1, 2]) {
    const listed = tokens.list(workspace).map(({ id, name, expiration, state }) => ({ id, name, expiration, state }))
    const expected = model.tokens
      .filter((token) => token.workspace === workspace)
      .map((token) => ({
        id: token.id,
        name: token.name,
        expiration: token.expiration,
        state: stateOf(token, model.now)
      }))
    const order = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)
    expect([...listed].sort(order)).toEqual(expected.sort(order))
  }
}

function statusOf(work: () => void): number {
  try {
    work()
    return 200
  } catch (error) {
    if (error instanceof Refusal) return error.status
    throw error
  }
}

class Create implements fc.Command<Model, Real> {
  readonly workspace: number
  readonly name: string
  readonly expiration: string

  constructor(workspace: number, name: string, expiration: string) {
    this.workspace = workspace
    this.name = name
    this.expiration = expiration
  }

  check = () => true

  run(model: Model, real: Real): void {
    const { id, value } = real.tokens.create(this.workspace, this.name, this.expiration)
    const { workspace, name, expiration } = this
    const endsAt = model.now + (WINDOWS[expiration] ?? 0)
    model.tokens.push({ id, value, workspace, name, expiration, endsAt, revoked: false })
    compare(model, real)
  }

  toString = () => `create(${this.workspace}, ${this.expiration})`
}

class Batch implements fc.Command<Model, Real> {
  readonly transition: 'revoke' | 'rotate'
  readonly workspace: number
  readonly picks: readonly number[]

  constructor(transition: 'revoke' | 'rotate', workspace: number, picks: readonly number[]) {
    this.transition = transition
    this.workspace = workspace
    this.picks = picks
  }

  check = ({ tokens }: Readonly<Model>) => tokens.length > 0

  run(model: Model, real: Real): void {
    const picked = this.picks.flatMap((pick) => model.tokens[pick % model.tokens.length] ?? [])
    const ids = picked.map(({ id }) => id)
    const states = picked.map((token) => stateOf(token, model.now))
    const expected =
      ids.length === 0
        ? 422
        : picked.some(({ workspace }) => workspace !== this.workspace)
          ? 404
          : states.includes(this.transition === 'revoke' ? 'expired' : 'revoked')
            ? 409
            : 200
    let issued: readonly { id: string; value: string }[] = []
    const status = statusOf(() => {
      if (this.transition === 'revoke') real.tokens.revoke(this.workspace, ids)
      else issued = real.tokens.rotate(this.workspace, ids)
    })
    expect(status).toBe(expected)
    if (status === 200) {
      for (const [index, token] of [...new Set(picked)].entries()) {
        token.revoked = true
        const fresh = issued[index]
        if (this.transition === 'revoke') continue
        if (fresh === undefined) throw new Error('a token was rotated without a new one')
        const endsAt = model.now + (WINDOWS[token.expiration] ?? 0)
        model.tokens.push({ ...token, id: fresh.id, value: fresh.value, endsAt, revoked: false })
      }
    }
    compare(model, real)
  }

  toString = () => `${this.transition}(${this.workspace}, [${this.picks.join()}])`
}

class Advance implements fc.Command<Model, Real> {
  readonly milliseconds: number

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds
  }

  check = () => true

  run(model: Model, real: Real): void {
    model.now += this.milliseconds
    real.clock.advance(this.milliseconds)
    compare(model, real)
  }

  toString = () => `advance(${this.milliseconds})`
}

test('tokens behave as the table of states', () => {
  const workspace = fc.constantFrom(1, 2)
  const picks = fc.array(fc.nat(30), { maxLength: 4 })
  const window = fc.constantFrom(30 * DAY, 90 * DAY, 365 * DAY)
  const name = fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom('a', 'b', 'é', '\u{1F525}') })
  const commands = [
    fc
      .tuple(workspace, name, fc.constantFrom(...Object.keys(WINDOWS)))
      .map(([place, called, expiration]) => new Create(place, called, expiration)),
    fc.tuple(workspace, picks).map(([place, picked]) => new Batch('revoke', place, picked)),
    fc.tuple(workspace, picks).map(([place, picked]) => new Batch('rotate', place, picked)),
    // Around the ends of the windows, where a wrong comparison would show.
    fc.tuple(window, fc.constantFrom(-1, 0, 1)).map(([length, off]) => new Advance(length + off)),
    fc.nat(DAY).map((milliseconds) => new Advance(milliseconds))
  ]
  fc.assert(
    fc.property(fc.commands(commands, { maxCommands: 40 }), (sequence) => {
      const start = Date.parse('2026-03-01T00:00:00Z')
      const clock = movableClock(() => start)
      const storage = openStorage()
      const workspaces = openWorkspaces(storage)
      workspaces.create('one')
      workspaces.create('two')
      fc.modelRun(
        () => ({ model: { now: start, tokens: [] }, real: { clock, tokens: openTokens(storage, clock) } }),
        sequence
      )
      storage.close()
    }),
    fuzz(200)
  )
})
