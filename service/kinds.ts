import type { Alteration } from './alterations.ts'
import type { AnswerOptions } from './answer-options.ts'
import { LIST_PATH, UPSERT_PATH } from './api-types.ts'
import type { FaultRule } from './control/faults.ts'

// Services that the specification allows, or that are in its way, by name. `__tests__/sync/services.test.ts` plays each of
// them with the Action.

/** How a service answers. */
export interface Kind {
  readonly answers?: AnswerOptions
  readonly faults?: readonly FaultRule[]
}

/** What a service does to texts, so that their beginning and most edits can still be seen. It stores or only shows them so. */
export const ALTERED_TEXTS = {
  'trims texts': ['trim'],
  'has LF for CRLF': ['lf'],
  'has texts in NFC': ['nfc'],
  'drops blanks at the ends of lines': ['line_ends'],
  'has runs of blank lines as one': ['blank_lines'],
  'has blanks for tabs': ['tabs'],
  'makes quotes typographic': ['quotes'],
  'escapes HTML': ['escape'],
  'has HTML': ['html'],
  'writes Markdown anew': ['rewrite'],
  'writes Markdown anew, and escapes it': ['rewrite', 'escape'],
  'drops the addresses of links': ['no_links'],
  'drops tags and placeholders': ['no_tags'],
  'drops emoji': ['no_emoji'],
  'drops a word': [{ no_words: ['Restart'] }],
  'has a header': ['header'],
  'has a footer': ['footer'],
  'cuts texts': [{ cut: 200 }],
  'cuts texts behind the mark': [{ cut: 60 }],
  'has previews': [{ preview: 200 }],
  'has short previews': [{ preview: 60 }],
  'has previews without links': ['no_links', { preview: 100 }]
} as const satisfies Readonly<Record<string, readonly Alteration[]>>

/** What a service does to texts, so that nobody can see whose they are. */
export const LOST_TEXTS = {
  'takes the first line away': ['no_first_line'],
  'shows another text at each reading': ['differs'],
  'has previews that are shorter than the mark': [{ preview: 20 }],
  'has summaries': ['summary'],
  'removes texts': ['moderated']
} as const satisfies Readonly<Record<string, readonly Alteration[]>>

/** Lists that do not show all texts. */
export const HIDDEN_TEXTS: Readonly<Record<string, Kind>> = {
  'has empty texts': { answers: { shown: ['empty'] } },
  'has no texts': { answers: { omit: ['content'] } },
  'has null for texts': { answers: { content: 'null' } },
  'has texts as objects': { answers: { content: 'rich_text' } },
  'has no long texts': { answers: { omit: ['content'], only: { above: 1000 } } },
  'stores new entries without their texts': { answers: { store: 'empty' } }
}

/** How a service treats names. */
export const NAMES: Readonly<Record<string, Kind>> = {
  'trims names': { answers: { names: ['trim'] } },
  'has names in NFC': { answers: { names: ['nfc'] } },
  'has names in lower case': { answers: { names: ['lower'] } },
  'has names in upper case': { answers: { names: ['upper'] } },
  'cuts names': { answers: { names: ['cut'] } },
  'finds names without regard to case': { answers: { match: 'case' } },
  'finds names without regard to blanks': { answers: { match: 'blanks' } },
  'finds names without regard to their Unicode form': { answers: { match: 'unicode' } }
}

/** Lists that show everything, if they are read with care. */
export const LISTS: Readonly<Record<string, Kind>> = {
  'lists an array': { answers: { list: 'array' } },
  'lists below data': { answers: { list: 'data' } },
  'has null for no entries': { answers: { no_rows: 'null' } },
  'has null for all of data': { answers: { list: 'data', no_rows: 'null' } },
  'has no ids': { answers: { omit: ['id'] } },
  'has no total': { answers: { total: 'none' } },
  'has 0 as total': { answers: { total: 'zero' } },
  'has the total of the page': { answers: { total: 'rows' } },
  'has the number of pages as total': { answers: { total: 'pages' } },
  'has a capped total': { answers: { total: { most: 5 } } },
  'counts deleted entries that it does not show': { answers: { total: 'with_deleted' } },
  'refuses large pages': { answers: { page_size_max: 7 } },
  'caps pages': { answers: { cap: { rows: 7 } } },
  'caps pages, without a total': { answers: { cap: { rows: 7 }, total: 'none' } },
  'caps pages, which then leave rows out': { answers: { cap: { rows: 7, next: 'asked' } } },
  'caps pages from the second one on': { answers: { cap: { rows: 7, from: 2 } } },
  'answers 404 behind the last page': { answers: { beyond: 404 } },
  'answers 400 behind the last page': { answers: { beyond: 400 } },
  'shows the first page again behind the last one': { answers: { beyond: 'first' } },
  'has another order for each page': { answers: { order: 'changing', page_size_max: 7 } },
  'has the latest change first': { answers: { order: 'latest', page_size_max: 7 } },
  'is empty once': { answers: { empty: { times: 1 } } },
  'has an empty page once': { answers: { empty: { times: 1, page: 2 }, page_size_max: 7 } },
  'lacks rows at random': { answers: { missing: { probability: 0.05 } } },
  'is behind by a request': { answers: { lag: { requests: 1 } } },
  'is behind by 30 seconds': { answers: { lag: { ms: 30_000 } } },
  'answers 429 for the second page, once': { faults: [{ path: LIST_PATH, page: 2, status: 429, times: 1 }] },
  'answers 503 for the list, once': { faults: [{ path: LIST_PATH, status: 503, times: 1 }] },
  'answers an upsert with its text': { answers: { upsert: 'echo' } },
  'answers an upsert with a code': { answers: { upsert: 'code' } },
  'answers an upsert without a body': { answers: { upsert: 'empty' } },
  'answers an upsert with 202': { answers: { upsert: 'accepted' } }
}

/** With these no run can be green that must update two entries. */
export const BROKEN: Readonly<Record<string, Kind>> = {
  'answers maintenance to everything': { faults: [{ status: 200, body: '{"message":"maintenance"}' }] },
  'answers 403 for the list': { faults: [{ path: LIST_PATH, status: 403 }] },
  'answers 404 for the list': { faults: [{ path: LIST_PATH, status: 404 }] },
  'answers 500 for the list': { faults: [{ path: LIST_PATH, status: 500 }] },
  'answers HTML for the list': { faults: [{ path: LIST_PATH, answer: 'html' }] },
  'answers nothing for the list': { faults: [{ path: LIST_PATH, status: 200, body: '' }] },
  'answers an error for the list': { faults: [{ path: LIST_PATH, status: 200, body: '{"code":7,"data":null}' }] },
  'answers 500 for the second page': {
    answers: { page_size_max: 1 },
    faults: [{ path: LIST_PATH, page: 2, status: 500 }]
  },
  'shows the first page only': { answers: { page_num: 'ignored', page_size_max: 1 } },
  'has rows without names': { answers: { omit: ['name'] } },
  'makes copies': { answers: { match: 'copy' } },
  'makes copies without ids': { answers: { match: 'copy', omit: ['id'] } },
  'stores nothing': { answers: { store: 'none' } },
  'stores nothing, and answers 202': { answers: { store: 'none', upsert: 'accepted' } },
  'stores no update': { answers: { store: 'new' } },
  'stores no long text': { answers: { store: { most: 20 } } },
  'stores one entry never': { faults: [{ path: UPSERT_PATH, name: 'Disk full', status: 202, body: '{}' }] },
  'never shows a change': { answers: { lag: 'never' } }
}
