/** Our metadata under the policy of the national Trust Anchor (`https://ta.wallet.ipzs.it`, on 24 September 2026). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed, type JsonObject } from '../../../src/base/index.ts'
import { applyMetadataPolicy, mergeMetadataPolicy, parseMetadataPolicy } from '../../../src/federation/index.ts'
import { furtherProfileNames } from '../../../src/profiles/index.ts'
import { organization } from '../../support/federation.ts'
import { fetchRequest, metadataOf, requestObjectOf, start } from '../../support/relying-party-fixture.ts'
import { profileFixture } from '../../support/relying-party-profiles.ts'

const essential = { essential: true }
const optional = { essential: false }
const signatures = { ...essential, one_of: ['ES256', 'ES384', 'ES512'] }
const nationalPolicy: JsonObject = {
  federation_entity: {
    organization_name: essential,
    contacts: essential,
    homepage_uri: optional,
    logo_uri: optional,
    policy_uri: optional,
    federation_resolve_endpoint: optional,
  },
  openid_credential_verifier: {
    client_id: essential,
    client_name: optional,
    application_type: { default: 'web', ...optional, one_of: ['web'] },
    jwks: essential,
    request_uris: essential,
    response_uris: essential,
    redirect_uris: essential,
    authorization_signed_response_alg: signatures,
    authorization_encrypted_response_enc: { ...optional, one_of: ['A256GCM', 'A384GCM', 'A512GCM', 'A128CBC-HS256'] },
    authorization_encrypted_response_alg: { ...optional, one_of: ['ECDH-ES', 'RSA-OAEP-256'] },
    vp_formats: essential,
  },
}

/** Returns `accepted`, or the place at which the metadata violate the policy. */
function verdictOn(metadata: Parameters<typeof applyMetadataPolicy>[1]): string {
  const parsed = parseMetadataPolicy(nationalPolicy, 'policy')
  assert.ok(!failed(parsed))
  const policy = mergeMetadataPolicy(new Map(), parsed, 'policy')
  assert.ok(!failed(policy))
  const applied = applyMetadataPolicy(policy, metadata, 'metadata')
  return failed(applied) ? `${applied.code} ${applied.at}` : 'accepted'
}

for (const profile of furtherProfileNames)
  test(`RP-226 ${profile}: the metadata satisfy the policy of the national Trust Anchor`, async () => {
    const contacts = ['rp@pec.example']
    const metadata = await metadataOf(
      await profileFixture(profile, { config: { organization: { ...organization, contacts } } }),
    )
    assert.equal(verdictOn(metadata), 'accepted')
    const { contacts: _, ...unreachable } = metadata.federation_entity
    const silent = { ...metadata, federation_entity: unreachable }
    assert.equal(verdictOn(silent), 'policy_violated metadata.federation_entity.contacts.essential')
    const { vp_formats: __, ...without } = metadata.openid_credential_verifier
    const lacking = { ...metadata, openid_credential_verifier: without }
    assert.equal(verdictOn(lacking), 'policy_violated metadata.openid_credential_verifier.vp_formats.essential')
  })

test('RP-226 client_metadata of 1.4 have no members of earlier versions (D-1143)', async () => {
  const at = await profileFixture('it-wallet-1.4')
  const { payload } = await requestObjectOf(await fetchRequest(at, await start(at, 'flow=cross-device')))
  const published = (await metadataOf(at)).openid_credential_verifier
  for (const name of ['authorization_signed_response_alg', 'vp_formats']) {
    assert.ok(Object.hasOwn(published, name), name)
    assert.ok(!Object.hasOwn(payload.client_metadata, name), name)
  }
})
