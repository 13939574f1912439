/** States of "Break it", for `console-break.test.ts` (each once) and `console-break.long.ts` (each in every view). */
import assert from 'node:assert/strict'
import { type ArmedFault, createBreakScreen, type Screen } from '../../src/console/index.ts'
import { html } from '../../src/http/index.ts'
import { createFaultStore } from '../../src/sandbox/faults/armed-faults.ts'
import { faultSteps } from '../../src/sandbox/faults/fault-table.ts'
import type { ConsoleState } from '../support/browser-console.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { seededRandom } from '../support/seeded-random.ts'

const clock = fixedClock()

/** Creates the screen over the table of the sandbox. It receives no messages. */
function createScreen() {
  const store = createFaultStore({ clock, random: seededRandom('break') }, faultSteps)
  const screen = createBreakScreen({
    ...{ clock, faults: store, publicUrl: 'https://console.example' },
    messages: { find: () => undefined },
  })
  return { store, screen }
}

const { store, screen } = createScreen()

/** Another screen, whose page shows the ribbon. */
const home: Screen = {
  ...{ id: 'map', path: '/', label: { it: 'Mappa', en: 'Map' } },
  routes: (shell) => [
    {
      ...{ method: 'GET', path: '/', kind: 'page', public: true },
      handle: (request) => shell.page(request, { title: 'Map', main: html`<p>…</p>` }),
    },
  ],
}

/** The screens of all states. */
export const breakScreens: readonly Screen[] = [home, screen]

const tokenStep = 'wallet → pid-provider POST /token request'
const ofStep = (step: string): string => `/break?${new URLSearchParams({ step })}`

/** Arms three faults: one is missed, one is used, and one is used and refused. */
function armThree(): void {
  for (const { id } of store.list()) store.cancel(id)
  const [first, second, third] = ['dpop.expired', 'client_assertion.missing_jti', 'replayed'].map((fault) => {
    const armed = store.arm(tokenStep, fault) as ArmedFault
    assert.equal(armed.state, 'armed')
    return armed
  })
  store.recordMiss(first?.id ?? '', 'key_unknown')
  store.markUsed(second?.id ?? '')
  store.markUsed(third?.id ?? '')
  store.observe({
    ...{ trace: 'WMWMWMWMWMW1', surface: 'pid-provider/token', at: clock.now(), outcome: 'refused', evidence: {} },
    checks: [{ requirement: 'PP-40', passed: false, code: 'code_used', at: 'code' }],
  })
}

export const breakStates: readonly ConsoleState[] = [
  {
    name: 'break: no fault is armed',
    path: '/break',
    enter: async ({ page }) => {
      for (const { id } of store.list()) store.cancel(id)
      await page.reload()
      await page.locator('#break-none').waitFor()
      for (const summary of await page.locator('main summary').all()) await summary.click()
    },
  },
  {
    name: 'break: the faults of a message, one of them armed by keyboard',
    path: ofStep(tokenStep),
    enter: async ({ page }) => {
      await page.locator('#break-arm-dpop-wrong_htu').focus()
      await page.keyboard.press('Enter')
      await page.locator('#break-done').waitFor()
      assert.match((await page.locator('#break-table').textContent()) ?? '', /htu/)
    },
  },
  {
    name: 'break: armed without script',
    path: ofStep('wallet → relying-party POST /response request'),
    settings: { javaScriptEnabled: false },
    enter: async ({ page }) => {
      await page.locator('#break-arm-key_binding-wrong_nonce').click()
      await page.locator('#break-done').waitFor()
    },
  },
  {
    name: 'break: faults that were missed, used and refused',
    path: '/break',
    enter: async ({ page }) => {
      armThree()
      await page.reload()
      assert.equal(await page.locator('#break-table tbody tr').count(), 3)
    },
  },
  {
    name: 'break: the ribbon of another page',
    path: '/',
    enter: async ({ page }) => {
      armThree()
      await page.reload()
      await page.locator('#ribbon-go-break').focus()
    },
  },
  {
    name: 'break: a search',
    path: '/break?q=sd_hash',
    enter: async ({ page }) => {
      assert.equal(await page.locator('.break-choice').count(), 1)
    },
  },
  {
    name: 'break: a message that the table lacks',
    path: ofStep(tokenStep),
    enter: async ({ page }) => {
      await page.evaluate("document.querySelector('input[name=step]').value = 'nobody → nobody'")
      await page.locator('#break-arm-late').click()
      await page.locator('#break-refused').waitFor()
    },
  },
]
