import { Hono } from 'hono'
import { html } from 'hono/html'
import { UpsertRequest } from '../api-types.ts'
import { versionOf, type ChangedEntry, type EntryText } from '../entries.ts'
import { HttpError } from '../http-error.ts'
import { PROVENANCES } from '../provenance.ts'
import { validate } from '../read-json.ts'
import type { Services } from '../services.ts'
import { httpError, parseNumber, readForm, show, type ScreenContext, type ScreenEnv } from './context.ts'
import { editorPage, enteredText, type EntryForm } from './entry-editor.ts'
import { deleteDialog, entryPage } from './entry-page.ts'
import { KNOWLEDGE_PAGE_SIZE, knowledgePage, knowledgePath } from './knowledge-page.ts'
import { pathOf, type Dialog, type Html } from './layout.ts'
import { totalOf } from './provenance.ts'

/**
 * Knowledge: the entries, and what a person does to them. A form has the version of the entry that the person saw, and is
 * refused if the entry changed meanwhile.
 */
export function knowledgeRoutes(services: Services): Hono<ScreenEnv> {
  const { clock, entries, answers } = services
  const routes = new Hono<ScreenEnv>()

  function page(c: ScreenContext, title: string, main: Html, dialog?: Dialog): Html {
    return show(c, services, { section: 'knowledge', title, main, dialog })
  }

  function editor(c: ScreenContext, form: EntryForm): Html {
    return page(
      c,
      form.entry === undefined ? 'New entry' : `Edit ${form.entry.name}`,
      editorPage(c.get('workspace'), form)
    )
  }

  async function entry(c: ScreenContext, found: ChangedEntry, dialog?: Dialog): Promise<Html> {
    const main = await entryPage(c.get('workspace'), found, c.req.query('view') === 'source' ? 'source' : 'rendered')
    return page(c, found.name, main, dialog)
  }

  /** The entry in the path. @throws {HttpError} 404 */
  function find(c: ScreenContext): ChangedEntry {
    return entries.get(c.get('workspace').id, parseNumber(c.req.param('entry')) ?? 0)
  }

  /** Leads on after a change. */
  function done(c: ScreenContext, { name }: EntryText, what: string, below: string): Response {
    c.get('session').notify({ text: html`The entry “<bdi>${name}</bdi>” is ${what}.` })
    return c.redirect(pathOf('knowledge', c.get('workspace')) + below, 303)
  }

  routes.get('/', (c) => {
    const workspace = c.get('workspace')
    const search = (c.req.query('q') ?? '').trim()
    const provenance = PROVENANCES.find((one) => one === c.req.query('provenance'))
    const filter = { search, provenance }
    const counts = entries.counts(workspace.id, search)
    const pages = Math.max(1, Math.ceil(totalOf(counts, provenance) / KNOWLEDGE_PAGE_SIZE))
    const number = parseNumber(c.req.query('page')) ?? 1
    if (number > pages) return c.redirect(knowledgePath(workspace, filter, pages), 303)
    const latest = entries.latest(workspace.id, filter, number, KNOWLEDGE_PAGE_SIZE)
    const list = { ...filter, entries: latest, counts, page: number, pages }
    return c.html(page(c, 'Knowledge', knowledgePage(workspace, list, clock.now())))
  })

  routes.get('/new', (c) => c.html(editor(c, { text: { name: '', content: '' } })))

  routes.post('/new', async (c) => {
    const text = enteredText(await readForm(c))
    const workspaceId = c.get('workspace').id
    try {
      const created = entries.create(workspaceId, validate(UpsertRequest, text))
      answers.changed(workspaceId, created.id, created)
      return done(c, created, 'created', `/${created.id}`)
    } catch (error) {
      const refused = httpError(error)
      return c.html(editor(c, { text, refused }), refused.status)
    }
  })

  routes.use('/:entry/:change{edit|delete}', async (c, next) => {
    const id = parseNumber(c.req.param('entry')) ?? 0
    if (entries.isReadonly(c.get('workspace').id, id)) throw new HttpError(403, 'This entry is read-only.')
    await next()
  })

  routes.get('/:entry', async (c) => c.html(await entry(c, find(c))))

  routes.get('/:entry/edit', (c) => {
    const found = find(c)
    return c.html(editor(c, { text: found, entry: found, version: versionOf(found) }))
  })

  routes.post('/:entry/edit', async (c) => {
    const form = await readForm(c)
    const version = form.get('version') ?? ''
    const workspaceId = c.get('workspace').id
    let found: ChangedEntry | undefined
    let text = enteredText(form)
    try {
      found = find(c)
      text = enteredText(form, found)
      const edited = entries.edit(workspaceId, found.id, version, validate(UpsertRequest, text))
      answers.changed(workspaceId, edited.id, edited)
      return done(c, edited, 'saved', `/${edited.id}`)
    } catch (error) {
      const refused = httpError(error)
      return c.html(editor(c, { text, entry: found, version, refused }), refused.status)
    }
  })

  routes.get('/:entry/delete', async (c) => {
    const found = find(c)
    return c.html(await entry(c, found, deleteDialog(c.get('workspace'), found)))
  })

  routes.post('/:entry/delete', async (c) => {
    const version = (await readForm(c)).get('version') ?? ''
    const found = find(c)
    const workspace = c.get('workspace')
    try {
      entries.remove(workspace.id, found.id, version)
      answers.changed(workspace.id, found.id)
      return done(c, found, 'deleted', '')
    } catch (error) {
      const { message, status } = httpError(error)
      return c.html(await entry(c, found, deleteDialog(workspace, found, message)), status)
    }
  })

  return routes
}
