import { FIRST_PAGE } from '../wire.ts'
import { DeliveryFailure, type Knowledge } from './knowledge.ts'
import { readPage, type Place, type Row } from './page.ts'

/** A service that refuses the first page with one of these is asked with the next; most cap what is too large. */
const PAGE_SIZES = [100, 20]

/** Bounds of one reading: pages, entries, and milliseconds. */
const MOST_PAGES = 2000
const MOST_ROWS = 200_000
const LONGEST = 5 * 60_000

/** What the service's list showed in one reading: names and hashes, never contents. */
export interface Listing {
  /**
   * - `whole`: ended at an empty page.
   * - `repeated`: ended at a page that showed nothing new: the service may know no pages, or begin again after the last.
   *   What is absent proves nothing.
   * - `cut`: ended early, see `why`. What is absent proves nothing, nor does what seems to be there once.
   * - `unreadable`: nothing is known.
   */
  readonly extent: 'whole' | 'repeated' | 'cut' | 'unreadable'
  /** Why it is not `whole`, as the end of a sentence; empty where it is. */
  readonly why: string
  /** How many entries there were. */
  readonly size: number
  readonly rows: ReadonlyMap<string, readonly Row[]>
}

/**
 * Reads the list to its end. Costs one request for each 100 entries (more where the service caps its pages) and one for
 * the page that ends it.
 *
 * @throws {DeliveryFailure} only when the run has ended (401, cancelled, out of time); whatever else goes wrong makes the
 *   listing `cut` or `unreadable`.
 */
export async function readList(knowledge: Knowledge): Promise<Listing> {
  const reading = new Reading()
  const deadline = performance.now() + LONGEST
  let sizes = PAGE_SIZES
  let at: Place | undefined
  for (let pageNum = FIRST_PAGE; ; pageNum++) {
    if (pageNum - FIRST_PAGE >= MOST_PAGES || reading.size >= MOST_ROWS || performance.now() > deadline) {
      return reading.cut('the list is longer than is read')
    }
    const answer = await ask(knowledge, pageNum, sizes)
    if (answer.failure !== undefined) return reading.cut(answer.failure)
    sizes = answer.sizes
    const page = readPage(answer.value, at)
    if (page.kind === 'not understood') return reading.cut('the list’s form is not known')
    if (page.kind === 'empty') return reading.end()
    at = page.at
    if (!reading.add(page.rows, page.total)) return reading.repeated()
  }
}

/** Whether the list shows exactly one entry of this name, and with this very content: then nothing need be sent. */
export function isUnchanged({ extent, rows }: Listing, name: string, hash: string): boolean {
  const [row, ...others] = rows.get(name) ?? []
  return (extent === 'whole' || extent === 'repeated') && others.length === 0 && row?.hash === hash
}

/**
 * Whether the entry of a runbook that is gone is ours to overwrite: the whole list shows one entry of that name, and its
 * content is what the runbook said when it was last there (`hash`).
 */
export function isOurs(listing: Listing, name: string, hash: string): boolean {
  return listing.extent === 'whole' && isUnchanged(listing, name, hash)
}

/** The names of a listing's page `pageNum`; undefined where that says nothing. */
export async function namesOnPage(knowledge: Knowledge, pageNum: number): Promise<readonly string[] | undefined> {
  const answer = await ask(knowledge, pageNum, PAGE_SIZES.slice(0, 1))
  const page = answer.failure === undefined ? readPage(answer.value) : undefined
  return page?.kind === 'rows' ? page.rows.map(({ name }) => name) : undefined
}

interface Asked {
  readonly value?: unknown
  /** The page sizes still worth trying; the first of them is the one that worked. */
  readonly sizes: typeof PAGE_SIZES
  readonly failure?: string
}

async function ask(knowledge: Knowledge, pageNum: number, sizes: typeof PAGE_SIZES): Promise<Asked> {
  const [size = 1, ...smaller] = sizes
  try {
    return { value: await knowledge.listPage(pageNum, size), sizes: [size] }
  } catch (error) {
    if (!(error instanceof DeliveryFailure) || error.ends === 'run') throw error
    if (error.kind === 'entry-refused' && smaller.length > 0) return ask(knowledge, pageNum, smaller)
    return { sizes, failure: `page ${pageNum} of the list cannot be read (${error.message.replace(/\.$/, '')})` }
  }
}

class Reading {
  readonly #rows = new Map<string, Row[]>()
  readonly #seen = new Map<string, Row>()
  #total = 0

  get size(): number {
    return this.#seen.size
  }

  /** @returns false when the page showed nothing new. */
  add(rows: readonly Row[], total: number | undefined): boolean {
    const before = this.#seen.size
    const inPage = new Map<string, number>()
    this.#total = Math.max(this.#total, total ?? 0)
    for (const row of rows) {
      // Pages shift while others write: one entry may be shown again, and without an identity its text is all there is.
      const alike = JSON.stringify(row.identity ?? [row.name, row.hash])
      const nth = (inPage.get(alike) ?? 0) + 1
      inPage.set(alike, nth)
      this.#put(row.identity === undefined ? `${alike} ${nth}` : alike, row)
    }
    return this.#seen.size > before
  }

  end(): Listing {
    const missing = this.#total - this.size
    return missing > 0
      ? this.cut(`the list says that it has ${this.#total} entries and shows ${this.size}`)
      : this.#listing('whole', '')
  }

  repeated(): Listing {
    return this.#listing('repeated', 'the list shows a page again')
  }

  cut(why: string): Listing {
    return this.#listing(this.size === 0 ? 'unreadable' : 'cut', why)
  }

  #put(key: string, row: Row): void {
    const earlier = this.#seen.get(key)
    if (earlier !== undefined) {
      const others = (this.#rows.get(earlier.name) ?? []).filter((other) => other !== earlier)
      if (others.length === 0) this.#rows.delete(earlier.name)
      else this.#rows.set(earlier.name, others)
    }
    this.#seen.set(key, row)
    // In place: a service that copies may have a hundred thousand entries of one name.
    const alike = this.#rows.get(row.name)
    if (alike === undefined) this.#rows.set(row.name, [row])
    else alike.push(row)
  }

  #listing(extent: Listing['extent'], why: string): Listing {
    return { extent, why, size: this.size, rows: this.#rows }
  }
}
