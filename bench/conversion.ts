import { measure, type Row } from './harness.ts'
import { runChild } from './processes.ts'

/** CPU time for title and links of a runbook, against parsers that only build a tree of it. */
export async function conversion(): Promise<Row[]> {
  const rows: Row[] = []
  for (const parser of ['commonmark', 'micromark']) {
    rows.push(
      await measure({
        name: '1,000 runbooks of 10 KiB with 25 links each, CPU time',
        action: () => runChild('conversion', 'action'),
        other: () => runChild('conversion', parser),
        otherName: `\`${parser}\`, which parses and converts nothing`,
        unit: 'ms/MiB'
      })
    )
  }
  return rows
}
