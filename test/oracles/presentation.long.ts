/**
 * `@pagopa/io-wallet-oid4vp` 1.2.1 reads the Relying Party's link and Request Object in each later profile, and makes
 * and sends the response, which the Relying Party accepts. Version 1.0 reads 1.0, version 1.3 reads 1.4. Version 1.5.4
 * of `@pagopa/io-wallet-oid-federation` validates the trust chain in the Request Object.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { failed } from '../../src/base/index.ts'
import { encryptJwe, type JweRecipient } from '../../src/jose/index.ts'
import { type FurtherProfileName, furtherProfileNames, relyingPartyWire } from '../../src/profiles/index.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import {
  type Bendable,
  fetchRequest,
  presentPid,
  type RelyingPartyFixture,
  requestObjectOf,
  start,
  testWallet,
} from '../support/relying-party-fixture.ts'
import { answerIn, profileFixture } from '../support/relying-party-profiles.ts'
import { fromOracles, substituteFor } from './from-oracles.ts'

const library = fromOracles('@pagopa/io-wallet-oid4vp')
const federation = fromOracles('io-wallet-oid-federation-1.5')
const { verify } = substituteFor('io-react-native-jwt')
const { IoWalletSdkConfig, ItWalletSpecsVersion } = fromOracles('@pagopa/io-wallet-utils')

const versions: Readonly<Record<FurtherProfileName, string>> = {
  'it-wallet-1.0': ItWalletSpecsVersion.V1_0,
  'it-wallet-1.4': ItWalletSpecsVersion.V1_3,
}

/** Members of a wallet's metadata as deployed wallets send them. No prefix names the federation. */
const walletMetadata = {
  client_id_prefixes_supported: ['redirect_uri', 'x509_san_dns', 'x509_san_uri'],
  request_object_signing_alg_values_supported: ['ES256'],
  response_modes_supported: ['direct_post.jwt'],
  response_types_supported: ['vp_token'],
  vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] } },
}

/** Encrypts for the library, which leaves the encryption to its caller. */
async function encrypt(at: RelyingPartyFixture, { alg, enc, apu, apv, publicJwk }: Bendable, plaintext: string) {
  const recipient = { alg, enc, recipient: publicJwk, header: { apu, apv } } as unknown as JweRecipient
  const jwe = await encryptJwe(at, recipient, plaintext)
  assert.ok(!failed(jwe))
  return { encryptionJwk: publicJwk, jwe }
}

for (const profile of furtherProfileNames)
  describe(profile, () => {
    test('the library reads the request, and the Relying Party accepts the response that it makes', async () => {
      const at = await profileFixture(profile)
      const fetch = (url: string, init?: RequestInit): Promise<Response> => at.send(new Request(url, init))
      const config = new IoWalletSdkConfig({ itWalletSpecsVersion: versions[profile] })
      const started = await start(at, 'flow=same-device')
      const { requestObjectJwt, parsedQrCode } = await library.fetchAuthorizationRequest({
        authorizeRequestUrl: started.engagementUrl,
        callbacks: { fetch },
        ...{ walletMetadata, walletNonce: 'a-nonce-of-the-wallet' },
      })
      const { payload } = await library.parseAuthorizeRequest({ config, requestObjectJwt })
      assert.equal(parsedQrCode.clientId, payload.client_id)
      assert.equal(payload.wallet_nonce, 'a-nonce-of-the-wallet')

      const wallet = await testWallet(at)
      const request = { jwt: requestObjectJwt, header: {}, payload }
      const pid = await presentPid(at, wallet, request, answerIn(profile, request))
      const own = await (await fetch(`${at.config.entityId}/.well-known/openid-federation`)).text()
      const { metadata: stated }: Bendable = decodeJwt(own).payload
      const metadata = stated.openid_credential_verifier
      const { encrypted_response_enc_values_supported, jwks } = metadata
      const created = await library.createAuthorizationResponse({
        authorization_encrypted_response_alg: metadata.authorization_encrypted_response_alg,
        authorization_encrypted_response_enc: metadata.authorization_encrypted_response_enc,
        callbacks: {
          generateRandom: async (bytes: number) => at.random.bytes(bytes),
          encryptJwe: (encryptor: Bendable, plaintext: string) => encrypt(at, encryptor, plaintext),
        },
        requestObject: payload,
        rpJwks: { jwks, encrypted_response_enc_values_supported },
        vp_token: { pid: relyingPartyWire[profile].listedPresentations ? [pid] : pid },
      })
      const { redirect_uri: redirectUri } = await library.fetchAuthorizationResponse({
        authorizationResponseJarm: created.jarm.responseJwe,
        callbacks: { fetch },
        presentationResponseUri: payload.response_uri,
      })
      const page = await started.browser.get(redirectUri)
      assert.match(await page.text(), /Rossi/)
      assert.deepEqual(at.faults, [])
    })

    test('RP-155 the library of the federation validates trust_chain of the Request Object', async (t) => {
      const at = await profileFixture(profile)
      t.mock.timers.enable({ apis: ['Date'], now: at.clock.now() * 1000 })
      const { header } = await requestObjectOf(await fetchRequest(at, await start(at, 'variant=dcql')))
      const callbacks = {
        fetch: at.network.fetch,
        hash: (data: Uint8Array) => createHash('sha256').update(data).digest(),
        verifyJwt: async ({ publicJwk }: Bendable, { compact }: Bendable) => ({
          verified: await verify(compact, publicJwk).then(() => true),
        }),
      }
      const trustAnchorUrls = at.config.authorityHints
      await federation.validateTrustChain(header.trust_chain, { callbacks, trustAnchorUrls })
      const short = federation.validateTrustChain(header.trust_chain.slice(0, -1), { callbacks, trustAnchorUrls })
      await assert.rejects(short, /signing key/)
    })
  })
