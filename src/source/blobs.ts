import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { Failure } from '../failures.ts'
import { gitFailure, lastLine } from './git-command.ts'
import type { Content } from './source.ts'

/** How many requests Git is told of at a time; further ones wait here, so that nothing piles up in the pipes. */
const IN_FLIGHT = 64
const NEWLINE = 10
const MAX_HEADER = 256

interface Request {
  readonly id: string
  readonly limit: number
  readonly resolve: (content: Content) => void
  readonly reject: (error: Error) => void
}

/** Where the reader is in Git's answers: in a header, in an object, or at the newline that ends one. */
type State =
  | { readonly at: 'header'; text: string }
  | { readonly at: 'object'; readonly keep: boolean; readonly size: number; bytes?: Buffer; done: number }
  | { readonly at: 'end'; readonly content: Content }

/**
 * Reads objects by id through one `git cat-file --batch`, many requests at a time. No file name passes through, and an
 * object that is larger than asked for is passed over while it comes, never kept.
 */
export class Blobs {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #waiting: Request[] = []
  readonly #asked: Request[] = []
  #asking = false
  #state: State = { at: 'header', text: '' }
  #stderr = ''
  #failure: Failure | undefined

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child
    child.stdout.on('data', (chunk: Buffer) => {
      this.#take(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-4096)
    })
    child.once('error', () => {
      this.#fail(gitFailure(['cat-file'], 'it could not be started'))
    })
    child.once('close', () => {
      this.#fail(gitFailure(['cat-file'], this.#stderr || 'it has ended'))
    })
  }

  read(id: string, limit: number): Promise<Content> {
    return new Promise((resolve, reject) => {
      if (this.#failure) {
        reject(this.#failure)
        return
      }
      this.#waiting.push({ id, limit, resolve, reject })
      this.#askSoon()
    })
  }

  /** Who was answered by one chunk asks again before the next comes: one write for all of them. */
  #askSoon(): void {
    if (this.#asking) return
    this.#asking = true
    process.nextTick(() => {
      this.#asking = false
      this.#ask()
    })
  }

  #ask(): void {
    const next = this.#waiting.splice(0, IN_FLIGHT - this.#asked.length)
    if (next.length === 0) return
    this.#asked.push(...next)
    this.#child.stdin.write(next.map(({ id }) => `${id}\n`).join(''), 'latin1')
  }

  #take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.#failure;) at = this.#step(chunk, at)
  }

  /** Reads on from `at` and returns how far it came. */
  #step(chunk: Buffer, at: number): number {
    const state = this.#state
    switch (state.at) {
      case 'header': {
        const newline = chunk.indexOf(NEWLINE, at)
        const end = newline < 0 ? chunk.length : newline
        state.text += chunk.toString('latin1', at, end)
        if (newline >= 0) this.#open(state.text)
        else if (state.text.length > MAX_HEADER)
          this.#fail(gitFailure(['cat-file'], 'it gave an answer of unknown form'))
        return end + 1
      }
      case 'object': {
        const part = Math.min(chunk.length - at, state.size - state.done)
        if (state.keep && part === state.size) state.bytes = chunk.subarray(at, at + part)
        else if (state.keep) chunk.copy((state.bytes ??= Buffer.allocUnsafe(state.size)), state.done, at, at + part)
        state.done += part
        if (state.done === state.size) {
          const { bytes, size } = state
          this.#state = { at: 'end', content: bytes ? { kind: 'bytes', bytes } : { kind: 'too-large', size } }
        }
        return at + part
      }
      case 'end': {
        this.#state = { at: 'header', text: '' }
        this.#asked.shift()?.resolve(state.content)
        this.#askSoon()
        return at + 1
      }
    }
  }

  #open(header: string): void {
    const [id, type, length] = header.split(' ')
    const request = this.#asked[0]
    if (request === undefined || request.id !== id) {
      this.#fail(gitFailure(['cat-file'], 'it gave an answer that nobody asked for'))
    } else if (type === 'blob') {
      const size = Number(length)
      this.#state =
        size === 0
          ? { at: 'end', content: { kind: 'bytes', bytes: Buffer.alloc(0) } }
          : { at: 'object', keep: size <= request.limit, size, done: 0 }
    } else if (type === 'missing') {
      this.#state = { at: 'header', text: '' }
      this.#asked.shift()
      request.reject(
        new Failure(
          'source',
          `The object ${request.id} is not in the clone${this.#stderr === '' ? '' : `: ${lastLine(this.#stderr)}`}.`,
          'Run the job again; actions/checkout makes a new clone.'
        )
      )
      this.#askSoon()
    } else {
      this.#fail(gitFailure(['cat-file'], `${id} is a ${type ?? 'thing'} and no file`))
    }
  }

  #fail(failure: Failure): void {
    if (this.#failure) return
    this.#failure = failure
    for (const request of [...this.#asked.splice(0), ...this.#waiting.splice(0)]) request.reject(failure)
    this.#child.kill()
  }
}
