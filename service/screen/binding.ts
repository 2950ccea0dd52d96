import { html } from 'hono/html'
import { TRIGGERS, type Trigger, type TriggerConfig } from '../contract.ts'
import type { StoredEntry } from '../entries.ts'
import type { Html } from './layout.ts'

// Trigger and labels, as a person reads and writes them.

/** `alert: MySQL connection, Disk full`. */
export function triggerText({ trigger, triggerConfig }: Pick<StoredEntry, 'trigger' | 'triggerConfig'>): Html {
  const values = valuesOf(trigger, triggerConfig)
  return values.length === 0 ? html`${trigger}` : html`${trigger}: <bdi>${values.join(', ')}</bdi>`
}

/** What a trigger is bound to: one id, or several patterns. */
export function valuesOf(trigger: Trigger, config: TriggerConfig): readonly string[] {
  const field = TRIGGERS[trigger]
  return field === undefined ? [] : [config[field] ?? []].flat().map(String)
}

/** The label of what a trigger is bound to, and what the form says if it is empty. */
export function bindingWords(trigger: Trigger): { readonly label: string; readonly missing: string } | undefined {
  const field = TRIGGERS[trigger]
  if (field === undefined) return undefined
  if (field === 'match_patterns') {
    return { label: 'Alerts, one in a line', missing: 'Name at least one alert, one in a line.' }
  }
  const thing = field.replace(/_id$/, '').replaceAll('_', ' ')
  return { label: `Id of the ${thing}`, missing: `Enter the id of the ${thing}.` }
}

/**
 * The configuration of a trigger, whose values are in lines.
 *
 * @param before of this trigger: what a person cannot see stays.
 */
export function configOf(trigger: Trigger, text: string, before: TriggerConfig): TriggerConfig {
  const field = TRIGGERS[trigger]
  if (field === undefined) return before
  const lines = linesOf(text)
  return { ...before, [field]: field === 'match_patterns' ? lines : lines.join(' ') }
}

/** `team=payments`, one in a line. */
export function labelsIn(text: string): Readonly<Record<string, string>> | null {
  const labels = linesOf(text).map((line) => {
    const [key = '', ...value] = line.split('=')
    return [key.trim(), value.join('=').trim()] as const
  })
  return labels.length === 0 ? null : Object.fromEntries(labels)
}

export function labelLines(labels: StoredEntry['labels']): string {
  return Object.entries(labels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join('\n')
}

export function labelList({ labels }: Pick<StoredEntry, 'labels'>): Html | '' {
  if (labels === null) return ''
  return html`<ul class="labels" aria-label="Labels">
    ${Object.entries(labels).map(([key, value]) => html`<li><bdi>${key}</bdi>=<bdi>${value}</bdi></li>`)}
  </ul>`
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
