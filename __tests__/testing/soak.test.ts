import { describe, expect, test } from '@jest/globals'
import { filesOf } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/leftovers.ts'
import { HostedRepository } from '../../testing/repository.ts'
import { Handbook } from '../../testing/soak/handbook.ts'
import { KillableService } from '../../testing/soak/killable-service.ts'
import { Random } from '../../testing/soak/random.ts'
import { soak } from '../../testing/soak/soak.ts'
import { UPSERT_PATH } from '../../src/wire.ts'

test('the built Action keeps its promise for a few seconds of trouble', async () => {
  const { figures, problems } = await soak({ seed: 3, seconds: 6 })
  expect(problems).toEqual([])
  // The first run and the reconciling one are green at least, and what is green is compared.
  expect(figures.runs).toBeGreaterThan(2)
  expect(figures.compared).toBeGreaterThanOrEqual(2)
}, 120_000)

describe('what it is made of', () => {
  test('a handbook of one seed is the same each time, and its entries are what its files say', async () => {
    const histories = await Promise.all(
      [1, 2].map(async () => {
        await using folder = await temporaryFolder()
        const hosted = await HostedRepository.create(folder.path)
        const handbook = await Handbook.create(hosted, new Random(5))
        const commits: string[] = []
        for (let count = 0; count < 8; count++) {
          const { after } = await handbook.push()
          commits.push(after)
          const files = [...(await filesOf(hosted.folder, after))].filter(([path]) => path.startsWith('docs/runbooks/'))
          const entries = [...(await handbook.entries())]
          expect(entries).toHaveLength(files.length)
          for (const [name, content] of entries) {
            expect(name).toMatch(/^Runbook \d+$/)
            expect(files.filter(([, bytes]) => bytes.toString().endsWith(content))).toHaveLength(1)
            expect(handbook.wrote(name, content)).toBe(true)
          }
        }
        return commits
      })
    )
    expect(histories[0]).toEqual(histories[1])
  })

  test('a service that is killed comes back at its address with its tokens, entries and time', async () => {
    await using folder = await temporaryFolder()
    await using service = await KillableService.start(folder.path)
    const { value, id } = await service.ask('createToken')
    const upsert = async (name: string, token: string) => {
      const response = await fetch(service.url + UPSERT_PATH, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name, content: 'text' })
      })
      return response.status
    }
    expect(await upsert('before', value)).toBe(200)
    const { url } = service
    await service.kill()
    expect(service.url).toBe(url)
    expect(await upsert('after', value)).toBe(200)
    expect((await service.ask('entries')).map(({ name }) => name)).toEqual(['before', 'after'])

    await service.advance(31 * 24 * 60 * 60 * 1000)
    await service.kill()
    expect(await upsert('expired', value)).toBe(401)
    const rotated = await service.ask('rotateToken', id)
    await service.ask('setFaults', [{ status: 503, times: 1 }])
    expect([await upsert('refused', rotated.value), await upsert('rotated', rotated.value)]).toEqual([503, 200])
    expect(await service.counts()).toEqual({ requests: 5, faults: 1 })
  })
})
