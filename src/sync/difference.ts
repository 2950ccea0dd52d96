import { structuredPatch } from 'diff'

const MAX_LINES = 60
/** Changed lines beyond which no difference is computed: the time grows with their square. */
const MAX_EDIT_LENGTH = 1000

/** A unified difference of two texts: 60 lines at most, without the names of files. */
export function differenceOf(before: string, after: string): string[] {
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context: 2,
    maxEditLength: MAX_EDIT_LENGTH
  })
  if (patch === undefined) return [`(more than ${MAX_EDIT_LENGTH} lines differ)`]
  const lines = patch.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines
  ])
  return lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES - 1), `(${lines.length - MAX_LINES + 1} more lines)`]
}
