/**
 * The floor of a verification: a bare undici Pool that reads a list page by page until one is empty.
 *
 *   URL=http://127.0.0.1:1234/path PAGE_SIZE=100
 */
import { Pool } from 'undici'

const { URL: address = '', PAGE_SIZE = '' } = process.env
const { origin, pathname } = new URL(address)
const pool = new Pool(origin, { connections: 1 })
const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }

for (let page = 1; ; page++) {
  const body = JSON.stringify({ page_num: page, page_size: Number(PAGE_SIZE) })
  const answer = await pool.request({ path: pathname, method: 'POST', headers, body })
  const { items } = (await answer.body.json()) as { readonly items: readonly unknown[] }
  if (items.length === 0) break
}
await pool.close()
