// Lists of steps: what commits and people make of them.
import type { Random } from './random.ts'

/**
 * A step is a sentence, and its end is its own, also in other words. No list has steps that move and steps in other words: that a
 * step is both is a limit of any comparison of lines.
 */
const [MOVABLE, REWORDABLE] = ['Restart', 'Check']
const STEP = / [A-Z][^.\n]* (disk\d+\.)/g
const ITEM = /^(?:[-*]|\d+[.)]) /

/** Two sections with a list each, both numbered or both with bullets. */
export function newLists(random: Random): string {
  const verb = random.pick([MOVABLE, REWORDABLE])
  const marker = random.pick(['-', '1.'])
  const sections = ['First', 'Then'].map((heading) => {
    const steps = Array.from({ length: random.integer(2, 4) }, () => `${marker} ${verb} disk${random.fresh()}.`)
    return `## ${heading}\n\n${steps.join('\n')}`
  })
  return numbered(sections.join('\n\n'))
}

/** What steps end with. */
export function stepsIn(text: string): string[] {
  return Array.from(text.matchAll(STEP), ([, end = '']) => end)
}

/** Without a step, and with the others numbered anew. */
export function withoutStep(text: string, step: string): string {
  const lines = text.split('\n').flatMap((line) => {
    const rest = withoutSentence(line, step)
    return rest !== line && !rest.includes(' ') ? [] : rest
  })
  return numbered(lines.join('\n'))
}

/** Without some other step of the section, or with this one at another place or in other words; the same if nothing of it fits. */
export function reworked(random: Random, text: string, step: string): string {
  const sections = text.split(/^(?=## )/m)
  const nth = sections.findIndex((section) => section.includes(step))
  const section = sections[nth]
  if (section === undefined) return text
  const steps = stepsIn(section)
  const [above, others] = [steps[steps.indexOf(step) - 1], steps.filter((other) => other !== step)]
  const isMovable = section.includes(`${MOVABLE} ${step}`)
  const changed = isMovable ? [movedDown(section, step)] : [joined(section, step)]
  if (others.length > 0) changed.push(withoutStep(section, random.pick(others)))
  if (!isMovable && above !== undefined) changed.push(withoutStep(section.replace(step, `the ${step}`), above))
  const parts = changed.map((one) => sections.with(nth, one))
  if (isMovable) parts.push([...sections.toSpliced(nth, 1), section])
  const texts = parts.map((all) => numbered(`${all.map((part) => part.trimEnd()).join('\n\n')}\n`))
  const different = texts.filter((one) => one !== text)
  return different.length === 0 ? text : random.pick(different)
}

function movedDown(section: string, step: string): string {
  const lines = section.split('\n')
  const at = lines.findIndex((line) => line.includes(step))
  const last = lines.findLastIndex((line) => ITEM.test(line))
  return lines
    .toSpliced(last + 1, 0, lines[at] ?? '')
    .toSpliced(at, 1)
    .join('\n')
}

/** With a step in the item above. */
function joined(section: string, step: string): string {
  const lines = section.split('\n')
  const at = lines.findIndex((line) => line.includes(step))
  const above = lines.findLastIndex((line, nth) => nth < at && ITEM.test(line))
  if (above === -1) return section
  const sentences = (lines[at] ?? '').replace(ITEM, '')
  return lines.with(above, `${lines[above]} ${sentences}`).toSpliced(at, 1).join('\n')
}

function withoutSentence(line: string, step: string): string {
  return line.replace(STEP, (sentence, end) => (end === step ? '' : sentence))
}

/** With the items of each section numbered from 1. */
function numbered(text: string): string {
  let number = 0
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('## ')) number = 0
    return line.replace(/^\d+(?=[.)] )/, () => String(++number))
  })
  return lines.join('\n')
}
