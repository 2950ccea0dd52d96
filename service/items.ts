import type { EntryRequest, FilterValue, LabelFilter } from './contract.ts'
import type { EntryChanges, StoredEntry } from './entries.ts'

/** An entry as the documentation shows it. */
export type Item = Readonly<Record<string, unknown>>

/** @param showsText of a document; else only its id. */
export function itemOf(entry: StoredEntry, showsText = true): Item {
  const { triggerConfig } = entry
  return {
    id: entry.id,
    name: entry.name,
    type: entry.type,
    trigger: entry.trigger,
    trigger_config: triggerConfig,
    description: entry.description,
    data: dataOf(entry, showsText),
    labels: entry.labels,
    metadata: entry.metadata,
    application_id: triggerConfig['application_id'] ?? null,
    // There are no applications here that could have a name.
    application_name: null,
    workspace_id: `wks-${entry.workspaceId}`,
    is_public: false,
    is_readonly: entry.isReadonly === 1,
    is_applied: false,
    source: 'custom',
    forked_from: entry.forkedFrom,
    created_at: entry.createdAt,
    updated_at: entry.updatedAt
  }
}

function dataOf({ id, type, content, documentId }: StoredEntry, showsText: boolean): object {
  if (type === 'default') return { content }
  return documentId === null && showsText
    ? { document_content: content }
    : { document_id: documentId ?? `document-${id}` }
}

/** The same as the specification's own form shows it. */
export function plainItemOf({ name, content, updatedAt }: StoredEntry): Item {
  return { name, content, updated_at: updatedAt }
}

/** What a valid request changes. */
export function changesOf({ name, type, trigger, trigger_config, data, ...extras }: EntryRequest): EntryChanges {
  const { description, labels, metadata } = extras
  const content = type === 'default' ? data?.content : data?.document_content
  const all = {
    name,
    type,
    trigger,
    triggerConfig: trigger_config,
    ...(data && { content: content ?? '', documentId: content === undefined ? (data.document_id ?? null) : null }),
    description,
    labels,
    metadata
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

export type Filters = Readonly<Record<string, FilterValue | LabelFilter | null | undefined>>

/** Whether an item passes all filters. */
export function passes(item: Item, filters: Filters): boolean {
  return Object.entries(filters).every(([field, filter]) => {
    if (!filter) return true
    if (field === 'labels') return passesLabels((item['labels'] ?? {}) as Record<string, string>, filter as LabelFilter)
    const config = item['trigger_config'] as Record<string, unknown>
    return passesValue(textOf(item[field] ?? config[field]), filter as FilterValue)
  })
}

/** Of a text or a truth value; else nothing. */
function textOf(value: unknown): string {
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? value : ''
}

function passesValue(text: string, { operator, value, values }: FilterValue): boolean {
  switch (operator) {
    case 'eq':
      return text === value
    case 'like':
      return text.toLowerCase().includes(value.toLowerCase())
    case 'includeAny':
      return values.includes(text)
    case 'excludeAny':
      return !values.includes(text)
  }
}

/** Of a label without a value, the key is enough. */
function passesLabels(labels: Readonly<Record<string, string>>, { operator, values }: LabelFilter): boolean {
  const has = ({ key, value }: LabelFilter['values'][number]): boolean => {
    const own = Object.hasOwn(labels, key) ? labels[key] : undefined
    if (own === undefined || value === '') return own !== undefined
    return operator === 'like' ? own.toLowerCase().includes(value.toLowerCase()) : own === value
  }
  switch (operator) {
    case 'eq':
    case 'like':
      return values.every(has)
    case 'includeAny':
      return values.some(has)
    case 'excludeAny':
      return !values.some(has)
  }
}
