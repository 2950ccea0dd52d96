import { describe, expect, test } from '@jest/globals'
import { firstHeading } from '../../src/runbooks/title.ts'

describe('the first H1', () => {
  test.each([
    ['ATX', '# Disk full\n', 'Disk full'],
    ['CRLF', '# Disk full\r\n\r\nText\r\n', 'Disk full'],
    ['closed', '# Disk full ##  \n', 'Disk full'],
    ['indented by three', '   # Disk full\n', 'Disk full'],
    ['after blank lines', '\n \t\n\n# Disk full\n', 'Disk full'],
    ['after text and other headings', 'Text\n\n## Two\n\n# Disk full\n', 'Disk full'],
    ['interrupting a paragraph', 'Text\n# Disk full\n', 'Disk full'],
    ['the first of two', '# One\n\n# Two\n', 'One'],
    ['an empty one first', '#\n\n# Disk full\n', 'Disk full'],
    ['setext', 'Disk full\n=========\n', 'Disk full'],
    ['setext, CRLF', 'Disk full\r\n===\r\n', 'Disk full'],
    ['setext over two lines', 'Disk\nfull\n===\n', 'Disk full'],
    ['setext after a definition', '[a]: b\nDisk full\n===\n', 'Disk full'],
    ['after an HTML comment', '<!-- owner: x -->\n\n# Disk full\n', 'Disk full'],
    ['after a comment that holds one', '<!--\n# Not\n-->\n# Disk full\n', 'Disk full'],
    ['after a fence that holds one', '```sh\n# Not\n```\n\n# Disk full\n', 'Disk full'],
    ['after a tilde fence', '~~~\n# Not\n```\n~~~\n# Disk full\n', 'Disk full'],
    ['after indented code', '    # Not\n\n# Disk full\n', 'Disk full'],
    ['after one in a list', '- # Not\n\n# Disk full\n', 'Disk full'],
    ['after one in a quotation', '> # Not\n\n# Disk full\n', 'Disk full'],
    ['after one in HTML', '<div>\n# Not\n</div>\n\n# Disk full\n', 'Disk full'],
    ['with a tab', '#\tDisk full\n', 'Disk full'],
    ['with a hash in it', '# Disk #1 full\n', 'Disk #1 full'],
    ['an alert’s name', '# node_filesystem_avail_bytes\n', 'node_filesystem_avail_bytes']
  ])('%s', async (_, body, title) => {
    expect(await firstHeading(body)).toBe(title)
  })

  test.each([
    ['none', 'Text\n'],
    ['H2 only', '## Disk full\n'],
    ['seven hashes', '####### Disk full\n'],
    ['no blank', '#Disk full\n'],
    ['an escaped hash', '\\# Disk full\n'],
    ['in a fence only', '```\n# Not\n```\n'],
    ['in an unclosed fence', '```\n# Not\n'],
    ['in a comment only', '<!--\n# Not\n-->\n'],
    ['in a list only', '* # Not\n'],
    ['nothing but an image without a description', '# ![](logo.png)\n'],
    ['equals signs after a blank line', 'Text\n\n===\n'],
    ['equals signs below a definition', '[a]: b\n===\n']
  ])('is not there: %s', async (_, body) => {
    expect(await firstHeading(body)).toBeUndefined()
  })
})

describe('as plain text', () => {
  test.each([
    ['code', '`kubectl get` fails', 'kubectl get fails'],
    ['code with backticks', '`` a`b ``', 'a`b'],
    ['code that looks like markup', '`*a*` and `<b>`', '*a* and <b>'],
    ['emphasis', '*Disk* **full** ***now***', 'Disk full now'],
    ['emphasis with underscores', '_Disk_ __full__', 'Disk full'],
    ['nested emphasis', '**a *b* c**', 'a b c'],
    ['asterisks that are none', '2 * 3 * 4', '2 * 3 * 4'],
    ['underscores that are none', 'snake_case_name and _x', 'snake_case_name and _x'],
    ['strikethrough', '~~old~~ new', 'old new'],
    ['a link', '[Disk](disk.md) full', 'Disk full'],
    ['a link with brackets in it', '[Disk [1]](disk.md "t (x)") full', 'Disk [1] full'],
    ['a link with emphasis', '**[Disk](a)** full', 'Disk full'],
    ['an image', '![Disk](a.png) full', 'Disk full'],
    ['an image in a link', '[![Disk](a.png)](b) full', 'Disk full'],
    ['a reference', '[Disk][d] and [full]\n\n[d]: a\n[FULL]: b', 'Disk and full'],
    ['brackets', '[DRAFT] Disk full', '[DRAFT] Disk full'],
    ['a reference to nothing', '[Disk][d] full', '[Disk][d] full'],
    ['an escape', '\\[Disk\\] \\*full\\* \\a', '[Disk] *full* \\a'],
    ['entities', 'Disk &amp; CPU &#65;&#x42; &copy; &nosuch; &amp', 'Disk & CPU AB © &nosuch; &amp'],
    ['an entity in a link', '[a&amp;b](c)', 'a&b'],
    ['HTML', 'Disk <b>full</b><br/> <!-- x -->', 'Disk full'],
    ['a placeholder', 'Disk of <cluster> full', 'Disk of full'],
    ['less than', 'Disk < 5 %', 'Disk < 5 %'],
    ['an autolink', '<https://x.example/a>', 'https://x.example/a'],
    ['an address', 'https://x.example/a_b_c', 'https://x.example/a_b_c'],
    ['what would be a block', '- a', '- a'],
    ['a marker behind the hashes', '> a `b`', '> a b'],
    ['white space', 'a  `b`\t c', 'a b c']
  ])('%s', async (_, heading, title) => {
    expect(await firstHeading(`# ${heading}\n`)).toBe(title)
  })
})
