/**
 * Two anchors, two intermediates and six leaves: refusals, resolve responses, and which leaves are trusted during a
 * change of keys or a suspension. `http.test.ts` has the removal of a leaf and of an intermediate.
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { failed, type JsonObject } from '../../../src/base/index.ts'
import { type TrustAnchors, validateTrustChain } from '../../../src/federation/index.ts'
import { defaultAlgorithms, parseJws, verifyJws } from '../../../src/jose/index.ts'
import { recordingSink } from '../../support/decisions.ts'
import {
  anchorsOf,
  configurationOf,
  connectEntity,
  crypto,
  evaluatorOf,
  sign,
  statementResponse,
  type TestEntity,
  testEntity,
  urls,
} from '../../support/federation.ts'
import { startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createNetwork } from '../../support/network.ts'
import { type SixLeaves, startSixLeaves } from '../../support/six-leaves.ts'

const ids = { alpha: 'https://alpha.example', beta: 'https://beta.example', upper: 'https://upper.example' }
let clock = fixedClock()
let network = createNetwork()
let sink = recordingSink()
let { alpha, beta, upper, leaves } = {} as SixLeaves

describe('topology', () => {
  beforeEach(async () => {
    clock = fixedClock()
    network = createNetwork()
    sink = recordingSink()
    ;({ alpha, beta, upper, leaves } = await startSixLeaves({ clock, network }, { decisions: sink }))
  })

  const evaluator = (anchors: TrustAnchors) => evaluatorOf({ clock, network }, anchors)
  /** Returns the names of the leaves that a party with these anchors trusts. */
  async function trusted(anchors: TrustAnchors): Promise<string> {
    const trust = evaluator(anchors)
    const names: string[] = []
    for (const [name, { entityId }] of Object.entries(leaves))
      if (!failed(await trust.evaluate(entityId, ['wallet_provider']))) names.push(name)
    return names.join(' ')
  }

  test('FED-15 FED-16 a refusal names the fault of the chain, for fetched chains and for a chain in a header', async () => {
    const { entityId } = leaves.a3
    const placeOf = async (anchors: TrustAnchors, behind = 0, hint = {}) => {
      const late = { now: () => clock.now() - behind }
      const trust = evaluatorOf({ clock: late, network }, anchors)
      const verdict = await trust.evaluate(entityId, ['wallet_provider'], hint)
      return failed(verdict) ? `${verdict.code} ${verdict.at}` : verdict.trustChain
    }
    const others = new Map([[ids.alpha, [beta.signer.publicJwk]]])
    const trustChain = await placeOf(anchorsOf(alpha))
    assert.match(String(await placeOf(anchorsOf(alpha), 3600)), /^no_trust_chain trust_chain\.not_yet_valid\./)
    assert.match(
      String(await placeOf(anchorsOf(alpha), 3600, { trustChain })),
      /^no_trust_chain trust_chain\.not_yet_valid\./,
    )
    assert.match(String(await placeOf(others)), /^no_trust_chain trust_chain\.anchor_key_mismatch/)
    assert.match(String(await placeOf(others, 0, { trustChain })), /^no_trust_chain trust_chain\.anchor_key_mismatch/)
  })

  test('FED-15 FED-27 a refusal names the failed path to a pinned anchor, or else the longest path', async () => {
    const placeOf = async (entityId: string, anchors: TrustAnchors) => {
      const verdict = await evaluator(anchors).evaluate(entityId, ['wallet_provider'])
      return failed(verdict) ? verdict.at : verdict.trustChain
    }
    const [toAlpha, toBeta] = [[[ids.alpha, [beta.signer.publicJwk]]], [[ids.beta, [alpha.signer.publicJwk]]]] as const
    const { shared, b1 } = leaves
    const mismatch = (index: number) => `trust_chain.anchor_key_mismatch.statement[${index}].header.kid`
    assert.equal(await placeOf(shared.entityId, new Map(toAlpha)), mismatch(2))
    assert.equal(await placeOf(shared.entityId, new Map(toBeta)), mismatch(1))
    const nowhere = new Map([['https://gamma.example', [beta.signer.publicJwk]]])
    assert.equal(await placeOf(b1.entityId, nowhere), 'trust_chain.no_superior.configuration.payload.authority_hints')
  })

  test('FED-12 FED-13 FED-40 FED-30 an intermediate names its superior and its endpoints, and answers at each endpoint', async () => {
    const response = await upper.ask('/.well-known/openid-federation')
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/entity-statement+jwt'])
    const { authority_hints, trust_mark_issuers, metadata, ...rest } = decodeJwt(await response.text()).payload
    assert.deepEqual(
      [authority_hints, trust_mark_issuers, rest.iss, rest.sub],
      [[ids.alpha], undefined, ids.upper, ids.upper],
    )
    const { organization_name, ...entity } =
      (metadata as Record<string, Record<string, string>>).federation_entity ?? {}
    assert.equal(typeof organization_name, 'string')
    const sub = leaves.a1.entityId
    const rows: [name: string, query: string, status: number, mediaType: string][] = [
      ['federation_fetch_endpoint', `?sub=${sub}`, 200, 'application/entity-statement+jwt'],
      ['federation_list_endpoint', '?entity_type=wallet_provider', 200, 'application/json'],
      ['federation_resolve_endpoint', `?sub=${sub}&trust_anchor=${ids.alpha}`, 200, 'application/resolve-response+jwt'],
      ['federation_resolve_endpoint', `?sub=${sub}&trust_anchor=${ids.beta}`, 404, 'application/json'],
      ['federation_resolve_endpoint', `?sub=${sub}&trust_anchor=${ids.upper}`, 404, 'application/json'],
      ['federation_historical_keys_endpoint', '', 200, 'application/jwk-set+jwt'],
    ]
    for (const [name, query, status, mediaType] of rows) {
      const answer = await network.fetch(new Request(`${entity[name]}${query}`))
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [status, mediaType], name)
      if (status === 404) assert.equal(((await answer.json()) as { error: string }).error, 'invalid_trust_anchor')
    }
    assert.deepEqual(
      Object.keys(entity).filter((name) => name.startsWith('federation_')),
      [...new Set(rows.map(([name]) => name))],
    )
  })

  test('FED-25 FED-24 an intermediate admits no member under a type that its superior forbids', async () => {
    const metadata = { openid_provider: { issuer: 'https://op.example' }, wallet_provider: {} }
    const leaf = await testEntity('https://op.example', { hints: [ids.upper], metadata })
    connectEntity(network, clock, leaf)
    const add = (entity_types: string[]) =>
      upper.administer('POST', '/subordinates', { entity_id: leaf.entityId, entity_types })
    const refused = await add(['wallet_provider', 'openid_provider'])
    assert.equal(refused.status, 422)
    assert.match(JSON.stringify(refused.body), /entity_type_missing.*resolved_metadata\.openid_provider.*FED-25/)
    assert.equal((await add(['wallet_provider'])).status, 201)
  })

  test('FED-38 a suspended leaf is trusted again once it is resumed', async () => {
    const entity_id = leaves.a2.entityId
    await upper.administer('PATCH', '/subordinates', { entity_id, status: 'suspended', reason: 'key lost' })
    assert.equal(await trusted(anchorsOf(alpha)), 'a1 a3 shared')
    assert.equal(((await (await upper.ask('/list')).json()) as string[]).includes(entity_id), false)
    await upper.administer('PATCH', '/subordinates', { entity_id, status: 'active' })
    assert.equal(await trusted(anchorsOf(alpha)), 'a1 a2 a3 shared')
  })

  test('FED-10 a leaf rolls its key over with a refresh by its superior, and a stranger cannot replace the key', async () => {
    const { a1 } = leaves
    const next = await testEntity(a1.entityId, { hints: [ids.upper], metadata: { wallet_provider: {} } })
    const publish = (signer: TestEntity, keys: unknown[]) =>
      network.connect(a1.entityId, async () => {
        const draft = configurationOf({ ...a1, signer: signer.signer }, clock.now())
        draft.payload.jwks.keys = keys
        return statementResponse(await sign(draft))
      })
    const refresh = () => upper.administer('PATCH', '/subordinates', { entity_id: a1.entityId, refresh_keys: true })
    publish(next, [next.signer.publicJwk])
    const stolen = await refresh()
    assert.equal(stolen.status, 422)
    assert.match(JSON.stringify(stolen.body), /subject_key_mismatch.*FED-14/)
    publish(a1, [a1.signer.publicJwk, next.signer.publicJwk])
    assert.equal(await trusted(anchorsOf(alpha)), 'a1 a2 a3 shared')
    assert.equal((await refresh()).status, 200)
    publish(next, [next.signer.publicJwk, a1.signer.publicJwk])
    assert.equal(await trusted(anchorsOf(alpha)), 'a1 a2 a3 shared')
    publish(next, [next.signer.publicJwk])
    assert.equal((await refresh()).status, 200)
    assert.equal(await trusted(anchorsOf(alpha)), 'a1 a2 a3 shared')
  })

  test('FED-10 an intermediate can activate a key only when the statement of its superior contains this key', async () => {
    const { body } = await upper.administer('POST', '/keys', {})
    const { kid } = body as { kid: string }
    const activate = (force: boolean) => upper.administer('POST', '/keys/activate', { kid, force })
    assert.match(JSON.stringify((await activate(false)).body), /key_too_young/)
    assert.match(JSON.stringify((await activate(true)).body), /key_unattested/)
    const refreshed = await alpha.administer('PATCH', '/subordinates', { entity_id: ids.upper, refresh_keys: true })
    assert.equal(refreshed.status, 200, JSON.stringify(refreshed.body))
    assert.equal((await activate(true)).status, 200)
    assert.equal(await trusted(anchorsOf(alpha)), 'a1 a2 a3 shared')
    assert.match(JSON.stringify((await activate(true)).body), /key_not_pending/)
    const old = upper.signer.kid
    assert.equal((await upper.administer('POST', '/keys/revoke', { kid: old, reason: 'superseded' })).status, 200)
    assert.equal(await trusted(anchorsOf(alpha)), 'a1 a2 a3 shared')
    assert.match(JSON.stringify((await upper.administer('POST', '/keys/revoke', { kid })).body), /key_signs/)
    const states = (await upper.administer('GET', '/keys')).body as { kid: string; state: string }[]
    assert.deepEqual(
      states.map(({ state }) => state),
      ['revoked', 'active'],
    )
  })

  test('FED-10 a revoked key cannot be activated, and the superior is not asked to state it', async () => {
    const { kid } = (await upper.administer('POST', '/keys', {})).body as { kid: string }
    await upper.administer('POST', '/keys/revoke', { kid, reason: 'compromised' })
    const { body } = await upper.administer('POST', '/keys/activate', { kid, force: true })
    assert.match(JSON.stringify(body), /key_not_pending/)
  })

  const resolve = (query: string) => alpha.ask(`/resolve?${query}`)

  /** Adds a member with these types. Returns a function that resolves some of them. */
  async function withTypes(types: readonly string[]) {
    const metadata = Object.fromEntries(types.map((type) => [type, {}]))
    const member = await testEntity('https://types.example', { hints: [ids.alpha], metadata })
    connectEntity(network, clock, member)
    const { entityId } = member
    assert.equal((await alpha.administer('POST', '/subordinates', { entity_id: entityId })).status, 201)
    return async (requested: readonly string[]) => {
      const query = new URLSearchParams({ sub: entityId, trust_anchor: ids.alpha })
      for (const type of requested) query.append('entity_type', type)
      return decodeJwt(await (await resolve(String(query))).text()).payload
    }
  }

  test('FED-30 a resolve response has only the requested types, even if the name of one type contains two others', async () => {
    const resolveOdd = await withTypes(['x y', 'x', 'y'])
    const typesFor = async (...requested: string[]) =>
      Object.keys((await resolveOdd(requested)).metadata as object).sort()
    assert.deepEqual(await typesFor('x y'), ['x y'])
    assert.deepEqual(await typesFor('x', 'y'), ['x', 'y'])
  })

  test('FED-37 a resolver keeps only some of the responses for combinations of entity types', async () => {
    const types = ['a', 'b', 'c', 'd', 'e', 'f']
    const resolveWide = await withTypes(types)
    const issuedAt = async (requested: readonly string[]) => Number((await resolveWide(requested)).iat)
    const start = clock.now()
    for (let subset = 1; subset < 2 ** types.length; subset += 1)
      assert.equal(await issuedAt(types.filter((_, index) => (subset >> index) & 1)), start)
    clock.advance(1)
    assert.deepEqual([await issuedAt(types), await issuedAt(['a'])], [start, start + 1])
  })

  test('FED-30 FED-36 resolves a leaf, under the current and the older parameter names', async () => {
    const { a1 } = leaves
    for (const query of [
      `sub=${a1.entityId}&trust_anchor=${ids.alpha}`,
      `sub=${a1.entityId}&anchor=${ids.alpha}`,
      `sub=${a1.entityId}&trust_anchor=https://unknown.example&trust_anchor=${ids.alpha}&entity_type=wallet_provider`,
      `sub=${a1.entityId}&anchor=${ids.alpha}&type=wallet_provider&type=openid_provider`,
    ]) {
      const response = await resolve(query)
      assert.deepEqual(
        [response.status, response.headers.get('content-type')],
        [200, 'application/resolve-response+jwt'],
      )
      const policy = { typ: ['resolve-response+jwt'], algorithms: defaultAlgorithms }
      const jws = parseJws(await response.text(), policy, 'response')
      assert.ok(!failed(jws))
      assert.ok(!failed(await verifyJws({ crypto }, jws, alpha.signer.publicJwk, 'response')))
      const { iss, sub, metadata, exp } = jws.payload
      assert.deepEqual([iss, sub], [ids.alpha, a1.entityId])
      assert.deepEqual(
        Object.keys(metadata as JsonObject),
        query.includes('type=') ? ['wallet_provider'] : ['federation_entity', 'wallet_provider'],
      )
      assert.ok(Number(exp) <= clock.now() + 3600)
    }
  })

  test('FED-10 FED-30 a resolve response is valid no longer than the resolver’s own entity configuration', async () => {
    const lifetimes = { entityConfigurationLifetimeSeconds: 600, subordinateStatementLifetimeSeconds: 300 }
    const config = { authorityHints: [ids.alpha], ...lifetimes }
    const resolver = await startAuthority({ clock, network }, 'https://brief.example', {
      anchors: anchorsOf(alpha),
      config,
    })
    const response = await resolver.ask(`/resolve?sub=${leaves.a3.entityId}&trust_anchor=${ids.alpha}`)
    assert.equal(response.status, 200)
    assert.equal(decodeJwt(await response.text()).payload.exp, clock.now() + 600)
  })

  for (const [leaf, path] of [
    ['a1', [ids.upper, ids.alpha]],
    ['a3', [ids.alpha]],
  ] as const)
    test(`FED-30 FED-14 the Trust Chain in the resolve response about ${leaf} is complete and validates offline`, async () => {
      const subject = leaves[leaf].entityId
      const { payload } = decodeJwt(await (await resolve(`sub=${subject}&trust_anchor=${ids.alpha}`)).text())
      const statements = payload.trust_chain as string[]
      const links = statements.map((statement) => decodeJwt(statement).payload).map(({ iss, sub }) => [iss, sub])
      const below = [subject, ...path]
      const top = [[ids.alpha, ids.alpha]]
      assert.deepEqual(links, [[subject, subject], ...path.map((superior, index) => [superior, below[index]]), ...top])
      const policy = {
        subject,
        anchors: anchorsOf(alpha),
        algorithms: defaultAlgorithms,
        urls,
        skew: 0,
        now: clock.now(),
      }
      const chain = await validateTrustChain({ crypto }, statements, policy)
      assert.ok(!failed(chain))
      assert.deepEqual([chain.metadata, chain.expiresAt >= (payload.exp as number)], [payload.metadata, true])
    })

  test('FED-30 a resolution is cached for a minute, and requests within it cause no fetch', async () => {
    const query = `sub=${leaves.a1.entityId}&trust_anchor=${ids.alpha}`
    const first = await (await resolve(query)).text()
    const before = network.exchanges.length
    const many = await Promise.all(Array.from({ length: 10 }, async () => (await resolve(query)).text()))
    assert.ok(many.every((response) => response === first))
    assert.equal(network.exchanges.length, before + 10)
    clock.advance(60)
    assert.notEqual(await (await resolve(query)).text(), first)
  })

  const refusals: [query: string, status: number, error: string, rule: string][] = [
    [`trust_anchor=${ids.alpha}`, 400, 'invalid_request', 'FED-30 sub_missing'],
    ['sub=https://a1.example', 400, 'invalid_request', 'FED-30 trust_anchor_missing'],
    [`sub=garbage&trust_anchor=${ids.alpha}`, 404, 'invalid_subject', 'FED-30 sub_invalid'],
    [`sub=https://a1.example&trust_anchor=${ids.beta}`, 404, 'invalid_trust_anchor', 'FED-30 trust_anchor_unknown'],
    [`sub=https://nobody.example&trust_anchor=${ids.alpha}`, 503, 'temporarily_unavailable', 'GEN-27 unreachable'],
    [`sub=https://lonely.example&trust_anchor=${ids.alpha}`, 400, 'invalid_trust_chain', 'FED-12 no_superior'],
    [`sub=https://b1.example&trust_anchor=${ids.alpha}`, 400, 'invalid_trust_chain', 'FED-12 no_superior'],
    [
      `sub=https://greedy.example&trust_anchor=${ids.alpha}`,
      400,
      'invalid_metadata',
      'FED-20 metadata_schema_violated',
    ],
    [`sub=https://cut.example&trust_anchor=${ids.alpha}`, 503, 'temporarily_unavailable', 'GEN-27 unreachable'],
  ]
  test('FED-30 GEN-42 the refusal of a resolution names the document at fault and the path', async () => {
    const response = await resolve(`sub=${leaves.b1.entityId}&trust_anchor=${ids.alpha}`)
    const { error_description } = (await response.json()) as { error_description: string }
    const path = `${leaves.b1.entityId} > https://lower.example > ${ids.beta}`
    assert.ok(error_description.includes(`Found: configuration of ${ids.beta} in ${path}.`), error_description)
  })

  for (const [query, status, error, rule] of refusals)
    test(`FED-30 ${rule.split(' ')[1]}: ${query.split('&')[0]} is refused with ${status} ${error}`, async () => {
      const lonely = await testEntity('https://lonely.example', {})
      const cut = await testEntity('https://cut.example', {
        hints: ['https://away.example'],
        metadata: { wallet_provider: {} },
      })
      const greedy = await testEntity('https://greedy.example', {
        hints: [ids.alpha],
        metadata: { wallet_provider: {} },
      })
      const bad = { ...greedy, metadata: { ...greedy.metadata, wallet_provider: { nonce_endpoint: 1 } } }
      for (const entity of [lonely, cut, bad]) connectEntity(network, clock, entity)
      await alpha.context.subordinates.add(
        {
          entityId: greedy.entityId,
          keys: [greedy.signer.publicJwk],
          entityTypes: ['wallet_provider'],
          intermediate: false,
        },
        { at: clock.now(), actor: 'test' },
      )
      const response = await resolve(query)
      const body = (await response.json()) as { error: string; error_description: string }
      assert.deepEqual([response.status, body.error], [status, error], body.error_description)
      const check = sink.lastRefusal()?.checks.at(-1)
      assert.equal(`${check?.requirement} ${check?.code}`, rule)
    })
})
