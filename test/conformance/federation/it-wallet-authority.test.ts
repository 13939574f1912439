/** A Trust Anchor in IT-Wallet 1.4: ready-made policies, pinned protocol keys, marks, events, and announced keys. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { failed, type JsonObject, Unavailable } from '../../../src/base/index.ts'
import { verifyEntityConfiguration } from '../../../src/federation/index.ts'
import { defaultAlgorithms, generateSigner, parseJws, type Signer, verifyJws } from '../../../src/jose/index.ts'
import { addConfiguredSubordinates, createTrustAnchor } from '../../../src/trust-anchor/index.ts'
import { ruleCasesOf } from '../../support/cases.ts'
import { observeOutput, recordingSink } from '../../support/decisions.ts'
import {
  anchorsOf,
  configurationOf,
  crypto,
  type Draft,
  evaluatorOf,
  organization,
  sign,
  statementResponse,
  urls,
} from '../../support/federation.ts'
import { type Authority, anchorId, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createNetwork } from '../../support/network.ts'

const memberId = 'https://member.example/1.4'
const markOf = (role: string) => `https://anchor.example/trust_marks/registration-entity/${role}`
let clock = fixedClock()
let network = createNetwork()
let sink = recordingSink()
let anchor: Authority
let federationKeys: Signer[] = []
let protocolKeys: Signer[] = []
let types = ['openid_credential_verifier']
let signing = 0

const keySet = (keys: readonly Signer[]) => ({ keys: keys.map(({ publicJwk }) => publicJwk as unknown as JsonObject) })

/** Returns the current configuration of the member, with this change. */
function draftOf(bend: (draft: Draft) => void = () => undefined): Promise<string> {
  const signer = federationKeys[signing] as Signer
  const jwks = keySet(protocolKeys)
  const metadata: Record<string, JsonObject> = {
    federation_entity: { ...organization, contacts: ['member@pec.example'] },
    ...Object.fromEntries(
      types.map((type) => [type, { client_id: memberId, credential_issuer: memberId, issuer: memberId, jwks }]),
    ),
  }
  const draft = configurationOf({ entityId: memberId, signer, hints: [anchorId], metadata }, clock.now())
  draft.payload.jwks = keySet(federationKeys)
  bend(draft)
  return sign(draft)
}

const administer = (method: string, path: string, body?: object) =>
  anchor.administer(method, path, body && { entity_id: memberId, ...body })
const pendingAnnouncements = async () => (await anchor.administer('GET', '/key-announcements')).body as JsonObject[]
const decide = async (decision: string, issued_at?: number) =>
  administer('POST', '/key-announcements', {
    decision,
    issued_at: issued_at ?? (await pendingAnnouncements())[0]?.issued_at ?? clock.now(),
  })
const admit = async (body: object = {}) => {
  const { status, body: answer } = await administer('POST', '/subordinates', body)
  assert.equal(status, 201, JSON.stringify(answer))
}
const statement = async (): Promise<JsonObject> =>
  decodeJwt(await (await anchor.ask(`/fetch?sub=${encodeURIComponent(memberId)}`)).text()).payload as JsonObject
const announce = async (configuration: string) => {
  const response = await anchor.ask('/key_announcement', {
    method: 'POST',
    body: new URLSearchParams({ entity_configuration: configuration }),
  })
  return { status: response.status, body: (await response.json()) as JsonObject }
}
const lastRule = () => {
  const check = sink.lastRefusal()?.checks.at(-1)
  return `${check?.requirement} ${check?.code}`
}
const kidsOf = (jwks: unknown) => (jwks as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
const pinned = async () => {
  const policy = (await statement()).metadata_policy as Record<string, { jwks: { value: JsonObject } }>
  return kidsOf(policy.openid_credential_verifier?.jwks.value)
}

describe('a Trust Anchor in IT-Wallet 1.4', () => {
  beforeEach(async () => {
    clock = fixedClock()
    network = createNetwork()
    sink = recordingSink()
    types = ['openid_credential_verifier']
    signing = 0
    federationKeys = [await generateSigner({ crypto })]
    protocolKeys = [await generateSigner({ crypto })]
    anchor = await startAuthority({ clock, network }, anchorId, {
      config: { profile: 'it-wallet-1.4' },
      decisions: sink,
    })
    network.connect(memberId, async () => statementResponse(await draftOf()))
  })

  test('FED-107 FED-108 a statement allows exactly the types of its member and pins their keys by value', async () => {
    await admit()
    const { constraints, metadata_policy, jwks } = await statement()
    assert.deepEqual(constraints, { max_path_length: 0, allowed_entity_types: types })
    const { jwks: pin, jwks_uri } = (metadata_policy as Record<string, JsonObject>).openid_credential_verifier ?? {}
    assert.deepEqual([pin, jwks_uri], [{ value: keySet(protocolKeys) }, { value: null }])
    assert.deepEqual(kidsOf(jwks), [federationKeys[0]?.kid])
    const view = (await administer('GET', `/subordinates?entity_id=${encodeURIComponent(memberId)}`)).body as JsonObject
    assert.deepEqual(view.protocol_kids, { openid_credential_verifier: [protocolKeys[0]?.kid] })
  })

  test('FED-108 readers do not accept a key that the member adds later', async () => {
    await admit()
    protocolKeys = [await generateSigner({ crypto }), ...protocolKeys]
    const trusted = await evaluatorOf({ clock, network }, anchorsOf(anchor)).evaluate(memberId, [
      'openid_credential_verifier',
    ])
    assert.ok(!failed(trusted))
    assert.deepEqual(kidsOf(trusted.metadata.openid_credential_verifier?.jwks), [protocolKeys[1]?.kid])
  })

  test('FED-108 an entity type without protocol keys is not admitted', async () => {
    for (const keys of [[], [{ kty: 'oct', kid: 'a' }], [{ kty: 'EC' }]]) {
      network.connect(memberId, async () =>
        statementResponse(
          await draftOf(({ payload }) => Object.assign(payload.metadata.openid_credential_verifier.jwks, { keys })),
        ),
      )
      const { status } = await administer('POST', '/subordinates', {})
      assert.deepEqual([status, lastRule()], [422, 'FED-108 protocol_keys_missing'])
    }
  })

  test('FED-108 a further type of a member gets the current keys, and an existing type keeps its keys', async () => {
    await admit()
    const [first] = protocolKeys
    protocolKeys = [await generateSigner({ crypto })]
    types = ['openid_credential_verifier', 'oauth_authorization_server']
    assert.equal((await administer('PATCH', '/subordinates', { entity_types: types })).status, 200)
    const kids = async () => {
      const path = `/subordinates?entity_id=${encodeURIComponent(memberId)}`
      return ((await administer('GET', path)).body as JsonObject).protocol_kids
    }
    assert.deepEqual(await kids(), {
      openid_credential_verifier: [first?.publicJwk.kid],
      oauth_authorization_server: [protocolKeys[0]?.publicJwk.kid],
    })
    types = ['oauth_authorization_server']
    const both = { entity_types: types, refresh_keys: true }
    assert.equal((await administer('PATCH', '/subordinates', both)).status, 200)
    assert.deepEqual(await kids(), { oauth_authorization_server: [protocolKeys[0]?.publicJwk.kid] })
  })

  test('FED-108 a configured member without protocol keys gets those of its first valid configuration, not later ones', async () => {
    const entry = { entityId: memberId, jwks: keySet(federationKeys), entityTypes: types }
    const authority = createTrustAnchor(anchor.context)
    await addConfiguredSubordinates(anchor.context.subordinates, [entry as never], anchor.context.config, {
      ...{ at: 0, actor: 'configuration' },
    })
    const [own] = federationKeys
    federationKeys = [await generateSigner({ crypto })]
    await authority.upkeep()
    assert.equal(lastRule(), 'FED-14 subject_key_mismatch')
    federationKeys = [own as Signer]
    network.disconnect(memberId)
    clock.advance(60)
    await authority.upkeep()
    assert.equal(lastRule(), 'FED-02 unreachable')
    network.connect(memberId, async () => statementResponse(await draftOf()))
    clock.advance(60)
    await authority.upkeep(AbortSignal.abort())
    const before = await anchor.context.subordinates.find(memberId)
    assert.equal(before?.protocolKeys, undefined, 'a service that stops fetches nothing more')
    await authority.upkeep()
    assert.deepEqual(await pinned(), [protocolKeys[0]?.kid])
    protocolKeys = [await generateSigner({ crypto })]
    await authority.upkeep()
    assert.equal((await pinned()).includes(protocolKeys[0]?.kid ?? ''), false)
  })

  const heldMarks = async () =>
    ((await anchor.administer('GET', '/trust-marks')).body as JsonObject[]).map((mark) => mark.trust_mark_type)

  test('FED-109 a member gets a mark for each of its types, and the anchor publishes itself as the issuer of these marks', async () => {
    types = ['openid_credential_issuer', 'oauth_authorization_server']
    await admit({ credential_types: ['urn:eudi:pid:it:1'] })
    const { trust_mark_issuers } = decodeJwt(await (await anchor.ask('/.well-known/openid-federation')).text())
      .payload as Record<string, JsonObject>
    for (const type of types) {
      const query = new URLSearchParams({ trust_mark_type: markOf(type), sub: memberId })
      const mark = decodeJwt(await (await anchor.ask(`/trust_mark?${query}`)).text()).payload
      assert.deepEqual([mark.trust_mark_type, mark.sub], [markOf(type), memberId])
      assert.match(markOf(type), /^https:\/\/[^/]+\/trust_marks\/[^/]+\/[^/]+$/)
      assert.deepEqual(trust_mark_issuers?.[markOf(type)], [anchorId])
    }
    await administer('PATCH', '/subordinates', { entity_types: ['openid_credential_issuer'] })
    assert.deepEqual(await heldMarks(), [markOf('openid_credential_issuer')])
    await administer('POST', '/subordinates/remove', {})
    assert.deepEqual(await heldMarks(), [])
    observeOutput('FED-109')
  })

  const connectWith = (change: Partial<Authority['context']>) =>
    network.connect(anchorId, createTrustAnchor({ ...anchor.context, onFault: () => undefined, ...change }).app)

  test('FED-109 an entity type whose name has the path of another type gets no mark of that type', async () => {
    types = ['x/../openid_credential_issuer']
    await admit()
    assert.deepEqual(await heldMarks(), [])
  })

  test('FED-109 a member that could not be added has no mark, and one that is added at the next attempt has it', async () => {
    const add = () => Promise.reject(new Unavailable('the store'))
    connectWith({ subordinates: { ...anchor.context.subordinates, add } })
    assert.equal((await administer('POST', '/subordinates', {})).status, 503)
    assert.deepEqual(await heldMarks(), [])
    connectWith({})
    assert.equal((await administer('POST', '/subordinates', {})).status, 201)
    assert.deepEqual(await heldMarks(), types.map(markOf))
  })

  test('FED-109 the marks change with the types, or neither does', async () => {
    const [former] = types
    await admit({})
    types = ['openid_credential_issuer']
    const grant = () => Promise.reject(new Unavailable('the store'))
    connectWith({ trustMarkGrants: { ...anchor.context.trustMarkGrants, grant } })
    const change = { entity_types: types, credential_types: ['urn:eudi:pid:it:1'] }
    const { status } = await administer('PATCH', '/subordinates', change)
    assert.deepEqual(await heldMarks(), [markOf((status === 200 ? types[0] : former) ?? '')])
  })

  const eventsOf = async (sub = memberId) => {
    const response = await anchor.ask(`/subordinate_events?sub=${encodeURIComponent(sub)}`)
    assert.equal(response.headers.get('content-type'), 'application/entity-events-statement+jwt')
    const compact = await response.text()
    const jws = parseJws(compact, { typ: ['entity-events-statement+jwt'], algorithms: defaultAlgorithms }, 'events')
    assert.ok(!failed(jws))
    assert.ok(!failed(await verifyJws({ crypto }, jws, anchor.signer.publicJwk, 'events')))
    assert.deepEqual([jws.payload.iss, jws.payload.sub], [anchorId, sub])
    return (jws.payload.federation_registration_events as { iat: number; event: string }[]).map(
      ({ iat, event }) => `${event} ${iat - start}`,
    )
  }
  const start = fixedClock().now()

  test('FED-110 the events of a member are published with their times, also those before its removal', async () => {
    const steps: readonly (readonly [method: string, path: string, body: object])[] = [
      ['POST', '/subordinates', { reason: 'private' }],
      ['PATCH', '/subordinates', { refresh_keys: true }],
      ['PATCH', '/subordinates', { metadata_policy: {} }],
      ['PATCH', '/subordinates', { status: 'suspended', reason: 'private' }],
      ['PATCH', '/subordinates', { status: 'active' }],
      ['PATCH', '/subordinates', { accepts_announced_keys: true }],
      ['PATCH', '/subordinates', { certificate_subject: { organization_name: 'Renamed', country: 'IT' } }],
      ['POST', '/subordinates/remove', {}],
      ['POST', '/subordinates', {}],
    ]
    for (const [index, [method, path, body]] of steps.entries()) {
      if (index > 1) clock.advance(10) // the first change is at the time of the registration
      const { status } = await administer(method, path, body)
      assert.ok(status < 300, `${index}`)
    }
    assert.deepEqual(await eventsOf(), [
      'registration 0',
      'metadata_policy_update 10',
      'suspension 20',
      'registration 30',
      'revocation 60',
      'registration 70',
    ])
    const { federation_entity } = decodeJwt(await (await anchor.ask('/.well-known/openid-federation')).text()).payload
      .metadata as Record<string, JsonObject>
    assert.equal(federation_entity?.federation_subordinate_events_endpoint, `${anchorId}/subordinate_events`)
    observeOutput('FED-110')
  })

  test('FED-110 FED-112 log entries that change no record hide neither the events of a member nor the time of its keys', async () => {
    await admit({ accepts_announced_keys: true })
    const former = await draftOf(({ payload }) => Object.assign(payload, { exp: payload.iat + 86_400 }))
    clock.advance(10)
    protocolKeys = [...protocolKeys, await generateSigner({ crypto })]
    assert.equal((await administer('PATCH', '/subordinates', { refresh_keys: true })).status, 200)
    const { trustMarkGrants } = anchor.context
    for (let round = 0; round < 510; round += 1) {
      await trustMarkGrants.grant('https://n.example', memberId, { at: clock.now(), actor: 'test' })
      await trustMarkGrants.revoke('https://n.example', memberId, { at: clock.now(), actor: 'test' })
    }
    assert.deepEqual(await eventsOf(), ['registration 0', 'jwks_update 10', 'metadata_policy_update 10'])
    assert.deepEqual([(await announce(former)).status, lastRule()], [409, 'FED-112 announcement_outdated'])
  })

  test('FED-110 a member that changes its keys often does not hide its registration and suspension', async () => {
    await admit({ accepts_announced_keys: true })
    for (const status of ['suspended', 'active']) await administer('PATCH', '/subordinates', { status })
    clock.advance(10)
    const { subordinates } = anchor.context
    const { keys = [] } = (await subordinates.find(memberId)) ?? {}
    for (let round = 0; round < 1001; round += 1)
      await subordinates.change(memberId, { keys }, { at: clock.now(), actor: memberId })
    const events = await eventsOf()
    assert.deepEqual(events.slice(0, 4), ['registration 0', 'suspension 0', 'registration 0', 'jwks_update 10'])
    assert.equal(events.length, 1003)
  })

  test('FED-110 a resumption is published at once, even after other changes in the same second', async () => {
    await admit()
    clock.advance(10)
    for (const body of [{ metadata_policy: {} }, { status: 'suspended' }])
      assert.equal((await administer('PATCH', '/subordinates', body)).status, 200)
    assert.deepEqual(await eventsOf(), ['registration 0', 'metadata_policy_update 10', 'suspension 10'])
    await administer('PATCH', '/subordinates', { status: 'active' })
    assert.deepEqual(await eventsOf(), ['registration 0', 'suspension 10', 'registration 10'])
  })

  const noEvents = ruleCasesOf<[query: string, status: number]>({
    'FED-110 sub_missing': [['no subject', '', 400]],
    'FED-110 sub_is_issuer': [['the anchor itself', `?sub=${anchorId}`, 400]],
    'FED-110 iss_mismatch': [['another issuer', `?sub=${memberId}&iss=https://other.example`, 404]],
    'FED-110 subject_unknown': [['a stranger', '?sub=https://other.example', 404]],
  })
  for (const [rule, title, query, status] of noEvents)
    test(`FED-110 refuses a request for the events of ${title}`, async () => {
      assert.equal((await anchor.ask(`/subordinate_events${query}`)).status, status)
      assert.equal(lastRule(), rule.join(' '))
    })

  test('FED-120 an announcement with a kid of more than 512 bytes is refused before it is stored', async () => {
    await admit()
    const kid = 'k'.repeat(513)
    const next = await generateSigner({ crypto })
    federationKeys = [...federationKeys, { ...next, kid, publicJwk: { ...next.publicJwk, kid } }]
    clock.advance(10)
    assert.deepEqual([(await announce(await draftOf())).status, lastRule()], [422, 'FED-120 kid_too_long'])
    assert.deepEqual(await pendingAnnouncements(), [])
  })

  test('FED-112 announced keys are pending until the operator approves or refuses them', async () => {
    await admit()
    const [first] = protocolKeys
    const next = await generateSigner({ crypto })
    protocolKeys = [first as Signer, next]
    clock.advance(10)
    assert.deepEqual(await announce(await draftOf()), { status: 202, body: { status: 'pending' } })
    const [signing] = federationKeys
    assert.deepEqual(await pendingAnnouncements(), [
      {
        ...{ entity_id: memberId, issued_at: clock.now(), received_at: clock.now() },
        keys: [
          { entity_type: 'federation_entity', kid: signing?.kid, thumbprint: signing?.kid, change: 'kept' },
          { entity_type: 'openid_credential_verifier', kid: first?.kid, thumbprint: first?.kid, change: 'kept' },
          { entity_type: 'openid_credential_verifier', kid: next.kid, thumbprint: next.kid, change: 'added' },
        ],
      },
    ])
    assert.deepEqual(await pinned(), [first?.kid])
    assert.equal((await decide('refuse')).status, 200)
    assert.deepEqual(await pinned(), [first?.kid])
    assert.deepEqual((await anchor.administer('GET', '/key-announcements')).body, [])
    clock.advance(10)
    await announce(await draftOf())
    assert.equal((await decide('approve')).status, 200)
    assert.deepEqual(await pinned(), [first?.kid, next.kid])
    assert.deepEqual(await announce(await draftOf()), { status: 200, body: { status: 'unchanged' } })
    assert.deepEqual([(await decide('approve')).status, lastRule()], [404, 'FED-112 announcement_unknown'])
  })

  test('FED-112 a decision concerns only the announcement that the operator has seen, which lists keys that would go', async () => {
    await admit()
    const former = protocolKeys
    protocolKeys = [...former, await generateSigner({ crypto })]
    clock.advance(10)
    await announce(await draftOf())
    const seen = clock.now()
    protocolKeys = [await generateSigner({ crypto })]
    clock.advance(10)
    await announce(await draftOf())
    for (const verdict of ['approve', 'refuse'])
      assert.deepEqual([(await decide(verdict, seen)).status, lastRule()], [409, 'FED-112 announcement_replaced'])
    assert.deepEqual(await pinned(), [former[0]?.kid])
    const [pending = {}] = await pendingAnnouncements()
    const changes = (pending.keys as JsonObject[]).map(({ kid, change }) => [kid, change])
    assert.deepEqual(changes.slice(1), [
      [protocolKeys[0]?.kid, 'added'],
      [former[0]?.kid, 'removed'],
    ])
  })

  test('FED-112 a later configuration with the recorded keys ends a pending announcement, which cannot be sent again', async () => {
    await admit()
    const former = protocolKeys
    const older = await draftOf()
    protocolKeys = [...former, await generateSigner({ crypto })]
    clock.advance(10)
    const withdrawn = await draftOf()
    await announce(withdrawn)
    const unchanged = { status: 200, body: { status: 'unchanged' } }
    assert.deepEqual(await announce(older), unchanged)
    assert.equal((await pendingAnnouncements()).length, 1)
    protocolKeys = former
    clock.advance(10)
    assert.deepEqual(await announce(await draftOf()), unchanged)
    assert.deepEqual(await pendingAnnouncements(), [])
    assert.deepEqual([(await announce(withdrawn)).status, lastRule()], [409, 'FED-112 announcement_outdated'])
  })

  test('FED-112 an announcement ends when the operator takes over its configuration, or removes the member', async () => {
    await admit()
    const announceNextKey = async () => {
      clock.advance(10)
      protocolKeys = [...protocolKeys, await generateSigner({ crypto })]
      await announce(await draftOf())
      assert.equal((await pendingAnnouncements()).length, 1)
    }
    await announceNextKey()
    const announced = protocolKeys
    protocolKeys = announced.slice(0, 1)
    const publishedAt = clock.now() - 1
    network.connect(memberId, async () =>
      statementResponse(await draftOf(({ payload }) => Object.assign(payload, { iat: publishedAt }))),
    )
    assert.equal((await administer('PATCH', '/subordinates', { refresh_keys: true })).status, 200)
    assert.equal((await pendingAnnouncements()).length, 1, 'the published configuration is older')
    protocolKeys = announced
    network.connect(memberId, async () => statementResponse(await draftOf()))
    assert.equal((await administer('PATCH', '/subordinates', { refresh_keys: true })).status, 200)
    assert.deepEqual(await pendingAnnouncements(), [])
    await announceNextKey()
    assert.equal((await administer('POST', '/subordinates/remove', {})).status, 204)
    assert.deepEqual(await pendingAnnouncements(), [])
  })

  test('FED-112 a repeated removal ends an announcement that an interrupted removal has left', async () => {
    await admit()
    protocolKeys = [...protocolKeys, await generateSigner({ crypto })]
    clock.advance(10)
    await announce(await draftOf())
    await anchor.context.subordinates.remove(memberId, { at: clock.now(), actor: 'test' })
    assert.equal((await pendingAnnouncements()).length, 1)
    assert.deepEqual([(await decide('refuse')).status, lastRule()], [404, 'FED-112 subordinate_unknown'])
    assert.equal((await administer('POST', '/subordinates/remove', {})).status, 404)
    assert.equal(lastRule(), 'FED-38 subordinate_unknown')
    assert.deepEqual(await pendingAnnouncements(), [])
  })

  test('FED-112 a configuration from before the member was added again does not bring back its former keys', async () => {
    await admit({ accepts_announced_keys: true })
    protocolKeys = [...protocolKeys, await generateSigner({ crypto })]
    clock.advance(10)
    const former = await draftOf(({ payload }) => Object.assign(payload, { exp: payload.iat + 86_400 }))
    protocolKeys = protocolKeys.slice(0, 1)
    clock.advance(10)
    assert.equal((await administer('POST', '/subordinates/remove', {})).status, 204)
    await admit({ accepts_announced_keys: true })
    assert.deepEqual([(await announce(former)).status, lastRule()], [409, 'FED-112 announcement_outdated'])
  })

  test('FED-112 many changes that concern no keys do not hide the time of the keys', async () => {
    await admit({ accepts_announced_keys: true })
    protocolKeys = [...protocolKeys, await generateSigner({ crypto })]
    const former = await draftOf(({ payload }) => Object.assign(payload, { exp: payload.iat + 86_400 }))
    protocolKeys = protocolKeys.slice(0, 1)
    clock.advance(10)
    const { subordinates } = anchor.context
    for (let round = 0; round < 501; round += 1)
      await subordinates.change(
        memberId,
        { constraints: { max_path_length: round % 2 } },
        { at: clock.now(), actor: 'test' },
      )
    assert.deepEqual([(await announce(former)).status, lastRule()], [409, 'FED-112 announcement_outdated'])
  })

  test('FED-112 a configuration with the recorded keys ends a pending announcement with the same iat', async () => {
    await admit()
    clock.advance(10)
    protocolKeys = [...protocolKeys, await generateSigner({ crypto })]
    await announce(await draftOf())
    const { subordinates } = anchor.context
    const pins = { openid_credential_verifier: { keys: protocolKeys.map(({ publicJwk }) => publicJwk) } }
    await subordinates.change(memberId, { protocolKeys: pins }, { at: clock.now(), actor: 'test' })
    assert.deepEqual((await announce(await draftOf())).body, { status: 'unchanged' })
    assert.deepEqual(await pendingAnnouncements(), [])
  })

  test('FED-112 an announcement may have a fraction in its iat, as a NumericDate may', async () => {
    await admit()
    clock.advance(10)
    const draft = () => draftOf(({ payload }) => Object.assign(payload, { iat: clock.now() - 0.5 }))
    protocolKeys = [...protocolKeys, await generateSigner({ crypto })]
    assert.deepEqual(await announce(await draft()), { status: 202, body: { status: 'pending' } })
    assert.deepEqual([(await announce(await draft())).status, lastRule()], [409, 'FED-112 announcement_outdated'])
    assert.equal((await decide('approve')).status, 200)
    assert.deepEqual(await pendingAnnouncements(), [])
    assert.deepEqual(await pinned(), kidsOf(keySet(protocolKeys)))
  })

  test('FED-112 keys that are approved in advance are in the statement at once, and the answer has the time at which all readers have them', async () => {
    await admit({ accepts_announced_keys: true })
    protocolKeys = [...protocolKeys, await generateSigner({ crypto })]
    clock.advance(10)
    const { status, body } = await announce(await draftOf())
    assert.deepEqual([status, body], [200, { status: 'stated', stated_everywhere_at: clock.now() + 3600 }])
    const announced = sink.decisions.findLast(({ surface }) => surface === 'trust-anchor/key_announcement')
    assert.equal(announced?.evidence.change, 'changed', 'logs must not drop this decision')
    assert.equal((await pinned()).length, 2)
  })

  test('FED-112 an announcement that is sent again after a lost answer has the same answer until the operator decides', async () => {
    await admit()
    protocolKeys = [...protocolKeys, await generateSigner({ crypto })]
    clock.advance(10)
    const configuration = await draftOf()
    for (const _ of [1, 2])
      assert.deepEqual(await announce(configuration), { status: 202, body: { status: 'pending' } })
    assert.equal((await pendingAnnouncements()).length, 1)
    assert.equal((await decide('refuse')).status, 200)
    assert.deepEqual([(await announce(configuration)).status, lastRule()], [409, 'FED-112 announcement_outdated'])
  })

  test('FED-112 an announcement that could not be recorded is recorded when it is sent again', async (t) => {
    await admit({ accepts_announced_keys: true })
    protocolKeys = [...protocolKeys, await generateSigner({ crypto })]
    clock.advance(10)
    const configuration = await draftOf()
    const { subordinates } = anchor.context
    const store = t.mock.method(subordinates, 'change', async () => 'outdated' as const)
    assert.deepEqual([(await announce(configuration)).status, lastRule()], [409, 'FED-112 subordinate_outdated'])
    store.mock.mockImplementation(() => Promise.reject(new Unavailable('the store does not answer')))
    await assert.rejects(announce(configuration), Unavailable)
    store.mock.restore()
    assert.equal((await announce(configuration)).body.status, 'stated')
    assert.deepEqual(await pinned(), kidsOf(keySet(protocolKeys)))
    assert.deepEqual(await pendingAnnouncements(), [])
    assert.equal((await announce(configuration)).body.status, 'unchanged')
  })

  const bent = (bend: (draft: Draft) => void) => () => draftOf(bend)
  const refused = ruleCasesOf<[configuration: () => Promise<string>, status: number]>({
    'FED-112 entity_configuration_missing': [['no configuration', async () => '', 400]],
    'FED-112 subordinate_unknown': [
      [
        'the configuration of a stranger',
        bent(({ payload }) => Object.assign(payload, { iss: 'https://x.example', sub: 'https://x.example' })),
        403,
      ],
    ],
    'FED-112 announcer_unknown': [
      [
        'a signature by a key that the anchor does not list',
        async () => {
          federationKeys = [await generateSigner({ crypto })]
          return draftOf()
        },
        403,
      ],
    ],
    'FED-112 subordinate_suspended': [
      [
        'the configuration of a suspended member',
        async () => {
          await administer('PATCH', '/subordinates', { status: 'suspended' })
          return draftOf()
        },
        403,
      ],
    ],
    'FED-112 announcement_outdated': [
      [
        'an older configuration than the last one',
        async () => {
          const before = await changedConfiguration()
          clock.advance(10)
          await announce(await changedConfiguration())
          return before
        },
        409,
      ],
    ],
    'GEN-04 expired': [
      ['an expired configuration', bent(({ payload }) => Object.assign(payload, { exp: payload.iat - 60 })), 403],
    ],
    'FED-14 signature_invalid': [
      [
        'the signature of another configuration',
        async () => {
          const [own, other] = [await draftOf(), await changedConfiguration()]
          return other.replace(/[^.]+$/, /[^.]+$/.exec(own)?.[0] ?? '')
        },
        403,
      ],
    ],
    'FED-17 claim_misplaced': [
      ['a configuration with a policy', bent(({ payload }) => Object.assign(payload, { metadata_policy: {} })), 403],
    ],
  })
  const changedConfiguration = async () => {
    protocolKeys = [...protocolKeys, await generateSigner({ crypto })]
    return draftOf()
  }
  for (const [rule, title, configuration, status] of refused)
    test(`${rule[0]} refuses an announcement: ${title}`, async () => {
      await admit()
      const compact = await configuration()
      const answer =
        compact === '' ? await anchor.ask('/key_announcement', { method: 'POST' }) : await announce(compact)
      assert.deepEqual([answer.status, lastRule()], [status, rule.join(' ')])
    })

  test('FED-112 FED-114 readers always have a valid chain while a member changes its federation and protocol keys', async () => {
    await admit({ accepts_announced_keys: true })
    const watcher = evaluatorOf({ clock, network }, anchorsOf(anchor))
    const watch = async (step: string) => {
      for (const trust of [watcher, evaluatorOf({ clock, network }, anchorsOf(anchor))]) {
        const verdict = await trust.evaluate(memberId, ['openid_credential_verifier'])
        assert.ok(!failed(verdict), `${step}: ${failed(verdict) && verdict.at}`)
        // The member signs with the first protocol key.
        assert.ok(kidsOf(verdict.metadata.openid_credential_verifier?.jwks).includes(protocolKeys[0]?.kid ?? ''), step)
      }
    }
    await watch('before')
    const [next, nextProtocol] = [await generateSigner({ crypto }), await generateSigner({ crypto })]
    federationKeys = [...federationKeys, next]
    protocolKeys = [...protocolKeys, nextProtocol]
    clock.advance(10)
    const { body } = await announce(await draftOf())
    for (const seconds of [0, 1000, 1000, 1000]) {
      clock.advance(seconds)
      await watch('announced')
    }
    clock.advance(Number(body.stated_everywhere_at) - clock.now())
    signing = 1
    protocolKeys.reverse()
    for (const seconds of [0, 1000, 1000, 1000, 1000]) {
      clock.advance(seconds)
      await watch('changed')
    }
    federationKeys = [next]
    signing = 0
    protocolKeys = [nextProtocol]
    clock.advance(10)
    assert.equal((await announce(await draftOf())).body.status, 'stated')
    for (const seconds of [0, 1000, 1000, 1000, 1000]) {
      clock.advance(seconds)
      await watch('former key gone')
    }
    assert.deepEqual(kidsOf((await statement()).jwks), [next.kid])
    const own = await verifyEntityConfiguration({ crypto }, await draftOf(), {
      ...{ entityId: memberId, algorithms: defaultAlgorithms, urls, now: clock.now(), skew: 0 },
    })
    assert.ok(!failed(own))
  })

  test('FED-112 refuses an announcement of a configuration from before the last change of the keys', async () => {
    await admit({ accepts_announced_keys: true })
    const former = await draftOf(({ payload }) => Object.assign(payload, { exp: payload.iat + 86_400 }))
    clock.advance(10)
    protocolKeys = [...protocolKeys, await generateSigner({ crypto })]
    assert.equal((await administer('PATCH', '/subordinates', { refresh_keys: true })).status, 200)
    assert.equal((await announce(former)).status, 409)
    assert.equal(lastRule(), 'FED-112 announcement_outdated')
    assert.equal((await pinned()).length, 2)
  })

  test('FED-113 a withdrawn key is accepted again only with the approval of the operator', async () => {
    federationKeys = [...federationKeys, await generateSigner({ crypto })]
    await admit({ accepts_announced_keys: true })
    const [first, second] = federationKeys.map(({ kid }) => kid)
    assert.equal((await administer('POST', '/subordinates/withdraw-key', { kid: second })).status, 200)
    clock.advance(10)
    assert.equal((await announce(await draftOf())).body.status, 'pending')
    assert.deepEqual(kidsOf((await statement()).jwks), [first])
  })

  test('FED-112 refuses an announcement that would leave the member without the protocol keys of its type', async () => {
    await admit()
    clock.advance(10)
    types = []
    protocolKeys = [...protocolKeys, await generateSigner({ crypto })]
    const { status } = await announce(await draftOf())
    assert.deepEqual([status, lastRule()], [422, 'FED-108 protocol_keys_missing'])
  })
})
