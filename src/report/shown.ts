import { ActionError, type Diagnostic } from '../errors.ts'
import type { Edge } from './edge.ts'
import type { AlertsReport, JudgedAlert } from './judged-alerts.ts'
import type { Item, Result } from './result.ts'

/** A result in the words of a front end, without tokens, and without what must not be shown. */
export interface ShownResult extends Result {
  /** What renderers say beside it passes the same edge. */
  readonly edge: Edge
}

/** The only way to a `ShownResult`. */
export function showResult(result: Result, edge: Edge): ShownResult {
  const { mode, showsTexts, tokenExpiresOn, head, selected, inventory, ended, address, alerts } = result
  // Thousands of files may have one reason, or one name.
  const redact = remember((text) => edge.redact(text))
  const say = remember((message) => edge.say(message))
  return {
    edge,
    mode,
    showsTexts,
    tokenExpiresOn,
    head,
    selected,
    address: { repository: redact(address.repository), serverUrl: redact(address.serverUrl) },
    inventory: inventory && { ...inventory, names: showsTexts ? inventory.names.map(redact) : [] },
    items: result.items.map((item) => showItem(item, showsTexts, redact, say)),
    notices: result.notices.map((notice) => showNotice(notice, redact, say)),
    pulled: result.pulled.map(({ path, file, kind, reason }) => ({
      path: redact(path),
      file: redact(file),
      kind,
      reason: say(reason)
    })),
    saved: result.saved.map(({ path, name, file, folder }) => ({
      path: redact(path),
      name: redact(name),
      file: redact(file),
      folder: redact(folder)
    })),
    alerts: alerts && showAlerts(alerts, redact, say),
    ended: ended && showError(ended, say)
  }
}

type Change = (text: string) => string

/** Each field by its name, so that a new one is not shown before somebody has thought of it. */
function showItem({ decision, state, attempts, error }: Item, showsTexts: boolean, redact: Change, say: Change): Item {
  const { about, path, name, kind, reason, hint, line, cause, texts, difference, isWaiting } = decision
  // A public repository must not publish what the assistant calls its entries.
  const isPublic = showsTexts || about === 'runbook'
  return {
    decision: {
      about,
      path: redact(path),
      name: name !== undefined && isPublic ? redact(name) : undefined,
      kind,
      reason: say(reason),
      hint: hint === undefined ? undefined : say(hint),
      line,
      difference: showsTexts ? difference && showLines(difference, redact) : undefined,
      ...(cause !== undefined && { cause }),
      ...(texts !== undefined && { texts: texts.map(({ origin }) => ({ origin, content: '' })) }),
      ...(isWaiting !== undefined && { isWaiting })
    },
    state,
    attempts,
    error: error && showError(error, say)
  }
}

/** Lines with one sign together and without it, because a line feed may break a token. */
function showLines(lines: readonly string[], redact: Change): string[] {
  const runs: { readonly sign: string; readonly texts: string[] }[] = []
  for (const line of lines) {
    const [sign = ''] = line
    const run = runs.at(-1)
    if (run?.sign === sign) run.texts.push(line.slice(1))
    else runs.push({ sign, texts: [line.slice(1)] })
  }
  return runs.flatMap(({ sign, texts }) =>
    redact(texts.join('\n'))
      .split('\n')
      .map((text) => sign + text)
  )
}

function showAlerts({ table, broughtIn }: AlertsReport, redact: Change, say: Change): AlertsReport {
  const shown = ({ alert, file, line, address, state, path, reason }: JudgedAlert): JudgedAlert => ({
    alert: redact(alert),
    file: redact(file),
    line,
    address: redact(address),
    state,
    path: redact(path),
    reason: say(reason)
  })
  const { files, alerts, totals, unnamed } = table
  return {
    table: { files, alerts: alerts.map(shown), totals, unnamed: unnamed.map(redact) },
    broughtIn: broughtIn?.map(shown)
  }
}

function showNotice({ level, message, path, line }: Diagnostic, redact: Change, say: Change): Diagnostic {
  return { level, message: say(message), ...(path !== undefined && { path: redact(path) }), line }
}

/** Without its cause, which only `Edge.trace` prints. */
function showError({ kind, message, hint, headline }: ActionError, say: Change): ActionError {
  return new ActionError(kind, say(message), say(hint), headline === undefined ? {} : { headline: say(headline) })
}

function remember(change: Change): Change {
  const made = new Map<string, string>()
  return (text) => {
    const known = made.get(text)
    if (known !== undefined) return known
    const value = change(text)
    made.set(text, value)
    return value
  }
}
