/** Sanitizes texts of others for a terminal (D-257). */
import { printable } from '../base/index.ts'

/** Sanitizes each line separately. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

/** Returns equivalent JSON in which unprintable characters are escaped. */
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

/** Wraps the terminal for commands whose lines may contain texts of others and no escape sequences of ours. */
export const quietTerminal = <T extends Speaking>(terminal: T): T => ({
  ...terminal,
  out: (text: string) => terminal.out(printableLines(text)),
  err: (text: string) => terminal.err(printableLines(text)),
})
