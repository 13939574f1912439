/**
 * Wallet metadata, shapes of `vp_token` and mdocs in the profiles of IT-Wallet (IT-Wallet 1.0.2, 1.3.3 and 1.4.6,
 * Remote Flow).
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { jwkThumbprint } from '../../../src/jose/index.ts'
import type { FurtherProfileName } from '../../../src/profiles/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { mdocQuery, presentedMdoc } from '../../support/mdoc-presentation.ts'
import { apiKeyDigest, call, returnUrl } from '../../support/relying-party-application.ts'
import {
  answerForm,
  assertRefused,
  type Bend,
  fetchRequest,
  metadataOf,
  post,
  present,
  requestObjectOf,
  rpId,
  start,
  testWallet,
} from '../../support/relying-party-fixture.ts'
import { answerIn, profileFixture } from '../../support/relying-party-profiles.ts'

const query = 'flow=cross-device'

/** Fetches a Request Object with these members in `wallet_metadata`. */
async function fetchWith(profile: FurtherProfileName, members: object) {
  const at = await profileFixture(profile)
  const wallet_metadata = JSON.stringify({
    vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] } },
    response_modes_supported: ['direct_post.jwt'],
    ...members,
  })
  return { at, response: await fetchRequest(at, await start(at, query), { wallet_metadata }) }
}

const accepted: readonly (readonly [id: string, profile: FurtherProfileName, members: object])[] = [
  ['RP-42', 'it-wallet-1.0', { client_id_schemes_supported: ['https'] }],
  ['RP-42', 'it-wallet-1.0', { client_id_schemes_supported: ['entity_id', 'redirect_uri'] }],
  ['RP-134', 'it-wallet-1.4', { client_id_prefixes_supported: ['redirect_uri', 'x509_san_dns', 'x509_san_uri'] }],
  ['RP-134', 'it-wallet-1.4', { client_id_prefixes_supported: ['x509_hash'] }],
  ['RP-134', 'it-wallet-1.4', { client_id_schemes_supported: ['x509_san_uri'] }],
  ['RP-142', 'it-wallet-1.4', { response_modes_supported: ['query'] }],
  ['RP-142', 'it-wallet-1.4', { response_modes_supported: ['query', 'direct_post.jwt'] }],
  ['RP-41', 'it-wallet-1.0', { presentation_definition_uri_supported: true }],
  ['RP-41', 'it-wallet-1.4', { presentation_definition_uri_supported: true }],
  ['RP-41', 'it-wallet-1.4', { presentation_definition_uri_supported: 'true' }],
  ['RP-41', 'it-wallet-1.4', { issuer: 'https://wallet.example' }],
]
const refused: readonly (readonly [profile: FurtherProfileName, members: object, code: string])[] = [
  ['it-wallet-1.0', { client_id_schemes_supported: ['redirect_uri'] }, 'client_id_scheme_unsupported'],
  ['it-wallet-1.0', { response_modes_supported: ['query'] }, 'no_common_response_mode'],
  ['it-wallet-1.0', { response_modes_supported: [] }, 'no_common_response_mode'],
  ['it-wallet-1.4', { response_modes_supported: [] }, 'no_common_response_mode'],
  ['it-wallet-1.4', { response_modes_supported: ['direct_post'] }, 'no_common_response_mode'],
  ['it-wallet-1.4', { response_modes_supported: ['query', 'fragment'] }, 'no_common_response_mode'],
  ['it-wallet-1.4', { vp_formats_supported: { jwt_vc: {} } }, 'no_common_format'],
  ['it-wallet-1.4', { vp_formats_supported: { 'dc+sd-jwt': null } }, 'no_common_format'],
  ['it-wallet-1.4', { request_object_signing_alg_values_supported: ['ES512'] }, 'no_common_signing_algorithm'],
]
describe('wallet metadata in each profile', () => {
  for (const [id, profile, members] of accepted)
    test(`${id} ${profile}: accepts ${JSON.stringify(members)}`, async () => {
      const { at, response } = await fetchWith(profile, members)
      assert.equal(response.status, 200, await response.clone().text())
      const { response_mode, aud } = (await requestObjectOf(response)).payload
      assert.deepEqual([response_mode, aud], ['direct_post.jwt', 'https://self-issued.me/v2'])
      assert.deepEqual(at.faults, [])
    })
  for (const [profile, members, code] of refused)
    test(`RP-42 ${profile}: refuses ${JSON.stringify(members)}`, async () => {
      const { at, response } = await fetchWith(profile, members)
      await assertRefused(at, response, ['RP-42', code, 400])
    })
})

for (const profile of ['it-wallet-1.0', 'it-wallet-1.4'] as const)
  test(`RP-52 RP-13 ${profile}: accepts a presentation as text and in a list, and refuses a list of two`, async () => {
    const at = await profileFixture(profile)
    const shaped = (shape: (texts: readonly string[]) => unknown): Bend => ({
      members: (members) => {
        members.vp_token.pid = shape([members.vp_token.pid].flat())
      },
    })
    for (const shape of [([text]: readonly string[]) => text, (texts: readonly string[]) => texts])
      assert.equal((await present(at, { query, bend: shaped(shape) })).response.status, 200)
    const two = shaped((texts) => [...texts, ...texts])
    await assertRefused(at, (await present(at, { query, bend: two })).response, ['RP-13', 'presentation_count', 400])
  })

test('RP-12 1.4: an mdoc is bound to the client identifier with its prefix and to the key of the request', async () => {
  const at = await profileFixture('it-wallet-1.4', { config: { mdocAlgorithms: ['ES256'], dcqlQuery: mdocQuery } })
  const wallet = await testWallet(at)
  const answer = async (change: object = {}) => {
    const request = await requestObjectOf(await fetchRequest(at, await start(at, query)))
    const { client_id: clientId, nonce, client_metadata: metadata } = request.payload
    const session = { clientId, encryptionThumbprint: jwkThumbprint(at, metadata.jwks.keys[0]), ...change }
    const bend: Bend = {
      members: async (members) => {
        members.vp_token = { pid: [await presentedMdoc(at, wallet, nonce, { session })] }
      },
    }
    return post(at, await answerForm(at, wallet, request, answerIn('it-wallet-1.4', request, bend)))
  }
  const response = await answer()
  assert.equal(response.status, 200, await response.text())
  for (const change of [{ clientId: rpId }, { encryptionThumbprint: at.decrypter.kid }])
    await assertRefused(at, await answer(change), ['RP-12', 'device_signature_invalid', 403])
})

test('RP-180 1.0 asks for no mdoc: its metadata have no such format, and an order for one is refused', async () => {
  const config = { mdocAlgorithms: ['ES256'] }
  const applications = [{ id: 'portal', apiKeyDigests: [apiKeyDigest], returnUrls: [returnUrl] }]
  const at = await profileFixture('it-wallet-1.0', { config: { ...config, applications } })
  const metadata = await metadataOf(at)
  assert.deepEqual(Object.keys(metadata.openid_credential_verifier.vp_formats), ['dc+sd-jwt'])
  const order = await call(at, '/presentations', { dcql_query: mdocQuery, return_url: returnUrl })
  await assertRefused(at, order, ['RP-90', 'format_unaccepted', 400])
  for (const asked of [{ dcqlQuery: mdocQuery }, { dcqlQueries: { mdoc: mdocQuery } }])
    await assert.rejects(
      profileFixture('it-wallet-1.0', { config: { ...config, ...asked } }),
      /must not ask for an mdoc/,
    )
  observeOutput('RP-180')
})
