import { raw } from 'hono/html'
import { Worker } from 'node:worker_threads'
import type { Html } from './layout.ts'

/** A longer text is shown as it is, in UTF-16 units. */
const LENGTH_LIMIT = 64 * 1024
/** In milliseconds. micromark takes quadratic time for some texts: 28 s for 64 KiB of `*a_ `. */
const TIME_LIMIT = 3000

/**
 * Markdown as HTML in which nothing of the text acts. It is rendered in a thread, because the service must go on
 * answering meanwhile.
 *
 * @param timeLimit in milliseconds.
 * @returns `undefined` if the text is too long or takes too long.
 */
export async function renderMarkdown(text: string, timeLimit = TIME_LIMIT): Promise<Html | undefined> {
  if (text.length > LENGTH_LIMIT) return undefined
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { workerData: text })
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const timer = setTimeout(() => {
    resolve(undefined)
  }, timeLimit)
  worker.once('message', resolve)
  // A text that is nested too deeply for the stack.
  worker.once('error', () => {
    resolve(undefined)
  })
  const markup = await promise
  clearTimeout(timer)
  await worker.terminate()
  return markup === undefined ? undefined : raw(markup)
}
