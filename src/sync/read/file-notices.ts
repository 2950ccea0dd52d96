import type { Matcher } from '../../branch/source.ts'
import type { Diagnostic } from '../../errors.ts'
import { generatedParts, generatorNotices } from '../../runbook/generators.ts'
import { placesOf } from '../../runbook/links.ts'
import type { RunbookResult } from '../../runbook/runbook.ts'
import { textNotices, type TextFindings } from '../../runbook/text-notices.ts'

/** Collects notices about the files that a run is about. It holds none of their texts. */
export class FileNotices {
  readonly #concerns: Matcher
  readonly #mistakes: Diagnostic[] = []
  readonly #texts: TextFindings[] = []
  readonly #generated: Parameters<typeof generatorNotices>[0][number][] = []

  constructor(concerns: Matcher) {
    this.#concerns = concerns
  }

  add(path: string, read: RunbookResult): void {
    if (read.kind !== 'runbook') return
    const isConcerned = this.#concerns(path)
    const { mistakes, isTooComplex, openComment, invisibleInName, invisible } = read
    if (isConcerned) {
      const parts = generatedParts(read.below)
      if (parts.length > 0) this.#generated.push({ path, parts })
      for (const mistake of mistakes) this.#mistakes.push({ level: 'warning', path, ...mistake })
      this.#texts.push({ path, dead: read.dead, isTooComplex, openComment, invisibleInName, invisible })
      return
    }
    // A change may remove what another file links to.
    const dead = read.dead.filter(({ link }) => placesOf(link, path).some((to) => this.#concerns(to.path)))
    const none = { isTooComplex: false, openComment: undefined, invisibleInName: [], invisible: undefined }
    this.#texts.push({ path, dead, ...none })
  }

  get all(): readonly Diagnostic[] {
    return [...this.#mistakes, ...generatorNotices(this.#generated), ...textNotices(this.#texts)]
  }
}
