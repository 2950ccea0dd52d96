import { realpath } from 'node:fs/promises'
import { parse } from 'yaml'
import { field } from '../field.ts'
import { DiskFiles } from './disk.ts'

/** Bytes of a workflow that is read: `yaml` takes time that grows with the square of the number of keys. */
export const MAX_WORKFLOW_BYTES = 16 * 1024

/** A workflow as JSON, in which each scalar is a text; undefined if it cannot be read. */
export function parseWorkflow(text: string): unknown {
  try {
    return parse(text, { schema: 'failsafe', logLevel: 'error' })
  } catch {
    return undefined
  }
}

/**
 * The inputs that a person can give who starts a workflow by hand; undefined if nobody can, or the checkout does not have its file.
 *
 * @param folder absolute path of the checkout.
 * @param workflow name of the file.
 */
export async function inputsByHand(folder: string, workflow: string): Promise<readonly string[] | undefined> {
  try {
    const files = new DiskFiles(await realpath(folder))
    const content = await files.read({ path: `.github/workflows/${workflow}`, id: '' }, MAX_WORKFLOW_BYTES)
    return content.kind === 'bytes' ? inputsIn(content.bytes.toString()) : undefined
  } catch {
    return undefined
  }
}

function inputsIn(text: string): readonly string[] | undefined {
  const on = field(parseWorkflow(text), 'on')
  if ([on].flat().includes('workflow_dispatch')) return []
  const dispatch = field(on, 'workflow_dispatch')
  return dispatch === undefined ? undefined : Object.keys(field(dispatch, 'inputs') ?? {})
}
