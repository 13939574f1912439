/** States of the screen of devices in a browser. */

import type { ConsoleState } from '../support/browser-console.ts'
import type { DeskConsole } from '../support/desk-console.ts'

/** Prepares two instances of a user, of which one is revoked. */
export async function prepareDevices(desk: DeskConsole): Promise<readonly ConsoleState[]> {
  const { walletInstances } = desk.ecosystem.parts.stores['wallet-provider']
  const all = () => walletInstances.search({ limit: 100 })
  const earlier = new Set((await all()).map(({ hardwareKeyTag }) => hardwareKeyTag))
  for (let count = 0; count < 2; count += 1) await desk.ecosystem.person().wallet.setUp()
  const [one, other] = (await all()).filter(({ hardwareKeyTag }) => !earlier.has(hardwareKeyTag))
  const now = desk.ecosystem.clock.now()
  for (const instance of [one, other])
    await walletInstances.linkUser({ hardwareKeyTag: instance?.hardwareKeyTag ?? '', user: 'mario', actor: 'ada', now })
  const pathOf = (thumbprint: string | undefined): string => `/phones/instances/${thumbprint}`
  await desk.post(`${pathOf(other?.hardwareKeyThumbprint)}/change`, { to: 'revoke', reason: 'revoked_by_user' })
  await walletInstances.countRefusal({
    ...{ hardwareKeyTag: other?.hardwareKeyTag ?? '', requirement: 'WP-21' },
    ...{ code: 'instance_revoked', now },
  })
  return [
    { name: 'devices: the list', path: '/phones' },
    { name: 'devices: a revoked instance with its history', path: pathOf(other?.hardwareKeyThumbprint) },
    {
      name: 'devices: what the revocation of a user’s instances would affect',
      path: '/phones/group',
      enter: async ({ page }) => {
        await page.locator('#devices-value').fill('mario')
        await page.locator('#devices-review').click()
        await page.locator('#devices-confirm').waitFor()
        await page.locator('#devices-group-call').click()
      },
    },
    {
      name: 'devices: all profiles of simulated phones',
      path: '/phones/simulated',
      enter: async ({ page }) => page.locator('#devices-profiles-summary').click(),
    },
    {
      name: 'devices: a faulty phone and its evidence',
      path: '/phones/simulated',
      enter: async ({ page }) => {
        await page.locator('#devices-profile').selectOption('android/unlocked')
        await page.locator('#devices-order-button').click()
        await page.locator('#devices-prove').click()
        await page.locator('#devices-proof').waitFor()
      },
    },
  ]
}
