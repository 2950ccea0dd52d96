/**
 * Posts the bodies of a JSON file through a bare undici Pool with as many loops as connections, and prints 0.
 *
 *   node tools/bench/children/pool.ts bodies.json http://127.0.0.1:1234/path 8
 */
import { readFileSync } from 'node:fs'
import { Pool } from 'undici'

const [file = '', url = '', concurrency = ''] = process.argv.slice(2)
const { origin, pathname: path } = new URL(url)
const pool = new Pool(origin, { connections: Number(concurrency) })
const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
const bodies = (JSON.parse(readFileSync(file, 'utf8')) as readonly string[]).values()

async function loop(): Promise<void> {
  for (const body of bodies) {
    const response = await pool.request({ path, method: 'POST', headers, body })
    await response.body.dump()
    if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}`)
  }
}

await Promise.all(Array.from({ length: Number(concurrency) }, loop))
await pool.close()
console.log(0)
