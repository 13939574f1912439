/** Sanitizes texts of other parties for a terminal (D-257). */
import { printable } from '../base/index.ts'

/** Sanitizes each line separately. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

interface TextOutput {
  out(text: string): void
  err(text: string): void
}

/** Wraps a terminal so that `out` and `err` sanitize. Only for commands that print no escape sequences themselves. */
export const sanitizingTerminal = <T extends TextOutput>(terminal: T): T => ({
  ...terminal,
  out: (text: string) => terminal.out(printableLines(text)),
  err: (text: string) => terminal.err(printableLines(text)),
})
