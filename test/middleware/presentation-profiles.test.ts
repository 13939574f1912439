/** `requirePresentation` with wallets of later profiles, and with the wallet that the visitor chooses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PresentationServiceFault, type RequirePresentationOptions } from '../../src/middleware/index.ts'
import { type FurtherProfileName, furtherProfileNames } from '../../src/profiles/index.ts'
import { guardWith, locationOf, origin, pathOf, person, type Send } from '../support/guarded-portal.ts'
import { answerOrder, apiKey, chooseWallet, orderingService, portalReturnUrl } from '../support/ordering-service.ts'
import { createBrowser, entityIds } from '../support/relying-party-fixture.ts'
import type { ProfileService } from '../support/relying-party-profiles.ts'

/** Returns a portal behind a guard for this profile. Its page shows the credentials. */
function portalOf({ fixture }: ProfileService, profile: NonNullable<RequirePresentationOptions['profile']>): Send {
  const { clock, network } = fixture
  const guard = guardWith({ apiKey, clock, profile, returnUrl: portalReturnUrl, fetch: network.fetch })
  const handle = guard.protect((_request, { credentials }) => Response.json(credentials))
  return (path, init) => handle(new Request(origin + path, init), { address: undefined })
}

const walletLinks = furtherProfileNames.map((profile) => ({ name: profile, link: 'https://app.example/', profile }))

for (const [profile, wallet] of [
  ['it-wallet-1.0', 'it-wallet-1.0'],
  ['it-wallet-1.4', 'it-wallet-1.4'],
  ['auto', 'it-wallet-1.0'],
  ['auto', 'it-wallet-1.4'],
] as const satisfies readonly (readonly [string, FurtherProfileName])[])
  test(`RP-137 RP-138 RP-139 a visitor with a wallet of ${wallet} is admitted with profile ${profile}`, async () => {
    const ordering = await orderingService({ walletLinks })
    const one = person(portalOf(ordering, profile))
    const away = await one.beginPresentation('/area', {}, 'same-device')
    assert.equal(away.status, 303, await away.clone().text())
    const browser = createBrowser(ordering.fixture)
    const number = furtherProfileNames.indexOf(wallet) + 1
    const startUrl =
      profile === 'auto'
        ? await chooseWallet(browser, locationOf(away), number)
        : `${locationOf(away)}&wallet=${number}`
    assert.ok(startUrl.startsWith(`${entityIds[wallet]}/presentations/begin?`))
    const disclosing = { disclose: ['given_name', 'tax_id_code'] }
    const { response } = await answerOrder(ordering, wallet, { startUrl, browser }, disclosing)
    assert.equal(response.status, 200, await response.clone().text())
    const { redirect_uri: redirectUri } = (await response.json()) as { redirect_uri: string }
    const back = await one.visit(pathOf(locationOf(await browser.get(redirectUri))))
    assert.deepEqual([back.status, locationOf(back)], [303, `${origin}/area`])
    const page = await one.visit('/area')
    assert.equal(page.status, 200)
    const { pid } = (await page.json()) as { pid: { claims: object } }
    assert.deepEqual(pid.claims, { given_name: 'Ada', tax_id_number: 'TINIT-RSSDAA80A50H501X' })
  })

for (const profile of furtherProfileNames)
  test(`RP-137 a guard with profile ${profile} is refused where a wallet level is required`, async () => {
    const strict = { requiredWalletLevels: ['https://trust-list.eu/aal/high'], variants: ['scope'] }
    const one = person(portalOf(await orderingService(strict), profile))
    await assert.rejects(one.beginPresentation('/area'), (fault) => {
      assert.ok(fault instanceof PresentationServiceFault)
      assert.deepEqual([fault.serviceStatus, fault.status], [400, 502])
      assert.match(fault.detail, /wallet_level_unprovable/)
      return true
    })
  })
