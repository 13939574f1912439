/** A console with some screens, which tests ask by function calls, without a socket. */
import assert from 'node:assert/strict'
import { type Clock, createDecide } from '../../src/base/index.ts'
import { createConsole, type Screen } from '../../src/console/index.ts'
import type { AnswerWithHeaders } from '../../src/http/index.ts'
import { createDecisionLog } from '../../src/node/index.ts'
import { recordingSink } from './decisions.ts'
import { fixedClock } from './fixed-clock.ts'
import { seededRandom } from './seeded-random.ts'

interface ConsoleApp {
  readonly url: string
  /** Asks for a page, in English. */
  get(path: string): Promise<Response>
  /** Sends a form of a page of the console. */
  post(path: string, form: Record<string, string>, origin?: string): Promise<Response>
}

/** Creates the console. Every fault of it fails the test. */
export function createConsoleApp(screensOf: (clock: Clock) => readonly Screen[]): ConsoleApp {
  const [url, clock] = ['http://localhost:4000', fixedClock()]
  const app = createConsole({
    publicUrl: url,
    screens: screensOf(clock),
    log: createDecisionLog(),
    decide: createDecide<AnswerWithHeaders>({ clock, random: seededRandom('console'), decisions: recordingSink() }),
    onFault: (fault) => assert.fail(fault instanceof Error ? fault : String(fault)),
  })
  return {
    url,
    get: (path) => app(new Request(url + path, { headers: { 'accept-language': 'en' } })),
    post: (path, form, origin = url) =>
      app(
        new Request(url + path, {
          method: 'POST',
          headers: { origin, 'accept-language': 'en' },
          body: new URLSearchParams(form),
        }),
      ),
  }
}
