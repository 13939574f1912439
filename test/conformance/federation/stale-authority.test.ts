/**
 * Old statements about trust marks that a holder can choose: the anchor's configuration in a header's chain, and a
 * delegation that expires before the mark (OpenID Federation 1.0 §7.2.2, §7.3).
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { failed } from '../../../src/base/index.ts'
import { createTrustMark, createTrustMarkDelegation, entityConfigurationPath } from '../../../src/federation/index.ts'
import { createTrustAnchor } from '../../../src/trust-anchor/index.ts'
import {
  anchorsOf,
  configurationOf,
  type Draft,
  evaluatorOf,
  sign,
  statementAbout,
  statementResponse,
  type TestEntity,
  testEntity,
} from '../../support/federation.ts'
import { entryOf, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createNetwork } from '../../support/network.ts'

const type = 'https://anchor.example/marks/public'
const day = 86_400
let clock = fixedClock()
let network = createNetwork()
let anchor: TestEntity
let issuer: TestEntity
let leaf: TestEntity
/** The trust mark claims of the configuration that the anchor serves. */
let servedClaims: object
let mark: string

const anchorsConfiguration = (claims: object): Draft => {
  const draft = configurationOf(anchor, clock.now())
  return { ...draft, payload: { ...draft.payload, ...claims } }
}
const leafsConfiguration = (): Draft => {
  const draft = configurationOf(leaf, clock.now())
  return { ...draft, payload: { ...draft.payload, trust_marks: [{ trust_mark_type: type, trust_mark: mark }] } }
}
const serve = (entityId: string, configuration: () => Draft, statement?: (sub: string) => Draft): void =>
  network.connect(entityId, async (request) => {
    const url = new URL(request.url)
    const draft =
      url.pathname === entityConfigurationPath ? configuration() : statement?.(url.searchParams.get('sub') ?? '')
    if (draft === undefined) return new Response('', { status: 404 })
    return statementResponse(await sign(draft))
  })

describe('stale authority', () => {
  beforeEach(async () => {
    clock = fixedClock()
    network = createNetwork()
    anchor = await testEntity('https://anchor.example', { fetch: true })
    issuer = await testEntity('https://issuer.example', { hints: [anchor.entityId] })
    leaf = await testEntity('https://leaf.example', { hints: [anchor.entityId], metadata: { wallet_provider: {} } })
    servedClaims = { trust_mark_issuers: { [type]: [issuer.entityId] } }
    mark = await createTrustMark(issuer.signer, {
      ...{ issuer: issuer.entityId, holder: leaf.entityId, trustMarkType: type },
      ...{ issuedAt: clock.now(), expiresAt: clock.now() + 30 * day },
    })
    serve(
      anchor.entityId,
      () => anchorsConfiguration(servedClaims),
      (sub) => statementAbout(sub === leaf.entityId ? leaf : issuer, anchor, clock.now()),
    )
    serve(issuer.entityId, () => configurationOf(issuer, clock.now()))
    serve(leaf.entityId, leafsConfiguration)
  })

  const evaluator = () =>
    evaluatorOf({ clock, network }, anchorsOf(anchor), { requiredTrustMarks: { wallet_provider: [type] } })

  const codeOf = async (trustChain?: readonly string[]) => {
    const verdict = await evaluator().evaluate(leaf.entityId, ['wallet_provider'], trustChain && { trustChain })
    return failed(verdict) ? verdict.code : 'trusted'
  }

  /**
   * Returns a chain with the holder's new configuration, the anchor's new statement, and the given configuration of the
   * anchor.
   */
  const chainUnder = async (top: string) => [
    await sign(leafsConfiguration()),
    await sign(statementAbout(leaf, anchor, clock.now())),
    top,
  ]

  test('FED-07 marks are checked against the configuration that the anchor serves, not the one in the holder’s chain', async () => {
    const old = await sign(anchorsConfiguration({ ...servedClaims, exp: clock.now() + 365 * day }))
    assert.equal(await codeOf(await chainUnder(old)), 'trusted')
    clock.advance(10 * day)
    servedClaims = { trust_mark_issuers: { [type]: ['https://other.example'] } }
    assert.equal(await codeOf(), 'trust_mark_missing')
    assert.equal(await codeOf(await chainUnder(old)), 'trust_mark_missing')
  })

  test('FED-35 a verdict expires with the delegation of a required mark', async () => {
    const owner = await testEntity('https://owner.example')
    const owners = { [type]: { sub: owner.entityId, jwks: { keys: [owner.signer.publicJwk] } } }
    servedClaims = { ...servedClaims, trust_mark_owners: owners }
    const delegated = { owner: owner.entityId, issuer: issuer.entityId, trustMarkType: type, issuedAt: clock.now() }
    const delegation = await createTrustMarkDelegation(owner.signer, { ...delegated, expiresAt: clock.now() + 600 })
    mark = await createTrustMark(issuer.signer, {
      ...{ issuer: issuer.entityId, holder: leaf.entityId, trustMarkType: type, delegation },
      ...{ issuedAt: clock.now(), expiresAt: clock.now() + 30 * day },
    })
    const trust = evaluator()
    const verdict = await trust.evaluate(leaf.entityId, ['wallet_provider'])
    assert.ok(!failed(verdict))
    assert.equal(verdict.expiresAt, clock.now() + 600)
    clock.advance(600)
    const after = await trust.evaluate(leaf.entityId, ['wallet_provider'])
    assert.equal(failed(after) && after.code, 'trust_mark_missing')
  })

  /** Starts an issuer whose delegation ends in 600 seconds, and grants the leaf a mark. */
  const startDelegate = async () => {
    const owner = await testEntity('https://owner.example')
    const delegated = { owner: owner.entityId, issuer: anchor.entityId, trustMarkType: type, issuedAt: clock.now() }
    const delegation = await createTrustMarkDelegation(owner.signer, { ...delegated, expiresAt: clock.now() + 600 })
    const jwks = { keys: [owner.signer.publicJwk] }
    const authority = await startAuthority({ clock, network }, anchor.entityId, {
      subordinates: [entryOf(leaf, ['wallet_provider'])],
      config: { trustMarks: [{ type, owner: { entityId: owner.entityId, jwks }, delegation }] },
    })
    await authority.administer('POST', '/trust-marks', { trust_mark_type: type, sub: leaf.entityId })
    return { authority, delegation }
  }

  test('FED-123 an issuer issues, confirms and lists no mark after the end of its delegation', async () => {
    const { authority, delegation } = await startDelegate()
    const named = new URLSearchParams({ sub: leaf.entityId, trust_mark_type: type })
    const issued = await (await authority.ask(`/trust_mark?${named}`)).text()
    assert.equal(decodeJwt(issued).payload.exp, clock.now() + 600)
    const longer = await createTrustMark(authority.signer, {
      ...{ issuer: anchor.entityId, holder: leaf.entityId, trustMarkType: type, delegation },
      ...{ issuedAt: clock.now(), expiresAt: clock.now() + 30 * day },
    })
    const statusOf = async (form: Record<string, string>) => {
      const response = await authority.ask('/trust_mark_status', { method: 'POST', body: new URLSearchParams(form) })
      const text = await response.text()
      return text.startsWith('{') ? JSON.parse(text).active : decodeJwt(text).payload.status
    }
    const lists = [`/trust_mark_list?trust_mark_type=${type}`, `/trust_mark_list?${named}`]
    const filtered = [`/list?trust_mark_type=${type}`, '/list?trust_marked=true']
    const answers = async () => ({
      mark: (await authority.ask(`/trust_mark?${named}`)).status,
      statuses: [await statusOf({ trust_mark: longer }), await statusOf(Object.fromEntries(named))],
      listed: await Promise.all([...lists, ...filtered].map(async (path) => (await authority.ask(path)).json())),
    })
    const all = [...lists, ...filtered].map(() => [leaf.entityId])
    assert.deepEqual(await answers(), { mark: 200, statuses: ['active', true], listed: all })
    clock.advance(600)
    assert.deepEqual(await answers(), { mark: 404, statuses: ['expired', false], listed: all.map(() => []) })
  })

  test('FED-145 an authority neither confirms nor lists marks of a type that it no longer issues (D-1147)', async () => {
    const { authority } = await startDelegate()
    const { config } = authority.context
    const kept = { ...config.trustMarks[0], type: `${type}/other` } as (typeof config.trustMarks)[number]
    const named = new URLSearchParams({ sub: leaf.entityId, trust_mark_type: type })
    mark = await (await authority.ask(`/trust_mark?${named}`)).text()
    const form = { method: 'POST', body: new URLSearchParams({ trust_mark: mark }) }
    const ofOther = config.trustMarks.map((row) => ({ ...row, issuers: [issuer.entityId] }))
    for (const trustMarks of [[kept], ofOther]) {
      const { app } = createTrustAnchor({ ...authority.context, config: { ...config, trustMarks } })
      const ask = (path: string, init?: RequestInit) => app(new Request(`${anchor.entityId}${path}`, init))
      const status = decodeJwt(await (await ask('/trust_mark_status', form)).text()).payload.status
      const lists = [`/list?trust_mark_type=${type}`, '/list?trust_marked=true']
      const listed = await Promise.all(lists.map(async (path) => (await ask(path)).json()))
      assert.deepEqual([status, listed], ['invalid', [[], []]])
    }
  })

  test('FED-30 a resolve response expires with the delegation of a mark in it', async () => {
    const { authority } = await startDelegate()
    const named = new URLSearchParams({ sub: leaf.entityId, trust_mark_type: type, trust_anchor: anchor.entityId })
    mark = await (await authority.ask(`/trust_mark?${named}`)).text()
    const { payload } = decodeJwt(await (await authority.ask(`/resolve?${named}`)).text())
    assert.equal((payload.trust_marks as unknown[]).length, 1)
    assert.equal(payload.exp, clock.now() + 600)
  })
})
