import { WorkTree } from '../branch/disk.ts'
import type { Decision } from '../report/result.ts'
import { convertText } from '../runbook/runbook.ts'
import { textOf } from '../runbook/source-line.ts'
import { MAX_BYTES } from '../runbook/text.ts'
import type { Session } from './session.ts'

/** The files of the work tree that have the edit which keeps their runbooks from being sent, so that it only has to be committed. */
export async function filesWithEdit(
  decisions: readonly Decision[],
  { local, options, uncommitted }: Pick<Session, 'local' | 'options' | 'uncommitted'>
): Promise<readonly string[]> {
  const tree = new WorkTree(local.clone.root)
  const files: string[] = []
  for (const { kind, path, texts = [] } of decisions) {
    if ((kind !== 'kept' && kind !== 'refused') || !uncommitted.includes(path)) continue
    const bytes = await tree.read(path, MAX_BYTES)
    const converted = bytes && convertText(path, bytes.toString(), options)
    if (texts.some(({ content }) => textOf(content) === converted?.text)) files.push(path)
  }
  return files
}
