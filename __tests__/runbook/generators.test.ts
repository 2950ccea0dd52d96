import { expect, test } from '@jest/globals'
import { generatedParts, generatorNotices } from '../../src/runbook/generators.ts'

test.each<[string, string, Record<string, number>]>([
  ['pages of a wiki', '[[a]] ![[b|c d]]', { '[[page]]': 2 }],
  ['links of Hugo', '[x]({{< relref "a" >}}) [y]({{% ref "b" %}})', { '{{< ref >}}': 2 }],
  ['includes of Hugo', '{{< include "a" >}} {{% docs/shared "b" %}}', { '{{< include >}}': 2 }],
  ['links by name', '[x](ref:a)', { '](ref:page)': 1 }],
  ['links with a version', '[x](/docs/y/<VERSION>/a/#b)', { '](/<VERSION>/page)': 1 }],
  ['addresses of Liquid', '[x]({{ site.url }}/a)', { ']({{ root }}/page)': 1 }],
  ['texts of Liquid', '{% include b.md %} {%- link c.md %}', { '{% include %}': 2 }],
  ['ERB', '<%= partial "a" %>', { '<%= … %>': 1 }],
  ['snippets of MkDocs', '--8<-- "a.md"\n', { '--8<--': 1 }],
  ['pictures of Hugo', '{{< figure src="a.png" >}} {{% img "b.png" %}}', { '{{< figure >}}': 2 }],
  ['mdBook', '{{#include a.md}} {{#rustdoc_include b.rs}}', { '{{#include file}}': 2 }],
  [
    'MyST',
    '```{include} a\n```\n- ~~~{literalinclude} b\n  [[x]]\n  ~~~\n:::{include} c\n:::\n',
    { '```{include} file': 3 }
  ],
  ['MDX', 'import A from \'./_a.mdx\'\nimport { B } from "/b.md";\n\n<A />', { "import … from 'file.mdx'": 2 }],
  ['Mintlify', '<A /> <Snippet file="c.mdx" />', { '<Snippet file>': 1 }],
  ['texts of VitePress', '<!-- @include: ./a.md -->', { '<!-- @include: file -->': 1 }],
  ['code of VitePress', 'a\n\n<<< @/b.sh\n<<< ./c.sh{1}', { '<<< file': 2 }],
  ['DocFX', '[!INCLUDE [a](a.md)] [!code-csharp[](b.cs)]', { '[!INCLUDE file]': 2 }],
  ['docsify', "[a](a.md ':include') [b](b.md ':include :type=code')", { "](file ':include')": 2 }],
  ['GitLab', '::include{file=a.md}', { '::include{file}': 1 }],
  ['extensions of Python-Markdown', '{!a.md!} {* ../b.py hl[1] *}', { '{! file !}': 2 }],
  ['all of it in code', '`[[a]]`\n- ```sh\n  [[b]] {{< ref "c" >}}\n  ```\n~~~\n```\n[[d]]\n~~~\n', {}],
  ['what only looks alike', "{{#if x}} {{</* figure a */>}} import A from './a.js' ```{note}\n\n> [!NOTE]\n> [a]", {}],
  ['marks of a merge, and less', '<<<<<<< HEAD\n<<< x\n{!} {* *} a{1} :include <Snippet />', {}],
  ['what stands in a fence', '````md\n```{include} a.md\n```\n{{#include b}}\nimport C from "c.mdx"\n````', {}],
  ['what looks like a link', '[[1]](https://a) [[2]][b] if [[ -f x ]] {{ $labels.x }} {{< note >}} a < b <b>', {}],
  ['a page below a fence', '```` [[a]]\n```\n[[b]]\n````\n[[c]]', { '[[page]]': 1 }]
])('a runbook leaves to a generator: %s', (_, markdown, parts) => {
  const found = Map.groupBy(generatedParts(markdown), (form) => form)
  expect(Object.fromEntries(Array.from(found, ([form, { length }]) => [form, length]))).toEqual(parts)
})

test('one line says how many, of which form, and in which files', () => {
  const texts = ['a.md', 'b.md', 'c.md', 'd.md'].map((path) => ({ path, parts: ['x', 'y', 'x'] }))
  const message = /^12 links or parts stay as written, .*: 8 `x`, 4 `y`, in a\.md, b\.md, c\.md and 1 more\. Write/
  expect(generatorNotices(texts)).toEqual([{ level: 'notice', message: expect.stringMatching(message) }])
  expect(generatorNotices([])).toEqual([])
})
