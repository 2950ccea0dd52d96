import { measure, type Row } from './harness.ts'
import { runChild } from './processes.ts'

/** CPU time for title and links of a runbook, against the parser alone. */
export async function conversion(): Promise<Row[]> {
  const rows = [await convert('1,000 runbooks of 10 KiB with 25 links each, CPU time', '')]
  const corpus = process.env['RUNBOOK_CORPUS'] ?? ''
  if (corpus !== '') rows.push(await convert('the documents of `RUNBOOK_CORPUS`, CPU time', corpus))
  rows.push(
    await measure({
      name: 'the slowest of several hostile texts of 1 MiB, CPU time',
      action: () => runChild('conversion', 'hostile'),
      other: () => runChild('conversion', 'micromark'),
      otherName: '`micromark` for 1 MiB of runbooks',
      rounds: 3
    })
  )
  return rows
}

function convert(name: string, corpus: string): Promise<Row> {
  return measure({
    name,
    action: () => runChild('conversion', 'action', corpus),
    other: () => runChild('conversion', 'micromark', corpus),
    otherName: '`micromark`, which parses and converts nothing',
    unit: 'ms/MiB'
  })
}
