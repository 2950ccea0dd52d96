import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { parentPort, workerData } from 'node:worker_threads'

// micromark escapes HTML and drops URLs of other protocols than the web's and mail's. Without images a link is left of
// them, so that looking at an entry sends no request to another server.
const markup = micromark(workerData as string, {
  extensions: [gfm(), { disable: { null: ['labelStartImage'] } }],
  htmlExtensions: [gfmHtml()]
})

// Only tags of micromark have an unescaped `<`. The entry's first heading becomes the second of the page.
parentPort?.postMessage(
  markup
    .replaceAll(/<(\/?)h([1-6])/g, (_, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) + 1)}`)
    .replaceAll(
      /<li>(\s*<p>)?<input type="checkbox" disabled=""( checked="")? \/>/g,
      (_, paragraph = '', checked) => `<li class="task">${paragraph}${checked ? '☑' : '☐'}`
    )
)
