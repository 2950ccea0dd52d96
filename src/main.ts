export async function run(): Promise<void> {
  await Promise.resolve()
}
