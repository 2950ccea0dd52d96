import type { Diagnostic } from '../errors.ts'
import { count, joined, listed } from '../wording.ts'

/** Links, pictures and includes that only the generator of a site resolves; `mark` is in each. */
const FORMS: readonly { readonly form: string; readonly mark: string; readonly pattern: RegExp }[] = [
  { form: '[[page]]', mark: '[[', pattern: /\[\[[^\s[\]][^[\]\n]*\]\](?![([:])/g },
  { form: '](ref:page)', mark: '](ref:', pattern: /\]\(ref:/g },
  { form: '{{< ref >}}', mark: '{{', pattern: /\{\{[<%]\s*(?:rel)?ref\s/g },
  { form: '{{< include >}}', mark: '{{', pattern: /\{\{[<%]\s*(?:include|readfile|docs\/shared)\b/g },
  { form: '](/<VERSION>/page)', mark: '<', pattern: /\]\([^()\s<>]*<[A-Z][A-Z_]*>/g },
  { form: ']({{ root }}/page)', mark: '{{', pattern: /\]\(<?\{\{[^<%]/g },
  { form: '{% include %}', mark: '{%', pattern: /\{%-?\s*(?:include|link|post_url)/g },
  { form: '<%= … %>', mark: '<%=', pattern: /<%=/g },
  { form: '{{< figure >}}', mark: '{{', pattern: /\{\{[<%]\s*(?:figure|image|img)\s/g },
  // Of mdBook, MyST, MDX, Mintlify, VitePress, DocFX, docsify, GitLab and two extensions of Python-Markdown.
  { form: '{{#include file}}', mark: '{{#', pattern: /\{\{#(?:\w*include|playground|template)\s/g },
  {
    form: '```{include} file',
    mark: 'include}',
    pattern: /^[-*+\d.) \t>]*(?:`{3,}|~{3,}|:{3,})\{(?:literal)?include\}/gm
  },
  { form: "import … from 'file.mdx'", mark: 'import', pattern: /^import\s[^'"\n]*\sfrom\s+["'][^'"\n]+\.mdx?["']/gm },
  { form: '<Snippet file>', mark: '<Snippet', pattern: /<Snippet\s+file=/g },
  { form: '<!-- @include: file -->', mark: '@include', pattern: /<!--\s*@include:/g },
  { form: '<<< file', mark: '<<<', pattern: /^[ \t]*<<<[ \t]*[@.]+\//gm },
  { form: '[!INCLUDE file]', mark: '[!', pattern: /\[!(?:INCLUDE|code-\w+)[ \t]*\[/gi },
  { form: "](file ':include')", mark: ':include', pattern: /[ \t]["']:include\b/g },
  { form: '::include{file}', mark: '::include', pattern: /^::include\{/gm },
  { form: '{! file !}', mark: '{', pattern: /\{([!*])[ \t]*[\w./][^\n{}]*?\1\}/g },
  { form: '--8<--', mark: '-8<-', pattern: /^[ \t]*-+8<-+[ \t]/gm }
]

/** The forms of parts, outside of code, that only the generator of a site can render: one for each part. */
export function generatedParts(markdown: string): readonly string[] {
  // Most texts have a mark, such as `{`, and no part.
  const forms = FORMS.filter(({ mark, pattern }) => markdown.includes(mark) && markdown.search(pattern) !== -1)
  const text = forms.length === 0 ? '' : withoutCode(markdown)
  return forms.flatMap(({ form, pattern }) => text.match(pattern)?.map(() => form) ?? [])
}

/** One line for all runbooks. @param texts that have such parts. */
export function generatorNotices(
  texts: readonly { readonly path: string; readonly parts: readonly string[] }[]
): Diagnostic[] {
  const parts = texts.flatMap((text) => text.parts)
  if (parts.length === 0) return []
  const byForm = [...Map.groupBy(parts, (form) => form)].sort(([, one], [, other]) => other.length - one.length)
  const forms = byForm.map(([form, found]) => `${found.length} \`${form}\``)
  const paths = texts.map(({ path }) => path)
  const what = `${count(parts.length, 'link or part stays', 'links or parts stay')} as written, because only the generator of a site fills them in`
  const hint = 'Write relative links, and the text itself, where the assistant needs them.'
  return [{ level: 'notice', message: `${what}: ${joined(forms, ', ')}, in ${listed(paths, 3)}. ${hint}` }]
}

/** Without fenced blocks and code in lines. */
function withoutCode(markdown: string): string {
  let fence = ''
  const lines = markdown.split('\n').map((line) => {
    const mark = /^[ \t>]*(?:[-*+] |\d{1,9}[.)] )?[ \t]*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1] ?? ''
    if (fence === '' && mark === '') return line.replace(/`[^`]*`/g, '')
    const isInclude = fence === '' && /\{(?:literal)?include\}/.test(line)
    if (fence === '') fence = mark
    else if (mark.startsWith(fence)) fence = ''
    return isInclude ? line : ''
  })
  return lines.join('\n')
}
