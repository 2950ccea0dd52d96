import { parseMarkdown } from './markdown.ts'

/** The anchors that GitHub makes of the headings of a text, and those that it has in HTML, in lower case. */
export async function anchorsOf(text: string, path: string): Promise<ReadonlySet<string>> {
  // Few runs have an address with an anchor.
  const { default: GithubSlugger } = await import('github-slugger')
  const slugger = new GithubSlugger()
  const html = text.matchAll(/<[a-z][^<>]*\s(?:id|name)=["']?([^\s"'>]+)/gi)
  const slugs = parseMarkdown(text, path)
    .headings()
    .map((heading) => slugger.slug(heading.trim()))
  return new Set([...slugs, ...Array.from(html, ([, id = '']) => id.toLowerCase())])
}
