/** Settings of a service about the federation, in the roles as `fiducia serve` composes them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '../../src/base/index.ts'
import { ConfigError } from '../../src/node/index.ts'
import { anchorsOf, createTrust, readSettings, type ServedRole } from '../../src/serve/index.ts'
import { recordingSink } from '../support/decisions.ts'
import { connectEntity, crypto, type TestEntity, testEntity } from '../support/federation.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { createNetwork } from '../support/network.ts'
import { composeInMemory } from '../support/served-roles.ts'

const anchorId = 'https://anchor.example'
const algorithms = JSON.stringify(['ES256', 'RS256'])

/** Starts an anchor that signs with RSA, and a service that is its member. */
async function serveBelowRsa<R extends ServedRole>(role: R, environment: Readonly<Record<string, string>>) {
  const [clock, network] = [fixedClock(), createNetwork()]
  const anchor = await testEntity(anchorId, { fetch: true, alg: 'RS256' })
  const publicUrl = `https://${role}-below-rsa.example`
  const { service, settings } = await composeInMemory(role, {
    ...{ crypto, clock, publicUrl, fetch: network.fetch, decisions: recordingSink() },
    environment: {
      FIDUCIA_ANCHORS: JSON.stringify([{ entityId: anchorId, jwks: { keys: [anchor.signer.publicJwk] } }]),
      FIDUCIA_ROLE_AUTHORITY_HINTS: JSON.stringify([anchorId]),
      ...environment,
    },
  })
  const statement = await service.app(new Request(`${publicUrl}/.well-known/openid-federation`))
  const { jwks } = decodeJwt(await statement.text()).payload as { jwks: { keys: [TestEntity['signer']['publicJwk']] } }
  const member = { entityId: publicUrl, signer: { publicJwk: jwks.keys[0] } } as unknown as TestEntity
  const metadata = { wallet_provider: {} }
  const other = await testEntity('https://other.example', { hints: [anchorId], metadata })
  connectEntity(network, clock, anchor, [member, other])
  connectEntity(network, clock, other)
  return { service, settings, other, parts: { crypto, clock, fetch: network.fetch } }
}

const variables: [role: ServedRole, variable: string][] = [
  ['wallet-provider', 'FIDUCIA_FEDERATION_ALGORITHMS'],
  ['pid-provider', 'FIDUCIA_FEDERATION_ALGORITHMS'],
  ['relying-party', 'FIDUCIA_FEDERATION_ALGORITHMS'],
  ['trust-anchor', 'FIDUCIA_ROLE_ALGORITHMS'],
]
for (const [role, variable] of variables)
  test(`GEN-03 a ${role} gets its own chain below an RSA anchor only if its settings name the algorithm`, async () => {
    const { service } = await serveBelowRsa(role, {})
    await assert.rejects(service.publisher.trustChain(), /alg_unsupported/)
    const able = await serveBelowRsa(role, { [variable]: algorithms })
    assert.equal((await able.service.publisher.trustChain()).length, 2)
  })

for (const role of ['pid-provider', 'relying-party'] as const)
  test(`GEN-03 FED-07 a ${role} evaluates others by the algorithms and trust marks of its settings`, async () => {
    const judged = async (environment: Readonly<Record<string, string>>) => {
      const { settings, other, parts } = await serveBelowRsa(role, environment)
      const verdict = await createTrust(settings, parts, anchorsOf(settings)).evaluate(other.entityId, [
        'wallet_provider',
      ])
      return failed(verdict) ? verdict.code : 'trusted'
    }
    assert.equal(await judged({}), 'no_trust_chain')
    assert.equal(await judged({ FIDUCIA_FEDERATION_ALGORITHMS: algorithms }), 'trusted')
    const marks = JSON.stringify({ wallet_provider: ['https://anchor.example/marks/certified'] })
    const demanding = { FIDUCIA_FEDERATION_ALGORITHMS: algorithms, FIDUCIA_FEDERATION_REQUIRED_TRUST_MARKS: marks }
    assert.equal(await judged(demanding), 'trust_mark_missing')
  })

test('GEN-02 each faulty federation setting is reported', () => {
  const environment = {
    FIDUCIA_FEDERATION_ALGORITHMS: '["HS256"]',
    FIDUCIA_FEDERATION_REQUIRED_TRUST_MARKS: '{"wallet":["https://m.example"]}',
    FIDUCIA_FEDERATION_MAXIMUM_AGE_SECONDS: '100000',
    FIDUCIA_FEDERATION_STALE_ON_OUTAGE_SECONDS: '-1',
  }
  assert.throws(
    () => readSettings('relying-party', { environment }),
    (thrown) => {
      assert.ok(thrown instanceof ConfigError)
      for (const member of ['algorithms', 'requiredTrustMarks', 'maximumAgeSeconds', 'staleOnOutageSeconds'])
        assert.ok(thrown.message.includes(`federation.${member}`), member)
      return true
    },
  )
})
