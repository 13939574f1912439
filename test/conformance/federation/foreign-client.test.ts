/**
 * A strict third-party client (@openid-federation/core) resolves our leaves through our anchor and intermediate. Where
 * that client and the standard disagree, our client follows the standard.
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, type TestContext, test } from 'node:test'
import {
  applyMetadataPolicyToMetadata as foreignApply,
  resolveTrustChains as foreignResolve,
} from '@openid-federation/core'
import { type Fetch, failed, type JsonObject } from '../../../src/base/index.ts'
import {
  applyMetadataPolicy,
  createResolveResponse,
  createTrustMark,
  type Metadata,
  parseMetadataPolicy,
  type TrustAnchors,
  type TrustMarkEntry,
} from '../../../src/federation/index.ts'
import { defaultAlgorithms, parseJws, verifyJws } from '../../../src/jose/index.ts'
import type { ConfiguredSubordinate } from '../../../src/trust-anchor/index.ts'
import { createTestEcosystem, origins } from '../../support/ecosystem.ts'
import { anchorsOf, crypto, evaluatorOf, publishEntity, type TestEntity, testEntity } from '../../support/federation.ts'
import { type Authority, entryOf, intermediateOf, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createNetwork } from '../../support/network.ts'

const anchorId = 'https://anchor.example'
const middleId = 'https://middle.example'
const types = ['openid_credential_issuer']
const es = ['ES256', 'ES384', 'ES512']
/** Additional members that this client demands and the standard does not. */
const metadata: Metadata = {
  openid_credential_issuer: {
    credential_issuer: 'https://pid.example',
    client_registration_types_supported: ['automatic'],
    dpop_signing_alg_values_supported: [...es, 'RS256'],
  },
}

let clock = fixedClock()
let network = createNetwork()
let leaf: TestEntity
let anchor: Authority
let anchors: TrustAnchors
let marks: TrustMarkEntry[]

describe('foreign client', () => {
  beforeEach(() => {
    marks = []
    clock = fixedClock()
    network = createNetwork()
  })

  /** Starts our anchor, our leaf, and our intermediate if the leaf names it. */
  async function federation(superior: string, further: Partial<ConfiguredSubordinate> = {}): Promise<void> {
    leaf = await testEntity('https://pid.example', { hints: [superior], metadata })
    const entries = [entryOf(leaf, types, { credentialTypes: ['pid'], ...further })]
    anchor = await startAuthority({ clock, network }, anchorId, { subordinates: superior === anchorId ? entries : [] })
    anchors = anchorsOf(anchor)
    if (superior === middleId) {
      const options = { subordinates: entries, anchors, config: { authorityHints: [anchorId] } }
      await startAuthority({ clock, network }, middleId, options)
      const candidate = { ...intermediateOf(middleId), credential_types: ['pid', 'card'] }
      const taken = await anchor.administer('POST', '/subordinates', candidate)
      assert.equal(taken.status, 201, JSON.stringify(taken.body))
    }
    publishEntity({ clock, network }, leaf, { trustMarks: async () => marks, anchors })
  }

  function resolveAsStranger(t: TestContext, entityId: string, fetch: Fetch, anchorEntityId = anchorId) {
    t.mock.timers.enable({ apis: ['Date'], now: clock.now() * 1000 })
    t.mock.method(globalThis, 'fetch', (url: string, init?: RequestInit) => fetch(new Request(url, init)))
    const verifyJwtCallback = async ({ jwt, jwk }: { jwt: string; jwk: object }) => {
      const jws = parseJws(jwt, { typ: ['entity-statement+jwt'], algorithms: defaultAlgorithms }, 'jws')
      return !failed(jws) && !failed(await verifyJws({ crypto }, jws, jwk as never, 'jws'))
    }
    return foreignResolve({ entityId, trustAnchorEntityIds: [anchorEntityId], verifyJwtCallback })
  }

  for (const [superior, statements] of [
    [anchorId, 2],
    [middleId, 3],
  ] as const)
    test(`FED-04 a foreign client resolves a leaf of ours below ${superior} as we do`, async (t) => {
      await federation(superior)
      const [chain, ...others] = await resolveAsStranger(t, leaf.entityId, network.fetch)
      assert.deepEqual([chain?.chain.length, others], [statements, []])
      const [configuration] = chain?.chain ?? []
      assert.equal(configuration?.jwks.keys[0]?.kid, leaf.signer.kid)
      const theirs = chain?.resolvedLeafMetadata?.openid_credential_issuer as JsonObject | undefined
      const trust = evaluatorOf({ clock, network }, anchors)
      const ours = await trust.evaluate(leaf.entityId, ['openid_credential_issuer'])
      assert.ok(!failed(ours))
      assert.deepEqual(theirs?.dpop_signing_alg_values_supported, es)
      assert.deepEqual(ours.metadata.openid_credential_issuer?.dpop_signing_alg_values_supported, es)
    })

  test('FED-36 a foreign client that reads the type of a trust mark from `id` resolves a leaf with a trust mark', async (t) => {
    await federation(anchorId)
    const trustMarkType = 'https://anchor.example/marks/public'
    const times = { issuedAt: clock.now(), expiresAt: clock.now() + 600 }
    const input = { issuer: anchorId, holder: leaf.entityId, trustMarkType, ...times }
    const trust_mark = await createTrustMark(anchor.signer, input)
    marks = [{ trust_mark_type: trustMarkType, trust_mark }]
    const [chain] = await resolveAsStranger(t, leaf.entityId, network.fetch)
    assert.equal(chain?.rawLeafEntityConfiguration.trust_marks?.[0]?.id, trustMarkType)
    const { payload } = decodeJwt(
      await createResolveResponse(anchor.signer, {
        issuer: anchorId,
        subject: leaf.entityId,
        metadata,
        trustChain: [],
        trustMarks: marks,
        ...times,
      }),
    )
    assert.deepEqual(payload.trust_marks, [{ id: trustMarkType, trust_mark_type: trustMarkType, trust_mark }])
  })

  test('an absent parameter satisfies subset_of (OpenID Federation 1.0 §6.1.3.1.5), but the foreign client finds no chain', async (t) => {
    const metadataPolicy = { openid_credential_issuer: { batch_alg_values_supported: { subset_of: es } } }
    await federation(anchorId, { metadataPolicy })
    assert.deepEqual(await resolveAsStranger(t, leaf.entityId, network.fetch), [])
    const trust = evaluatorOf({ clock, network }, anchors)
    assert.ok(!failed(await trust.evaluate(leaf.entityId, ['openid_credential_issuer'])))
  })

  for (const role of ['walletProvider', 'pidProvider', 'relyingParty'] as const)
    test(`FED-04 a foreign client resolves our ${role}, under the ready-made policy of its types`, async (t) => {
      const ecosystem = await createTestEcosystem()
      clock = ecosystem.clock
      const anchorOrigin = origins.trustAnchor
      const chains = await resolveAsStranger(t, origins[role], ecosystem.fetchOf('administrator'), anchorOrigin)
      assert.deepEqual([chains.length, chains[0]?.chain.length, chains[0]?.valid], [1, 2, true])
      assert.ok((chains[0]?.rawLeafEntityConfiguration.jwks.keys.length ?? 0) > 0)
    })

  test('superset_of: our client follows the standard, the foreign client does not', () => {
    // superset_of: the value must contain all of the operand (§6.1.3.1.6); the client implements the reverse.
    const policy: JsonObject = { federation_entity: { contacts: { superset_of: ['a'] } } }
    const judge = (contacts: string[]) => {
      const ours = parseMetadataPolicy(policy, 'policy')
      assert.ok(!failed(ours))
      let theirs = true
      try {
        foreignApply({ leafMetadata: { federation_entity: { contacts } }, policyMetadata: policy as never })
      } catch {
        theirs = false
      }
      return { ours: !failed(applyMetadataPolicy(ours, { federation_entity: { contacts } }, 'm')), theirs }
    }
    assert.deepEqual(judge(['a']), { ours: true, theirs: true })
    assert.deepEqual(judge(['a', 'b']), { ours: true, theirs: false })
    assert.deepEqual(judge([]), { ours: false, theirs: true })
    assert.deepEqual(judge(['b']), { ours: false, theirs: false })
  })
})
