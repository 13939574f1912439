/** The revocation of the certificates of a presented mdoc (RFC 5280 §6.3, D-1156). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSigner } from '../../../src/jose/index.ts'
import { mdocQuery, presentedMdoc } from '../../support/mdoc-presentation.ts'
import { issuerId, relyingPartyFixture } from '../../support/relying-party-service.ts'
import { assertRefused, type Bend, present, testWallet } from '../../support/relying-party-wallet.ts'
import {
  createRevocableMdocIssuer,
  type ListPoint,
  type RevocableMdocIssuer,
} from '../../support/revocable-mdoc-issuer.ts'

const query = 'variant=dcql&flow=cross-device'

async function begin(issuer: RevocableMdocIssuer, authority = issuer.authority) {
  const { leaf } = issuer
  const mdocIssuer = {
    signer: leaf.signer,
    certificate: leaf.der,
    authority: authority.der,
    notAfter: Number.MAX_SAFE_INTEGER,
  }
  const at = await relyingPartyFixture({ config: { dcqlQuery: mdocQuery }, mdocIssuer })
  const wallet = await testWallet(at)
  const answer = async (change: Parameters<typeof presentedMdoc>[3] = {}) => {
    let nonce = ''
    const bend: Bend = {
      binding: (own) => {
        nonce = own.nonce
      },
      members: async (members) => {
        members.vp_token.pid = await presentedMdoc(at, wallet, nonce, change)
      },
    }
    return (await present(at, { query, wallet, bend })).response
  }
  return { at, answer }
}

for (const point of ['usual', 'critical'] as const satisfies readonly ListPoint[])
  test(`RP-231 an mdoc whose signer has a ${point} distribution point is accepted until its signer is revoked`, async () => {
    const issuer = await createRevocableMdocIssuer(issuerId, point)
    const good = await begin(issuer)
    const asked = await issuer.serveList(good.at.network, 'empty')
    assert.equal((await good.answer()).status, 200)
    assert.equal(asked.length, 1)
    assert.equal((await good.answer()).status, 200)
    assert.equal(asked.length, 1, 'the list is kept')
    const bad = await begin(issuer)
    await issuer.serveList(bad.at.network, 'revoked')
    await assertRefused(bad.at, await bad.answer(), ['FED-81', 'x509_revoked', 403])
  })

test('RP-231 an mdoc is refused for now if the list of its signer cannot be fetched', async () => {
  const issuer = await createRevocableMdocIssuer(issuerId, 'usual')
  const { at, answer } = await begin(issuer)
  await issuer.serveList(at.network, 'unreachable')
  await assertRefused(at, await answer(), ['FED-82', 'crl_unavailable', 503, 'temporarily_unavailable'])
})

test('RP-231 an mdoc whose signer names no list is accepted without a request', async () => {
  const issuer = await createRevocableMdocIssuer(issuerId, 'none')
  const { at, answer } = await begin(issuer)
  const asked = await issuer.serveList(at.network, 'revoked')
  assert.equal((await answer()).status, 200)
  assert.deepEqual(asked, [])
})

test('RP-231 no list is requested for the chain of a stranger, or for an mdoc of another device', async () => {
  const issuer = await createRevocableMdocIssuer(issuerId, 'usual')
  const { at, answer } = await begin(issuer, (await createRevocableMdocIssuer(issuerId, 'usual')).authority)
  const asked = await issuer.serveList(at.network, 'revoked')
  await assertRefused(at, await answer(), ['RP-12', 'chain_signature_invalid', 403])
  const own = await begin(issuer)
  const device = await generateSigner(own.at)
  await assertRefused(own.at, await own.answer({ device }), ['RP-12', 'device_signature_invalid', 403])
  assert.deepEqual(asked, [])
})
