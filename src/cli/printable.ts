/** Sanitizes texts of others for a terminal (D-257). */
import { printable } from '../base/index.ts'

/** Sanitizes each line separately. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

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
