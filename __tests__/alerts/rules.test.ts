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

const RULE = `- alert: NodeDown
  expr: up == 0
  annotations: { runbook_url: https://a.example/down }
`

function indented(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(by))
}

const GROUPS = `groups:
- name: node
  rules:
${indented(RULE, 2)}`

const RESOURCE = `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
spec:
${indented(GROUPS, 2)}`

describe('alerts are read from', () => {
  test.each<{ form: string; text: string; alerts: string[] }>([
    { form: 'a file of Prometheus rules', text: GROUPS, alerts: ['NodeDown:4 https://a.example/down'] },
    {
      form: 'a list of resources',
      text: `kind: List\nitems:\n- kind: Service\n- spec:\n${indented(GROUPS, 4)}`,
      alerts: ['NodeDown:8 https://a.example/down']
    },
    {
      form: 'several documents, of which one is empty',
      text: `---\n${RESOURCE}---\n---\n# Nothing\n---\n${RESOURCE}`,
      alerts: ['NodeDown:8 https://a.example/down', 'NodeDown:21 https://a.example/down']
    },
    {
      form: 'JSON',
      text: JSON.stringify({ groups: [{ rules: [{ alert: 'A', expr: '1' }] }] }, null, 1),
      alerts: ['A:6']
    },
    {
      form: 'a file with CRLF and a byte order mark',
      text: `\ufeff${GROUPS.replaceAll('\n', '\r\n')}`,
      alerts: ['NodeDown:4 https://a.example/down']
    },
    {
      form: 'a ConfigMap',
      text: `kind: ConfigMap\ndata:\n  a.yml: |\n${indented(GROUPS, 4)}  b: none\n`,
      alerts: ['NodeDown:7 https://a.example/down']
    },
    {
      form: 'Sloth',
      text: 'slos:\n- name: a\n  alerting:\n    name: Burns\n    page_alert: { annotations: { runbook: r.md } }\n',
      alerts: ['Burns:4 r.md']
    },
    {
      form: 'Grafana',
      text: 'groups:\n- rules:\n  - title: CPU\n    annotations: { runbook_url: r.md }\n',
      alerts: ['CPU:3 r.md']
    },
    {
      form: 'a quoted text and a list that go on at the margin',
      text: '- alert: A\n  expr: "up\n== 0"\n  x: [\na,\n{ b: c }\n]\n',
      alerts: ['A:1']
    },
    { form: 'a rule with quotes', text: `- "expr": up\n  'alert': "Node: down"\n`, alerts: ['Node: down:2'] },
    { form: 'names that look like numbers', text: '- { alert: 12, expr: 1 }', alerts: ['12:1'] },
    {
      form: 'templates of Prometheus in strings and comments',
      text: `# {{ if }}\n- alert: A\n  expr: up\n  annotations:\n    summary: Pod {{ $labels.pod }} is down\n    description: |-\n      {{ $value }} of\n      {{ if .x }}\n    runbook_url: '{{ $labels.url }}'\n`,
      alerts: ['A:2 {{ $labels.url }}']
    },
    {
      form: 'an anchor and aliases',
      text: `x: &notes\n  runbook_url: &url https://a.example\nrules:\n- { alert: A, expr: up, annotations: *notes }\n- { alert: B, expr: up, annotations: { runbook_url: *url } }\n- { alert: C, expr: up, annotations: { <<: *notes, summary: x } }\n- { alert: D, expr: up, <<: { annotations: *notes } }`,
      alerts: ['A:4 https://a.example', 'B:5 https://a.example', 'C:6 https://a.example', 'D:7 https://a.example']
    }
  ])('$form', async ({ text, alerts }) => {
    expect(await placesIn(text)).toEqual(alerts)
  })
})

describe('the address is', () => {
  test.each<{ name: string; annotations: string; address: string }>([
    { name: 'runbook_url', annotations: '{ runbook_url: a.md, runbook: b.md }', address: 'a.md' },
    { name: 'runbook if runbook_url is empty', annotations: '{ runbook_url: " ", runbook: " b.md" }', address: 'b.md' },
    { name: 'empty for a list', annotations: '{ runbook_url: [a.md] }', address: '' },
    { name: 'empty if the annotations are text', annotations: 'runbook_url', address: '' }
  ])('$name', async ({ annotations, address }) => {
    const { alerts } = await read(`- alert: A\n  expr: up\n  annotations: ${annotations}\n`)
    expect(alerts).toEqual([{ alert: 'A', file: 'rules.yml', line: 1, address }])
  })
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
  expect(await read(text)).toEqual({ files: 1, alerts: [], unread: [], others: [] })
})

describe('what is literal in a template is read:', () => {
  test.each<{ name: string; text: string; alerts: string[] }>([
    {
      name: 'conditions and loops around it',
      text: `{{- if .Values.rules }}\n{% for x in y %}\n${GROUPS}{% endfor %}\n{{- end }}\n`,
      alerts: ['NodeDown:6 https://a.example/down']
    },
    {
      name: 'labels that a template writes',
      text: GROUPS.replace('- name', '- labels: {{- toYaml .x | nindent 4 }}\n    a: b\n  name'),
      alerts: ['NodeDown:6 https://a.example/down']
    },
    {
      name: 'a comment with a template, and one of YAML with what never ends',
      text: `{{- /* {{ .x }}\n*/ -}}\n# {{\n${GROUPS}`,
      alerts: ['NodeDown:7 https://a.example/down']
    },
    {
      name: 'text over two lines',
      text: GROUPS.replace('expr: up', 'a: x {{ $value\n        | y }}. z\n    expr: up'),
      alerts: ['NodeDown:4 https://a.example/down']
    },
    {
      name: 'a text in a template',
      text: "- alert: A\n  expr: 1\n  annotations:\n    runbook_url: '{{`https://a.example/?x={{ $labels.x }}`}}'\n",
      alerts: ['A:1 https://a.example/?x={{ $labels.x }}']
    },
    {
      name: 'a variable with one text',
      text: '{{- $alert := "A" -}}\nalert: {{ $alert }}\nexpr: 1\nannotations:\n  runbook: docs/{{ $alert }}.md\n',
      alerts: ['A:2 docs/A.md']
    },
    {
      name: 'not a variable with two',
      text: '{{ $a := "A" }}\n{{ $a = "B" }}\nalert: {{ $a }}\nexpr: 1\n',
      alerts: ['{{ $a }}:3']
    },
    {
      name: 'templates as they are written',
      text: 'alert: {{ .name }}\nexpr: {{ .expr | quote }}\nannotations: { runbook: "{{ printf "%s" .x }}/a.md" }\n',
      alerts: ['{{ .name }}:1 {{ printf "%s" .x }}/a.md']
    }
  ])('$name', async ({ text, alerts }) => {
    expect(await placesIn(text)).toEqual(alerts)
  })
})

test('a file with as much as `helm template` makes is read', async () => {
  const rule = `- alert: A\n  expr: ${'up == 0 '.repeat(100)}\n`
  const { alerts, unread } = await read(rule.repeat(2 ** 21 / rule.length))
  expect({ alerts: alerts.length, unread }).toEqual({ alerts: 2557, unread: [] })
})

describe('YAML that multiplies takes little time:', () => {
  const rules = (expr: string): string => `- { alert: A, expr: ${expr}, annotations: { runbook: a.md } }\n`.repeat(1500)
  const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join()
  test.each<{ name: string; text: string }>([
    { name: 'an alias in each rule', text: `x: &a [${'a,'.repeat(50_000)}]\ny:\n${rules('*a')}` },
    { name: 'a map that each rule merges', text: `x: &a { ${keys} }\ny:\n${rules('1, <<: *a')}` },
    { name: 'maps that merge each other', text: `a: &a { <<: [${'*a, '.repeat(5000)}] }\nb:\n${rules('1, <<: *a')}` },
    {
      name: 'aliases of aliases',
      text: `a: &a [x, x]\nb: &b [${'*a, '.repeat(2000)}]\nc:\n${rules(`[${'*b, '.repeat(10)}]`)}`
    }
  ])('$name', async ({ text }) => {
    const before = process.cpuUsage().user
    const places = await placesIn(text)
    expect(places).toHaveLength(1500)
    expect(places[0]).toMatch(/ a\.md$/)
    expect((process.cpuUsage().user - before) / 1000).toBeLessThan(6000)
  })
})

test('a file that is too large, and has no rules, is not named', async () => {
  expect(await read(`alert:\n  type: string\nexpr:\n${'x'.repeat(2 ** 22)}`)).toMatchObject({ files: 1, unread: [] })
})

test.each<{ name: string; path?: string; text: string; found: Pick<Rules, 'others'> & { alerts: number } }>([
  { name: 'ERB', path: 'a.yml.erb', text: GROUPS, found: { others: ['a.yml.erb'], alerts: 0 } },
  { name: 'Jsonnet', path: 'a.libsonnet', text: GROUPS, found: { others: ['a.libsonnet'], alerts: 0 } },
  {
    name: 'an objective of Pyrra',
    text: 'apiVersion: pyrra.dev/v1alpha1\nkind: ServiceLevelObjective\nspec: { target: "99" }\n',
    found: { others: ['a.yml'], alerts: 0 }
  },
  {
    name: 'a monitor of Datadog',
    path: 'a.json',
    text: '[{ "type": "metric alert", "query": "avg:x > 1", "name": "A" }]',
    found: { others: ['a.json'], alerts: 0 }
  },
  {
    name: 'a resource of Datadog beside rules',
    text: `kind: DatadogMonitor\nspec:\n  query: avg:x > 1\n  type: service check\n---\n${GROUPS}`,
    found: { others: ['a.yml'], alerts: 1 }
  },
  { name: 'Jinja is read', path: 'a.yaml.j2', text: GROUPS, found: { others: [], alerts: 1 } },
  { name: 'ERB without rules', path: 'a.yml.erb', text: 'a: <%= b %>\n', found: { others: [], alerts: 0 } },
  {
    name: 'the definition of such a resource',
    text: 'kind: CustomResourceDefinition\nspec: { names: { kind: ServiceLevelObjective }, type: object, query: x }\n',
    found: { others: [], alerts: 0 }
  }
])('rules of another form are named: $name', async ({ path = 'a.yml', text, found }) => {
  const { others, alerts, unread } = await readRules(each([fileOf(text, path)]))
  expect({ others, alerts: alerts.length, unread }).toEqual({ ...found, unread: [] })
})

describe('a file that cannot be read is a warning with its line:', () => {
  test.each<{ name: string; file: RuleFile; line?: number; reason: string }>([
    {
      name: 'broken YAML',
      file: fileOf(`${GROUPS}  - alert: Pod: {{ $labels.pod }}\n    expr: up\n`),
      line: 7,
      reason: 'it is not valid YAML (a value contains `: `, or the indentation is wrong).'
    },
    {
      name: 'a broken document behind a good one',
      file: fileOf(`${GROUPS}---\nalert: [\nexpr: 1`),
      line: 9,
      reason: 'it is not valid YAML (wrong indentation, or a missing closing bracket).'
    },
    {
      name: 'Latin-1',
      file: fileOf(Buffer.concat([Buffer.from(GROUPS), Buffer.from([0xff])])),
      line: 7,
      reason: 'The file is not UTF-8. It may be Latin-1. Save it as UTF-8.'
    },
    {
      name: 'too many bytes',
      file: fileOf(GROUPS + 'x'.repeat(2 ** 22)),
      reason: 'The file has more than 4,194,304 bytes. Split it.'
    },
    {
      name: 'too many values',
      file: fileOf(`- { alert: A, expr: [${'a,'.repeat(2 ** 19)}] }`),
      reason: 'it has too many lines or values. Split it.'
    }
  ])('$name', async ({ file, line, reason }) => {
    const { alerts, unread } = await readRules(each([file]))
    expect(alerts).toEqual([])
    const message = `Alerts of this file are not read: ${reason}`
    expect(unread).toEqual([{ level: 'warning', path: 'rules.yml', line, message }])
  })
})
