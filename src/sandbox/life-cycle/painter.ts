/** Colours for a terminal, none for a file or a pipe. */
import type { Printer } from '../sandbox-parts.ts'

const colours = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const

export type Colour = keyof typeof colours

/** Returns a function that colours a text if the printer writes to a terminal. */
export const createPainter =
  ({ isTerminal = false }: Pick<Printer, 'isTerminal'>) =>
  (colour: Colour, text: string): string =>
    isTerminal ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text
