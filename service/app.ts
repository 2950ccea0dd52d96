import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { controlled } from './control/middleware.ts'
import { controlRoutes } from './control/routes.ts'
import { HttpError } from './http-error.ts'
import { knowledgeRoutes } from './knowledge-api.ts'
import { openApiDocument } from './openapi.ts'
import { answerError, errorAnswer } from './error-answer.ts'
import { BODY_LIMIT } from './read-json.ts'
import { screenRoutes } from './screen/screen.ts'
import type { Env, Services } from './services.ts'

/** Every route of the service. */
export function createApp(services: Services): Hono<Env> {
  const app = new Hono<Env>()
  app.onError(answerError(services, (_, error) => errorAnswer(error)))
  app.notFound(() => errorAnswer(new HttpError(404, 'There is nothing at this path.')))

  app.use(hostGuard)
  app.use(
    bodyLimit({
      maxSize: BODY_LIMIT,
      onError: () => {
        throw new HttpError(413, `The body is larger than ${BODY_LIMIT} bytes.`)
      }
    })
  )
  if (services.control !== undefined) {
    app.route('/_control', controlRoutes(services, services.control))
    app.use(controlled(services, services.control))
  }
  app.get('/health', (c) => {
    services.workspaces.named()
    return c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' })
  })
  app.get('/openapi.json', (c) => c.json(openApiDocument(new URL(c.req.url).origin)))
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
