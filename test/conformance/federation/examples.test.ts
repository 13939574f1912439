/** The examples of policies, resolved metadata and constraints in OpenID Federation 1.0. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed, type JsonObject } from '../../../src/base/index.ts'
import { mergeMetadataPolicy, parseMetadataPolicy } from '../../../src/federation/policy/metadata-policy.ts'
import { resolveMetadata } from '../../../src/federation/policy/resolve-metadata.ts'
import type { EntityStatement } from '../../../src/federation/statement/entity-statement.ts'
import { constraints, openidProvider, pathLengths, relyingParty } from '../../vectors/openid-federation.ts'

const urls = { loopbackHttp: false }
const statement = (sub: string, members: object): EntityStatement =>
  ({ iss: 'https://superior.example', sub, iat: 1, exp: 2, jwks: { keys: [] }, metadata: {}, ...members }) as never

/** Sorts every list, because policies treat lists as sets (§6.1.3.1). */
const sorted = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [name, Array.isArray(one) ? one.toSorted() : one]))

function resolved(type: string, metadata: object, superiors: readonly object[]): unknown {
  const leaf = statement('https://leaf.example', { metadata: { [type]: metadata } })
  const above = superiors.map((members) => statement('https://below.example', members))
  const answer = resolveMetadata(leaf, above, urls)
  return failed(answer) ? `${answer.code} ${answer.at}` : sorted(answer[type] ?? {})
}

test('FED-04 OpenID Federation §6.1.5: the merged policy', () => {
  const read = (policy: object) => parseMetadataPolicy({ openid_relying_party: policy as JsonObject }, 'policy')
  const [anchor, intermediate] = [read(relyingParty.anchorPolicy), read(relyingParty.intermediatePolicy)]
  assert.ok(!failed(anchor) && !failed(intermediate))
  const merged = mergeMetadataPolicy(anchor, intermediate, 'policy')
  assert.ok(!failed(merged))
  const parameters = [...(merged.get('openid_relying_party') ?? [])]
  const plain = Object.fromEntries(parameters.map(([name, operators]) => [name, Object.fromEntries(operators)]))
  assert.deepEqual(plain, relyingParty.mergedPolicy)
})

test('FED-20 OpenID Federation §6.1.5: the resolved metadata of the RP', () => {
  const type = 'openid_relying_party'
  const { metadata, intermediatePolicy, intermediateMetadata, anchorPolicy } = relyingParty
  const superiors = [
    { metadata_policy: { [type]: intermediatePolicy }, metadata: { [type]: intermediateMetadata } },
    { metadata_policy: { [type]: anchorPolicy } },
  ]
  assert.deepEqual(resolved(type, metadata, superiors), sorted(relyingParty.resolved))
  const secret = { ...metadata, token_endpoint_auth_method: 'private_key_jwt' }
  assert.match(String(resolved(type, secret, superiors)), /^policy_/)
})

test('FED-20 OpenID Federation Appendix A.2: the resolved metadata of the provider', () => {
  const superiors = openidProvider.policies.map((policy) => ({ metadata_policy: { openid_provider: policy } }))
  const answer = resolved('openid_provider', openidProvider.metadata, superiors)
  assert.deepEqual(answer, sorted(openidProvider.resolved as never))
})

for (const [leaf, first, second, valid] of pathLengths)
  test(`FED-05 OpenID Federation §6.2.1: path lengths ${second} over ${first} over ${leaf}`, () => {
    const superiors = [leaf, first, second].map((length) =>
      length === undefined ? {} : { constraints: { max_path_length: length } },
    )
    const answer = resolved('openid_provider', openidProvider.metadata, superiors)
    if (valid) assert.notEqual(typeof answer, 'string')
    else assert.match(String(answer), /^path_too_long /)
  })

test('FED-23 FED-24 OpenID Federation §6.2: the set of constraints', () => {
  const under = (sub: string, types: readonly string[]) => {
    const leaf = statement(sub, { metadata: Object.fromEntries(types.map((type) => [type, {}])) })
    const answer = resolveMetadata(leaf, [statement(sub, { constraints })], urls)
    return failed(answer) ? answer.code : Object.keys(answer)
  }
  const types = ['federation_entity', 'oauth_client']
  assert.deepEqual(under('https://west.example.com', types), ['federation_entity'])
  assert.deepEqual(under('https://my.host.example.com', types), ['federation_entity'])
  assert.equal(under('https://east.example.com', types), 'name_excluded')
  assert.equal(under('https://example.com', types), 'name_not_permitted')
  assert.equal(under('https://example.org', types), 'name_not_permitted')
})
