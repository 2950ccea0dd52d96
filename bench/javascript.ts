import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

/** A program of this folder as JavaScript: a child that has to strip types first would be measured doing so (50 ms). */
export function javascript(file: string): string {
  return stripTypeScriptTypes(readFileSync(join(import.meta.dirname, file), 'utf8'))
}
