/** Links and metadata of each profile, and links and metadata that only resemble those of a profile. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../base/index.ts'
import { type ProfileName, profileNames, relyingPartyWire } from '../../profiles/index.ts'
import { recognizeProfile } from './recognize-profile.ts'

const entityId = 'https://rp.example'
const membersOf = (profile: ProfileName, more: JsonObject = {}): JsonObject => ({
  ...Object.fromEntries(relyingPartyWire[profile].metadataMembers.map((name) => [name, 'value'])),
  ...more,
})
const { logo_uri: _, ...without } = membersOf('it-wallet-1.4') as { readonly logo_uri: string } & JsonObject
const bare = { client_id: entityId, request_uri: `${entityId}/request` }
const prefixed = { ...bare, client_id: `openid_federation:${entityId}` }
const verifier = (members: JsonObject) => ({ openid_credential_verifier: members })
const both = (members: JsonObject) => ({ ...verifier(members), wallet_relying_party: members })

const rows: readonly (readonly [what: string, link: object, metadata: object, profile: ProfileName])[] = [
  ['a client_id prefix, whatever the metadata,', prefixed, both(membersOf('seed')), 'it-wallet-1.4'],
  ['a Request Object in the link', { client_id: entityId, request: 'a.b.c' }, {}, 'it-wallet-1.4'],
  ['metadata of 1.4 alone', bare, verifier(membersOf('it-wallet-1.4')), 'it-wallet-1.4'],
  [
    'metadata of 1.4 with members of earlier versions',
    bare,
    verifier(membersOf('it-wallet-1.4', { authorization_signed_response_alg: 'ES256', vp_formats: {} })),
    'it-wallet-1.4',
  ],
  ['metadata of 1.0 alone', bare, verifier(membersOf('it-wallet-1.0')), 'it-wallet-1.0'],
  ['metadata of 1.0 and unknown members', bare, verifier(membersOf('it-wallet-1.0', { more: 1 })), 'it-wallet-1.0'],
  ['metadata of the specification', bare, both(membersOf('seed')), 'seed'],
  ['metadata of the specification under one name', bare, verifier(membersOf('seed')), 'seed'],
  ['metadata of 1.0 under both names', bare, both(membersOf('it-wallet-1.0')), 'seed'],
  ['metadata of 1.4 without a required member', bare, verifier(without), 'seed'],
  ['members of two versions', bare, verifier({ ...membersOf('it-wallet-1.0'), ...membersOf('it-wallet-1.4') }), 'seed'],
  ['missing metadata', bare, {}, 'seed'],
]

for (const [what, link, metadata, profile] of rows)
  test(`WI-130 the profile by ${what} is ${profile}`, () => {
    const read = { entity_id: entityId, request_uri_method: 'get', ...link } as Parameters<typeof recognizeProfile>[0]
    assert.equal(recognizeProfile(read, { metadata }, profileNames), profile)
  })

for (const profile of ['it-wallet-1.0', 'it-wallet-1.4'] as const)
  test(`WI-130 WI-152 metadata of ${profile} below an anchor that permits only the specification have the profile seed`, () => {
    const metadata = verifier(membersOf(profile))
    const read = { entity_id: entityId, request_uri_method: 'get', ...bare } as Parameters<typeof recognizeProfile>[0]
    assert.equal(recognizeProfile(read, { metadata }, ['seed']), 'seed')
  })

for (const [profile, what, link, metadata] of [
  ['it-wallet-1.0', 'metadata of 1.0 with logo_uri', bare, verifier(membersOf('it-wallet-1.0', { logo_uri: 'value' }))],
  ['it-wallet-1.0', 'metadata of 1.0 under both names', bare, both(membersOf('it-wallet-1.0'))],
  ['it-wallet-1.4', 'members of two versions', bare, verifier({ ...membersOf('seed'), ...membersOf('it-wallet-1.4') })],
  ['it-wallet-1.4', 'metadata without a required member', bare, verifier(without)],
  ['seed', 'metadata of 1.4', bare, verifier(membersOf('it-wallet-1.4'))],
] as const)
  test(`WI-130 below an anchor pinned for ${profile} only, the profile by ${what} is ${profile}`, () => {
    const read = { entity_id: entityId, request_uri_method: 'get', ...link } as Parameters<typeof recognizeProfile>[0]
    assert.equal(recognizeProfile(read, { metadata }, [profile]), profile)
  })

for (const [what, link] of [
  ['a client_id prefix', prefixed],
  ['a Request Object in the link', { client_id: entityId, request: 'a.b.c' }],
] as const)
  test(`WI-130 WI-152 the profile by ${what} is it-wallet-1.4 also below an anchor pinned for another one`, () => {
    const metadata = verifier(membersOf('it-wallet-1.0'))
    const read = { entity_id: entityId, request_uri_method: 'get', ...link } as Parameters<typeof recognizeProfile>[0]
    assert.equal(recognizeProfile(read, { metadata }, ['it-wallet-1.0']), 'it-wallet-1.4')
  })
