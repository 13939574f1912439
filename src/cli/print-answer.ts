/** Prints the answer of a command: JSON with `--json`, otherwise text. */

import { printableJson } from '../base/index.ts'
import { wireNames } from './member-names.ts'
import type { Terminal } from './program.ts'

/** The answer of a command in both forms. */
export interface Answer {
  /** Members have snake case names, as on the wire (`member-names.ts`). */
  readonly data: unknown
  /** Lines without the last line break. */
  readonly text: string
}

/** Option of every command that prints data. */
export const jsonOption = ['--json', 'print the answer as JSON'] as const

/** Prints the data or the text. */
export const printAnswer = (terminal: Pick<Terminal, 'out'>, { data, text }: Answer, json: true | undefined): void =>
  terminal.out(`${json ? printableJson(data) : text}\n`)

/** Creates an answer and renames the members of its data to snake case. Only for this program's own data. */
export const answerOf = (data: unknown, text: string): Answer => ({ data: wireNames(data), text })
