/** States of the register in a browser. */
import assert from 'node:assert/strict'
import type { ConsoleState } from '../support/browser-console.ts'
import type { DeskConsole } from '../support/desk-console.ts'

/** Prepares three credentials, of which one is suspended and one revoked. */
export async function prepareRegister(desk: DeskConsole): Promise<readonly ConsoleState[]> {
  const { issuedCredentials } = desk.ecosystem.parts.stores['pid-provider']
  const earlier = new Set((await issuedCredentials.search({})).map(({ id }) => id))
  for (let count = 0; count < 3; count += 1) await desk.holder()
  const found = (await issuedCredentials.search({})).filter(({ id }) => !earlier.has(id))
  const [valid = '', suspended, revoked] = found.map(({ id }) => id)
  await desk.post(`/register/${suspended}/status`, { status: 'suspended', reason: 'phone lost' })
  await desk.post(`/register/${revoked}/status`, { status: 'revoked', reason: 'phone stolen' })
  return [
    {
      name: 'register: the list with the call of its search',
      path: '/register',
      enter: async ({ page }) => page.locator('#register-search-call').click(),
    },
    { name: 'register: a filter that nothing matches', path: '/register?status=valid&to=2020-01-01' },
    {
      name: 'register: a suspended credential, and how its status reaches the roles',
      path: `/register/${suspended}`,
      enter: async ({ page }) => {
        const travel = page.locator('#register-live')
        assert.equal(await travel.getAttribute('hx-trigger'), 'every 1s')
        await page.waitForResponse((response) => response.url().endsWith('/travel'))
        assert.match((await page.locator('#register-reader-relying-party').textContent()) ?? '', /./)
      },
    },
    { name: 'register: the question before a revocation', path: `/register/${valid}/change?to=revoked` },
    {
      name: 'register: an unknown credential, without script',
      path: '/register/unknown',
      settings: { javaScriptEnabled: false },
    },
  ]
}
