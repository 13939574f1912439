/**
 * Prints the life cycle while it runs: a heading for each step and a line for each exchange. A terminal also gets
 * colours and an activity indicator. A file or a pipe gets plain text.
 */
import type { SandboxOrigins } from '../origins.ts'
import type { Exchange } from '../recording-fetch.ts'
import type { Printer } from '../sandbox-parts.ts'
import { describeExchange } from './describe-exchange.ts'
import { type Colour, createPainter } from './painter.ts'

export interface Narrator {
  heading(text: string): void
  exchange(exchange: Exchange): void
  /** Prints an indented line. */
  say(text: string): void
  /** Prints the result of a step. */
  passed(text: string): void
  failed(text: string): void
  /** Removes the activity indicator. */
  end(): void
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** Creates the narrator of the life cycle. At a terminal it shows an activity indicator. */
export function createNarrator(printer: Printer, origins: SandboxOrigins): Narrator {
  const paint = createPainter(printer)
  const waiting = printer.isTerminal === true ? startWaiting(printer) : undefined
  const line = (text: string): void => {
    waiting?.clear()
    printer.out(`${text}\n`)
  }
  return {
    heading: (text) => line(`\n${paint('bold', text)}`),
    say: (text) => line(`  ${text}`),
    passed: (text) => line(`  ${paint('green', '✓')} ${text}`),
    failed: (text) => line(`  ${paint('red', '✗')} ${text}`),
    exchange: (exchange) => {
      const { from, to, what } = describeExchange(exchange, origins)
      const verdict = verdictOf(exchange.status)
      const time = `${Math.round(exchange.milliseconds)} ms`.padStart(7)
      const parties = `${from} → ${to}`.padEnd(31)
      line(`  ${paint('dim', parties)}  ${what.padEnd(50)}  ${paint(verdict.colour, verdict.text.padEnd(11))} ${time}`)
    },
    end: () => waiting?.end(),
  }
}

function verdictOf(status: number): { readonly text: string; readonly colour: Colour } {
  if (status === 0) return { text: 'no answer', colour: 'red' }
  if (status >= 400) return { text: `refused ${status}`, colour: 'yellow' }
  return { text: status >= 300 ? 'redirect' : 'ok', colour: 'green' }
}

/** Shows an activity indicator below the last line. Does not keep the process alive. */
function startWaiting(printer: Printer): { clear(): void; end(): void } {
  let frame = 0
  const clear = (): void => printer.out('\r\u001b[K')
  const timer = setInterval(() => {
    printer.out(`\r\u001b[K${frames[frame % frames.length]}`)
    frame += 1
  }, 100).unref()
  return {
    clear,
    end: () => {
      clearInterval(timer)
      clear()
    },
  }
}
