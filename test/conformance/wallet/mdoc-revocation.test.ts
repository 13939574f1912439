/** The revocation of the certificates of a received mdoc (RFC 5280 §6.3, D-1156). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { createCertificateEvaluator } from '../../../src/certificate-trust/index.ts'
import { formatMdoc } from '../../../src/oauth/index.ts'
import { refusedBy, ruleOf } from '../../support/refused-by.ts'
import { createRevocableMdocIssuer, type ListPoint } from '../../support/revocable-mdoc-issuer.ts'
import { createScriptedIssuer, issuerId } from '../../support/scripted-issuer.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'
import { createWalletProviderFixture } from '../../support/wallet-provider-fixture.ts'

async function begin(point: ListPoint, checks = true) {
  const fixture = await createWalletProviderFixture()
  const [scripted, revocable] = [await createScriptedIssuer(fixture), await createRevocableMdocIssuer(issuerId, point)]
  const { clock, network } = fixture
  const certificates = createCertificateEvaluator({
    ...{ clock, fetch: network.fetch, urls: { loopbackHttp: false }, roots: [] },
    ...{ skewSeconds: 30, graceSeconds: 600 },
  })
  const holder = createTestWallet(checks ? { ...fixture, certificates } : fixture)
  holder.browser = scripted.browser
  scripted.bends.mdocSigner = revocable.mdocSigner
  scripted.bends.metadata = (own) => ({ ...own, jwks: { keys: [revocable.documentKey as unknown as JsonObject] } })
  await holder.wallet.setUp()
  return {
    obtain: () => holder.wallet.obtainPid(issuerId, { format: formatMdoc }),
    network,
    revocable,
    scripted,
    holder,
  }
}

for (const point of ['usual', 'critical'] as const)
  test(`WI-211 an mdoc whose signer has a ${point} distribution point is stored, unless its signer is revoked`, async () => {
    const good = await begin(point)
    await good.revocable.serveList(good.network, 'empty')
    await good.obtain()
    assert.equal((await good.holder.wallet.list()).length, 1)
    const bad = await begin(point)
    await bad.revocable.serveList(bad.network, 'revoked')
    const { answer } = await refusedBy('FED-81', 'x509_revoked', bad.obtain())
    assert.equal(answer.error, 'credential_discarded')
    assert.deepEqual(await bad.holder.wallet.list(), [])
  })

test('WI-211 an mdoc is refused for now if the list of its signer cannot be fetched', async () => {
  const { obtain, network, revocable } = await begin('usual')
  await revocable.serveList(network, 'unreachable')
  await refusedBy('FED-82', 'crl_unavailable', obtain())
})

test('WI-211 no list is requested for a signer without one, or for the chain of a stranger', async () => {
  const { obtain, network, revocable, scripted } = await begin('none')
  const asked = await revocable.serveList(network, 'revoked')
  await obtain()
  scripted.bends.mdocSigner = (await createRevocableMdocIssuer(issuerId, 'usual')).mdocSigner
  await refusedBy('WI-62', 'chain_signature_invalid', obtain())
  assert.deepEqual(asked, [])
})

test('WI-211 a wallet without an evaluator of certificates refuses only a critical distribution point', async () => {
  for (const [point, rule] of [
    ['usual', 'accepted'],
    ['critical', 'WI-62 certificate_extension_unknown'],
  ] as const)
    assert.equal(await ruleOf((await begin(point, false)).obtain), rule)
})
