/** States of map and federation screen, for the short tests (each once) and the long ones (each in every view). */
import assert from 'node:assert/strict'
import { type ConsoleState, openBrowserConsole } from '../support/browser-console.ts'
import { applicantId, hostileId, publicUrl, startConsoleFederation, walletId } from '../support/console-federation.ts'
import { markType } from '../support/federation-authority.ts'

/** Opens a console over a federation with a hostile member, a grant, and a roll-over that has begun. */
export async function openFederationConsole() {
  const federation = await startConsoleFederation({ hostile: true })
  await federation.anchor.administer('POST', '/keys', {})
  await federation.anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: walletId })
  return openBrowserConsole(federation.screens, { publicUrl })
}

const entityPath = (id: string): string => `/map/entity?${new URLSearchParams({ id })}`

const has =
  (selector: string): NonNullable<ConsoleState['enter']> =>
  async ({ page }) => {
    assert.ok((await page.locator(selector).count()) > 0, selector)
    for (const summary of await page.locator('main summary').all()) await summary.click()
  }

export const mapStates: readonly ConsoleState[] = [
  { name: 'map: home', path: '/', enter: has('#map-graph a') },
  { name: 'map: a trusted role', path: entityPath(walletId), enter: has('#map-verdict.alert-success') },
  { name: 'map: a hostile member', path: entityPath(hostileId), enter: has('#map-marks') },
  { name: 'map: an entity that is not listed', path: entityPath('https://other.example'), enter: has('#map-fault') },
  {
    name: 'map: an applicant, reached with the keyboard alone',
    path: '/',
    enter: async (visitor, view) => {
      const { page } = visitor
      await page.locator('#map-look-up-id').focus()
      await page.keyboard.type(applicantId)
      await page.keyboard.press('Enter')
      await page.waitForSelector('#map-verdict')
      await has('#map-path-1-end')(visitor, view)
    },
  },
]

export const federationStates: readonly ConsoleState[] = [
  { name: 'federation: members', path: '/federation', enter: has('#federation-members') },
  { name: 'federation: candidates', path: '/federation/candidates', enter: has('#federation-applicants') },
  { name: 'federation: expiries', path: '/federation/calendar', enter: has('#federation-calendar') },
  { name: 'federation: keys', path: '/federation/keys', enter: has('[aria-current=step]') },
  { name: 'federation: trust marks', path: '/federation/marks', enter: has('#federation-grants') },
  {
    name: 'federation: confirmation',
    path: `/federation/confirm?${new URLSearchParams({ action: 'suspend', entity: walletId })}`,
    enter: has('#federation-do'),
  },
  {
    name: 'federation: dry run',
    path: '/federation/candidates',
    enter: async (visitor, view) => {
      await visitor.page.fill('#federation-in-entity', applicantId)
      await visitor.page.press('#federation-in-entity', 'Enter')
      await visitor.page.waitForSelector('#federation-accepted')
      await has('#federation-add')(visitor, view)
    },
  },
  {
    name: 'federation: simulated policy',
    path: '/federation/policy',
    enter: async (visitor, view) => {
      const policy = { wallet_relying_party: { client_name: { one_of: ['Other'] } } }
      await visitor.page.fill('#federation-policy-text', JSON.stringify(policy))
      await visitor.page.click('#federation-simulate')
      await visitor.page.waitForSelector('#federation-outcomes')
      await has('#federation-outcomes .refused')(visitor, view)
    },
  },
]
