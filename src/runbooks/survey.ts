import type { Source, SourceFile } from '../source/source.ts'
import { readRunbook } from './read.ts'
import type { Reading, Style } from './runbook.ts'

/** Texts in memory at one time. Reading is bound by the pipe to Git, which a few readers keep full. */
const READERS = 16

/** Reads what each file is named, by path. Holds names, never contents. */
export async function survey(
  source: Source,
  files: readonly SourceFile[],
  style: Style
): Promise<Map<string, Reading>> {
  const readings = new Map<string, Reading>()
  const next = files.values()
  const reader = async (): Promise<void> => {
    for (const file of next) {
      readings.set(file.path, await readRunbook(file.path, await source.read(file, style.maxBytes), style))
    }
  }
  await Promise.all(Array.from({ length: Math.min(READERS, files.length) }, reader))
  return readings
}
