import type { Goal, Measurement } from './measure.ts'

const HEAD = ['', '', 'median', 'least – most', 'goal', '', 'measured', 'floor'] as const

/** The measurements as a Markdown table that reads as well on a terminal. */
export function table(measurements: readonly Measurement[]): string {
  const rows = measurements.map((measurement, at) => row(measurement, measurements[at - 1]))
  const widths = HEAD.map((head, column) =>
    Math.max(3, ...[head, ...rows.map((cells) => cells[column] ?? '')].map(width))
  )
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - width(cell))).join(' | ')} |`
  return [line(HEAD), line(widths.map((length) => '-'.repeat(length))), ...rows.map(line)].join('\n')
}

function row(measurement: Measurement, previous: Measurement | undefined): string[] {
  const { value, goal, met, unit, subject, floor, as } = measurement
  const sign = as === 'times' || as === 'speed' ? ' ×' : unit === '' ? '' : ` ${unit}`
  const same = previous?.case === measurement.case && previous.group === measurement.group
  return [
    same ? '' : `${measurement.group}: ${measurement.case}`,
    measurement.figure,
    `${rounded(value.median)}${sign}`,
    `${rounded(value.least)} – ${rounded(value.most)}`,
    goal === undefined ? '' : wanted(goal, sign),
    met === undefined ? '' : met ? 'met' : 'MISSED',
    `${rounded(subject.median)} ${unit}`.trim(),
    Number.isNaN(floor.median) ? '' : `${rounded(floor.median)} ${unit}`.trim() + `, ${floor.name}`
  ]
}

function wanted({ atMost, atLeast, stretch }: Goal, sign: string): string {
  const bounds =
    atMost === atLeast
      ? [String(atMost)]
      : [...(atLeast === undefined ? [] : [`≥ ${atLeast}`]), ...(atMost === undefined ? [] : [`≤ ${atMost}`])]
  return bounds.join(', ') + sign + (stretch === undefined ? '' : ` (stretch ${stretch})`)
}

/** Three digits are more than the spread allows to believe. */
function rounded(value: number): string {
  if (Number.isInteger(value)) return String(value)
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toFixed(digits)
}

/** All that the table holds is one column wide a character. */
function width(text: string): number {
  return Array.from(text).length
}
