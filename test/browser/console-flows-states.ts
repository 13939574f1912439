/** States of the screen of flows, for `console-flows.test.ts` (each once) and its long twin (each in every view). */
import assert from 'node:assert/strict'
import { createFlowsScreen, type Message, type Screen } from '../../src/console/index.ts'
import { present } from '../../src/sandbox/life-cycle/present-pid.ts'
import { pressByKeyboard, waitForValue } from '../support/browser.ts'
import type { ConsoleState } from '../support/browser-console.ts'
import { origins } from '../support/ecosystem.ts'
import { createRecordedEcosystem } from '../support/recorded-ecosystem.ts'

type Recorded = Awaited<ReturnType<typeof createRecordedEcosystem>>

let recorded: Recorded

/** Records a life cycle that ends with a refusal, and returns the screen that shows it. */
export async function recordedScreen(): Promise<Screen> {
  recorded = await createRecordedEcosystem()
  const { act, feed, traffic, clock, network } = recorded
  const at = { origins: recorded.parts.origins as never }
  await act('set-up', ({ wallet }) => wallet.setUp())
  await act('issuance', ({ wallet }) => wallet.obtainPid(origins.pidProvider))
  const scope = { variant: 'scope', method: 'get' } as const
  await act('presentation', (person) => present({ ...at, person }, scope))
  network.disconnect(origins.trustAnchor)
  clock.advance(400 * 86_400)
  await act('refused', (person) => assert.rejects(present({ ...at, person }, scope)))
  traffic.log.record(hostile)
  return createFlowsScreen({
    ...{ clock, decisions: feed, traffic: traffic.log },
    decrypt: async () => '{"vp_token":"decrypted"}',
    resend: async () => true,
  })
}

/** A message of a party that wants to break the page. */
const hostile: Message = {
  ...{ id: 'm9001', at: 1_768_478_400_000, from: `https://${'long'.repeat(15)}.example`, to: 'pid-provider' },
  ...{ milliseconds: 12_345, traces: ['none'] },
  request: {
    ...{ method: 'POST', url: `https://pid.example/credential?<b>=${'x'.repeat(300)}` },
    headers: [
      ['content-type', 'application/json'],
      ['x-long', 'y'.repeat(300)],
    ],
    body: JSON.stringify({ '<script>alert(1)</script>': 'z'.repeat(300) }),
  },
  response: { status: 400, headers: [['content-type', 'text/html']], body: '<script>alert(1)</script>' },
}

export const flowsStates: readonly ConsoleState[] = [
  {
    name: 'flows: the list, live',
    path: '/flows',
    enter: async ({ page }) => {
      await page.waitForSelector('#flows-row-refused')
      const { log } = recorded.traffic
      const id = `m${9002 + log.all().length}`
      const begun = Date.now()
      while ((await page.locator(`#flows-row-${id}`).count()) === 0) {
        assert.ok(Date.now() - begun < 15_000, 'the list does not update itself')
        log.record({ ...hostile, id, from: 'wallet' })
        await page.waitForTimeout(200)
      }
    },
  },
  {
    name: 'flows: a filter that no flow matches',
    path: '/flows?text=nowhere&outcome=refused&role=wallet&rule=WP-17',
    enter: async ({ page }) => assert.equal(await page.locator('#flows-none').count(), 1),
  },
  {
    name: 'flows: an issuance with its diagram',
    path: '/flows/issuance',
    enter: async ({ page }) => {
      assert.equal(await page.locator('#flows-fault').count(), 0)
      for (const summary of await page.locator('#flows-messages summary').all()) await summary.click()
    },
  },
  {
    name: 'flows: a refusal, its message opened by the keyboard',
    path: '/flows/refused',
    enter: async (visitor) => {
      const { page } = visitor
      await page.waitForSelector('#flows-refusal .remedy')
      await page.evaluate(`document.querySelector('.flows-step.faulty a').focus()`)
      await page.keyboard.press('Enter')
      await page.waitForSelector('.flows-step.faulty .flows-message')
      for (const summary of await page.locator('.flows-message > details > summary').all()) await summary.click()
    },
  },
  {
    name: 'flows: a refusal without script',
    path: '/flows/refused',
    settings: { javaScriptEnabled: false },
    enter: async ({ page }) => {
      await page.click('#flows-faulty')
      await page.waitForURL('**/messages/*')
      assert.equal(await page.locator('.flows-message').count(), 1)
    },
  },
  {
    name: 'flows: a hostile message, everything unfolded',
    path: '/flows/m9001/messages/m9001',
    enter: async ({ page }) => {
      for (const summary of await page.locator('summary:visible').all())
        if ((await summary.getAttribute('id')) !== 'menu') await summary.click()
      assert.equal(await page.locator('main script, main b').count(), 0)
    },
  },
  {
    name: 'flows: a file that is not a recorded flow',
    path: '/flows/load',
    enter: async (visitor) => {
      const { page } = visitor
      await page.setInputFiles('#flows-load-file', {
        name: 'flow.json',
        mimeType: 'application/json',
        buffer: Buffer.from('{}'),
      })
      await waitForValue(visitor, '#flows-load-text', '{}')
      await page.focus('#flows-load-text')
      await pressByKeyboard(visitor, '#flows-load-show')
      await page.waitForSelector('#flows-load-refused')
    },
  },
  { name: 'flows: a trace that is not kept', path: '/flows?trace=abcdefghijkl' },
]
