import { hash } from 'node:crypto'
import type { Shard } from '../inputs.ts'

/**
 * Whether the entry of this name belongs to this part. Every name belongs to exactly one, whatever the machine, and the
 * parts are about equal in size: the first 48 bits of the name's SHA-256, modulo the number of parts.
 */
export function inShard(name: string, { index, count }: Shard): boolean {
  return parseInt(hash('sha256', name, 'hex').slice(0, 12), 16) % count === index - 1
}
