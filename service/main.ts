import { parseArgs } from 'node:util'
import { HttpError, startService, UnusableDatabase, type Service } from './service.ts'
import { sqliteCode } from './sqlite-codes.ts'
import { StorageError, UnknownOutcome } from './storage.ts'

const USAGE = `Usage: npm run service -- [options]

  --port N        port on 127.0.0.1; 0 takes a free one (4180)
  --db FILE       file of the database; without it everything ends with the service
  --seed FOLDER   adds an entry for each Markdown file in the folder, as if a person had written it
  --control       lets tests direct the service through /_control
  --rate-limit N  requests a second for each token; more get 429`

/** Milliseconds between two looks whether the npm that started the service is still there. */
const PARENT_INTERVAL = 500

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4180' },
      db: { type: 'string' },
      seed: { type: 'string' },
      control: { type: 'boolean', default: false },
      'rate-limit': { type: 'string' },
      help: { type: 'boolean', default: false }
    }
  })
  if (values.help) {
    console.error(USAGE)
    return
  }
  const perSecond = wholeNumber('rate-limit', values['rate-limit'], 1, 1_000_000)
  const service = await startService({
    port: wholeNumber('port', values.port, 0, 65_535),
    db: values.db,
    control: values.control,
    rateLimit: perSecond === undefined ? undefined : { perSecond },
    onSignIn: (nextUrl) => {
      console.error(`The sign-in link was used. The next one: ${nextUrl}`)
    },
    onError: (error) => {
      console.error(explain(error))
    },
    onUnknownOutcome: (error) => {
      console.error(explain(error))
      // At once: nothing that is still open may be answered.
      process.exit(1)
    }
  })
  stopOnSignal(service)
  if (service.isNew) printFirstToken(service)
  if (values.seed !== undefined) await seed(service, values.seed)
  // The only line on stdout: the program that started the service waits for it.
  console.log(`ready ${service.url} sign-in ${service.signInUrl}`)
}

async function seed(service: Service, folder: string): Promise<void> {
  try {
    console.error(`${service.seed(folder)} entries from ${folder}, as if a person had written them`)
  } catch (error) {
    await service.close()
    throw new UsageError(`--seed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Only of a new database: the value is shown once. */
function printFirstToken(service: Service): void {
  const { value } = service.tokens.create({ name: 'First token', expiration: '30 days' })
  console.error(`A first access token, valid for 30 days and shown only now:\n\n  ${value}\n`)
}

/** The first signal lets requests that have begun be answered; the second one does not wait. */
function stopOnSignal(service: Service): void {
  let stopping = false
  const stop = (): void => {
    stopping = true
    service.close().catch((error: unknown) => {
      console.error(explain(error))
      process.exitCode = 1
    })
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143)
    stop()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  if (process.env['npm_lifecycle_event'] === undefined) return
  // npm passes SIGTERM to its shell alone, which ends without its child.
  const parent = process.ppid
  setInterval(() => {
    if (!stopping && process.ppid !== parent) stop()
  }, PARENT_INTERVAL).unref()
}

class UsageError extends Error {}

function wholeNumber(option: string, value: string | undefined, min: number, max: number): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (/^\d{1,9}$/.test(value) && number >= min && number <= max) return number
  throw new UsageError(`--${option} takes a number from ${min} to ${max}.`)
}

/** One sentence for an error that a person can do something about, with its stack for any other. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof UnknownOutcome) {
    return `${error.message} The service stops without answering. Check the disk, then start it again.`
  }
  if (error instanceof UnusableDatabase || error instanceof StorageError || error instanceof HttpError) {
    return error.message
  }
  if (sqliteCode(error) !== undefined) return `The database failed: ${error.message}.`
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS')) return `${error.message}\n\n${USAGE}`
  if (code === 'EADDRINUSE') return 'The port is in use by another process. Choose another one with --port.'
  if (code === 'EACCES') return 'This user may not use the port. Choose another one with --port.'
  return error.stack ?? error.message
}

try {
  await main()
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
