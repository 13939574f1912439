/** The trust anchors of mdocs in the metadata of their issuer (D-1127). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authority, documentSigner, issue, makeCertificate, signerWith } from '../../test/support/mdoc.ts'
import { verdict } from '../../test/support/mdoc-verdict.ts'
import type { PublicJwk } from '../base/index.ts'
import { createCertifiedJwk, trustedMdocIssuers } from './mdoc-issuer.ts'

const key = signerWith(documentSigner).publicJwk
const { kid, use, alg, ...bare } = key
const stranger = makeCertificate(authority)
const text = await issue()
const own = createCertifiedJwk(key, [documentSigner.der, authority.der])
const alone = createCertifiedJwk(key, [documentSigner.der])

for (const [title, published, code] of [
  ['with the certificates up to its authority', own, 'accepted'],
  ['with its own certificate alone', alone, 'accepted'],
  ['with no certificate', key, 'accepted'],
  ['that states no use', bare, 'accepted'],
  [
    'of another signer with its certificate alone',
    createCertifiedJwk(signerWith(stranger).publicJwk, [stranger.der]),
    'chain_untrusted',
  ],
  ['with no certificate in x5c', { ...key, x5c: [] }, 'chain_untrusted'],
  ['with a malformed last certificate', { ...own, x5c: [...own.x5c, 'AAAA'] }, 'chain_untrusted'],
  ['with too many certificates', { ...alone, x5c: Array(6).fill(alone.x5c[0]) }, 'chain_untrusted'],
  ['for encryption', { ...bare, use: 'enc', alg: 'ECDH-ES' }, 'chain_untrusted'],
  ['for encryption, by its use', { ...bare, use: 'enc' }, 'chain_untrusted'],
  ['for encryption, by its algorithm', { ...bare, alg: 'ECDH-ES' }, 'chain_untrusted'],
  ['for encryption, by its operations', { ...bare, key_ops: ['deriveKey'] }, 'chain_untrusted'],
  [
    'for encryption with the certificates up to its authority',
    { ...own, use: 'enc', alg: 'ECDH-ES' },
    'chain_untrusted',
  ],
] as readonly (readonly [string, PublicJwk, string])[])
  test(`RP-12 WI-62 an mdoc whose issuer publishes a key ${title}: ${code}`, async () => {
    assert.equal(await verdict(text, { trusted: trustedMdocIssuers([published]) }), code)
  })

test('RP-12 WI-62 a key with its own certificate alone certifies no other signer', async () => {
  const other = await issue({}, { signer: signerWith(stranger), x5chain: [stranger.der] })
  assert.equal(await verdict(other, { trusted: trustedMdocIssuers([alone]) }), 'chain_untrusted')
  assert.equal(await verdict(other, { trusted: trustedMdocIssuers([own]) }), 'accepted')
})
