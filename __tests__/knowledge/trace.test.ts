import { expect, test } from '@jest/globals'
import { connect } from '../../src/knowledge/client.ts'
import { Secret } from '../../src/secret.ts'
import { inTurn, say, startMisbehaving } from '../support/misbehaving-service.ts'

const TOKEN = 'pat_of_a_trace'

test('every request is traced with what it asked, its status, time and attempt, and no secret or text', async () => {
  await using service = await startMisbehaving(inTurn(say(503, `no ${TOKEN}`), say(200)))
  const lines: string[] = []
  await using knowledge = await connect({
    access: { token: new Secret(TOKEN), baseUrl: service.url },
    concurrency: 1,
    timeout: 2000,
    retries: 1,
    signal: new AbortController().signal,
    trace: (line) => lines.push(line)
  })
  await knowledge.upsert({ name: 'A name', content: 'A text' })
  expect(lines.map((line) => line.replace(/\d+ ms/, '0 ms'))).toEqual([
    'POST /personal/v1/knowledge/upsert: 503 after 0 ms, attempt 1',
    'POST /personal/v1/knowledge/upsert: 200 after 0 ms, attempt 2'
  ])
})
