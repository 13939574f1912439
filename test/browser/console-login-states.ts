/** States of the console's login, shared by the short test and the full matrix. */
import assert from 'node:assert/strict'
import { createDecide } from '../../src/base/index.ts'
import { createAccess, createFederationObserver, createMapScreen } from '../../src/console/index.ts'
import type { AnswerWithHeaders } from '../../src/http/index.ts'
import { createNodeCrypto } from '../../src/node/index.ts'
import {
  type BrowserConsole,
  type ConsoleState,
  type ConsoleVisitor,
  openBrowserConsole,
} from '../support/browser-console.ts'
import { recordingSink } from '../support/decisions.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { createNetwork } from '../support/network.ts'
import { seededRandom } from '../support/seeded-random.ts'

const publicUrl = 'https://console.example'
const tokenOfAda = 'token-of-ada-0123456789abcdef0123456789'

/** Opens a console whose operators log in with a token or at a provider. */
export async function openLoginConsole(): Promise<BrowserConsole> {
  const [clock, random, crypto] = [fixedClock(), seededRandom('console'), createNodeCrypto()]
  const decide = createDecide<AnswerWithHeaders>({ clock, random, decisions: recordingSink() })
  let client = 0
  const access = createAccess({
    ...{ publicUrl, clock, random, crypto, decide },
    secret: { kind: 'token', verify: (secret) => (secret === tokenOfAda ? 'ada.lovelace@example.org' : undefined) },
    provider: {
      begin: async () => assert.fail('no login begins at the provider'),
      complete: async () => assert.fail('no login ends at the provider'),
      logoutUrl: async () => 'https://idp.example/session/end',
    },
    // Each request is of another client, so that no state of a long run exceeds the limit.
    client: () => {
      client += 1
      return String(client)
    },
    milliseconds: () => 0,
  })
  const { fetch } = createNetwork()
  const federation = { clock, crypto, fetch, roles: [], anchors: new Map(), urls: { loopbackHttp: false } }
  return openBrowserConsole([createMapScreen({ ...federation, observe: createFederationObserver(federation) })], {
    publicUrl,
    access,
    decide,
  })
}

async function logIn({ page }: ConsoleVisitor, token: string): Promise<void> {
  await page.fill('#login-secret', token)
  await page.press('#login-secret', 'Enter')
  await page.waitForLoadState()
}

export const loginStates: readonly ConsoleState[] = [
  {
    name: 'login: a page of the console redirects to the login',
    path: '/',
    enter: async ({ page }) => assert.equal(new URL(page.url()).pathname, '/login'),
  },
  {
    name: 'login: a wrong token',
    path: '/login',
    enter: async (visitor) => {
      await logIn(visitor, 'wrong')
      await visitor.page.waitForSelector('#login-error')
    },
  },
  {
    name: 'login: a right token, with the keyboard alone',
    path: '/?view=1',
    enter: async (visitor) => {
      await logIn(visitor, tokenOfAda)
      await visitor.page.waitForSelector('#account')
      assert.equal(visitor.page.url(), `${publicUrl}/?view=1`)
    },
  },
  {
    name: 'login: logged out again',
    path: '/',
    enter: async (visitor) => {
      await logIn(visitor, tokenOfAda)
      await visitor.page.click('#logout')
      await visitor.page.waitForSelector('#login-left')
      await visitor.page.goto(publicUrl)
      assert.equal(new URL(visitor.page.url()).pathname, '/login')
    },
  },
  {
    name: 'login: without script',
    path: '/',
    settings: { javaScriptEnabled: false },
    enter: async (visitor) => {
      await logIn(visitor, tokenOfAda)
      await visitor.page.waitForSelector('#account')
    },
  },
]
