import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { gitError, COMMAND_TIMEOUT } from './command.ts'
import type { FileContent } from './source.ts'

/** Bytes of a file that is too large, read at a time to reach what is behind it. */
const STEP = 64 * 1024

/** Asks for files through one `git cat-file --batch`. */
export class ObjectReader {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #chunks: AsyncIterator<Buffer, undefined>
  /** Bytes that have arrived and were not read. */
  #rest: Buffer = Buffer.alloc(0)
  /** Git answers in the order of the requests: each answer is read after the one before. */
  #last: Promise<unknown> = Promise.resolve()
  #problem = ''

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child
    this.#chunks = (child.stdout as AsyncIterable<Buffer, undefined>)[Symbol.asyncIterator]()
    child.stderr.on('data', (chunk: Buffer) => {
      this.#problem = (this.#problem + chunk.toString()).slice(-4096)
    })
    child.on('error', () => undefined)
  }

  /** Undefined for a file that is not here. */
  read(id: string, limit: number): Promise<FileContent | undefined> {
    this.#child.stdin.write(`${id}\n`)
    const answer = this.#last.then(() => this.#receive(limit))
    this.#last = answer.catch(() => undefined)
    return answer
  }

  /** `<id> <type> <size>` and the content, or `<id> missing`. */
  async #receive(limit: number): Promise<FileContent | undefined> {
    let end: number
    while ((end = this.#rest.indexOf('\n')) === -1) this.#rest = Buffer.concat([this.#rest, await this.#next()])
    const line = (await this.#take(end + 1)).toString('latin1', 0, end)
    if (line.endsWith(' missing')) return undefined
    const size = Number(/ (\d+)$/.exec(line)?.[1])
    if (Number.isNaN(size)) throw gitError(['cat-file'], `it answers ${line}`)
    if (size <= limit) return { kind: 'bytes', bytes: (await this.#take(size + 1)).subarray(0, -1) }
    for (let left = size + 1; left > 0; left -= STEP) await this.#take(Math.min(left, STEP))
    return { kind: 'too-large' }
  }

  async #take(length: number): Promise<Buffer> {
    const parts = [this.#rest]
    for (let has = this.#rest.length; has < length; has += parts.at(-1)?.length ?? 0) parts.push(await this.#next())
    const bytes = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    this.#rest = bytes.subarray(length)
    return bytes.subarray(0, length)
  }

  /** Throws at the end of the stream, which also comes if Git was killed or cannot be started. */
  async #next(): Promise<Buffer> {
    const timer = setTimeout(() => {
      this.#problem = `no answer in ${COMMAND_TIMEOUT / 1000} s`
      this.#child.kill('SIGKILL')
    }, COMMAND_TIMEOUT)
    const { value } = await this.#chunks.next().catch(() => ({ value: undefined }))
    clearTimeout(timer)
    if (value === undefined) throw gitError(['cat-file'], this.#problem === '' ? 'it ended' : this.#problem)
    return value
  }
}
