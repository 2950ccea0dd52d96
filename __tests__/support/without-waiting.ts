const CODE = `
  const promises = process.getBuiltinModule('node:timers/promises')
  const { setTimeout: wait } = promises
  promises.setTimeout = (_, ...rest) => wait(0, ...rest)
`

/** Variables for a Node process whose waits between attempts end at once. Its deadlines stay as they are. */
export const WITHOUT_WAITING = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(CODE)}` }
