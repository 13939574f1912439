/** Profile entities of one Trust Anchor share a store. Each entity accepts only its own members, marks and keys. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { generateSigner } from '../../../src/jose/index.ts'
import { type ProfileName, profileNames } from '../../../src/profiles/index.ts'
import { openSqliteStores } from '../../../src/stores/sqlite/open-stores.ts'
import { configurationOf, connectEntity, crypto, sign, type TestEntity, testEntity } from '../../support/federation.ts'
import { type Authority, markType, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createNetwork, type Network } from '../../support/network.ts'

const paths: Readonly<Record<ProfileName, string>> = { seed: '', 'it-wallet-1.0': '/1.0', 'it-wallet-1.4': '/1.4' }
const pairs = profileNames.flatMap((one) => profileNames.filter((other) => other !== one).map((other) => [one, other]))
const memberTypes: Readonly<Record<ProfileName, string>> = {
  seed: 'wallet_provider',
  'it-wallet-1.0': 'wallet_provider',
  'it-wallet-1.4': 'wallet_solution',
}
let clock = fixedClock()
let network: Network
let entities: ReadonlyMap<ProfileName, Authority>
let members: ReadonlyMap<ProfileName, TestEntity>

const entityOf = (profile: ProfileName) => entities.get(profile) as Authority
const memberOf = (profile: ProfileName) => members.get(profile) as TestEntity
const form = (values: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(values) })

/** Sends each request to the entity with the longest matching path, as a service does. */
function dispatching(to: Network): Pick<Network, 'fetch' | 'connect'> {
  const apps: [string, (request: Request) => Promise<Response>][] = []
  return {
    fetch: to.fetch,
    connect: (entityId, app) => {
      apps.push([new URL(entityId).pathname.replace(/\/$/, ''), app])
      apps.sort(([a], [b]) => b.length - a.length)
      to.connect(entityId, async (request) => {
        const { pathname } = new URL(request.url)
        const [, found = app] = apps.find(([path]) => pathname.startsWith(`${path}/`)) ?? []
        return found(request)
      })
    },
  }
}

describe('profile entities of a Trust Anchor', () => {
  beforeEach(async () => {
    clock = fixedClock()
    network = createNetwork()
    const { stores } = openSqliteStores('trust-anchor', ':memory:')
    const shared = { clock, network: dispatching(network) }
    const started = new Map<ProfileName, Authority>()
    const made = new Map<ProfileName, TestEntity>()
    const protocol = { keys: [(await generateSigner({ crypto })).publicJwk as unknown as JsonObject] }
    for (const profile of profileNames) {
      const { federationKeys: _, ...further } = stores.ofProfile(profile)
      const entityId = `https://anchor.example${paths[profile]}`
      const config = { profile, trustMarks: [{ type: markType }] }
      started.set(profile, await startAuthority(shared, entityId, { config, further }))
      const metadata = { [memberTypes[profile]]: { jwks: protocol } }
      const member = await testEntity(`https://member-${profile}.example`, { hints: [entityId], metadata })
      connectEntity(network, clock, member)
      const { status, body } = await (started.get(profile) as Authority).administer('POST', '/subordinates', {
        entity_id: member.entityId,
      })
      assert.equal(status, 201, JSON.stringify(body))
      made.set(profile, member)
    }
    entities = started
    members = made
  })

  for (const [one, other] of pairs as [ProfileName, ProfileName][])
    test(`FED-100 the entity of ${other} does not accept the members, marks and certificates of the entity of ${one}`, async () => {
      const [own, foreign, member] = [entityOf(one), entityOf(other), memberOf(one)]
      const sub = encodeURIComponent(member.entityId)
      assert.equal((await own.ask(`/fetch?sub=${sub}`)).status, 200)
      assert.equal((await foreign.ask(`/fetch?sub=${sub}`)).status, 404)
      assert.equal((await foreign.ask(`/fetch?sub=${sub}&iss=${encodeURIComponent(own.entityId)}`)).status, 404)
      assert.deepEqual(await (await foreign.ask('/list')).json(), [memberOf(other).entityId])
      for (const body of [{ status: 'suspended' }, { refresh_keys: true }])
        assert.equal(
          (await foreign.administer('PATCH', '/subordinates', { entity_id: member.entityId, ...body })).status,
          404,
        )
      await own.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: member.entityId })
      const asked = `trust_mark_type=${encodeURIComponent(markType)}&sub=${sub}`
      const mark = await (await own.ask(`/trust_mark?${asked}`)).text()
      assert.equal((await foreign.ask(`/trust_mark?${asked}`)).status, 404)
      assert.equal((await foreign.ask('/trust_mark_status', form({ trust_mark: mark }))).status, 404)
      const log = (await foreign.administer('GET', `/log?entity_id=${sub}`)).body
      assert.deepEqual(log, [])
      const [configuration, theirs] = await Promise.all(
        [own, foreign].map(async (entity) =>
          decodeJwt(await (await entity.ask('/.well-known/openid-federation')).text()),
        ),
      )
      assert.notEqual(configuration?.header.kid, theirs?.header.kid)
      if (other === 'seed') return
      const announced = await sign(configurationOf(member, clock.now()))
      assert.equal((await foreign.ask('/key_announcement', form({ entity_configuration: announced }))).status, 403)
      assert.equal((await foreign.ask(`/crl/${own.signer.kid}`)).status, 404)
      assert.equal((await foreign.ask(`/subordinate_events?sub=${sub}`)).status, 404)
      const { body } = await own.administer('GET', '/certificates')
      const serials = one === 'seed' ? [] : (body as JsonObject[]).map(({ serial }) => String(serial))
      for (const serial of serials)
        assert.equal((await foreign.administer('POST', '/certificates/revoke', { serial })).status, 404)
    })
})
