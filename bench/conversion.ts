import { measure, type Row } from './harness.ts'
import { runChild } from './processes.ts'

/** CPU time for title and links of a runbook, against the parser alone. */
export async function conversion(): Promise<Row[]> {
  return [
    await measure({
      name: '1,000 runbooks of 10 KiB with 25 links each, CPU time',
      action: () => runChild('conversion', 'action'),
      other: () => runChild('conversion', 'micromark'),
      otherName: '`micromark`, which parses and converts nothing',
      unit: 'ms/MiB'
    })
  ]
}
