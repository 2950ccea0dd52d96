import type { MiddlewareHandler } from 'hono'
import { HttpError } from './http-error.ts'

/**
 * Refuses a request that a browser sends for a page of another site (CSRF). A browser tells it in `Sec-Fetch-Site`, an
 * older one in `Origin`; a page can set neither. A request without both is not from a browser. GET and HEAD pass: they
 * change nothing, and the browser keeps the answer from the other page.
 *
 * `hono/csrf` 4.13 accepts more: one good header of the two is enough for it, and it does not look at JSON bodies, which
 * `/_control` takes. It also refuses a program that sends neither header.
 */
export const sameOrigin: MiddlewareHandler = async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    const site = c.req.header('sec-fetch-site')
    const origin = c.req.header('origin')
    const foreign =
      // `none` is the address bar.
      (site !== undefined && site !== 'same-origin' && site !== 'none') ||
      (origin !== undefined && origin !== new URL(c.req.url).origin)
    if (foreign) throw new HttpError(403, 'The request came from a page of another site.')
  }
  await next()
}
