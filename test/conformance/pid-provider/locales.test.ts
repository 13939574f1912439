/** The language of the pages: the wallet's choice takes precedence over the browser's. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofObject } from '../../support/par-refusals.ts'
import { authorize, beginIssuance, callback, consentPage, openBrowser, pushed } from '../../support/pid-issuance.ts'
import { pidProviderFixture } from '../../support/pid-provider-fixture.ts'

const rows: readonly (readonly [uiLocales: unknown, accepted: string, shown: 'it' | 'en' | 'sl'])[] = [
  ['en', 'it', 'en'],
  ['it', 'en', 'it'],
  ['es EN-gb it', 'it', 'en'],
  ['item es it-IT en', 'en', 'it'],
  ['es', 'en', 'en'],
  ['sl it', 'en', 'sl'],
  ['', 'en', 'en'],
  [['it'], 'en', 'en'],
  [undefined, 'en', 'en'],
  [undefined, 'it', 'it'],
]

const one = await pidProviderFixture()
const several = await pidProviderFixture({ identityProviders: ['cie', 'spid'] })

for (const [locales, accepted, shown] of rows)
  test(`PP-122 ui_locales ${JSON.stringify(locales)} and a browser in ${accepted} get the pages in ${shown}`, async () => {
    const bend = ofObject({ ui_locales: locales })
    const page = new RegExp(`<html lang="${shown}">`)
    const headers = { 'accept-language': accepted }

    const choosing = await beginIssuance(several)
    const requestUri = encodeURIComponent(await pushed(choosing, bend))
    const query = `client_id=${choosing.wallet.clientId}&request_uri=${requestUri}`
    assert.match(await (await several.send(`/authorize?${query}`, { headers })).text(), page)

    const issuance = await beginIssuance(one)
    const browser = await openBrowser(issuance, await pushed(issuance, bend))
    await callback(issuance, browser)
    assert.match(await (await consentPage(issuance, browser, headers)).text(), page)
  })

test('PP-122 ui_locales beside the request_uri are ignored (PP-55)', async () => {
  const issuance = await beginIssuance(several)
  const response = await authorize(issuance, await pushed(issuance), { ui_locales: 'en' })
  assert.match(await response.text(), /<html lang="it">/)
})
