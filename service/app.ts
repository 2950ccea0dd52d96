import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { API_PATHS, knowledgeRoutes } from './api.ts'
import { controlled, controlRoutes, type Control } from './control.ts'
import { asHttpError, errorAnswer, HttpError } from './http-error.ts'
import { screenRoutes } from './screen/screen.ts'
import type { Env, Services } from './services.ts'

const MIB = 1024 * 1024

/** Every route of the service. @param control opens `/_control`. */
export function createApp(services: Services, control: Control | undefined): Hono<Env> {
  const app = new Hono<Env>()
  app.onError((error) => {
    const known = asHttpError(error)
    services.onError(known)
    return errorAnswer(known)
  })
  app.notFound(() => errorAnswer(new HttpError(404, 'There is nothing at this path.')))

  app.use(hostGuard)
  app.use(
    bodyLimit({
      maxSize: 8 * MIB,
      onError: () => {
        throw new HttpError(413, 'The body is larger than 8 MiB.')
      }
    })
  )
  const { onRequest } = services
  if (onRequest !== undefined) {
    app.use(API_PATHS, async ({ req }, next) =>
      onRequest({ path: req.path, run: req.header('x-run') ?? '', body: await req.text() }, next)
    )
  }
  if (control !== undefined) {
    app.route('/_control', controlRoutes(services, control))
    app.use(controlled(services, control))
  }
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.route('/', knowledgeRoutes(services))
  app.route('/', screenRoutes(services))
  return app
}

/** Against DNS rebinding: a page of another site whose name resolves to this machine still sends that name. */
const hostGuard: MiddlewareHandler<Env> = async (c, next) => {
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(c.req.header('host') ?? '')) {
    throw new HttpError(421, 'This service answers to 127.0.0.1 and localhost only.')
  }
  await next()
}
