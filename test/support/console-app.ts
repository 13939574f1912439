/** A console for tests, and requests to it by function calls, without a socket. */
import assert from 'node:assert/strict'
import { type Clock, createDecide } from '../../src/base/index.ts'
import { type ConsoleOptions, createConsole, type Screen } from '../../src/console/index.ts'
import type { AnswerWithHeaders, App } from '../../src/http/index.ts'
import { createDecisionLog } from '../../src/node/index.ts'
import { recordingSink } from './decisions.ts'
import { fixedClock } from './fixed-clock.ts'
import { seededRandom } from './seeded-random.ts'

type TestConsoleOptions = Pick<ConsoleOptions, 'publicUrl' | 'screens'> & Partial<ConsoleOptions>

/** Creates a console. By default, it has an empty log of decisions, and a fault fails the test. */
export const createTestConsole = (options: TestConsoleOptions, clock: Clock = fixedClock()): App =>
  createConsole({
    log: createDecisionLog(),
    decide: createDecide<AnswerWithHeaders>({ clock, random: seededRandom('console'), decisions: recordingSink() }),
    onFault: (fault) => assert.fail(fault instanceof Error ? fault : String(fault)),
    ...options,
  })

/** Returns functions that get a page in English, and that submit a form as a page of the console does. */
export function consoleRequests(app: App, url: string) {
  const headers = { 'accept-language': 'en', accept: 'text/html' }
  return {
    get: async (path: string): Promise<Response> => app(new Request(new URL(path, url), { headers })),
    post: async (path: string, form: Readonly<Record<string, string>>, origin = url): Promise<Response> => {
      const body = new URLSearchParams(form)
      return app(new Request(new URL(path, url), { method: 'POST', headers: { ...headers, origin }, body }))
    },
  }
}

/** Creates a console with these screens. Returns its URL and the functions of `consoleRequests`. */
export function createConsoleApp(screensOf: (clock: Clock) => readonly Screen[]) {
  const [url, clock] = ['http://localhost:4000', fixedClock()]
  return { url, ...consoleRequests(createTestConsole({ publicUrl: url, screens: screensOf(clock) }, clock), url) }
}
