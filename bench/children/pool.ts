/**
 * The floor of a delivery: a bare undici Pool and as many loops as it has connections, which post the bodies of a file.
 *
 *   BODIES=file.json URL=http://127.0.0.1:1234/path CONCURRENCY=8
 */
import { readFileSync } from 'node:fs'
import { Pool } from 'undici'

const { BODIES = '', URL: address = '', CONCURRENCY = '' } = process.env
const bodies = JSON.parse(readFileSync(BODIES, 'utf8')) as readonly string[]
const { origin, pathname } = new URL(address)
const pool = new Pool(origin, { connections: Number(CONCURRENCY) })
const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
const rest = bodies.values()

async function loop(): Promise<void> {
  for (const body of rest) {
    const { statusCode, body: answer } = await pool.request({ path: pathname, method: 'POST', headers, body })
    await answer.dump()
    if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`)
  }
}

await Promise.all(Array.from({ length: Number(CONCURRENCY) }, loop))
await pool.close()
