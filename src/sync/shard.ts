import { hash } from 'node:crypto'
import type { Shard } from '../inputs.ts'

/** Whether an entry belongs to a part: each name belongs to one, and the parts are about equal in size. */
export function inShard(name: string, { index, count }: Shard): boolean {
  return parseInt(hash('sha256', name, 'hex').slice(0, 12), 16) % count === index - 1
}
