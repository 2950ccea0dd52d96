import type { Programs } from './javascript.ts'

/** The words of the benchmark: what is run, what is read off each run, and what is asked of it. */

/** What one run came to, by name: `time` in milliseconds, `cpu` in seconds, `peak` in MiB, and whatever a case counts. */
export type Sample = Readonly<Record<string, number>>

/** Something that can be run again and again. */
export interface Contestant {
  readonly name: string
  run(): Promise<Sample>
}

export interface Goal {
  readonly atMost?: number
  readonly atLeast?: number
  /** What would be better still; not asked for. */
  readonly stretch?: number
}

/** One number that is read off every round. */
export interface Figure {
  readonly name: string
  /** Which number of the samples. */
  readonly key: string
  /** Which of the floor's, where that is another one. */
  readonly floorKey?: string
  /** The unit of that number; empty for a count. */
  readonly unit: 'ms' | 's' | 'MiB' | 'ms/MiB' | ''
  /**
   * How a round's two samples become one value: `times` is subject ÷ floor, `speed` floor ÷ subject (of two durations,
   * the share of the floor's speed), `more` subject − floor, `alone` the subject's own.
   */
  readonly as: 'times' | 'speed' | 'more' | 'alone'
  readonly goal?: Goal
}

/** A subject and the floor it is held against, in the same rounds. */
export interface Case {
  readonly name: string
  readonly floor: Contestant
  readonly subject: Contestant
  readonly figures: readonly Figure[]
  /** How many rounds settle it, unless the command line says otherwise. */
  readonly rounds: number
}

/** Cases that share what has to be made for them. */
export interface Group {
  readonly name: string
  /** Makes it below the folder `stage.folder`, which is removed when the group is done. */
  prepare(stage: Stage): Promise<PreparedGroup>
}

export interface PreparedGroup extends AsyncDisposable {
  readonly cases: readonly Case[]
}

export interface Stage {
  readonly folder: string
  readonly programs: Programs
  /** Also the cases that take minutes. */
  readonly full: boolean
}

export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

/** One line of the table. */
export interface Measurement {
  readonly group: string
  readonly case: string
  readonly figure: string
  readonly as: Figure['as']
  readonly unit: Figure['unit']
  readonly rounds: number
  readonly value: Spread
  /** Medians, for orientation: they depend on the machine. */
  readonly subject: { readonly name: string; readonly median: number }
  readonly floor: { readonly name: string; readonly median: number }
  readonly goal?: Goal
  /** Whether the median meets the goal. */
  readonly met?: boolean
}
