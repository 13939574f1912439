/**
 * What others wrote, at the terminal: it is read and moves nothing (D-257).
 */
import { printable } from '../base/index.ts'

/** Each line by itself. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

/** JSON that says the same: what is not printable is written as an escape of JSON's own. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/[^\n]/gu, (one) => (printable(one) === one ? one : escaped(one)))

const escaped = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

interface Speaking {
  out(text: string): void
  err(text: string): void
}

/** The terminal for commands whose every line may hold words of others and none an escape sequence of ours. */
export const quietTerminal = <T extends Speaking>(terminal: T): T => ({
  ...terminal,
  out: (text: string) => terminal.out(printableLines(text)),
  err: (text: string) => terminal.err(printableLines(text)),
})
