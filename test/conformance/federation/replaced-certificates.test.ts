/** A revoked certificate of an entity is no longer stated by the entity itself, nor below it (D-1144). */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { type JsonObject, Unavailable } from '../../../src/base/index.ts'
import type { EntityConfigurationPublisher } from '../../../src/federation/index.ts'
import { defaultAlgorithms, generateSigner } from '../../../src/jose/index.ts'
import { createCertifiedSigners } from '../../../src/member/certificates/member-certificate.ts'
import { createTrustWatch } from '../../../src/serve/trust-watch.ts'
import { anchorsOf, connectEntity, crypto, publisherOf, testEntity, urls } from '../../support/federation.ts'
import { type Authority, anchorId, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createNetwork } from '../../support/network.ts'

const hour = 3600
const day = 24 * hour
const profile = 'it-wallet-1.4'
const middleId = 'https://middle.example'
const config = { profile, subordinateStatementLifetimeSeconds: day, entityConfigurationLifetimeSeconds: day } as const
const protocolKey = await generateSigner({ crypto })
const metadata = { wallet_solution: { jwks: { keys: [protocolKey.publicJwk as unknown as JsonObject] } } }
let clock = fixedClock()
let network = createNetwork()
let anchor: Authority

describe('replaced certificates', () => {
  beforeEach(async () => {
    clock = fixedClock()
    network = createNetwork()
    anchor = await startAuthority({ clock, network }, anchorId, { config })
  })

  const chainOf = async (authority: Authority, entityId: string): Promise<readonly string[]> => {
    const statement = await (await authority.ask(`/fetch?sub=${encodeURIComponent(entityId)}`)).text()
    const { keys } = decodeJwt(statement).payload.jwks as { keys: { x5c: string[] }[] }
    return keys[0]?.x5c ?? []
  }
  /** Revokes the certificate of an entity at the anchor. Returns the certificate that the anchor then states. */
  const replaceCertificate = async (entity_id: string): Promise<string | undefined> => {
    const { status } = await anchor.administer('POST', '/certificates/revoke', { entity_id, code: 'superseded' })
    assert.equal(status, 200)
    return (await chainOf(anchor, entity_id))[0]
  }
  const watchOf = (publisher: EntityConfigurationPublisher) =>
    createTrustWatch({
      clock,
      publisher,
      anchors: 1,
      anotherAnswers: () => false,
      onFault: (fault) => assert.fail(String(fault)),
    })

  /** Starts an intermediate with one member. Returns both. */
  const startMiddle = async (settings: { readonly entityConfigurationLifetimeSeconds?: number } = {}) => {
    const middle = await startAuthority({ clock, network }, middleId, {
      anchors: anchorsOf(anchor),
      config: { ...config, authorityHints: [anchorId], ...settings },
    })
    const naming_constraints = { permitted: ['.below.example', 'middle.example'] }
    const constraints = { naming_constraints, allowed_entity_types: ['wallet_solution'] }
    await anchor.administer('POST', '/subordinates', { entity_id: middleId, intermediate: true, constraints })
    const below = await testEntity('https://one.below.example', { hints: [middleId], metadata })
    connectEntity(network, clock, below, [], day)
    await middle.administer('POST', '/subordinates', { entity_id: below.entityId })
    return { middle, below }
  }

  test('FED-141 FED-105 an intermediate states its new certificate after 15 minutes, and not the revoked one', async () => {
    const { middle, below } = await startMiddle()
    const watch = watchOf(middle.publisher)
    const [own, revoked] = await chainOf(middle, below.entityId)
    assert.ok(revoked)
    const replaced = await replaceCertificate(middleId)
    assert.notEqual(replaced, revoked)
    clock.advance(900)
    await watch.look()
    assert.deepEqual(await chainOf(middle, below.entityId), [own, replaced])
  })

  test('FED-105 an intermediate states certificates and publishes its list while its superior does not answer', async () => {
    const { middle, below } = await startMiddle({ entityConfigurationLifetimeSeconds: hour })
    const path = await chainOf(middle, below.entityId)
    const kid = encodeURIComponent(middle.signer.kid)
    network.connect(anchorId, async () => new Response(null, { status: 503 }))
    for (const hours of [1, 3, 9]) {
      clock.advance(hours * hour)
      assert.deepEqual(await chainOf(middle, below.entityId), path)
      assert.equal((await middle.ask(`/crl/${kid}`)).status, 200)
    }
  })

  test('FED-105 an intermediate that its superior removed states no certificates after its chain ends', async () => {
    const { middle, below } = await startMiddle({ entityConfigurationLifetimeSeconds: hour })
    await chainOf(middle, below.entityId)
    await anchor.administer('POST', '/subordinates/remove', { entity_id: middleId })
    clock.advance(hour)
    await assert.rejects(chainOf(middle, below.entityId), Unavailable)
  })

  test('FED-141 FED-85 a leaf shows its new certificate after 15 minutes, and not the revoked one', async () => {
    const leaf = await testEntity('https://leaf.example', { hints: [anchorId], metadata })
    connectEntity(network, clock, leaf, [], day)
    await anchor.administer('POST', '/subordinates', { entity_id: leaf.entityId })
    const publisher = publisherOf({ clock, network }, leaf, { anchors: anchorsOf(anchor), lifetimeSeconds: day })
    const signers = createCertifiedSigners(publisher, [leaf.signer], { urls, algorithms: defaultAlgorithms })
    const watch = watchOf(publisher)
    const [revoked] = (await signers.first(clock.now())).chain
    assert.ok(revoked)
    const replaced = await replaceCertificate(leaf.entityId)
    assert.notEqual(replaced, revoked)
    clock.advance(900)
    await watch.look()
    assert.deepEqual((await signers.first(clock.now())).chain, [replaced])
  })
})
