/** The bytes of a file, and the text of its entry. Each is there once, because memory need not hold what was scanned or sent. */
export class CachedTexts {
  /** Bytes of both. */
  readonly size: number
  #file: Buffer | undefined
  #content: Buffer | undefined

  constructor(file: Buffer, content: string) {
    // In memory of their own: small buffers share slabs, and one of them keeps a whole slab.
    this.#file = Buffer.allocUnsafeSlow(file.length)
    file.copy(this.#file)
    this.#content = Buffer.allocUnsafeSlow(Buffer.byteLength(content))
    this.#content.write(content)
    this.size = this.#file.length + this.#content.length
  }

  /** Undefined if somebody has taken it. */
  takeFile(): Buffer | undefined {
    const file = this.#file
    this.#file = undefined
    return file
  }

  /** Undefined if somebody has taken it. */
  takeContent(): string | undefined {
    const content = this.#content?.toString()
    this.#content = undefined
    return content
  }
}
