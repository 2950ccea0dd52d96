import type { z } from 'zod'
import type { Options } from './answer-options.ts'
import type { Item, ListAnswer } from './api-types.ts'
import type { ListPage } from './answers.ts'
import type { StoredEntry } from './entries.ts'

/** The body of a list, in the form that the options ask for. */
export function listAnswer(workspaceId: number, { entries, total, page }: ListPage, { list, texts }: Options): object {
  const items = entries.map((entry) => {
    const item = itemOf(workspaceId, entry)
    return texts === 'none' ? { ...item, data: {} } : item
  })
  switch (list) {
    case 'documented':
      return success({ page: page === undefined ? null : { total, ...page }, items } satisfies z.output<
        typeof ListAnswer
      >['data'])
    case 'array':
      return items
    case 'data_list':
      return { data: { list: items, total } }
  }
}

export function success(data: object): object {
  return { code: 200, message: 'common.success', data }
}

/** An entry as the documentation shows it. What this service does not have is empty, or has its default. */
export function itemOf(workspaceId: number, entry: StoredEntry): z.output<typeof Item> {
  return {
    id: entry.id,
    name: entry.name,
    type: 'document',
    trigger: 'smart',
    trigger_config: {},
    description: null,
    data: { content: entry.content },
    labels: null,
    metadata: null,
    workspace_id: workspaceId,
    is_public: false,
    is_readonly: entry.isReadonly === 1,
    is_applied: true,
    source: 'custom',
    forked_from: null,
    created_at: entry.createdAt,
    updated_at: entry.updatedAt
  }
}
