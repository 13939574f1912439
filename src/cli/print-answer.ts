/** Prints the answer of a command: data for programs, or the same as text for people. */

import { printableJson } from '../base/index.ts'
import { wireNames } from './member-names.ts'
import type { Terminal } from './program.ts'

export interface Answer {
  /** Members have the names of the wire (`member-names.ts`). */
  readonly data: unknown
  /** Lines without the last line break. */
  readonly text: string
}

/** Option of every command that prints data. */
export const jsonOption = ['--json', 'print the answer as JSON'] as const

/** Prints the data or the text. */
export const printAnswer = (terminal: Pick<Terminal, 'out'>, { data, text }: Answer, json: true | undefined): void =>
  terminal.out(`${json ? printableJson(data) : text}\n`)

/** Returns the answer with data of this program alone, renamed. */
export const answerOf = (data: unknown, text: string): Answer => ({ data: wireNames(data), text })
