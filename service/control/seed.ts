import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { z } from 'zod'
import { UpsertRequest } from '../api-types.ts'
import { LIST_LIMIT } from '../entries.ts'

/** `# Text`, or a text above a line of `=`. */
const HEADING = /^# (?<text>.+)$|^(?<text>.+)\n=+$/m
const FRONT_MATTER = /^---\r?\n(?:[^]*?\r?\n)?---\r?\n(?:\r?\n)*/

export type SeedEntry = z.output<typeof UpsertRequest>

/**
 * The Markdown files of a folder and its subfolders as entries, in the order of their paths, as if a person had written
 * them in the assistant: without front matter, with relative links as they are, under the name of the first heading of
 * level 1, or else of the file without `.md`. Symbolic links are not followed.
 *
 * @throws {Error} if the folder cannot be read, or if the API would refuse a file: the message names it.
 */
export function readSeed(folder: string): SeedEntry[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith('.md'))
    .map((file) => join(file.parentPath, file.name))
    .sort()
    .map((path) => {
      const content = decode(path).replace(FRONT_MATTER, '')
      const name = HEADING.exec(content)?.groups?.['text']?.trim() ?? basename(path, '.md')
      const { data, error } = UpsertRequest.safeParse({ name, content })
      if (data === undefined) throw new Error(`${path}: ${error.issues[0]?.message ?? ''}`)
      return data
    })
}

function decode(path: string): string {
  const bytes = readFileSync(path)
  if (bytes.length > LIST_LIMIT) throw new Error(`${path} is larger than ${LIST_LIMIT} bytes.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Error(`${path} is not UTF-8.`, { cause })
  }
}
