/** Lets everything proceed that does not wait for the caller. */
export async function letOthersRun(): Promise<void> {
  // Not by `node:timers/promises`, which must not be loaded before a skipping clock has replaced it.
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
}
