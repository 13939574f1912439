/**
 * Trust marks between parties: demanded by configuration, shown by a holder, taken back by the issuer, given and listed.
 */
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { createDecide, failed } from '../../src/base/index.ts'
import {
  createEntityConfigurationPublisher,
  createFederationTrustEvaluator,
  createTrustMark,
  createTrustMarkDelegation,
  createTrustMarkSource,
  type EntityType,
  type FederationTrustConfig,
  type TrustMarkEntry,
  verifyTrustMarkStatus,
} from '../../src/federation/index.ts'
import { defaultAlgorithms, generateSigner, type Signer } from '../../src/jose/index.ts'
import { trustRules } from '../../src/rules/index.ts'
import { recordingSink } from '../support/decisions.ts'
import { connectEntity, crypto, type TestEntity, testEntity, urls } from '../support/federation.ts'
import { type Authority, entryOf, startAuthority } from '../support/federation-authority.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { createNetwork } from '../support/network.ts'
import { ruleOf } from '../support/rule-of.ts'
import { seededRandom } from '../support/seeded-random.ts'

const anchorId = 'https://anchor.example'
const markType = 'https://anchor.example/marks/public'
const ownedType = 'https://owner.example/marks/owned'
const ownerId = 'https://owner.example'
const answer = { status: 401, error: 'invalid_client', text: 'Not trusted.' }
const away = { status: 503, error: 'temporarily_unavailable', text: 'Later.' }

let clock = fixedClock()
let network = createNetwork()
let owner: Signer
let stranger: Signer
before(async () => {
  owner = await generateSigner({ crypto })
  stranger = await generateSigner({ crypto })
})
beforeEach(() => {
  clock = fixedClock()
  network = createNetwork()
})

const decide = createDecide({
  clock: { now: () => clock.now() },
  random: seededRandom('marks'),
  decisions: recordingSink(),
})

let leaf: TestEntity
let shown: TrustMarkEntry[] = []

async function federation(...further: { type: string; issuers: string[] }[]): Promise<Authority> {
  leaf = await testEntity('https://leaf.example', { hints: [anchorId], metadata: { wallet_provider: {} } })
  const delegation = await createTrustMarkDelegation(owner, {
    owner: ownerId,
    issuer: anchorId,
    trustMarkType: ownedType,
    issuedAt: clock.now(),
  })
  const anchor = await startAuthority({ clock, network }, anchorId, {
    subordinates: [entryOf(leaf, ['wallet_provider'])],
    config: {
      trustMarks: [
        { type: markType, lifetimeSeconds: 7200 },
        { type: ownedType, owner: { entityId: ownerId, jwks: { keys: [owner.publicJwk] } }, delegation },
        ...further,
      ],
    },
  })
  const publisher = createEntityConfigurationPublisher(
    { crypto, clock, fetch: network.fetch, signer: leaf.signer },
    {
      entityId: leaf.entityId,
      metadata: leaf.metadata as never,
      authorityHints: [anchorId],
      trustMarks: async () => shown,
      lifetimeSeconds: 3600,
      anchors: new Map(),
      urls,
      skewSeconds: 0,
    },
  )
  network.connect(leaf.entityId, async () => {
    const { jwt } = await publisher.entityConfiguration(clock.now())
    return new Response(jwt, { headers: { 'content-type': 'application/entity-statement+jwt' } })
  })
  return anchor
}

const source = () =>
  createTrustMarkSource(
    { crypto, clock, fetch: network.fetch },
    {
      holder: leaf.entityId,
      urls,
      skewSeconds: 0,
      marks: [markType, ownedType].map((trustMarkType) => ({ trustMarkType, issuer: anchorId })),
    },
  )

const evaluatorBy = (anchor: Authority, further: Partial<FederationTrustConfig>) =>
  createFederationTrustEvaluator(
    { crypto, clock, fetch: network.fetch },
    {
      anchors: new Map([[anchorId, [anchor.signer.publicJwk]]]),
      urls,
      skewSeconds: 0,
      requiredTrustMarks: { wallet_provider: [markType] },
      ...further,
    },
  )

const trustIn = (anchor: Authority, further: Partial<FederationTrustConfig> = {}) => {
  const trust = evaluatorBy(anchor, further)
  return () =>
    ruleOf(() =>
      decide('federation/trust', (d) =>
        d.check(trustRules(answer, away), () => trust.evaluate(leaf.entityId, ['wallet_provider'])),
      ),
    )
}

test('FED-07 FED-31 a member without the mark that is demanded is refused, and trusted when it shows it', async () => {
  shown = []
  const anchor = await federation()
  const judged = trustIn(anchor)
  assert.equal(await judged(), 'FED-07 trust_mark_missing')
  await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leaf.entityId })
  await anchor.administer('POST', '/trust-marks', { trust_mark_type: ownedType, sub: leaf.entityId })
  shown = [...(await source().current(clock.now()))]
  assert.deepEqual(
    shown.map(({ trust_mark_type }) => trust_mark_type),
    [markType, ownedType],
  )
  clock.advance(1800)
  assert.equal(await judged(), 'accepted')
  assert.equal(await trustIn(anchor, { requiredTrustMarks: { wallet_provider: [ownedType] } })(), 'accepted')
  assert.equal(
    await trustIn(anchor, { requiredTrustMarks: { wallet_provider: ['https://x.example'] } })(),
    'FED-07 trust_mark_missing',
  )
  assert.equal(await trustIn(anchor, { requiredTrustMarks: { openid_provider: ['https://x.example'] } })(), 'accepted')
})

test('FED-26 a newer chain that shows a mark less counts for who brings it, and for nobody else', async () => {
  shown = []
  const anchor = await federation()
  for (const trust_mark_type of [markType, ownedType])
    await anchor.administer('POST', '/trust-marks', { trust_mark_type, sub: leaf.entityId })
  const both = [...(await source().current(clock.now()))]
  const trust = evaluatorBy(anchor, { requiredTrustMarks: { wallet_provider: [markType, ownedType] } })
  const marksOf = async (trustChain?: readonly string[]) => {
    const verdict = await trust.evaluate(leaf.entityId, ['wallet_provider'], trustChain && { trustChain })
    return failed(verdict) ? verdict.code : verdict.trustMarks
  }
  const textOf = async (url: string) => (await network.fetch(new Request(url))).text()
  const chainShowing = async (marks: readonly TrustMarkEntry[]) => {
    clock.advance(10)
    shown = [...marks]
    const own = await textOf(`${leaf.entityId}/.well-known/openid-federation`)
    return [own, await textOf(`${anchorId}/fetch?sub=${leaf.entityId}`)]
  }
  shown = [...both]
  assert.deepEqual(await marksOf(), [markType, ownedType])
  const fewer = await chainShowing(both.slice(0, 1))
  assert.deepEqual(await marksOf(fewer), [markType])
  assert.deepEqual(await marksOf(), [markType, ownedType])
  const none = await chainShowing([])
  assert.equal(await marksOf(none), 'trust_mark_missing')
  assert.deepEqual(await marksOf(), [markType, ownedType])
})

test('FED-07 a mark is demanded for each of the types that an entity plays and is asked for in', async () => {
  shown = []
  const anchor = await federation()
  const both = ['wallet_provider', 'federation_entity'] as const
  const judged = async (
    required: FederationTrustConfig['requiredTrustMarks'] & object,
    types: readonly EntityType[],
  ) => {
    const verdict = await evaluatorBy(anchor, { requiredTrustMarks: required }).evaluate(leaf.entityId, types)
    return failed(verdict) ? verdict.code : 'trusted'
  }
  for (const type of both) {
    assert.equal(await judged({ [type]: [markType] }, [type]), 'trust_mark_missing')
    assert.equal(await judged({ [type]: [markType] }, both), 'trust_mark_missing')
    assert.equal(await judged({ [type]: [markType] }, [...both, 'openid_provider']), 'trust_mark_missing')
  }
  assert.equal(await judged({ wallet_provider: [markType] }, ['federation_entity']), 'trusted')
  assert.equal(await judged({ openid_provider: [markType] }, [...both, 'openid_provider']), 'trusted')
  await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leaf.entityId })
  shown = [...(await source().current(clock.now()))]
  clock.advance(1800)
  const other = 'https://x.example'
  assert.equal(await judged({ wallet_provider: [other, markType], federation_entity: [markType] }, both), 'trusted')
  assert.equal(await judged({ wallet_provider: [markType], federation_entity: [other] }, both), 'trust_mark_missing')
})

test('FED-07 a mark that another issued, or that is of another, does not count', async () => {
  const anchor = await federation()
  for (const further of [{ holder: 'https://other.example' }, { issuer: leaf.entityId }]) {
    const input = { issuer: anchorId, holder: leaf.entityId, trustMarkType: markType, ...further }
    const times = { issuedAt: clock.now(), expiresAt: clock.now() + 600 }
    const signer = 'issuer' in further ? leaf.signer : anchor.signer
    shown = [{ trust_mark_type: markType, trust_mark: await createTrustMark(signer, { ...input, ...times }) }]
    clock.advance(1800)
    assert.equal(await trustIn(anchor)(), 'FED-07 trust_mark_missing')
  }
})

test('FED-07 FED-32 a revoked mark stops counting when its issuer is asked, an unasked one when it expires', async () => {
  const anchor = await federation()
  await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leaf.entityId })
  const marks = source()
  shown = [...(await marks.current(clock.now()))]
  const asked = trustIn(anchor, { trustMarkStatusSeconds: 60 })
  const unasked = trustIn(anchor)
  assert.deepEqual([await asked(), await unasked()], ['accepted', 'accepted'])
  await anchor.administer('POST', '/trust-marks/revoke', { trust_mark_type: markType, sub: leaf.entityId })
  clock.advance(59)
  assert.deepEqual([await asked(), await unasked()], ['accepted', 'accepted'])
  clock.advance(1)
  assert.deepEqual([await asked(), await unasked()], ['FED-07 trust_mark_missing', 'accepted'])
  clock.advance(3540)
  await marks.renew()
  assert.deepEqual(await marks.current(clock.now()), [], 'the holder shows it no longer')
  clock.advance(3600)
  assert.equal(await unasked(), 'FED-07 trust_mark_missing')
})

test('FED-30 FED-32 a resolution shows only marks that hold: by the own grants, or by their issuer’s word', async () => {
  const issuerId = 'https://issuer.example'
  const foreignType = 'https://issuer.example/marks/foreign'
  const anchor = await federation({ type: foreignType, issuers: [issuerId] })
  const issuer = await startAuthority({ clock, network }, issuerId, {
    anchors: new Map([[anchorId, [anchor.signer.publicJwk]]]),
    config: { authorityHints: [anchorId], trustMarks: [{ type: foreignType, issuers: [issuerId] }] },
  })
  const taken = await anchor.administer('POST', '/subordinates', { entity_id: issuerId, intermediate: true })
  assert.equal(taken.status, 201)
  const marks = [
    [anchor, markType],
    [issuer, foreignType],
  ] as const
  const given = marks.map(async ([authority, trust_mark_type]) => {
    await authority.administer('POST', '/trust-marks', { trust_mark_type, sub: leaf.entityId })
    const path = `/trust_mark?trust_mark_type=${trust_mark_type}&sub=${leaf.entityId}`
    return { trust_mark_type, trust_mark: await (await authority.ask(path)).text() }
  })
  shown = await Promise.all(given)
  const resolved = async () => {
    const response = await anchor.ask(`/resolve?sub=${leaf.entityId}&trust_anchor=${anchorId}`)
    const { trust_marks = [] } = decodeJwt(await response.text()).payload as { trust_marks?: TrustMarkEntry[] }
    return trust_marks.map(({ trust_mark_type }) => trust_mark_type)
  }
  const asked = network.exchanges.length
  assert.deepEqual(await resolved(), [markType, foreignType])
  const status = network.exchanges.slice(asked).filter(({ request }) => request.url.endsWith('/trust_mark_status'))
  assert.deepEqual(
    status.map(({ request }) => new URL(request.url).origin),
    [issuerId],
    'nobody asks himself',
  )
  for (const [authority, type] of marks) {
    await authority.administer('POST', '/trust-marks/revoke', { trust_mark_type: type, sub: leaf.entityId })
    clock.advance(60)
    assert.equal((await resolved()).includes(type), false)
  }
})

test('a holder shows its mark on while the issuer is silent, and asks no sooner than it must', async () => {
  const anchor = await federation()
  await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leaf.entityId })
  await anchor.administer('POST', '/trust-marks', { trust_mark_type: ownedType, sub: leaf.entityId })
  const marks = source()
  const given = await marks.current(clock.now())
  const asked = network.exchanges.length
  clock.advance(3599)
  await marks.renew()
  assert.equal(network.exchanges.length, asked)
  network.disconnect(anchorId)
  clock.advance(1)
  await marks.renew()
  assert.equal(given.length, 2)
  assert.deepEqual(await marks.current(clock.now()), given)
  assert.equal(marks.notes(clock.now()).length, 2)
})

test('FED-07 a holder asks again on a clock that was set back, and shows no longer what was taken back', async () => {
  const anchor = await federation()
  await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leaf.entityId })
  const marks = source()
  assert.equal((await marks.current(clock.now())).length, 1)
  await anchor.administer('POST', '/trust-marks/revoke', { trust_mark_type: markType, sub: leaf.entityId })
  clock.advance(-1800)
  await marks.renew()
  assert.deepEqual(await marks.current(clock.now()), [])
})

test('an issuer’s clock may be ahead by the configured tolerance, and by no more', async () => {
  const anchor = await federation()
  await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leaf.entityId })
  const slow = { now: () => clock.now() - 45 }
  for (const [skewSeconds, given] of [
    [30, 0],
    [60, 1],
  ] as const) {
    const config = { holder: leaf.entityId, urls, skewSeconds, marks: [{ trustMarkType: markType, issuer: anchorId }] }
    const marks = createTrustMarkSource({ crypto, clock: slow, fetch: network.fetch }, config)
    assert.equal((await marks.current(slow.now())).length, given)
  }
})

test('a mark of another, or one that has ended, is not taken from an issuer', async () => {
  const anchor = await federation()
  const answers: [further: { holder?: string; trustMarkType?: string; expiresAt?: number }, code: string][] = [
    [{ holder: 'https://other.example' }, 'mark_sub_mismatch'],
    [{ trustMarkType: ownedType }, 'mark_type_mismatch'],
    [{ expiresAt: clock.now() }, 'expired'],
  ]
  for (const [further, code] of answers) {
    const [issuedAt, expiresAt] = [clock.now() - 10, clock.now() + 10]
    const input = { issuer: anchorId, holder: leaf.entityId, trustMarkType: markType, issuedAt, expiresAt, ...further }
    const mark = await createTrustMark(anchor.signer, input)
    const fetch = async (request: Request) =>
      request.url.includes('/trust_mark?')
        ? new Response(mark, { headers: { 'content-type': 'application/trust-mark+jwt' } })
        : network.fetch(request)
    const config = {
      holder: leaf.entityId,
      urls,
      skewSeconds: 0,
      marks: [{ trustMarkType: markType, issuer: anchorId }],
    }
    const marks = createTrustMarkSource({ crypto, clock, fetch }, config)
    assert.deepEqual(await marks.current(clock.now()), [])
    assert.match(marks.notes(clock.now()).join(), new RegExp(`\\(${code}\\)$`))
  }
})

test('marks that could never be shown are a fault of whoever puts the holder together', async () => {
  const anchor = await federation()
  const times = { issuedAt: clock.now(), expiresAt: clock.now() + 60 }
  const input = { issuer: anchorId, holder: 'https://other.example', trustMarkType: markType, ...times }
  const trustMark = await createTrustMark(anchor.signer, input)
  const wrong = [{ trustMark }, { trustMark: 'garbage' }, { issuer: 'http://anchor.example' }, { issuer: '' }]
  for (const one of wrong) {
    const config = { holder: leaf.entityId, urls, skewSeconds: 0, marks: [{ trustMarkType: markType, ...one }] }
    assert.throws(() => createTrustMarkSource({ crypto, clock, fetch: network.fetch }, config), TypeError)
  }
})

test('FED-32 the status of a mark: active, expired, revoked, invalid; a stranger is unknown', async () => {
  const anchor = await federation()
  const ask = async (trust_mark: string) => {
    const response = await anchor.ask('/trust_mark_status', {
      method: 'POST',
      body: new URLSearchParams({ trust_mark }),
    })
    if (response.status !== 200) return `${response.status} ${((await response.json()) as { error: string }).error}`
    assert.equal(response.headers.get('content-type'), 'application/trust-mark-status-response+jwt')
    const policy = {
      issuer: anchorId,
      issuerKeys: [anchor.signer.publicJwk],
      trustMark: trust_mark,
      maximumAgeSeconds: 60,
    }
    const compact = await response.text()
    const verdict = await verifyTrustMarkStatus({ crypto }, compact, {
      ...policy,
      algorithms: defaultAlgorithms,
      now: clock.now(),
      skew: 0,
    })
    assert.ok(!failed(verdict))
    for (const [further, code] of [
      [{ issuer: 'https://x.example' }, 'status_iss_mismatch'],
      [{ trustMark: 'other' }, 'status_mark_mismatch'],
      [{ now: clock.now() + 60 }, 'status_stale'],
      [{ issuerKeys: [stranger.publicJwk] }, 'kid_unknown'],
    ] as const) {
      const bent = { ...policy, algorithms: defaultAlgorithms, now: clock.now(), skew: 0, ...further }
      const refused = await verifyTrustMarkStatus({ crypto }, compact, bent)
      assert.equal(failed(refused) && refused.code, code)
    }
    return verdict.status
  }
  const own = (signer: Signer, further: object = {}) =>
    createTrustMark(signer, {
      issuer: anchorId,
      holder: leaf.entityId,
      trustMarkType: markType,
      issuedAt: clock.now(),
      expiresAt: clock.now() + 600,
      ...further,
    })
  assert.equal(await ask(await own(anchor.signer)), '404 not_found')
  await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leaf.entityId })
  const mark = await (await anchor.ask(`/trust_mark?trust_mark_type=${markType}&sub=${leaf.entityId}`)).text()
  assert.equal(await ask(mark), 'active')
  assert.equal(await ask(await own(stranger)), 'invalid')
  assert.equal(await ask(await own({ ...stranger, kid: anchor.signer.kid })), 'invalid')
  assert.equal(await ask(await own(anchor.signer, { issuer: 'https://x.example' })), '404 not_found')
  assert.equal(await ask('garbage'), '400 invalid_request')
  assert.equal(await ask(''), '400 invalid_request')
  clock.advance(7200)
  assert.equal(await ask(mark), 'expired')
  await anchor.administer('POST', '/trust-marks/revoke', { trust_mark_type: markType, sub: leaf.entityId })
  assert.equal(await ask(mark), 'revoked')
  clock.advance(10)
  await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leaf.entityId })
  assert.equal(await ask(mark), 'revoked', 'granted anew, the old mark stays revoked')
  assert.equal(await ask(await own(anchor.signer)), 'active')
})

test('FED-32 GEN-03 an anchor that signs with RSA tells the status of its own marks', async () => {
  const signer = await generateSigner({ crypto }, 'PS256')
  const anchor = await startAuthority({ clock, network }, anchorId, {
    subordinates: [entryOf(await testEntity('https://leaf.example'), ['wallet_provider'])],
    config: { algorithms: ['PS256'], trustMarks: [{ type: markType }] },
    signer,
  })
  const sub = 'https://leaf.example'
  await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub })
  const trust_mark = await (await anchor.ask(`/trust_mark?trust_mark_type=${markType}&sub=${sub}`)).text()
  const body = new URLSearchParams({ trust_mark })
  const response = await anchor.ask('/trust_mark_status', { method: 'POST', body })
  assert.equal(response.status, 200)
  assert.equal(decodeJwt(await response.text()).payload.status, 'active')
})

test('GEN-07 a status of a mark is asked for by POST', async () => {
  const anchor = await federation()
  const response = await anchor.ask('/trust_mark_status')
  assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST'])
})

test('FED-36 FED-32 who asks for a status as draft 36 did is told in JSON whether the mark is active', async () => {
  const anchor = await federation()
  const ask = async (form: Record<string, string>) => {
    const response = await anchor.ask('/trust_mark_status', { method: 'POST', body: new URLSearchParams(form) })
    assert.equal(response.headers.get('content-type'), 'application/json')
    const { active, error } = (await response.json()) as { active?: boolean; error?: string }
    return [response.status, active ?? error]
  }
  const sub = leaf.entityId
  const iat = (offset: number) => String(clock.now() + offset)
  assert.deepEqual(await ask({ sub, trust_mark_id: markType }), [404, 'not_found'])
  await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub })
  for (const name of ['trust_mark_id', 'id', 'trust_mark_type'])
    assert.deepEqual(await ask({ sub, [name]: markType }), [200, true])
  assert.deepEqual(await ask({ sub, trust_mark_id: markType, iat: iat(0) }), [200, true])
  assert.deepEqual(await ask({ sub, trust_mark_id: markType, iat: iat(-1) }), [200, false], 'before the grant')
  assert.deepEqual(await ask({ sub, trust_mark_id: markType, iat: iat(1) }), [200, false], 'in the future')
  clock.advance(7200)
  assert.deepEqual(await ask({ sub, trust_mark_id: markType, iat: iat(-7200) }), [200, false], 'past its life')
  assert.deepEqual(await ask({ sub, trust_mark_id: markType, iat: iat(-7199) }), [200, true])
  await anchor.administer('POST', '/trust-marks/revoke', { trust_mark_type: markType, sub })
  assert.deepEqual(await ask({ sub, trust_mark_id: markType }), [200, false], 'revoked')
  assert.deepEqual(await ask({ sub, trust_mark_id: 'https://x.example' }), [404, 'not_found'])
  assert.deepEqual(await ask({ sub, trust_mark_id: markType, iat: 'soon' }), [400, 'invalid_request'])
  assert.deepEqual(await ask({ sub }), [400, 'invalid_request'])
  assert.deepEqual(await ask({ trust_mark_id: markType }), [400, 'invalid_request'])
})

test('FED-31 FED-29 FED-36 marks are given and listed under the names of both generations', async () => {
  const anchor = await federation()
  const other = await testEntity('https://zeta.example', { hints: [anchorId], metadata: { wallet_provider: {} } })
  connectEntity(network, clock, other)
  await anchor.administer('POST', '/subordinates', { entity_id: other.entityId })
  const list = async (path: string) => {
    const response = await anchor.ask(path)
    return response.status === 200 ? await response.json() : response.status
  }
  for (const sub of [leaf.entityId, 'https://elsewhere.example'])
    assert.equal((await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub })).status, 201)
  for (const name of ['trust_mark_type', 'trust_mark_id', 'id']) {
    const response = await anchor.ask(`/trust_mark?${name}=${markType}&sub=${leaf.entityId}`)
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/trust-mark+jwt'])
    assert.deepEqual(await list(`/trust_mark_list?${name}=${markType}`), ['https://elsewhere.example', leaf.entityId])
    assert.deepEqual(await list(`/trust_mark_list?${name}=${markType}&sub=${leaf.entityId}`), [leaf.entityId])
  }
  assert.deepEqual(await list(`/trust_mark_list?trust_mark_type=${ownedType}`), [])
  assert.deepEqual(await list('/list?trust_marked=true'), [leaf.entityId])
  assert.deepEqual(await list('/list?trust_marked=false'), [leaf.entityId, other.entityId])
  assert.deepEqual(await list(`/list?trust_mark_type=${markType}`), [leaf.entityId])
  assert.deepEqual(await list(`/list?trust_mark_id=${markType}`), [leaf.entityId])
  assert.deepEqual(await list(`/list?trust_mark_type=${ownedType}`), [])
  assert.equal(await list('/list?trust_marked=perhaps'), 400)
})

const refused: [path: string, status: number, code: string][] = [
  ['/trust_mark?sub=https://leaf.example', 400, 'trust_mark_type_missing'],
  [`/trust_mark?trust_mark_type=${markType}`, 400, 'sub_missing'],
  [`/trust_mark?trust_mark_type=https://x.example&sub=https://leaf.example`, 404, 'trust_mark_type_unknown'],
  [`/trust_mark?trust_mark_type=${markType}&sub=https://nobody.example`, 404, 'trust_mark_unknown'],
  ['/trust_mark_list', 400, 'trust_mark_type_missing'],
  ['/trust_mark_list?trust_mark_type=https://x.example', 404, 'trust_mark_type_unknown'],
]
for (const [path, status, code] of refused)
  test(`FED-31 ${path} is ${status} ${code}`, async () => {
    const anchor = await federation()
    const response = await anchor.ask(path)
    const { error_description } = (await response.json()) as { error_description: string }
    assert.equal(response.status, status)
    assert.ok(error_description.includes(code) && error_description.endsWith('[FED-31]'), error_description)
  })
