import type { MiddlewareHandler } from 'hono'
import { Refusal } from './refusal.ts'

/**
 * Refuses what a browser sends on behalf of a page of another site (CSRF). Browsers say so in `Sec-Fetch-Site`, older ones
 * in `Origin`; neither can be set by a page. Where both are absent no browser is at work, and there is nobody to be
 * tricked. Reading is let through: it changes nothing, and the answer is kept from the other page by the browser.
 */
export const sameOrigin: MiddlewareHandler = async (c, next) => {
  const reading = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!reading) {
    const site = c.req.header('sec-fetch-site')
    const origin = c.req.header('origin')
    const foreign =
      // `none` is the person, from the address bar.
      (site !== undefined && site !== 'same-origin' && site !== 'none') ||
      (origin !== undefined && origin !== new URL(c.req.url).origin)
    if (foreign) throw new Refusal(403, 'This came from a page of another site and was refused.')
  }
  await next()
}
