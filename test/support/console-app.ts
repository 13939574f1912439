/** A console for tests, and requests to it by function calls, without a socket. */
import assert from 'node:assert/strict'
import { type Clock, createDecide } from '../../src/base/index.ts'
import { type ConsoleOptions, createAccess, createConsole, type Screen } from '../../src/console/index.ts'
import type { AnswerWithHeaders, App } from '../../src/http/index.ts'
import { createDecisionLog, createNodeCrypto } from '../../src/node/index.ts'
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

/** Returns functions that get a page, by default in English, and that submit a form as a page of the console does. */
export function consoleRequests(app: App, url: string) {
  const headers = { 'accept-language': 'en', accept: 'text/html' }
  return {
    get: async (path: string, language = 'en'): Promise<Response> =>
      app(new Request(new URL(path, url), { headers: { ...headers, 'accept-language': language } })),
    post: async (path: string, form: Readonly<Record<string, string>>, origin = url): Promise<Response> => {
      const body = new URLSearchParams(form)
      return app(new Request(new URL(path, url), { method: 'POST', headers: { ...headers, origin }, body }))
    },
  }
}

/**
 * Creates a console with a login. Returns the English page at a path as an operator sees it, and the response to a
 * program's request.
 */
export async function loginConsole(
  screensOf: (clock: Clock) => readonly Screen[],
  programToken: { readonly programToken?: string } = {},
) {
  const [publicUrl, clock, random] = ['https://console.example', fixedClock(), seededRandom('login')]
  const decide = createDecide<AnswerWithHeaders>({ clock, random, decisions: recordingSink() })
  const access = createAccess({
    ...{ publicUrl, clock, random, decide, ...programToken, crypto: createNodeCrypto(), milliseconds: () => 0 },
    secret: { kind: 'token', verify: () => 'ada' },
  })
  const app = createTestConsole({ publicUrl, screens: screensOf(clock), access, decide }, clock)
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: URLSearchParams) =>
    app(new Request(publicUrl + path, { method, headers, ...(body && { body }) }))
  const login = await ask('POST', '/login', { origin: publicUrl }, new URLSearchParams({ secret: 'x' }))
  const cookie = login.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const asOperator = { 'accept-language': 'en', origin: publicUrl, cookie }
  return {
    page: async (path: string): Promise<string> => (await ask('GET', path, asOperator)).text(),
    post: async (path: string, form: Readonly<Record<string, string>>): Promise<string> =>
      (await ask('POST', path, asOperator, new URLSearchParams(form))).text(),
    asProgram: (method: string, path: string, headers: Record<string, string>, form?: Record<string, string>) =>
      ask(method, path, headers, form && new URLSearchParams(form)),
  }
}

/** Creates a console with these screens. Returns it, its URL, and the functions of `consoleRequests`. */
export function createConsoleApp(screensOf: (clock: Clock) => readonly Screen[]) {
  const [url, clock] = ['http://localhost:4000', fixedClock()]
  const app = createTestConsole({ publicUrl: url, screens: screensOf(clock) }, clock)
  return { url, app, ...consoleRequests(app, url) }
}
