/**
 * Reads a list in a fresh process, and prints the milliseconds without its start: as the Action does, or by a Pool, eight
 * pages at a time, which parses them and hashes each text. `all` also reads all files of a commit, and hashes them.
 *
 *   node tools/bench/children/read.ts action|pool|all http://127.0.0.1:1234/path repository commit
 */
import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { Pool } from 'undici'
import { KnowledgeClient } from '../../../src/knowledge/client.ts'
import { Secret } from '../../../src/secret.ts'
import { readRows } from '../../../src/sync/rows.ts'

const CONCURRENCY = 8
const PAGE_SIZE = 100
const TOKEN = 'oap_bench'

const [how = '', url = '', repository = '', commit = ''] = process.argv.slice(2)
const { origin, pathname: path } = new URL(url)
const started = performance.now()
if (how === 'action') await readByAction()
else await Promise.all([readByPool(), how === 'all' && readFiles()])
console.log(performance.now() - started)

async function readByAction(): Promise<void> {
  const { signal } = new AbortController()
  const options = {
    token: new Secret(TOKEN),
    baseUrl: origin,
    concurrency: CONCURRENCY,
    signal,
    trace: () => undefined
  }
  await using client = new KnowledgeClient(options)
  const place = { repository: 'harbour/handbook', serverUrl: 'https://github.com', ref: 'main' }
  const runbooks = {
    head: '',
    named: [],
    shared: [],
    others: [],
    at: new Map(),
    names: new Set<string>(),
    changed: undefined,
    selects: () => false,
    hasFile: () => false
  }
  await readRows(client, { settings: place, showsOwnTexts: false }, runbooks)
}

async function readByPool(): Promise<void> {
  const pool = new Pool(origin, { connections: CONCURRENCY })
  const readPage = async (page: number): Promise<number> => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ page_num: page, page_size: PAGE_SIZE })
    const response = await pool.request({ path, method: 'POST', headers, body })
    const { items, total } = (await response.body.json()) as { items: { content: string }[]; total: number }
    for (const { content } of items) hash('sha1', content)
    return total
  }
  const pages = Math.ceil((await readPage(1)) / PAGE_SIZE)
  let next = 2
  const work = async (): Promise<void> => {
    while (next <= pages) await readPage(next++)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  await pool.close()
}

async function readFiles(): Promise<void> {
  const list = spawn('git', ['-C', repository, 'ls-tree', '-r', commit])
  let tree = ''
  for await (const chunk of list.stdout.setEncoding('utf8')) tree += String(chunk)
  const files = spawn('git', ['-C', repository, 'cat-file', '--batch'])
  files.stdin.end(tree.replace(/^\d+ \w+ (\w+)\t.*$/gm, '$1'))
  let rest = Buffer.alloc(0)
  for await (const chunk of files.stdout as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk])
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
      const size = Number(rest.toString('latin1', rest.lastIndexOf(' ', end) + 1, end))
      if (rest.length < end + size + 2) break
      hash('sha256', rest.subarray(end + 1, end + 1 + size))
      rest = rest.subarray(end + size + 2)
    }
  }
}
