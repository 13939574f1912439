/**
 * States of the decoder screen, for `console-decoder.test.ts` (each once) and `console-decoder.long.ts` (each in every
 * view).
 */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { createDecoderScreen, type Screen } from '../../src/console/index.ts'
import { createNodeCrypto } from '../../src/node/index.ts'
import { decoderExamples } from '../../src/sandbox/decoder-examples.ts'
import { pressByKeyboard } from '../support/browser.ts'
import type { ConsoleState } from '../support/browser-console.ts'
import { signAll, threeEntities } from '../support/federation.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { tokenRequest } from '../vectors/rfc9449.ts'

/** Returns the screen with examples of a made-up wallet. No role answers. */
export function decoderScreen(): Screen {
  const ctx = { clock: fixedClock(), crypto: createNodeCrypto(), random: seededRandom('decoder') }
  const fetch = async () => new Response(null, { status: 404 })
  const roles = [{ name: 'pid-provider', url: 'https://pid.example' }]
  return createDecoderScreen({ ...ctx, examples: decoderExamples({ ...ctx, fetch, roles }) })
}

const unfold = async (page: Page): Promise<void> => {
  await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
}

/** Presses an example and waits for its result. */
const press =
  (id: string, title: string): NonNullable<ConsoleState['enter']> =>
  async ({ page }) => {
    await page.click(`#decoder-example-${id}`)
    await page.waitForSelector('#decoder-result')
    assert.equal(await page.textContent('#decoder-result-title'), title)
    await unfold(page)
  }

const paste = async (page: Page, text: string): Promise<void> => {
  await page.fill('#decoder-text', text)
  await page.click('#decoder-decode')
}

async function trustChain(): Promise<string> {
  const { drafts } = await threeEntities()
  return JSON.stringify(await signAll(drafts(fixedClock().now())))
}

export const decoderStates: readonly ConsoleState[] = [
  {
    name: 'decoder: empty, with the promise that nothing is kept',
    path: '/decoder',
    enter: async ({ page }, { language }) => {
      const promise = language === 'it' ? /conservato o registrato/ : /kept or logged/
      assert.match((await page.textContent('#decoder-privacy')) ?? '', promise)
      await unfold(page)
    },
  },
  {
    name: 'decoder: a presented PID, every member explained',
    path: '/decoder',
    enter: async (visitor, view) => {
      await press('sd-jwt', view.language === 'it' ? 'SD-JWT con Key Binding' : 'SD-JWT with key binding')(
        visitor,
        view,
      )
      assert.match((await visitor.page.textContent('#decoder-result-tree-checks')) ?? '', /sd_hash/)
    },
  },
  { name: 'decoder: an mdoc', path: '/decoder', enter: press('mdoc', 'mdoc (IssuerSigned)') },
  {
    name: 'decoder: a status list and an index',
    path: '/decoder',
    enter: press('status-list', 'Status List Token'),
  },
  {
    name: 'decoder: an example that is not available',
    path: '/decoder',
    enter: async ({ page }) => {
      await page.click('#decoder-example-entity-configuration')
      await page.waitForSelector('#decoder-missing')
    },
  },
  {
    name: 'decoder: a trust chain, pasted',
    path: '/decoder',
    enter: async ({ page }) => {
      await paste(page, await trustChain())
      await page.waitForSelector('#decoder-result')
      assert.equal(await page.locator('#decoder-result-tree-checks .not_valid').count(), 0)
      await unfold(page)
    },
  },
  {
    name: 'decoder: a proof without script, its failed check first',
    path: '/decoder',
    settings: { javaScriptEnabled: false },
    enter: async ({ page }) => {
      await paste(page, tokenRequest.proof)
      await page.waitForSelector('#decoder-result')
      assert.match((await page.textContent('#decoder-result-tree-checks li:first-child')) ?? '', /proof_stale/)
    },
  },
  {
    name: 'decoder: not recognised, with the keyboard alone',
    path: '/decoder',
    enter: async (visitor) => {
      await visitor.page.fill('#decoder-text', 'no token of this field')
      await visitor.page.focus('#decoder-text')
      await pressByKeyboard(visitor, '#decoder-decode')
      await visitor.page.waitForSelector('#decoder-hint')
    },
  },
]
