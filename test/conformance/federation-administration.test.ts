/**
 * The administration of a Trust Anchor: who may, what is taken in, what is refused and why, and what the log keeps.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import type { JsonObject } from '../../src/base/index.ts'
import { generateSigner, signJwt } from '../../src/jose/index.ts'
import { adminPaths, createTrustAnchor } from '../../src/trust-anchor/index.ts'
import { type RecordingSink, recordingSink } from '../support/decisions.ts'
import { configurationOf, connectEntity, crypto, sign, type TestEntity, testEntity } from '../support/federation.ts'
import { type Authority, adminToken, startAuthority } from '../support/federation-authority.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { createNetwork } from '../support/network.ts'

const anchorId = 'https://anchor.example'
const markType = 'https://anchor.example/marks/public'
let clock = fixedClock()
let network = createNetwork()
let sink: RecordingSink
let anchor: Authority
let candidate: TestEntity

beforeEach(async () => {
  clock = fixedClock()
  network = createNetwork()
  sink = recordingSink()
  anchor = await startAuthority({ clock, network }, anchorId, {
    decisions: sink,
    config: { trustMarks: [{ type: markType }], keyPublicationSeconds: 600 },
  })
  const wallet_provider = { token_endpoint_auth_signing_alg_values_supported: ['ES256', 'RS256'] }
  candidate = await testEntity('https://candidate.example', { hints: [anchorId], metadata: { wallet_provider } })
  connectEntity(network, clock, candidate)
})

const lastRule = () => {
  const check = sink.lastRefusal()?.checks.at(-1)
  return `${check?.requirement} ${check?.code}`
}
const listed = async () => (await (await anchor.ask('/list')).json()) as string[]

test('FED-06 onboarding shows what the policy leaves, then takes the entity in', async () => {
  const entity_id = candidate.entityId
  const shown = await anchor.administer('POST', '/subordinates', { entity_id, dry_run: true })
  const view = shown.body as JsonObject
  assert.deepEqual([shown.status, view.status, await listed()], [200, 'candidate', []])
  assert.deepEqual((view.resolved_metadata as JsonObject).wallet_provider, {
    token_endpoint_auth_signing_alg_values_supported: ['ES256'],
  })
  const taken = await anchor.administer('POST', '/subordinates', { entity_id, reason: 'contract 12' })
  assert.deepEqual([taken.status, (taken.body as JsonObject).status], [201, 'active'])
  assert.deepEqual(await listed(), [entity_id])
  assert.equal((await anchor.ask(`/fetch?sub=${entity_id}`)).status, 200)
  const again = await anchor.administer('POST', '/subordinates', { entity_id })
  assert.deepEqual([again.status, lastRule()], [409, 'FED-06 subordinate_known'])
})

const publishing = (wallet_provider: JsonObject) =>
  connectEntity(network, clock, { ...candidate, metadata: { ...candidate.metadata, wallet_provider } })

const refused: [rule: string, title: string, prepare: () => unknown, body?: object, status?: number][] = [
  ['FED-02 unreachable', 'an entity that does not answer', () => network.disconnect(candidate.entityId)],
  [
    'FED-02 status_unexpected',
    'an entity without a configuration',
    () => network.connect(candidate.entityId, async () => new Response('', { status: 404 })),
  ],
  [
    'FED-12 superior_not_hinted',
    'an entity that names another superior',
    () => connectEntity(network, clock, { ...candidate, hints: ['https://other.example'] }),
  ],
  [
    'FED-28 subject_mismatch',
    'a configuration of another',
    async () => {
      const text = await sign(configurationOf({ ...candidate, entityId: 'https://x.example' }, clock.now()))
      const headers = { 'content-type': 'application/entity-statement+jwt' }
      network.connect(candidate.entityId, async () => new Response(text, { headers }))
    },
  ],
  [
    'FED-25 entity_type_missing',
    'a type that it does not have',
    () => 0,
    { entity_types: ['openid_credential_issuer'] },
  ],
  ['FED-40 intermediate_mismatch', 'an intermediate without a fetch endpoint', () => 0, { intermediate: true }],
  [
    'FED-14 subject_key_mismatch',
    'other keys than those handed in',
    () => 0,
    { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43), kid: 'other' }] } },
  ],
  [
    'FED-04 policy_violated',
    'metadata that the policy forbids',
    () => 0,
    { metadata_policy: { wallet_provider: { nonce_endpoint: { essential: true } } } },
  ],
  [
    'FED-22 policy_operand_invalid',
    'a policy that is none',
    () => 0,
    { metadata_policy: { wallet_provider: { nonce_endpoint: { essential: 'yes' } } } },
  ],
  [
    'FED-23 name_not_permitted',
    'constraints that exclude it',
    () => 0,
    { constraints: { naming_constraints: { permitted: ['.it'] } } },
  ],
  [
    'GEN-19 metadata_url_insecure',
    'an endpoint in plain http',
    () => publishing({ nonce_endpoint: 'http://candidate.example/nonce' }),
  ],
  [
    'GEN-03 metadata_alg_forbidden',
    'an algorithm that proves nothing',
    () => publishing({ formats: { jwt: { alg_values_supported: ['HS256'] } } }),
  ],
  ['FED-28 entity_id_invalid', 'an identifier that is none', () => 0, { entity_id: 'http://plain.example' }],
  ['FED-28 entity_id_invalid', 'one too long', () => 0, { entity_id: `https://a.example/${'x'.repeat(2048)}` }],
  ['FED-06 sub_is_issuer', 'the anchor itself', () => 0, { entity_id: anchorId }],
  ['GEN-23 request_malformed', 'a member that it does not know', () => 0, { surplus: 1 }, 400],
  ['GEN-23 request_malformed', 'a private key', () => 0, { jwks: { keys: [{ kty: 'oct', k: 'AA', kid: 'x' }] } }, 400],
]
for (const [rule, title, prepare, body = {}, status = 422] of refused)
  test(`${rule.split(' ')[0]} refuses to take in ${title}`, async () => {
    await prepare()
    const answer = await anchor.administer('POST', '/subordinates', { entity_id: candidate.entityId, ...body })
    assert.deepEqual([lastRule(), answer.status], [rule, status])
    assert.deepEqual(await listed(), [])
  })

test('FED-38 changes show at once, are judged before they stand, and are logged with time, actor and reason', async () => {
  const entity_id = candidate.entityId
  const change = (body: object) => anchor.administer('PATCH', '/subordinates', { entity_id, ...body })
  assert.deepEqual([(await change({})).status, lastRule()], [404, 'FED-06 subordinate_unknown'])
  await anchor.administer('POST', '/subordinates', { entity_id, reason: 'contract 12' })
  const statement = async () => {
    const [, payload = ''] = (await (await anchor.ask(`/fetch?sub=${entity_id}`)).text()).split('.')
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject
  }
  const readyMade = (await statement()).metadata_policy
  clock.advance(5)
  const metadata_policy = { wallet_provider: { aal_values_supported: { default: ['high'] } } }
  assert.equal((await change({ metadata_policy, reason: 'ticket 7' })).status, 200)
  assert.deepEqual((await statement()).metadata_policy, metadata_policy)
  const bad = { wallet_provider: { aal_values_supported: { essential: true } } }
  assert.deepEqual([(await change({ metadata_policy: bad })).status, lastRule()], [422, 'FED-04 policy_violated'])
  assert.deepEqual((await statement()).metadata_policy, metadata_policy)
  const outdated = await change({ metadata_policy: null, revision: 1 })
  assert.deepEqual([outdated.status, lastRule()], [409, 'FED-06 subordinate_outdated'])
  assert.equal((await change({ metadata_policy: null, revision: 2 })).status, 200)
  assert.deepEqual((await statement()).metadata_policy, readyMade)
  const late = await change({ status: 'suspended', revision: 2 })
  assert.deepEqual([late.status, lastRule()], [409, 'FED-06 subordinate_outdated'])
  assert.equal((await anchor.ask(`/fetch?sub=${entity_id}`)).status, 200)
  assert.equal((await change({ status: 'suspended', entity_types: ['wallet_provider'], revision: 3 })).status, 200)
  assert.equal((await change({ status: 'active', revision: 5 })).status, 200)
  await change({ status: 'suspended' })
  assert.equal((await anchor.ask(`/fetch?sub=${entity_id}`)).status, 404)
  assert.equal(lastRule(), 'FED-06 subject_suspended')
  const shown = await anchor.administer('GET', `/subordinates?entity_id=${entity_id}`)
  assert.equal((shown.body as JsonObject).status, 'suspended')
  assert.equal((await anchor.administer('POST', '/subordinates/remove', { entity_id, reason: 'gone' })).status, 204)
  assert.equal((await anchor.administer('POST', '/subordinates/remove', { entity_id })).status, 404)
  const log = (await anchor.administer('GET', `/log?entity_id=${entity_id}`)).body as JsonObject[]
  assert.deepEqual(
    log.map(({ action, actor, reason, at, members }) => [action, actor, reason, Number(at) - clock.now(), members]),
    [
      ['removed', 'operator', 'gone', 0, undefined],
      ['suspended', 'operator', undefined, 0, undefined],
      ['resumed', 'operator', undefined, 0, undefined],
      ['suspended', 'operator', undefined, 0, undefined],
      ['changed', 'operator', undefined, 0, ['entityTypes']],
      ['changed', 'operator', undefined, 0, ['metadataPolicy']],
      ['changed', 'operator', 'ticket 7', 0, ['metadataPolicy']],
      ['added', 'operator', 'contract 12', -5, undefined],
    ],
  )
})

test('FED-38 FED-10 every change is kept as evidence of who made it and what it is about', async () => {
  const entity_id = candidate.entityId
  const kept = async (method: string, path: string, body?: JsonObject) => {
    assert.ok((await anchor.administer(method, path, body)).status < 300, path)
    const { actor, change, entity, thumbprint } = sink.decisions.at(-1)?.evidence ?? {}
    return [actor, change, entity ?? thumbprint]
  }
  assert.deepEqual(await kept('POST', '/subordinates', { entity_id, dry_run: true }), [
    'operator',
    undefined,
    entity_id,
  ])
  assert.deepEqual(await kept('POST', '/subordinates', { entity_id }), ['operator', 'added', entity_id])
  const suspended = { entity_id, status: 'suspended' }
  assert.deepEqual(await kept('PATCH', '/subordinates', suspended), ['operator', 'suspended', entity_id])
  const mark = { trust_mark_type: markType, sub: entity_id }
  assert.deepEqual(await kept('POST', '/trust-marks', mark), ['operator', 'granted', entity_id])
  assert.deepEqual(await kept('POST', '/trust-marks/revoke', mark), ['operator', 'revoked', entity_id])
  assert.deepEqual(await kept('POST', '/subordinates/remove', { entity_id }), ['operator', 'removed', entity_id])
  const [, added, kid = ''] = await kept('POST', '/keys', {})
  assert.equal(added, 'added')
  clock.advance(600)
  assert.deepEqual(await kept('POST', '/keys/activate', { kid }), ['operator', 'activated', kid])
  const [first] = (await anchor.administer('GET', '/keys')).body as { kid: string }[]
  const retired = first?.kid ?? ''
  assert.deepEqual(await kept('POST', '/keys/revoke', { kid: retired }), ['operator', 'revoked', retired])
})

test('FED-38 why a member or its mark goes is said in a body alone: no URL takes either away', async () => {
  const { entityId: entity_id } = candidate
  await anchor.administer('POST', '/subordinates', { entity_id })
  const mark = { trust_mark_type: markType, sub: entity_id }
  await anchor.administer('POST', '/trust-marks', mark)
  for (const [path, query] of [
    ['/trust-marks', mark],
    ['/subordinates', { entity_id }],
  ] as const)
    assert.equal((await anchor.administer('DELETE', `${path}?${new URLSearchParams(query)}&reason=fraud`)).status, 405)
  assert.equal((await anchor.administer('POST', `/trust-marks/revoke?reason=x`, { ...mark, reason: 'y' })).status, 204)
  assert.equal(
    (await anchor.administer('POST', `/subordinates/remove?reason=x`, { entity_id, reason: 'y' })).status,
    204,
  )
  const log = (await anchor.administer('GET', `/log?entity_id=${entity_id}`)).body as JsonObject[]
  assert.deepEqual(
    log.slice(0, 2).map(({ action, reason }) => [action, reason]),
    [
      ['removed', 'y'],
      ['mark_revoked', 'y'],
    ],
  )
})

test('FED-14 FED-38 a member that is taken in again with another key is vouched for with that key', async () => {
  const entity_id = candidate.entityId
  const kids = async () => {
    const [, payload = ''] = (await (await anchor.ask(`/fetch?sub=${entity_id}`)).text()).split('.')
    const { jwks } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { jwks: { keys: { kid: string }[] } }
    return jwks.keys.map(({ kid }) => kid)
  }
  await anchor.administer('POST', '/subordinates', { entity_id })
  assert.deepEqual(await kids(), [candidate.signer.kid])
  await anchor.administer('POST', '/subordinates/remove', { entity_id })
  const signer = await generateSigner({ crypto })
  connectEntity(network, clock, { ...candidate, signer })
  const { body } = await anchor.administer('POST', '/subordinates', { entity_id })
  assert.deepEqual(await kids(), [signer.kid])
  const shown = await anchor.administer('GET', `/subordinates?entity_id=${entity_id}`)
  assert.equal((body as JsonObject).revision, (shown.body as JsonObject).revision)
  const before = await anchor.administer('PATCH', '/subordinates', { entity_id, revision: 1, metadata_policy: null })
  assert.deepEqual([before.status, lastRule()], [409, 'FED-06 subordinate_outdated'])
})

/** Signs without a private key: with the exponent 1 an RSA signature is the padded digest itself (RFC 8017 §9.2). */
const signerByExponentOne = (modulusBytes: number) => (data: Uint8Array) => {
  const digestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex')
  const tail = Buffer.concat([Buffer.of(0), digestInfo, createHash('sha256').update(data).digest()])
  return Buffer.concat([Buffer.of(0, 1), Buffer.alloc(modulusBytes - 2 - tail.length, 0xff), tail])
}

test('FED-14 FED-10 GEN-16 keys are not taken over under a signature that no key of the member has made', async () => {
  anchor = await startAuthority({ clock, network }, anchorId, {
    decisions: sink,
    config: { algorithms: ['RS256', 'ES256'] },
  })
  const member = await testEntity(candidate.entityId, { hints: [anchorId], alg: 'RS256', metadata: candidate.metadata })
  connectEntity(network, clock, member)
  const entity_id = member.entityId
  const refreshed = () => anchor.administer('PATCH', '/subordinates', { entity_id, refresh_keys: true })
  assert.equal((await anchor.administer('POST', '/subordinates', { entity_id })).status, 201)
  assert.equal((await refreshed()).status, 200)
  const stranger = await generateSigner({ crypto })
  const modulusBytes = Buffer.from(member.signer.publicJwk.n ?? '', 'base64url').length
  const forged = configurationOf(member, clock.now())
  forged.payload.jwks.keys = [{ ...member.signer.publicJwk, e: 'AQ' }, stranger.publicJwk]
  forged.signer = { ...member.signer, sign: signerByExponentOne(modulusBytes) }
  const text = await sign(forged)
  const headers = { 'content-type': 'application/entity-statement+jwt' }
  network.connect(entity_id, async () => new Response(text, { headers }))
  const response = await refreshed()
  assert.deepEqual([response.status, lastRule()], [422, 'GEN-16 jwk_malformed'])
})

test('FED-31 removing an entity takes its marks along; a mark is granted once, to an entity, of a type that is issued', async () => {
  const sub = candidate.entityId
  await anchor.administer('POST', '/subordinates', { entity_id: sub })
  const grant = (body: object = {}) =>
    anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub, ...body })
  assert.equal((await grant()).status, 201)
  assert.deepEqual([(await grant()).status, lastRule()], [409, 'FED-31 trust_mark_known'])
  assert.deepEqual([(await grant({ sub: 'nobody' })).status, lastRule()], [400, 'FED-28 entity_id_invalid'])
  const foreign = await grant({ trust_mark_type: 'https://x.example' })
  assert.deepEqual([foreign.status, lastRule()], [404, 'FED-31 trust_mark_type_unknown'])
  await anchor.administer('POST', '/subordinates/remove', { entity_id: sub })
  assert.equal((await anchor.ask(`/trust_mark?trust_mark_type=${markType}&sub=${sub}`)).status, 404)
  assert.equal(lastRule(), 'FED-31 trust_mark_revoked')
  assert.deepEqual((await anchor.administer('GET', '/trust-marks')).body, [])
  for (const [mark, status, rule] of [
    [{ sub }, 400, 'GEN-23 request_malformed'],
    [{ trust_mark_type: markType }, 400, 'GEN-23 request_malformed'],
    [{ trust_mark_type: 'x', sub }, 404, 'FED-31 trust_mark_unknown'],
  ] as const)
    assert.deepEqual(
      [(await anchor.administer('POST', '/trust-marks/revoke', mark)).status, lastRule()],
      [status, rule],
    )
})

test('FED-31 who holds which mark stands in the log too, with time, actor and reason', async () => {
  anchor = await startAuthority({ clock, network }, anchorId, {
    decisions: sink,
    config: { trustMarks: [{ type: markType }] },
    further: { adminName: 'ada' },
  })
  const sub = 'https://elsewhere.example'
  const mark = { trust_mark_type: markType, sub }
  await anchor.administer('POST', '/trust-marks', { ...mark, reason: 'audited' })
  clock.advance(5)
  await anchor.administer('POST', '/trust-marks/revoke', { ...mark, reason: 'audit failed' })
  const [at, about] = [clock.now(), { entity_id: sub, trust_mark_type: markType, actor: 'ada' }]
  assert.deepEqual((await anchor.administer('GET', `/log?entity_id=${sub}`)).body, [
    { ...about, action: 'mark_revoked', at, reason: 'audit failed' },
    { ...about, action: 'mark_granted', at: at - 5, reason: 'audited' },
  ])
  assert.equal(sink.decisions.at(-1)?.evidence.actor, 'ada')
})

test('FED-31 FED-38 a removal that is refused takes nobody’s marks away', async () => {
  const sub = 'https://elsewhere.example'
  await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub })
  const { status } = await anchor.administer('POST', '/subordinates/remove', { entity_id: sub })
  assert.deepEqual([status, lastRule()], [404, 'FED-38 subordinate_unknown'])
  assert.equal((await anchor.ask(`/trust_mark?trust_mark_type=${markType}&sub=${sub}`)).status, 200)
})

test('FED-10 a key is made, published, activated when it is old enough, and revoked', async () => {
  const made = await anchor.administer('POST', '/keys', { reason: 'yearly' })
  const { kid } = made.body as { kid: string }
  assert.equal(made.status, 201)
  const early = await anchor.administer('POST', '/keys/activate', { kid })
  assert.deepEqual([early.status, lastRule()], [409, 'FED-10 key_too_young'])
  clock.advance(600)
  assert.equal((await anchor.administer('POST', '/keys/activate', { kid })).status, 200)
  const states = (await anchor.administer('GET', '/keys')).body as JsonObject[]
  assert.deepEqual(
    states.map(({ state }) => state),
    ['retiring', 'active'],
  )
  assert.ok(states.every((key) => !('x' in key) && !('d' in key)))
  const { created_by, activated_by, activated_at } = states[1] ?? {}
  assert.deepEqual([created_by, activated_by, activated_at], ['operator', 'operator', clock.now()])
  const retired = states[0]?.kid
  assert.equal((await anchor.administer('POST', '/keys/revoke', { kid: retired })).status, 200)
  const [revoked] = (await anchor.administer('GET', '/keys')).body as JsonObject[]
  assert.deepEqual([revoked?.state, revoked?.revoked_by], ['revoked', 'operator'])
  for (const [path, code] of [
    ['/keys/activate', 'key_unknown'],
    ['/keys/revoke', 'key_unknown'],
  ] as const) {
    assert.equal((await anchor.administer('POST', path, { kid: 'nobody' })).status, 404)
    assert.equal(lastRule(), `FED-10 ${code}`)
  }
})

const paths: [method: string, path: string][] = [
  ...Object.values(adminPaths).map((path): [string, string] => [
    /\/(?:remove|revoke|activate)$/.test(path) ? 'POST' : 'GET',
    path,
  ]),
  ['POST', adminPaths.subordinates],
  ['PATCH', adminPaths.subordinates],
  ['POST', adminPaths.trustMarks],
  ['POST', adminPaths.keys],
]
for (const [method, path] of paths)
  test(`FED-34 ${method} ${path} is for the operator alone, and for this host`, async () => {
    const ask = (headers: Record<string, string>, url = anchorId) =>
      network.fetch(
        new Request(url + path, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          ...(method !== 'GET' && { body: '{}' }),
        }),
      )
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${adminToken.slice(1)}`,
      `Bearer ${adminToken}x`,
      `Basic ${adminToken}`,
    ]) {
      const response = await ask(authorization === '' ? {} : { authorization })
      assert.deepEqual([response.status, response.headers.get('www-authenticate')], [401, 'Bearer'])
      assert.match(lastRule(), /^FED-34 token_(missing|wrong)$/)
    }
    const authorization = `Bearer ${adminToken}`
    assert.notEqual((await ask({ authorization })).status, 401)
    assert.equal((await ask({ authorization, host: 'evil.example' })).status, 403)
    assert.equal((await ask({ authorization, origin: 'https://evil.example' })).status, 403)
  })

test('FED-34 without a token there is no administration, and a short one keeps the anchor from starting', async () => {
  const { adminToken: _, ...context } = anchor.context
  network.connect(anchorId, createTrustAnchor(context).app)
  assert.equal((await anchor.administer('GET', '/subordinates')).status, 404)
  assert.throws(() => createTrustAnchor({ ...context, adminToken: 'short' }), TypeError)
  const unsayable = 'a token that no header can show as it is'
  assert.throws(() => createTrustAnchor({ ...context, adminToken: unsayable }), TypeError)
})

for (const path of [
  adminPaths.subordinates,
  adminPaths.removeSubordinate,
  adminPaths.trustMarks,
  adminPaths.revokeTrustMark,
  adminPaths.keys,
  adminPaths.activateKey,
  adminPaths.revokeKey,
])
  test(`GEN-07 GEN-23 GEN-28 GEN-29 the envelope of ${path}`, async () => {
    const rows: [rule: string, status: number, body: string, headers?: Record<string, string>, method?: string][] = [
      ['GEN-07 media_type_unsupported', 415, '{}', { 'content-type': 'text/plain' }],
      ['GEN-07 body_too_large', 413, `{"a":"${'x'.repeat(70_000)}"}`],
      ['GEN-23 json_malformed', 400, '{'],
      ['GEN-23 json_malformed', 400, '[]'],
      ['GEN-28 json_duplicate_member', 400, '{"kid":"a","kid":"b"}'],
      ['GEN-23 request_malformed', 400, '{"__proto__x":1}'],
      ['GEN-29 header_duplicated', 400, '{}', { authorization: 'Bearer a, Bearer b' }],
    ]
    for (const [rule, status, body, headers = {}] of rows) {
      const authorization = `Bearer ${adminToken}`
      const all = { authorization, 'content-type': 'application/json', ...headers }
      const response = await anchor.ask(path, { method: 'POST', body, headers: all })
      assert.deepEqual([lastRule(), response.status], [rule, status])
    }
    const response = await anchor.ask(path, { method: path.includes('/keys/') ? 'GET' : ('PUT' as string) })
    assert.deepEqual([response.status, lastRule()], [405, 'GEN-07 method_not_allowed'])
  })

test('the trust mark status endpoint judges a mark like every other JWS', async () => {
  const signer = await generateSigner({ crypto })
  const payload = { iss: anchorId, sub: candidate.entityId, trust_mark_type: markType, iat: clock.now() }
  const header = { typ: 'trust-mark+jwt', kid: signer.kid }
  const forged = (changes: object, body: object = payload) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${part({ alg: 'ES256', ...header, ...changes })}.${part(body)}.AAAA`
  }
  const doubled = Buffer.from(`{"iss":"a",${JSON.stringify(payload).slice(1)}`).toString('base64url')
  const good = await signJwt(signer, header, payload)
  const rows: [rule: string, mark: string][] = [
    ['GEN-01 alg_none', forged({ alg: 'none' })],
    ['GEN-01 jws_unsigned', good.slice(0, good.lastIndexOf('.') + 1)],
    ['GEN-02 alg_mac', forged({ alg: 'HS256' })],
    ['GEN-03 alg_unsupported', forged({ alg: 'RS256' })],
    ['GEN-05 crit_unsupported', forged({ crit: ['b64'] })],
    ['GEN-14 typ_mismatch', forged({ typ: 'entity-statement+jwt' })],
    ['GEN-10 time_invalid', forged({}, { ...payload, iat: '1' })],
    ['GEN-23 jws_malformed', 'a.b'],
    ['GEN-28 json_duplicate_member', `${good.split('.')[0]}.${doubled}.AAAA`],
    ['FED-32 mark_claim_missing', forged({}, { ...payload, sub: 1 })],
    ['FED-32 mark_claim_malformed', forged({}, { ...payload, delegation: 7 })],
  ]
  const post = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    anchor.ask('/trust_mark_status', {
      method: 'POST',
      body: body as string,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  for (const [rule, mark] of rows) {
    assert.equal((await post(`trust_mark=${mark}`)).status, 400, rule)
    assert.equal(lastRule(), rule)
  }
  const envelope: [rule: string, status: number, body: string | Uint8Array, headers?: Record<string, string>][] = [
    ['GEN-07 media_type_unsupported', 415, '{}', { 'content-type': 'application/json' }],
    ['GEN-07 body_too_large', 413, `trust_mark=${'x'.repeat(70_000)}`],
    ['GEN-09 parameter_duplicated', 400, 'trust_mark=a&trust_mark=b'],
    ['GEN-23 parameter_malformed', 400, 'trust_mark=%ff'],
    ['GEN-29 header_duplicated', 400, '', { 'content-type': 'application/x-www-form-urlencoded, text/plain' }],
    ['FED-32 trust_mark_missing', 400, 'other=1'],
  ]
  for (const [rule, status, body, headers] of envelope) {
    assert.equal((await post(body, headers)).status, status, rule)
    assert.equal(lastRule(), rule)
  }
})
