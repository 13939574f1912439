/** A user takes time at the consent screen: the wallet sends nothing that has expired meanwhile. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { consentToAll } from '../../../src/wallet/index.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createPresentationBench, type PresentationBench } from '../../support/presentation-bench.ts'
import { responseUri } from '../../support/scripted-relying-party.ts'

/** Makes the user wait this many seconds before they agree. */
function delayConsent(bench: PresentationBench, seconds: number): void {
  bench.holder.consent = (request) => {
    bench.fixture.clock.advance(seconds)
    return consentToAll(request)
  }
}

test('WI-05 an attestation that would expire during the consent is not chosen', async () => {
  const bench = await createPresentationBench()
  const { clock } = bench.fixture
  await bench.present()
  const before = Math.max(...(await bench.wallet.status()).attestations)
  clock.advance(before - clock.now() - 100)
  delayConsent(bench, 230)
  await bench.present()
  const { vp_token } = await bench.decryptResponse(await bench.lastForm(responseUri))
  const { exp } = decodeJwt((vp_token as { wallet: string }).wallet).payload as JsonObject & { exp: number }
  assert.ok(exp > clock.now(), `ended ${clock.now() - exp} s ago`)
})

test('WI-74 nothing is posted if the request expires during the consent, without clock skew', async () => {
  const bench = await createPresentationBench()
  delayConsent(bench, 240)
  const refusal = await bench.refuses('WI-74', 'expired')
  assert.match(refusal.answer.text, /no data were sent/)
  assert.equal(bench.sentTo(responseUri).length, 0)
  delayConsent(bench, 239)
  assert.equal((await bench.present()).kind, 'presented')
})

test('WI-03 nothing is posted if the attestation expires during the consent', async () => {
  const bench = await createPresentationBench()
  bench.relyingParty.bends.request = { payload: { exp: bench.fixture.clock.now() + 86_400 } }
  delayConsent(bench, 3600)
  await bench.refuses('WI-03', 'attestation_expiring')
  assert.equal(bench.sentTo(responseUri).length, 0)
})
