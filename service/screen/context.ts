import type { Context } from 'hono'
import type { Env, Rooms } from '../rooms.ts'
import { Refusal } from '../refusal.ts'
import type { Session } from '../sign-in.ts'
import type { Workspace } from '../workspaces.ts'
import { document, type Html, type Section } from './layout.ts'

/** What a page knows about its request, once the guards of `screen.ts` have let it through. */
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
  readonly section: Section
  readonly title: string
  readonly main: Html
  readonly dialog?: Html | undefined
}

/** A page of the workspace, with what the last one left to be said. */
export function show(c: ScreenContext, { workspaces }: Rooms, { section, title, main, dialog }: View): Html {
  return document({
    title,
    nonce: c.get('secureHeadersNonce'),
    main,
    dialog,
    notice: c.get('session').takeNotice(),
    place: { section, workspace: c.get('workspace'), all: workspaces.list() }
  })
}

/** @throws {Refusal} 415 where the body is no form of these pages. */
export async function readForm(c: ScreenContext): Promise<URLSearchParams> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') throw new Refusal(415, 'This is not a form of these pages.')
  return new URLSearchParams(await c.req.text())
}

/** A number from 1 in an address. */
export function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

/** What `work` refuses, for a page that says so itself; any other error goes on. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}
