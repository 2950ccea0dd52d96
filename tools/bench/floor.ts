/**
 * The least that a push of one takes: all files of a commit, parsed and hashed, and the list, hashed; an entry is sent, and the list
 * is read again, because nothing else says what was stored. With `jump`, the parser has the rule with which ours is faster.
 *
 *   node tools/bench/floor.ts repository commit http://127.0.0.1:1234 [jump]
 */
import { GFM, parser, Strikethrough, Table } from '@lezer/markdown'
import { hash } from 'node:crypto'
import { Pool } from 'undici'
import { filesOf } from '../../testing/git.ts'

const API = '/personal/v1/knowledge'
const CONCURRENCY = 8
const PAGE_SIZE = 100

/** The first rule of the parser: it goes to the next character with which another one may begin. */
const MARK = /[\\&`<_*[\]~]|!(?=\[)| (?= )/g
const toNextMark = {
  name: 'ToNextMark',
  before: 'Escape',
  parse({ text, offset, end }: { text: string; offset: number; end: number }, _: number, pos: number) {
    MARK.lastIndex = pos - offset
    const next = MARK.test(text) ? offset + MARK.lastIndex - 1 : end
    return next > pos ? next : -1
  }
}

const [repository = '', commit = '', address = '', jump = ''] = process.argv.slice(2)
const markdown = parser.configure(jump === '' ? GFM : [Table, Strikethrough, { parseInline: [toNextMark] }])

const pool = new Pool(address, { connections: CONCURRENCY })
await Promise.all([readFiles(), readList()])
await ask(`${API}/upsert`, { name: 'Floor', content: 'x' })
await readList()
await pool.close()

async function readFiles(): Promise<void> {
  for (const [path, bytes] of await filesOf(repository, commit)) {
    if (!path.endsWith('.md')) continue
    const text = bytes.toString()
    // A link that is no address.
    if (/\]\((?!\w+:)/.test(text)) markdown.parse(text)
    hash('sha256', text)
  }
}

async function readList(): Promise<void> {
  const readPage = async (page: number): Promise<number> => {
    const { data } = await ask(`${API}/list`, { page_num: page, page_size: PAGE_SIZE })
    for (const { data: entry } of data.items) hash('sha256', entry.content ?? entry.document_content ?? '')
    return data.page.total
  }
  const pages = Math.ceil((await readPage(1)) / PAGE_SIZE)
  let next = 2
  const work = async (): Promise<void> => {
    while (next <= pages) await readPage(next++)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
}

interface Page {
  readonly page: { readonly total: number }
  readonly items: readonly { readonly data: { readonly content?: string; readonly document_content?: string } }[]
}

async function ask(path: string, body: object): Promise<{ readonly data: Page }> {
  const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
  const response = await pool.request({ path, method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.body.json()) as { readonly data: Page }
}
