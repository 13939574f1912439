/**
 * A PID Provider whose next key had to sign at once, without a day of publication: a party that has cached its
 * metadata without that key fetches them again (D-236).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/base/index.ts'
import { generateSigner } from '../../src/jose/index.ts'
import { formatMdoc } from '../../src/oauth/index.ts'
import { createCertifiedJwk } from '../../src/oid4vci/index.ts'
import type { MdocIssuer } from '../../src/pid-provider/index.ts'
import { createMdocIssuer } from '../../src/pid-provider-adapters/mdoc-issuer-file.ts'
import { present } from '../../src/sandbox/life-cycle/present-pid.ts'
import { sandboxOrigins } from '../../src/sandbox/origins.ts'
import { createTestEcosystem, origins } from '../support/ecosystem.ts'
import { connectEntity, crypto } from '../support/federation.ts'
import { forgeJwt } from '../support/forge-jwt.ts'
import { createIssuanceBench } from '../support/issuance-bench.ts'
import { mdocQuery, presentedMdoc } from '../support/mdoc-presentation.ts'
import { refusedBy } from '../support/refused-by.ts'
import { issuerId, relyingPartyFixture } from '../support/relying-party-service.ts'
import { assertRefused, present as respond, testWallet } from '../support/relying-party-wallet.ts'
import { issuerId as scriptedIssuerId } from '../support/scripted-issuer.ts'

test('WI-58 a wallet that has cached the issuer without its newest key accepts a PID under that key', async () => {
  const { parts, clock, person: newPerson, recompose } = await createTestEcosystem()
  const person = newPerson()
  await person.wallet.setUp()
  const { id } = await person.wallet.obtainPid(origins.pidProvider)
  const shown = () =>
    present({ origins: { ...sandboxOrigins(1), ...origins }, person }, { variant: 'dcql', method: 'post' })
  await shown()
  clock.advance(60)
  await recompose('pid-provider', { keys: { credential: [await generateSigner({ crypto: parts.crypto })] } })
  await person.wallet.obtainPid(origins.pidProvider)
  await person.wallet.remove(id)
  assert.ok((await shown()).size > 0)
})

const named = { organizationName: 'An issuer', country: 'IT', credentialLifetimeSeconds: 86_400 }

/** Returns issuer metadata with one more document signer. */
const withSigner = (metadata: JsonObject, { signer, certificate, authority }: MdocIssuer): JsonObject => {
  const { keys } = metadata.jwks as { readonly keys: readonly JsonObject[] }
  const more = createCertifiedJwk(signer.publicJwk, [certificate, authority]) as unknown as JsonObject
  return { ...metadata, jwks: { keys: [...keys, more] } }
}

test('RP-12 accepts an mdoc of a new authority after a fetch of the issuer, and limits the fetches for forged mdocs', async () => {
  const at = await relyingPartyFixture({ config: { dcqlQuery: mdocQuery } })
  const { clock, network, issuer } = at
  const next = await createMdocIssuer({ crypto, clock }, { entityId: issuerId, ...named })
  const wallet = await testWallet(at)
  const signer = { signer: next.signer, x5chain: [next.certificate] }
  let nonce = ''
  const shown = async () => {
    const bend = {
      binding: (one: { readonly nonce: string }) => {
        nonce = one.nonce
      },
      members: async (members: { vp_token: Record<string, unknown> }) => {
        members.vp_token.pid = await presentedMdoc(at, wallet, nonce, { signer })
      },
    }
    return (await respond(at, { query: 'variant=dcql&flow=cross-device', wallet, bend })).response
  }
  const fetches = () =>
    network.exchanges.filter(({ request }) => request.url.startsWith(`${issuerId}/.well-known/`)).length
  await assertRefused(at, await shown(), ['RP-12', 'chain_signature_invalid', 403])
  clock.advance(60)
  const before = fetches()
  for (const seconds of [10, 10, 10]) {
    await assertRefused(at, await shown(), ['RP-12', 'chain_signature_invalid', 403])
    clock.advance(seconds)
  }
  assert.equal(fetches(), before + 2)
  const metadata = withSigner(issuer.metadata.openid_credential_issuer ?? {}, next)
  connectEntity(network, clock, { ...issuer, metadata: { ...issuer.metadata, openid_credential_issuer: metadata } })
  clock.advance(60)
  const response = await shown()
  assert.equal(response.status, 200, await response.text())
})

test('WI-62 a wallet accepts an mdoc of a new authority after a fetch of the issuer', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench()
  const { clock } = fixture
  const obtain = () => wallet.obtainPid(scriptedIssuerId, { format: formatMdoc })
  await obtain()
  const next = await createMdocIssuer({ crypto, clock }, { entityId: scriptedIssuerId, ...named })
  issuer.bends.mdocSigner = { signer: next.signer, x5chain: [next.certificate] }
  clock.advance(60)
  await refusedBy('WI-62', 'chain_untrusted', obtain())
  issuer.bends.metadata = (metadata) => withSigner(metadata, next)
  clock.advance(15)
  assert.equal((await obtain()).format, formatMdoc)
})

test('WI-06 WI-58 a PID under an unknown key of an issuer that is no longer a member is refused for the missing Trust Chain', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench()
  await wallet.obtainPid(scriptedIssuerId)
  fixture.clock.advance(60)
  const next = await generateSigner({ crypto })
  issuer.bends.pidText = async (sdJwt) => {
    const [jwt = '', ...disclosures] = sdJwt.split('~')
    return [await forgeJwt(jwt, next, { header: { kid: next.kid } }), ...disclosures].join('~')
  }
  fixture.expel(scriptedIssuerId)
  await refusedBy('WI-06', 'no_trust_chain', wallet.obtainPid(scriptedIssuerId))
  assert.equal((await wallet.list()).length, 1)
})
