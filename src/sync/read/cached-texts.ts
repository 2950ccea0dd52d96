/** Bytes of files that wait to be scanned for credentials, and of texts that wait to be sent. Converting costs more than reading. */
const MAX_FILES = 16 * 1024 * 1024
const MAX_TEXTS = 112 * 1024 * 1024

/** Caches what a run may need again, up to these limits. */
export class TextCache {
  #files = 0
  #texts = 0

  add(file: Buffer, text: string): CachedTexts {
    const content = Buffer.from(text)
    const cached = new CachedTexts(
      this.#files + file.length <= MAX_FILES ? file : undefined,
      this.#texts + content.length <= MAX_TEXTS ? content : undefined
    )
    this.#files += file.length
    this.#texts += content.length
    return cached
  }
}

/** The bytes of a file, and the text of its entry. Each is given once, because memory need not hold what was scanned or sent. */
export class CachedTexts {
  #file: Buffer | undefined
  #content: Buffer | undefined

  constructor(file: Buffer | undefined, content: Buffer | undefined) {
    this.#file = file && ownMemory(file)
    this.#content = content && ownMemory(content)
  }

  /** Undefined if it is not cached, or was taken. */
  takeFile(): Buffer | undefined {
    const file = this.#file
    this.#file = undefined
    return file
  }

  /** Undefined if it is not cached, or was taken. */
  takeContent(): string | undefined {
    const content = this.#content?.toString()
    this.#content = undefined
    return content
  }
}

/** Small buffers share slabs, and one of them keeps a whole slab. */
function ownMemory(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
