import { hash } from 'node:crypto'
import type { Shard } from '../inputs.ts'

/** Whether an entry belongs to a part: each name belongs to one, and the parts are about equal in size. */
export function inShard(name: string, shard: Shard | undefined): boolean {
  if (shard === undefined) return true
  return parseInt(hash('sha256', name, 'hex').slice(0, 12), 16) % shard.count === shard.index - 1
}
