import type { EntryRequest, Filter } from './contract.ts'
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

export type Filters = Readonly<Record<string, Filter | null | undefined>>

/** Whether an item passes all filters. */
export function passes(item: Item, filters: Filters): boolean {
  return Object.entries(filters).every(([field, filter]) => !filter || passesOne(item, field, filter))
}

function passesOne(item: Item, field: string, { operator, value, values }: Filter): boolean {
  const isSingle = field !== 'labels' && (operator === 'eq' || operator === 'like')
  const hits = (isSingle ? [value] : values).map((wanted) => {
    const isLabel = typeof wanted === 'object'
    const text = textOf(isLabel ? (item['labels'] as Item | null)?.[wanted.key] : valueOf(item, field))
    const part = isLabel ? (wanted.value ?? '') : wanted
    // Of a label, the key is enough.
    if (text === undefined || (isLabel && part === '')) return text !== undefined
    return operator === 'like' ? text.toLowerCase().includes(part.toLowerCase()) : text === part
  })
  if (operator === 'excludeAny') return !hits.includes(true)
  return operator === 'includeAny' ? hits.includes(true) : !hits.includes(false)
}

/** A field of an item, or of its configuration. */
function valueOf(item: Item, field: string): unknown {
  return item[field] ?? (item['trigger_config'] as Item)[field]
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'boolean' ? String(value) : typeof value === 'string' ? value : undefined
}
