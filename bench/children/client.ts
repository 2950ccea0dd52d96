/**
 * The part of a delivery that is our client's: entries that were made before go through it, with pacing, deadlines,
 * retries and the reading of answers. What a whole delivery takes more is reading from Git and conversion.
 *
 *   BODIES=file.json URL=http://127.0.0.1:1234 CONCURRENCY=8
 */
import { readFileSync } from 'node:fs'
import { connect } from '../../src/knowledge/client.ts'
import { Secret } from '../../src/secret.ts'
import type { Entry } from '../../src/wire.ts'

const { BODIES = '', URL: baseUrl = '', CONCURRENCY = '' } = process.env
const bodies = JSON.parse(readFileSync(BODIES, 'utf8')) as readonly string[]
const entries = bodies.map((body) => JSON.parse(body) as Entry).values()
const concurrency = Number(CONCURRENCY)
const access = { baseUrl, token: new Secret('bench') }
await using knowledge = await connect({
  access,
  concurrency,
  timeout: 30_000,
  retries: 4,
  signal: new AbortController().signal
})

async function loop(): Promise<void> {
  for (const entry of entries) await knowledge.upsert(entry)
}

await Promise.all(Array.from({ length: concurrency }, loop))
