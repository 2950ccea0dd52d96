import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { openClock } from '../clock.ts'
import { openStorage } from '../storage.ts'
import { openTokens, type TokenState } from '../tokens.ts'
import { openWorkspaces } from '../workspaces.ts'

// Any sequence of transitions, in two workspaces and with a moving clock, against a model of the specification's table of
// states. The model knows every value that was ever issued, and whether it must work.

const DAY = 24 * 60 * 60 * 1000
const WINDOWS = { '30 days': 30 * DAY, '90 days': 90 * DAY, '1 year': 365 * DAY, never: Infinity } as const

interface ModelToken {
  readonly id: string
  readonly value: string
  readonly workspace: number
  readonly name: string
  readonly expiration: keyof typeof WINDOWS
  readonly endsAt: number
  revoked: boolean
}

const workspace = fc.constantFrom(1, 2)
const transition = (action: 'revoke' | 'rotate') =>
  fc.record({ action: fc.constant(action), workspace, picks: fc.array(fc.nat(30), { maxLength: 4 }) })
const step = fc.oneof(
  fc.record({
    action: fc.constant('create' as const),
    workspace,
    name: fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom('a', 'b', 'é', '\u{1F525}') }),
    expiration: fc.constantFrom(...(Object.keys(WINDOWS) as (keyof typeof WINDOWS)[]))
  }),
  transition('revoke'),
  transition('rotate'),
  fc.record({
    action: fc.constant('advance' as const),
    // Around the ends of the windows, where a wrong comparison shows.
    by: fc.oneof(
      fc.nat(DAY),
      fc
        .tuple(fc.constantFrom(30 * DAY, 90 * DAY, 365 * DAY), fc.constantFrom(-1, 0, 1))
        .map(([length, off]) => length + off)
    )
  })
)

test('tokens behave as the table of states', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let now = Date.parse('2026-03-01T00:00:00Z')
      const storage = openStorage()
      const tokens = openTokens(
        storage,
        openClock(() => now)
      )
      const workspaces = openWorkspaces(storage)
      workspaces.create('one')
      workspaces.create('two')
      const model: ModelToken[] = []

      const add = (
        { id, value }: { id: string; value: string },
        token: Pick<ModelToken, 'workspace' | 'name' | 'expiration'>
      ) => {
        model.push({ ...token, id, value, endsAt: now + WINDOWS[token.expiration], revoked: false })
      }
      const stateOf = ({ revoked, endsAt }: ModelToken): TokenState =>
        revoked ? 'revoked' : now >= endsAt ? 'expired' : 'active'

      for (const one of steps) {
        if (one.action === 'advance') now += one.by
        else if (one.action === 'create') add(tokens.create(one.workspace, one.name, one.expiration), one)
        else if (model.length > 0) {
          const picked = one.picks.flatMap((pick) => model[pick % model.length] ?? [])
          const batch = [...new Set(picked)]
          const ids = picked.map(({ id }) => id)
          const wasRevoked = batch.filter(({ revoked }) => revoked).map(({ id }) => id)
          let refusal: number | undefined
          if (batch.length === 0) refusal = 422
          else if (batch.some((token) => token.workspace !== one.workspace)) refusal = 404
          else if (one.action === 'rotate' && wasRevoked.length > 0) refusal = 409
          if (refusal !== undefined) {
            expect(() => tokens[one.action](one.workspace, ids)).toThrow(expect.objectContaining({ status: refusal }))
          } else {
            if (one.action === 'rotate') {
              const issued = tokens.rotate(one.workspace, ids)
              expect(issued).toHaveLength(batch.length)
              for (const [index, token] of batch.entries()) add(issued[index] ?? { id: '', value: '' }, token)
            } else {
              expect(tokens.revoke(one.workspace, ids).unchanged.map(({ id }) => id)).toEqual(wasRevoked)
            }
            for (const token of batch) token.revoked = true
          }
        }
        for (const token of model) {
          const state = stateOf(token)
          const result = tokens.authenticate(token.value)
          expect(result.ok ? result.token.workspaceId : result.state).toBe(state === 'active' ? token.workspace : state)
        }
        for (const place of [1, 2]) {
          const expected = model.filter((token) => token.workspace === place).map((token) => [token.id, stateOf(token)])
          const listed = tokens.list(place).map(({ id, state }) => [id, state])
          expect(listed.sort()).toEqual(expected.sort())
        }
      }
      storage.close()
    }),
    { seed: 20_261_120, numRuns: 200 }
  )
})
