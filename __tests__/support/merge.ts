import { findGit, Git } from '../../src/branch/command.ts'
import { mergeTexts } from '../../src/branch/merge.ts'
import { GIT_ENVIRONMENT } from '../../testing/git.ts'
import { temporaryFolder } from '../../testing/temporary-files.ts'

/** With the Git of this machine, without a repository. */
export async function merge(ours: string, base: string, theirs: string): Promise<string | undefined> {
  await using folder = await temporaryFolder()
  using git = new Git(findGit(process.env) ?? '', folder.path, GIT_ENVIRONMENT)
  return await mergeTexts(git, folder.path, ours, base, theirs)
}
