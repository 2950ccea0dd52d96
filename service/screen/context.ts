import type { Context } from 'hono'
import { HttpError } from '../http-error.ts'
import type { Env, Services } from '../services.ts'
import type { Session } from '../sign-in.ts'
import type { Workspace } from '../workspaces.ts'
import { document, NOTICE, type Dialog, type Html, type Section } from './layout.ts'

/** What a page knows about its request after the middleware of `screen.ts`. */
export interface ScreenEnv extends Env {
  Variables: Env['Variables'] & {
    session: Session
    workspace: Workspace
    /** Of the content security policy of this answer. */
    secureHeadersNonce: string
  }
}

export type ScreenContext = Context<ScreenEnv>

interface View {
  /** Absent on a page that belongs to none. */
  readonly section?: Section | undefined
  readonly title: string
  readonly main: Html
  readonly dialog?: Dialog | undefined
}

/** A page of the workspace, with the notice that the last request left. */
export function show(c: ScreenContext, { workspaces }: Services, { section, title, main, dialog }: View): Html {
  const session = c.get('session')
  const { notice } = session
  session.notice = undefined
  const place = { section, workspace: c.get('workspace'), all: workspaces.list() }
  return document({ title, nonce: c.get('secureHeadersNonce'), main, dialog, notice, place })
}

/** Leads on after a change. The notice takes the focus, so that it is read and Tab goes on from there. */
export function leadOn(c: ScreenContext, path: string, notice: Html | string): Response {
  c.get('session').notice = notice
  return c.redirect(`${path}#${NOTICE}`, 303)
}

/** @throws {HttpError} 415 if the body is not a form. */
export async function readForm(c: ScreenContext): Promise<URLSearchParams> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') throw new HttpError(415, 'The body must be a form.')
  return new URLSearchParams(await c.req.text())
}

/** A number from 1 in a path or query; else 0, which is the number of nothing. */
export function numberIn(text = ''): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0
}

/** The error if a page can show it; any other is thrown again. */
export function httpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  throw error
}
