/**
 * Small changes to a source, each of which a test should notice: an inverted operator, a removed condition, a changed
 * constant.
 */
import { closingBracket, codeOf } from '../source/scan.ts'

/** A change that replaces the text between two offsets. */
export interface Mutant {
  readonly start: number
  readonly end: number
  readonly text: string
  /** Line number from 1. */
  readonly line: number
}

const operators: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ >= /g, ' > '],
  [/ <= /g, ' < '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/(?<=\w) \+ (?=\w)/g, ' - '],
  [/(?<=\w) - (?=\w)/g, ' + '],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\.every\(/g, '.some('],
  [/\.some\(/g, '.every('],
]

/** Returns the mutants of a source in the order of their places. Does not change types and imports. */
export function mutantsOf(source: string): Mutant[] {
  const code = codeOf(source)
  const mutants: Mutant[] = []
  const add = (start: number, end: number, text: string): void => {
    const lineStart = source.lastIndexOf('\n', start - 1) + 1
    const line = source.slice(lineStart, source.indexOf('\n', start))
    if (/^\s*(?:import|export type|type|interface|readonly)\b/.test(line)) return
    mutants.push({ start, end, text, line: source.slice(0, start).split('\n').length })
  }
  for (const [pattern, text] of operators)
    for (const { index, 0: found } of code.matchAll(pattern)) add(index, index + found.length, text)
  for (const { index, 0: head } of code.matchAll(/\bif \(/g)) {
    const open = index + head.length - 1
    const close = closingBracket(code, open)
    if (close > 0) add(open + 1, close, 'false')
  }
  return mutants.sort((one, other) => one.start - other.start || one.end - other.end)
}

/** Returns the source with the change. */
export const applyMutant = (source: string, { start, end, text }: Mutant): string =>
  source.slice(0, start) + text + source.slice(end)
