import type { ContentProblem } from './runbook.ts'

export interface Refused {
  readonly kind: 'refused'
  readonly problem: ContentProblem
}

export function refused(message: string, hint: string, position: { line?: number; column?: number } = {}): Refused {
  return { kind: 'refused', problem: { message, hint, ...position } }
}
