import { Hono } from 'hono'
import { html } from 'hono/html'
import { CreateRequest } from '../contract.ts'
import { versionOf, type EntryText, type StoredEntry } from '../entries.ts'
import { HttpError } from '../http-error.ts'
import { changesOf } from '../items.ts'
import { validate } from '../read-json.ts'
import type { Services } from '../services.ts'
import { httpError, leadOn, numberIn, readForm, show, type ScreenContext, type ScreenEnv } from './context.ts'
import { editorPage, enteredIn, fieldsOf, NOTHING, requestOf, type EntryForm } from './entry-editor.ts'
import { deleteDialog, entryPage } from './entry-page.ts'
import { knowledgePage, knowledgePath, type ListPlace } from './knowledge-page.ts'
import type { Dialog, Html } from './layout.ts'

/**
 * Knowledge: the entries, and what a person does to them. A form has the version of the entry that the person saw, and is
 * refused if the entry changed meanwhile.
 */
export function knowledgeRoutes(services: Services): Hono<ScreenEnv> {
  const { clock, entries } = services
  const routes = new Hono<ScreenEnv>()

  function editor(c: ScreenContext, form: EntryForm): Html {
    const title = form.entry === undefined ? 'New entry' : `Edit ${form.entry.name}`
    return show(c, services, { section: 'knowledge', title, main: editorPage(c.get('workspace'), placeOf(c), form) })
  }

  function entryView(c: ScreenContext, entry: StoredEntry, dialog?: Dialog): Html {
    const view = c.req.query('view') === 'source' ? 'source' : 'rendered'
    const main = entryPage(c.get('workspace'), placeOf(c), entry, view)
    return show(c, services, { section: 'knowledge', title: entry.name, main, dialog })
  }

  /** The entry in the path. @throws {HttpError} 404 */
  function find(c: ScreenContext): StoredEntry {
    return entries.get(c.get('workspace').id, numberIn(c.req.param('entry')))
  }

  /** An entry in the path that a person may change. @throws {HttpError} 404, 403 */
  function findOwn(c: ScreenContext): StoredEntry {
    const entry = find(c)
    if (entry.isReadonly === 1) throw new HttpError(403, 'This entry is read-only.')
    return entry
  }

  function done(c: ScreenContext, { name }: EntryText, what: string, below: string): Response {
    const path = knowledgePath(c.get('workspace'), placeOf(c), below)
    return leadOn(c, path, html`The entry “<bdi>${name}</bdi>” is ${what}.`)
  }

  routes.get('/', (c) => {
    const workspace = c.get('workspace')
    const main = knowledgePage(workspace, entries.all(workspace.id), placeOf(c), clock.now())
    return c.html(show(c, services, { section: 'knowledge', title: 'Knowledge', main }))
  })

  routes.get('/new', (c) => c.html(editor(c, { entered: NOTHING })))

  routes.post('/new', async (c) => {
    const form = await readForm(c)
    const entered = enteredIn(form)
    const copyOf = form.get('copy_of') ?? ''
    const { id: workspaceId } = c.get('workspace')
    try {
      const original = entries.all(workspaceId).find(({ id }) => id === numberIn(copyOf))
      const { name, ...request } = validate(CreateRequest, requestOf(entered, original))
      const fields = { content: '', ...changesOf(request), name }
      const created = entries.create(workspaceId, fields, { forkedFrom: original?.id })
      return done(c, created, 'created', `/${created.id}`)
    } catch (error) {
      const refused = httpError(error)
      return c.html(editor(c, { entered, copyOf, refused }), refused.status)
    }
  })

  routes.get('/:entry', (c) => c.html(entryView(c, find(c))))

  routes.get('/:entry/copy', (c) => {
    const entry = find(c)
    return c.html(editor(c, { entered: fieldsOf(entry), copyOf: String(entry.id) }))
  })

  routes.get('/:entry/edit', (c) => {
    const entry = findOwn(c)
    return c.html(editor(c, { entered: fieldsOf(entry), entry, version: versionOf(entry) }))
  })

  routes.post('/:entry/edit', async (c) => {
    const form = await readForm(c)
    const version = form.get('version') ?? ''
    const entered = enteredIn(form)
    let entry: StoredEntry | undefined
    try {
      entry = find(c)
      const changes = changesOf(validate(CreateRequest, requestOf(entered, entry)))
      const edited = entries.edit(c.get('workspace').id, entry.id, version, changes)
      return done(c, edited, 'saved', `/${edited.id}`)
    } catch (error) {
      const refused = httpError(error)
      return c.html(editor(c, { entered, entry, version, refused }), refused.status)
    }
  })

  routes.get('/:entry/delete', (c) => {
    const entry = findOwn(c)
    return c.html(entryView(c, entry, deleteDialog(c.get('workspace'), placeOf(c), entry)))
  })

  routes.post('/:entry/delete', async (c) => {
    const version = (await readForm(c)).get('version') ?? ''
    const entry = findOwn(c)
    const workspace = c.get('workspace')
    try {
      entries.remove(workspace.id, entry.id, version)
      return done(c, entry, 'deleted', '')
    } catch (error) {
      const { message, status } = httpError(error)
      return c.html(entryView(c, entry, deleteDialog(workspace, placeOf(c), entry, message)), status)
    }
  })

  return routes
}

/** The page of the list from which a request came. */
function placeOf(c: ScreenContext): ListPlace {
  return { search: (c.req.query('q') ?? '').trim(), page: Math.max(1, numberIn(c.req.query('page'))) }
}
