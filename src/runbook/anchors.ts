import { parseMarkdown } from './markdown.ts'

/** The anchors that GitHub makes of the headings of a text, and those that it has in HTML or attributes, in lower case. */
export async function anchorsOf(text: string, path: string): Promise<ReadonlySet<string>> {
  // Few runs have an address with an anchor.
  const { default: GithubSlugger } = await import('github-slugger')
  const slugger = new GithubSlugger()
  const html = text.matchAll(/<[a-z][^<>]*\s(?:id|name)=["']?([^\s"'>]+)/gi)
  const headings = parseMarkdown(text, path).headings()
  const slugs = headings.map((heading) => slugger.slug(heading.text.trim()))
  const ids = [...headings.flatMap((heading) => heading.ids), ...Array.from(html, ([, id = '']) => id)]
  return new Set([...slugs, ...ids.map((id) => id.toLowerCase())])
}
