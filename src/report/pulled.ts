import type { Diagnostic } from '../errors.ts'
import type { Pulled } from '../sync/pull.ts'
import { count, format, joined, term } from '../wording.ts'

/** `2 files changed, 1 edit beside its file` */
export function describePulled(pulled: readonly Pulled[]): string {
  const total = (wanted: Pulled['kind']): number => pulled.filter(({ kind }) => kind === wanted).length
  const changed = total('changed')
  const beside = total('beside')
  const leftOut = total('left out')
  const parts = [
    changed > 0 && `${count(changed, 'file')} changed`,
    beside > 0 && count(beside, 'edit beside its file', 'edits beside their files'),
    leftOut > 0 && `${format(leftOut)} left out`
  ]
  return joined(parts, ', ') || 'there are no edits to pull'
}

/** If both changed the same lines, no sync can tell that the edit is in the file. */
const HOW_TO_MERGE = `Copy what is right, and delete that file. If the next sync refuses the runbook, ${term('replace')}.`

/** What became of an edit, and what to do with it, as a warning or a notice. */
export function pulledNotice({ path, kind, reason }: Pulled): Diagnostic {
  const about = path === '' ? {} : { path }
  switch (kind) {
    case 'changed':
      return { level: 'notice', message: joined(['An edit from the assistant is in the file now.', reason]), ...about }
    case 'beside': {
      const message = 'An edit from the assistant is beside the file, with `.edited` after its name.'
      return { level: 'warning', message: joined([message, reason, HOW_TO_MERGE]), ...about }
    }
    case 'left out':
      return { level: 'warning', message: reason, ...about }
  }
}
