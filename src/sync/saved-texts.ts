import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ActionError, messageOf, type Secret } from '../errors.ts'
import type { Job } from '../event.ts'

export interface SavedText {
  /** Absolute path. */
  readonly file: string
}

/** Windows reserves these names, with any ending. */
const RESERVED = /^(?:con|conin\$|conout\$|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i
/** In UTF-16 units, each of up to three bytes. A file system allows 255 bytes. */
const MAX_SEGMENT = 60
const MAX_SEGMENTS = 12

/** Keeps texts of the knowledge base in files before they are replaced. */
export class SavedTexts {
  readonly #job: Job
  readonly #token: Secret
  #folder: string | undefined
  #count = 0

  constructor(job: Job, token: Secret) {
    this.#job = job
    this.#token = token
  }

  /** Absolute path of the folder; empty while nothing is saved. */
  get folder(): string {
    return this.#count === 0 ? '' : (this.#folder ?? '')
  }

  /** Writes a text with a comment that says what it was, to the path of its runbook as far as the path is safe. */
  async save(path: string, name: string, content: string): Promise<SavedText> {
    try {
      return await this.#write(path, this.#header(name) + this.#token.redact(content))
    } catch (error) {
      throw new ActionError(
        'input',
        `The text of the entry “${name}” cannot be saved: ${messageOf(error)}.`,
        'Make room in RUNNER_TEMP, where the job saves texts before it replaces them, and run the job again.',
        { cause: error }
      )
    }
  }

  async #write(path: string, text: string): Promise<SavedText> {
    this.#folder ??= await mkdtemp(join(this.#job.temp, 'runbook-sync-overwritten-'))
    const target = join(this.#folder, safePath(path))
    await mkdir(dirname(target), { recursive: true })
    for (let copy = 1; ; copy++) {
      const file = copy === 1 ? target : `${target}.${copy}`
      try {
        await writeFile(file, text, { flag: 'wx' })
        this.#count++
        return { file }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
    }
  }

  async discard({ file }: SavedText): Promise<void> {
    await rm(file)
    this.#count--
  }

  /** The saved text without the comment. */
  async read({ file }: SavedText): Promise<string> {
    const text = await readFile(file, 'utf8')
    return text.slice(text.indexOf('\n') + 1)
  }

  #header(name: string): string {
    const { serverUrl, repository, runId, runNumber } = this.#job
    const entry = JSON.stringify(name).replace(/[<>-]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`)
    const run = `${serverUrl}/${repository}/actions/runs/${runId}`
    return `<!-- The entry ${entry} before run ${runNumber} (${run}) replaced it, ${new Date().toISOString()} -->\n`
  }
}

/** A relative path that no system takes for something else; different for every `path`. */
export function safePath(path: string): string {
  const segments = path.split('/')
  const isSafe = segments.length <= MAX_SEGMENTS && segments.every((segment) => safeSegment(segment) === segment)
  if (isSafe) return path
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 12)
  return `${hash}-${safeSegment(segments.at(-1) ?? '')}`
}

function safeSegment(segment: string): string {
  // eslint-disable-next-line no-control-regex
  const safe = segment.toWellFormed().replace(/[<>:"|?*\\\x00-\x1f\x7f]|^\.+$|[. ]+$/g, '_')
  return (RESERVED.test(safe) || safe === '' ? `_${safe}` : safe).slice(0, MAX_SEGMENT).toWellFormed()
}
