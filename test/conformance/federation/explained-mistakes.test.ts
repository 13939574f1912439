/**
 * Mistakes of operators in the configuration of an entity, with the reason and the remedy that the explanation gives.
 * Each verdict is compared with that of a role.
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { failed, type JsonObject } from '../../../src/base/index.ts'
import { renderExplanation } from '../../../src/cli/render-explanation.ts'
import { type EntityType, explainTrust } from '../../../src/federation/index.ts'
import { defaultAlgorithms, generateSigner, type Signer } from '../../../src/jose/index.ts'
import {
  anchorsOf,
  connectEntity,
  crypto,
  evaluatorOf,
  type TestEntity,
  testEntity,
  urls,
} from '../../support/federation.ts'
import { type Authority, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { createNetwork } from '../../support/network.ts'

const anchorId = 'https://anchor.example'
const memberId = 'https://member.example'
const role: EntityType = 'wallet_provider'
let clock = fixedClock()
let network = createNetwork()
let anchor: Authority
let member: TestEntity
let key: Signer

describe('explained mistakes', () => {
  beforeEach(async () => {
    clock = fixedClock()
    network = createNetwork()
    anchor = await startAuthority({ clock, network }, anchorId, {})
    key = await generateSigner({ crypto })
    const metadata = { wallet_provider: { jwks: { keys: [{ ...key.publicJwk }] } } }
    member = await testEntity(memberId, { hints: [anchorId], metadata })
    connectEntity(network, clock, member)
    assert.equal((await anchor.administer('POST', '/subordinates', { entity_id: memberId })).status, 201)
  })

  /** Explains the member, and returns the text with the code of a role's refusal (`trusted` if there is none). */
  async function explained(types: readonly EntityType[] = [role], entityId = memberId) {
    const policy = { anchors: anchorsOf(anchor), algorithms: defaultAlgorithms, urls, skew: 0, now: clock.now() }
    const explanation = await explainTrust({ crypto, fetch: network.fetch }, entityId, types, policy)
    const verdict = await evaluatorOf({ clock, network }, policy.anchors).evaluate(entityId, types)
    const refusal = failed(verdict) ? verdict.code : 'trusted'
    return { text: renderExplanation(explanation), verdict: explanation.verdict, refusal }
  }

  const withMetadata = (metadata: Record<string, JsonObject>) =>
    connectEntity(network, clock, { ...member, metadata: { ...member.metadata, ...metadata } })

  test('FED-146 an entity whose metadata name its keys only by a URL has the verdict of the roles (D-1148)', async () => {
    const jwks = { keys: [{ ...key.publicJwk }] }
    const url = { jwks_uri: `${memberId}/jwks` }
    for (const [wallet_provider, code] of [
      [{ jwks }, 'trusted'],
      [{ jwks, ...url }, 'trusted'],
      [{}, 'trusted'],
      [url, 'key_set_by_reference'],
      [{ signed_jwks_uri: `${memberId}/jwks.jwt` }, 'key_set_by_reference'],
    ] as const) {
      withMetadata({ wallet_provider })
      const { verdict, refusal } = await explained()
      assert.deepEqual([verdict, refusal], [code, code], JSON.stringify(wallet_provider))
    }
    const { text } = await explained()
    const [line, reason = '', remedy = ''] = text.split('\n')
    assert.match(line ?? '', /^NOT TRUSTED in this role: the metadata name the keys only by a URL/)
    assert.match(reason, /^reason: the metadata of the type wallet_provider name its keys only by signed_jwks_uri/)
    assert.match(remedy, /^what to change: publish the keys by value, in jwks of the metadata of the type/)
    assert.doesNotMatch(text, /^but /m)
    const { text: unasked, verdict } = await explained([])
    assert.equal(verdict, 'trusted')
    assert.match(unasked, /^but entities refuse this entity as wallet_provider: .*\nwhat to change: publish the keys/m)
  })

  test('FED-147 a note names the lists that the policies empty after the member changed them (D-389)', async () => {
    const named = 'token_endpoint_auth_signing_alg_values_supported'
    withMetadata({ wallet_provider: { [named]: ['ES256'] } })
    assert.doesNotMatch((await explained()).text, /^but /m)
    withMetadata({ wallet_provider: { [named]: ['RS256'] } })
    const { text, verdict, refusal } = await explained()
    assert.deepEqual([verdict, refusal], ['trusted', 'trusted'])
    assert.match(text, new RegExp(`^but wallet_provider\\.${named} is empty or absent .* policies`, 'm'))
    assert.match(text, /^what to change: publish a value that the policies permit/m)
  })
})
