/**
 * The least that a sync takes that sends equal entries: it reads tree, front matter, titles, first paragraphs and links with the
 * libraries and the parser of the Action, lists, searches what differs for credentials, sends it, and lists again. It expects no
 * problem, and no HTML.
 *
 *   node tools/bench/floor.ts repository commit http://127.0.0.1:1234 https://github.com/harbour/handbook
 *
 * What the Action adds to an entry has to follow here, because the bench compares both: a part of the source line, and a field
 * beside the text, in `entryOf`. How long a description may be, and how alerts and days are written, it takes from the Action.
 */
import { hash } from 'node:crypto'
import { posix } from 'node:path'
import { Pool } from 'undici'
import { parse } from 'yaml'
import { LIST_PATH, UPSERT_PATH } from '../../src/knowledge/api-types.ts'
import { findCredentials } from '../../src/runbook/credentials.ts'
import { alertList, descriptionOf, describedDigits, listableNames, summaryOf } from '../../src/runbook/description.ts'
import { sayDay } from '../../src/runbook/review.ts'
import { parseSyntax } from '../../src/runbook/syntax.ts'
import { collapse } from '../../src/runbook/text.ts'
import { contentsOf, treeOf } from '../../testing/git.ts'

const CONCURRENCY = 8
const PAGE_SIZE = 100
/** Markup of a title or a paragraph. */
const MARKUP = /^# +|\n=+$|[*`]|\\(?=\W)/g
/** A picture, or a link and its text. */
const LINK = /!\[[^\]]*\]\([^)]*\)|\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g

interface FrontMatter {
  readonly title?: string
  readonly description?: string
  readonly alerts?: string | readonly string[]
  readonly 'review-by'?: string
}

interface Entry {
  readonly name: string
  readonly content: string
  readonly description: string
}

const [repository = '', commit = '', service = '', pages = ''] = process.argv.slice(2)
const tree = await treeOf(repository, commit)
const runbooks = [...tree].filter(([path]) => path.endsWith('.md'))
const ids = runbooks.map(([, id]) => id)
const files = await contentsOf(repository, ids)
const entries = runbooks.map(([path, id], at) => entryOf(path, id, String(files[at])))

const pool = new Pool(service, { connections: CONCURRENCY })
await inParallel(await differing(), async (entry) => {
  if ((await findCredentials(entry.content)).length === 0) await ask(UPSERT_PATH, entry)
})
if ((await differing()).length > 0) throw new Error('The list does not show what was sent.')
await pool.close()

function entryOf(path: string, id: string, text: string): Entry {
  const [front = '', yaml] = /^---\r?\n([^]*?\n)---\s+/.exec(text) ?? []
  const fields = yaml === undefined ? {} : (parse(yaml, { schema: 'failsafe' }) as FrontMatter)
  const { title, paragraph, below } = convert(text.slice(front.length), path)
  const name = `${fields.title ?? title ?? posix.basename(path, '.md').replace(/[-_]+/g, ' ')} (${path})`
  const alerts = listableNames([fields.alerts ?? []].flat().flatMap((names) => names.split(/, */)))
  const description = descriptionOf(summaryOf(fields.description ?? '', paragraph), alerts)
  const list = alertList(alerts)
  const version = `version ${digestOf(name, below, list)} of ${id.slice(0, 12)}, described ${describedDigits(description)}`
  const review = fields['review-by'] === undefined ? '' : `, review by ${sayDay(fields['review-by'])}`
  const place = `[${path}](${pages}/blob/main/${encodeURI(path)})${list === '' ? '' : ` for the alerts ${list}`}`
  return { name, content: `Source: ${place} (${version}${review})\n\n${below}\n`, description }
}

function digestOf(name: string, below: string, alerts: string): string {
  const lines = below.replaceAll('\r\n', '\n').replace(/(?<![ \t])[ \t]+(?=\n)/g, '')
  const text = lines.replace(/\n{3,}/g, '\n\n').normalize()
  const digest = hash('sha256', `${name.toLowerCase()}\n${text}`).slice(0, 24)
  return (alerts === '' ? digest : hash('sha256', `${digest}\n${alerts}`)).slice(0, 12)
}

/** Title, first paragraph, and the text with absolute links. */
function convert(markdown: string, path: string) {
  const text = markdown.replaceAll('\r\n', ' \n')
  const document = parseSyntax(text, false)
  let title: string | undefined
  let url: { readonly from: number; readonly to: number } | undefined
  let [below, done] = ['', 0]
  document.cursor().iterate(
    ({ name, from, to }) => {
      if (name === 'URL') url = text[from] === '<' ? { from: from + 1, to: to - 1 } : { from, to }
      return name !== 'Autolink'
    },
    ({ name, from, to }) => {
      if (name.endsWith('Heading1')) title ??= text.slice(from, to).replace(MARKUP, '').trim()
      if (url === undefined || !/^(?:Link|Image|LinkReference)$/.test(name)) return
      const address = addressOf(text.slice(url.from, url.to), path, name === 'Image' ? 'raw' : 'blob')
      below += markdown.slice(done, url.from) + address
      done = url.to
      url = undefined
    }
  )
  const { from = 0, to = 0 } = document.getChild('Paragraph') ?? {}
  const paragraph = collapse(text.slice(from, to).replace(LINK, '$1').replace(MARKUP, ''))
  return { title, paragraph, below: (below + markdown.slice(done)).trim() }
}

function addressOf(written: string, path: string, page: 'blob' | 'raw'): string {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/|[#?]|$)/i.test(written)) return written
  const tail = written.search(/[?#]|$/)
  const link = decodeURIComponent(written.slice(0, tail))
  const place = link.startsWith('/') ? link.slice(1) : posix.join(posix.dirname(path), link)
  const file = ['', '.md', '/index.md', '/README.md'].map((ending) => place + ending).find((each) => tree.has(each))
  return `${pages}/${page}/main/${encodeURI(file ?? place)}${written.slice(tail)}`
}

/** The entries that the list does not show as they are. */
async function differing(): Promise<readonly Entry[]> {
  const listed = new Map<string, Row>()
  const readPage = async (page: number): Promise<number> => {
    const { data } = await ask(LIST_PATH, { page_num: page, page_size: PAGE_SIZE })
    for (const row of data.items) listed.set(row.name, row)
    return Math.ceil(data.page.total / PAGE_SIZE)
  }
  const last = await readPage(1)
  await inParallel([...Array(last + 1).keys()].slice(2), readPage)
  return entries.filter(({ name, content, description }) => {
    const row = listed.get(name)
    return row?.data.document_content !== content || row.description !== description
  })
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const rest = items.values()
  const takeAll = async (): Promise<void> => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, takeAll))
}

interface Row extends Pick<Entry, 'name' | 'description'> {
  readonly data: { readonly document_content: string }
}

interface Answer {
  readonly data: { readonly page: { readonly total: number }; readonly items: readonly Row[] }
}

async function ask(path: string, body: object): Promise<Answer> {
  const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
  const response = await pool.request({ path, method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.body.json()) as Answer
}
