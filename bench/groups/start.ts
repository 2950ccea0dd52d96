import { pushEvent } from '../../testing/events.ts'
import { HostedRepository } from '../../testing/repository.ts'
import { timeAction } from '../action.ts'
import { importHistory } from '../history.ts'
import type { Group } from '../measure.ts'
import { BARE_NODE, time } from '../process.ts'
import { startSink } from '../sink.ts'
import { startFixedApi } from '../workspace.ts'
import { handbook, runbook, runbookPath } from '../text.ts'

/** Of files, processes, and of the hashes with which @actions/core marks the end of an output. */
const BUILT_IN = ['crypto', 'child_process', 'fs/promises', 'timers/promises']
  .map((name) => `require('${name}')`)
  .join()

const RUNBOOKS = 50
const SHAPE = { bytes: 4096, links: 5 }

/** How long a run takes until it does what it is for; for most runs that is all there is. */
export const start: Group = {
  name: 'start',
  async prepare({ folder }) {
    const repository = await HostedRepository.create(folder)
    const runbooks = handbook(RUNBOOKS, SHAPE)
    const [base = '', elsewhere = '', one = ''] = await importHistory(repository, [
      runbooks,
      [['README.md', '# Handbook\n']],
      [[runbookPath(7), runbook(7, SHAPE, 1)]]
    ])
    const push = async (before: string, after: string) => {
      const event = pushEvent({ repository: repository.name, ref: 'refs/heads/main', before, after })
      return { event, workspace: await repository.checkout(event), repository: repository.name }
    }
    const unrelated = await push(base, elsewhere)
    const related = await push(elsewhere, one)

    const servers = new AsyncDisposableStack()
    const sink = servers.use(await startSink())
    const unrelatedApi = servers.use(await startFixedApi(repository, elsewhere, base))
    const relatedApi = servers.use(await startFixedApi(repository, one, elsewhere))
    const inputs = { token: 'bench', 'base-url': sink.url }
    const figure = { name: 'time', key: 'time', unit: 'ms', as: 'times' } as const

    return {
      cases: [
        {
          name: 'an input is missing',
          floor: BARE_NODE,
          subject: {
            name: 'whole run',
            run: async () => {
              const { time } = await timeAction({ ...unrelated, inputs: { 'base-url': sink.url }, exitCode: 1 })
              return { time }
            }
          },
          figures: [{ ...figure, goal: { atMost: 3, stretch: 1.4 } }],
          rounds: 15
        },
        {
          name: 'limit: Node with the built-in modules of such a run, and no more',
          floor: BARE_NODE,
          subject: {
            name: 'node -e',
            run: async () => ({ time: (await time({ command: process.execPath, args: ['-e', BUILT_IN] })).time })
          },
          figures: [figure],
          rounds: 15
        },
        {
          name: 'push that changes no runbook',
          floor: BARE_NODE,
          subject: {
            name: 'whole run',
            run: async () => ({ time: (await timeAction({ ...unrelated, inputs, apiUrl: unrelatedApi.url })).time })
          },
          figures: [{ ...figure, goal: { atMost: 4.5 } }],
          rounds: 15
        },
        {
          name: 'push that changes one runbook',
          floor: BARE_NODE,
          subject: {
            name: 'whole run',
            run: async () => {
              sink.reset()
              const { started, time } = await timeAction({ ...related, inputs, apiUrl: relatedApi.url })
              return { first: sink.arrivals().first - performance.timeOrigin - started, time }
            }
          },
          figures: [
            { ...figure, name: 'to the first request', key: 'first', floorKey: 'time', goal: { atMost: 5 } },
            { ...figure, name: 'to the end' }
          ],
          rounds: 15
        }
      ],
      [Symbol.asyncDispose]: () => servers.disposeAsync()
    }
  }
}
