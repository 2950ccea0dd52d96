import { describe, expect, test } from '@jest/globals'
import { readRules, type RuleFile, type Rules } from '../../src/alerts/rules.ts'

async function* each(files: readonly RuleFile[]): AsyncGenerator<RuleFile> {
  for (const file of files) yield await Promise.resolve(file)
}

function fileOf(text: string | Buffer, path = 'rules.yml'): RuleFile {
  return { path, content: { kind: 'bytes', bytes: Buffer.from(text) } }
}

async function read(text: string | Buffer): Promise<Rules> {
  return readRules(each([fileOf(text)]))
}

/** `NAME:LINE ADDRESS` of each alert. */
async function placesIn(text: string): Promise<readonly string[]> {
  const { alerts, unread } = await read(text)
  expect(unread).toEqual([])
  return alerts.map(({ alert, line, address }) => `${alert}:${line} ${address}`.trim())
}

const RULE = '- alert: NodeDown\n  expr: up == 0\n  annotations: { runbook_url: a.md }\n'

function indented(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by))
}

const GROUPS = `groups:\n- name: node\n  rules:\n${indented(RULE, 2)}`
const RESOURCE = `apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nspec:\n${indented(GROUPS, 2)}`
const SLOTH = 'slos:\n- alerting:\n    name: Burns\n    page_alert: { annotations: { runbook: r.md } }\n'
const GRAFANA = 'groups:\n- rules:\n  - title: CPU\n    annotations: { runbook_url: r.md }\n'
const TEMPLATES = `# {{ if }}
- alert: A
  expr: up
  annotations:
    summary: Pod {{ $labels.pod }} is down
    description: |-
      {{ $value }} of
      {{ if .x }}
    runbook_url: '{{ $labels.url }}'
`
const ALIASES = `x: &notes
  runbook_url: &url a.md
rules:
- { alert: A, expr: up, annotations: *notes }
- { alert: B, expr: up, annotations: { runbook_url: *url } }
- { alert: C, expr: up, annotations: { <<: *notes, summary: x } }
- { alert: D, expr: up, <<: { annotations: *notes } }
`

test.each<[form: string, text: string, ...alerts: string[]]>([
  ['a file of Prometheus rules', GROUPS, 'NodeDown:4 a.md'],
  ['a list of resources', `kind: List\nitems:\n- kind: Service\n- spec:\n${indented(GROUPS, 4)}`, 'NodeDown:8 a.md'],
  ['several documents', `---\n${RESOURCE}---\n---\n# No\n---\n${RESOURCE}`, 'NodeDown:8 a.md', 'NodeDown:21 a.md'],
  ['JSON', JSON.stringify({ groups: [{ rules: [{ alert: 'A', expr: '1' }] }] }, null, 1), 'A:6'],
  ['a file with CRLF and a byte order mark', `\ufeff${GROUPS.replaceAll('\n', '\r\n')}`, 'NodeDown:4 a.md'],
  ['a ConfigMap', `kind: ConfigMap\ndata:\n  a.yml: |\n${indented(GROUPS, 4)}  b: none\n`, 'NodeDown:7 a.md'],
  ['Sloth', SLOTH, 'Burns:3 r.md'],
  ['Grafana', GRAFANA, 'CPU:3 r.md'],
  ['texts and lists that go on at the margin', '- alert: A\n  expr: "up\n== 0"\n  x: [\na,\n{ b: c }\n]\n', 'A:1'],
  ['a rule with quotes', `- "expr": up\n  'alert': "Node: down"\n`, 'Node: down:2'],
  ['names that look like numbers', '- { alert: 12, expr: 1 }', '12:1'],
  ['templates of Prometheus in strings and comments', TEMPLATES, 'A:2 {{ $labels.url }}'],
  ['an anchor and aliases', ALIASES, 'A:4 a.md', 'B:5 a.md', 'C:6 a.md', 'D:7 a.md']
])('alerts are read from %s', async (_, text, ...alerts) => {
  expect(await placesIn(text)).toEqual(alerts)
})

test.each([
  ['runbook_url', '{ runbook_url: a.md, runbook: b.md }', 'a.md'],
  ['runbook if runbook_url is empty', '{ runbook_url: " ", runbook: " b.md" }', 'b.md'],
  ['empty for a list', '{ runbook_url: [a.md] }', ''],
  ['empty if the annotations are text', 'runbook_url', '']
])('the address is %s', async (_, annotations, address) => {
  const { alerts } = await read(`- alert: A\n  expr: up\n  annotations: ${annotations}\n`)
  expect(alerts).toEqual([{ alert: 'A', file: 'rules.yml', line: 1, address }])
})

test.each<{ name: string; text: string }>([
  { name: 'a rule that records', text: '- record: alert\n  expr: up\n# alert: none' },
  { name: 'an alert without an expression', text: '- alert: A\n# expr' },
  { name: 'an alert without a name', text: '- alert: ""\n  expr: up' },
  { name: 'a schema', text: 'properties: { alert: { type: string }, expr: { type: string } }' },
  { name: 'a test of promtool', text: 'alert_rule_test: [{ alertname: A, exp_alerts: [{ alert: A }] }] # expr' },
  { name: 'YAML of another kind, even if it is broken', text: 'expr: [' },
  { name: 'YAML without expressions, even if it is broken', text: 'alert: [' }
])('no alert is $name', async ({ text }) => {
  expect(await read(text)).toEqual({ fileCount: 1, alerts: [], unread: [], others: [] })
})

const QUOTED = "- alert: A\n  expr: 1\n  annotations:\n    runbook_url: '{{`a?x={{ $labels.x }}`}}'\n"
const VARIABLE = '{{- $a := "A" -}}\nalert: {{ $a }}\nexpr: 1\nannotations: { runbook: docs/{{ $a }}.md }\n'
const PRINTED = 'alert: {{ .name }}\nexpr: {{ .x | quote }}\nannotations: { runbook: "{{ printf "%s" .x }}/a.md" }\n'
const LABELLED = GROUPS.replace('- name', '- labels: {{- toYaml .x | nindent 4 }}\n    a: b\n  name')

test.each<[string, text: string, alert: string]>([
  [
    'conditions and loops around it',
    `{{- if .x }}\n{% for x in y %}\n${GROUPS}{% endfor %}\n{{- end }}\n`,
    'NodeDown:6 a.md'
  ],
  ['labels that a template writes', LABELLED, 'NodeDown:6 a.md'],
  ['comments with what never ends', `{{- /* {{ .x }}\n*/ -}}\n# {{\n${GROUPS}`, 'NodeDown:7 a.md'],
  ['text over two lines', GROUPS.replace('expr', 'a: x {{ $value\n        | y }}. z\n    expr'), 'NodeDown:4 a.md'],
  ['a text in a template', QUOTED, 'A:1 a?x={{ $labels.x }}'],
  ['a variable with one text', VARIABLE, 'A:2 docs/A.md'],
  ['not a variable with two', '{{ $a := "A" }}\n{{ $a = "B" }}\nalert: {{ $a }}\nexpr: 1\n', '{{ $a }}:3'],
  ['templates as they are written', PRINTED, '{{ .name }}:1 {{ printf "%s" .x }}/a.md']
])('what is literal in a template is read: %s', async (_, text, alert) => {
  expect(await placesIn(text)).toEqual([alert])
})

test('a file with as much as `helm template` makes is read', async () => {
  const rule = `- alert: A\n  expr: ${'up == 0 '.repeat(100)}\n`
  const { alerts, unread } = await read(rule.repeat(2 ** 21 / rule.length))
  expect({ alerts: alerts.length, unread }).toEqual({ alerts: 2557, unread: [] })
})

describe('YAML that multiplies takes little time:', () => {
  const rules = (expr: string): string => `- { alert: A, expr: ${expr}, annotations: { runbook: a.md } }\n`.repeat(1500)
  const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join()
  test.each([
    ['an alias in each rule', `x: &a [${'a,'.repeat(50_000)}]\ny:\n${rules('*a')}`],
    ['a map that each rule merges', `x: &a { ${keys} }\ny:\n${rules('1, <<: *a')}`],
    ['maps that merge each other', `a: &a { <<: [${'*a, '.repeat(5000)}] }\nb:\n${rules('1, <<: *a')}`],
    ['aliases of aliases', `a: &a [x, x]\nb: &b [${'*a, '.repeat(2000)}]\nc:\n${rules(`[${'*b, '.repeat(10)}]`)}`]
  ])('%s', async (_, text) => {
    const before = process.cpuUsage().user
    const places = await placesIn(text)
    expect((process.cpuUsage().user - before) / 1000).toBeLessThan(6000)
    expect(places).toHaveLength(1500)
    expect(places[0]).toMatch(/ a\.md$/)
  })
})

test('a file that is too large, and has no rules, is not named', async () => {
  expect(await read(`alert:\n  type: string\nexpr:\n${'x'.repeat(2 ** 22)}`)).toMatchObject({
    fileCount: 1,
    unread: []
  })
})

const PYRRA = 'kind: ServiceLevelObjective\nspec: { target: "99" }\n'
const DEFINITION =
  'kind: CustomResourceDefinition\nspec: { names: { kind: ServiceLevelObjective }, type: object, query: x }\n'
const DATADOG = 'kind: DatadogMonitor\nspec:\n  query: avg:x > 1\n  type: service check\n'

test.each<[string, path: string, text: string, isOther: boolean, alerts: number]>([
  ['ERB', 'a.yml.erb', GROUPS, true, 0],
  ['Jsonnet', 'a.libsonnet', GROUPS, true, 0],
  ['an objective of Pyrra', 'a.yml', `apiVersion: pyrra.dev/v1alpha1\n${PYRRA}`, true, 0],
  ['a monitor of Datadog', 'a.json', '[{ "type": "metric alert", "query": "avg:x > 1", "name": "A" }]', true, 0],
  ['a resource of Datadog beside rules', 'a.yml', `${DATADOG}---\n${GROUPS}`, true, 1],
  ['Jinja is read', 'a.yaml.j2', GROUPS, false, 1],
  ['ERB without rules', 'a.yml.erb', 'a: <%= b %>\n', false, 0],
  ['the definition of such a resource', 'a.yml', DEFINITION, false, 0]
])('rules of another form are named: %s', async (_, path, text, isOther, alerts) => {
  const found = await readRules(each([fileOf(text, path)]))
  expect(found).toMatchObject({ others: isOther ? [path] : [], alerts: { length: alerts }, unread: [] })
})

const BROKEN = `${GROUPS}  - alert: Pod: {{ $labels.pod }}\n    expr: up\n`
const MANY = `- { alert: A, expr: [${'a,'.repeat(2 ** 19)}] }`
const COLON = 'it is not valid YAML (a value contains `: `, or the indentation is wrong).'
const BRACKET = 'it is not valid YAML (wrong indentation, or a missing closing bracket).'

test.each<[string, content: string | Buffer, line: number | undefined, reason: string]>([
  ['broken YAML', BROKEN, 7, COLON],
  ['a broken document behind a good one', `${GROUPS}---\nalert: [\nexpr: 1`, 9, BRACKET],
  ['Latin-1', Buffer.from(`${GROUPS}\xff`, 'latin1'), 7, 'The file is not UTF-8. It may be Latin-1. Save it as UTF-8.'],
  ['too many bytes', GROUPS + 'x'.repeat(2 ** 22), undefined, 'The file has more than 4,194,304 bytes. Split it.'],
  ['too many values', MANY, undefined, 'it has too many lines or values. Split it.']
])('a file that cannot be read is a warning with its line: %s', async (_, content, line, reason) => {
  const message = `Alerts of this file are not read: ${reason}`
  const unread = [{ level: 'warning', path: 'rules.yml', line, message }]
  expect(await read(content)).toMatchObject({ alerts: [], unread })
})
