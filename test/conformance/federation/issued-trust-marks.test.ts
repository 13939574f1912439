/** An issuer of trust marks: it issues and lists them, includes them in resolutions, and answers their status. */
import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { failed } from '../../../src/base/index.ts'
import { createTrustMark, type TrustMarkEntry, verifyTrustMarkStatus } from '../../../src/federation/index.ts'
import { defaultAlgorithms, generateSigner, type Signer } from '../../../src/jose/index.ts'
import { anchorsOf, connectEntity, crypto, testEntity } from '../../support/federation.ts'
import { entryOf, intermediateOf, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { anchorId, leafId, markType, ownedType, startMarkedFederation } from '../../support/marked-federation.ts'
import { createNetwork } from '../../support/network.ts'
import { rsaSigner } from '../../support/rsa-keys.ts'

let clock = fixedClock()
let network = createNetwork()
describe('issued trust marks', () => {
  beforeEach(() => {
    clock = fixedClock()
    network = createNetwork()
  })

  const federation = (...further: { type: string; issuers: string[] }[]) =>
    startMarkedFederation({ clock, network }, further)

  let stranger: Signer
  before(async () => {
    stranger = await generateSigner({ crypto })
  })

  test('FED-30 FED-32 a resolution contains only active marks, by the resolver’s own grants or by the status from their issuer', async () => {
    const issuerId = 'https://issuer.example'
    const foreignType = 'https://issuer.example/marks/foreign'
    const { anchor, show } = await federation({ type: foreignType, issuers: [issuerId] })
    const issuer = await startAuthority({ clock, network }, issuerId, {
      anchors: anchorsOf(anchor),
      config: { authorityHints: [anchorId], trustMarks: [{ type: foreignType, issuers: [issuerId] }] },
    })
    const taken = await anchor.administer('POST', '/subordinates', intermediateOf(issuerId))
    assert.equal(taken.status, 201)
    const marks = [
      [anchor, markType],
      [issuer, foreignType],
    ] as const
    const given = marks.map(async ([authority, trust_mark_type]) => {
      await authority.administer('POST', '/trust-marks', { trust_mark_type, sub: leafId })
      const path = `/trust_mark?trust_mark_type=${trust_mark_type}&sub=${leafId}`
      return { trust_mark_type, trust_mark: await (await authority.ask(path)).text() }
    })
    show(await Promise.all(given))
    const resolved = async () => {
      const response = await anchor.ask(`/resolve?sub=${leafId}&trust_anchor=${anchorId}`)
      const { trust_marks = [] } = decodeJwt(await response.text()).payload as { trust_marks?: TrustMarkEntry[] }
      return trust_marks.map(({ trust_mark_type }) => trust_mark_type)
    }
    const asked = network.exchanges.length
    assert.deepEqual(await resolved(), [markType, foreignType])
    const status = network.exchanges.slice(asked).filter(({ request }) => request.url.endsWith('/trust_mark_status'))
    assert.deepEqual(
      status.map(({ request }) => new URL(request.url).origin),
      [issuerId],
      'the anchor does not ask itself',
    )
    for (const [authority, type] of marks) {
      await authority.administer('POST', '/trust-marks/revoke', { trust_mark_type: type, sub: leafId })
      clock.advance(60)
      assert.equal((await resolved()).includes(type), false)
    }
  })

  test('FED-30 no resolve response is served after its expiry, for which a trust mark is the reason', async () => {
    const { anchor, show } = await federation()
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leafId })
    const times = { issuedAt: clock.now(), expiresAt: clock.now() + 30 }
    const mark = { issuer: anchorId, holder: leafId, trustMarkType: markType, ...times }
    show([{ trust_mark_type: markType, trust_mark: await createTrustMark(anchor.signer, mark) }])
    const resolved = async () => {
      const response = await anchor.ask(`/resolve?sub=${leafId}&trust_anchor=${anchorId}`)
      return decodeJwt(await response.text()).payload as { exp: number; trust_marks?: unknown }
    }
    assert.equal((await resolved()).exp, times.expiresAt)
    clock.advance(40)
    const { exp, trust_marks } = await resolved()
    assert.ok(exp > clock.now(), 'the cached resolution has ended with the mark')
    assert.equal(trust_marks, undefined)
  })

  test('FED-32 the status of a mark is active, expired, revoked or invalid; a mark of another issuer is not found', async () => {
    const { anchor } = await federation()
    const ask = async (trust_mark: string) => {
      const response = await anchor.ask('/trust_mark_status', {
        method: 'POST',
        body: new URLSearchParams({ trust_mark }),
      })
      if (response.status !== 200) return `${response.status} ${((await response.json()) as { error: string }).error}`
      assert.equal(response.headers.get('content-type'), 'application/trust-mark-status-response+jwt')
      const verdict = await verifyTrustMarkStatus({ crypto }, await response.text(), {
        issuer: anchorId,
        issuerKeys: [anchor.signer.publicJwk],
        trustMark: trust_mark,
        maximumAgeSeconds: 60,
        algorithms: defaultAlgorithms,
        now: clock.now(),
        skew: 0,
      })
      assert.ok(!failed(verdict))
      return verdict.status
    }
    const own = (signer: Signer, further: object = {}) =>
      createTrustMark(signer, {
        issuer: anchorId,
        holder: leafId,
        trustMarkType: markType,
        issuedAt: clock.now(),
        expiresAt: clock.now() + 600,
        ...further,
      })
    assert.equal(await ask(await own(anchor.signer)), '404 not_found')
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leafId })
    const mark = await (await anchor.ask(`/trust_mark?trust_mark_type=${markType}&sub=${leafId}`)).text()
    assert.equal(await ask(mark), 'active')
    assert.equal(await ask(await own(stranger)), 'invalid')
    assert.equal(await ask(await own({ ...stranger, kid: anchor.signer.kid })), 'invalid')
    assert.equal(await ask(await own(anchor.signer, { issuer: 'https://x.example' })), '404 not_found')
    assert.equal(await ask('garbage'), '400 invalid_request')
    assert.equal(await ask(''), '400 invalid_request')
    clock.advance(7200)
    assert.equal(await ask(mark), 'expired')
    await anchor.administer('POST', '/trust-marks/revoke', { trust_mark_type: markType, sub: leafId })
    assert.equal(await ask(mark), 'revoked')
    clock.advance(10)
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leafId })
    assert.equal(await ask(mark), 'revoked', 'after a new grant, the old mark stays revoked')
    assert.equal(await ask(await own(anchor.signer)), 'active')
  })

  test('FED-32 GEN-03 an anchor that signs with RSA answers the status of its own marks', async () => {
    const signer = await rsaSigner('PS256')
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

  test('FED-35 an anchor does not issue marks of an owned type without a delegation, even if every member may issue them', async () => {
    const owner = { entityId: 'https://owner.example', jwks: { keys: [stranger.publicJwk] } }
    const anchor = await startAuthority({ clock, network }, anchorId, {
      config: { trustMarks: [{ type: ownedType, issuers: [], owner }] },
    })
    const grant = { trust_mark_type: ownedType, sub: leafId }
    assert.equal((await anchor.administer('POST', '/trust-marks', grant)).status, 404)
    assert.equal((await anchor.ask(`/trust_mark?${new URLSearchParams(grant)}`)).status, 404)
  })

  test('GEN-07 the status of a mark must be requested by POST', async () => {
    const { anchor } = await federation()
    const response = await anchor.ask('/trust_mark_status')
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST'])
  })

  test('FED-36 FED-32 a status request of draft 36 is answered in JSON', async () => {
    const { anchor } = await federation()
    const ask = async (form: Record<string, string>) => {
      const response = await anchor.ask('/trust_mark_status', { method: 'POST', body: new URLSearchParams(form) })
      assert.equal(response.headers.get('content-type'), 'application/json')
      const { active, error } = (await response.json()) as { active?: boolean; error?: string }
      return [response.status, active ?? error]
    }
    const sub = leafId
    const iat = (offset: number) => String(clock.now() + offset)
    assert.deepEqual(await ask({ sub, trust_mark_id: markType }), [404, 'not_found'])
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub })
    for (const name of ['trust_mark_id', 'id', 'trust_mark_type'])
      assert.deepEqual(await ask({ sub, [name]: markType }), [200, true])
    assert.deepEqual(await ask({ sub, trust_mark_id: markType, iat: iat(0) }), [200, true])
    assert.deepEqual(await ask({ sub, trust_mark_id: markType, iat: iat(-1) }), [200, false], 'before the grant')
    assert.deepEqual(await ask({ sub, trust_mark_id: markType, iat: iat(1) }), [200, false], 'in the future')
    clock.advance(7200)
    assert.deepEqual(await ask({ sub, trust_mark_id: markType, iat: iat(-7200) }), [200, false], 'expired')
    assert.deepEqual(await ask({ sub, trust_mark_id: markType, iat: iat(-7199) }), [200, true])
    await anchor.administer('POST', '/trust-marks/revoke', { trust_mark_type: markType, sub })
    assert.deepEqual(await ask({ sub, trust_mark_id: markType }), [200, false], 'revoked')
    assert.deepEqual(await ask({ sub, trust_mark_id: 'https://x.example' }), [404, 'not_found'])
    assert.deepEqual(await ask({ sub, trust_mark_id: markType, iat: 'soon' }), [400, 'invalid_request'])
    assert.deepEqual(await ask({ sub }), [400, 'invalid_request'])
    assert.deepEqual(await ask({ trust_mark_id: markType }), [400, 'invalid_request'])
  })

  test('FED-144 FED-130 a status request without a body is read from its query', async () => {
    const { anchor } = await federation()
    const ask = async (query: string, body?: URLSearchParams) => {
      const response = await anchor.ask(`/trust_mark_status?${query}`, { method: 'POST', ...(body && { body }) })
      return [response.status, ((await response.json()) as { active?: boolean }).active]
    }
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leafId })
    const query = `sub=${leafId}&trust_mark_id=${markType}`
    assert.deepEqual(await ask(query), [200, true])
    assert.deepEqual(await ask(`${query}&unknown=1&unknown=2`), [200, true])
    assert.deepEqual(await ask(`${query}&sub=${leafId}`), [400, undefined])
    assert.deepEqual(await ask(''), [400, undefined])
    const other = new URLSearchParams({ sub: 'https://other.example', trust_mark_id: markType })
    assert.deepEqual(await ask(query, other), [404, undefined], 'a body takes precedence')
  })

  test('FED-143 authorities of 1.0 and 1.4 answer for the status of marks even if they issue none', async () => {
    const mark = await createTrustMark(stranger, {
      issuer: 'https://middle.example',
      holder: leafId,
      trustMarkType: markType,
      issuedAt: clock.now(),
      expiresAt: clock.now() + 3600,
    })
    const above = new Map([['https://above.example', [stranger.publicJwk]]])
    for (const [profile, status] of [
      ['seed', undefined],
      ['it-wallet-1.0', 404],
      ['it-wallet-1.4', 404],
    ] as const) {
      const config = { profile, authorityHints: ['https://above.example'] }
      const middle = await startAuthority({ clock, network }, 'https://middle.example', { anchors: above, config })
      const configuration = decodeJwt(await (await middle.ask('/.well-known/openid-federation')).text())
      const metadata = configuration.payload.metadata as Record<string, Record<string, string>>
      const marks = Object.keys(metadata.federation_entity ?? {}).filter((name) => name.includes('trust_mark'))
      if (status === undefined) {
        assert.deepEqual(marks, [])
        continue
      }
      assert.deepEqual(marks, ['federation_trust_mark_list_endpoint', 'federation_trust_mark_status_endpoint'])
      for (const form of [{ trust_mark: mark }, { trust_mark_id: markType, sub: leafId }]) {
        const answer = await middle.ask('/trust_mark_status', {
          method: 'POST',
          body: new URLSearchParams(form as never),
        })
        assert.deepEqual([answer.status, ((await answer.json()) as { error: string }).error], [status, 'not_found'])
      }
      assert.equal((await middle.ask(`/trust_mark_list?trust_mark_type=${markType}`)).status, 404)
      assert.equal((await middle.ask(`/trust_mark?trust_mark_type=${markType}&sub=${leafId}`)).status, 404)
    }
  })

  test('FED-31 FED-29 FED-36 marks are issued and listed under the current and the older parameter names', async () => {
    const { anchor } = await federation()
    const other = await testEntity('https://zeta.example', { hints: [anchorId], metadata: { wallet_provider: {} } })
    connectEntity(network, clock, other)
    await anchor.administer('POST', '/subordinates', { entity_id: other.entityId })
    const list = async (path: string) => {
      const response = await anchor.ask(path)
      return response.status === 200 ? await response.json() : response.status
    }
    for (const sub of [leafId, 'https://elsewhere.example'])
      assert.equal((await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub })).status, 201)
    for (const name of ['trust_mark_type', 'trust_mark_id', 'id']) {
      const response = await anchor.ask(`/trust_mark?${name}=${markType}&sub=${leafId}`)
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/trust-mark+jwt'])
      assert.deepEqual(await list(`/trust_mark_list?${name}=${markType}`), ['https://elsewhere.example', leafId])
      assert.deepEqual(await list(`/trust_mark_list?${name}=${markType}&sub=${leafId}`), [leafId])
    }
    assert.deepEqual(await list(`/trust_mark_list?trust_mark_type=${ownedType}`), [])
    assert.deepEqual(await list('/list?trust_marked=true'), [leafId])
    assert.deepEqual(await list('/list?trust_marked=false'), [leafId, other.entityId])
    assert.deepEqual(await list(`/list?trust_mark_type=${markType}`), [leafId])
    assert.deepEqual(await list(`/list?trust_mark_id=${markType}`), [leafId])
    assert.deepEqual(await list(`/list?trust_mark_type=${ownedType}`), [])
    assert.deepEqual(await list('/list?trust_mark_type=any'), [])
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
    test(`FED-31 ${path} is refused with ${status} ${code}`, async () => {
      const { anchor } = await federation()
      const response = await anchor.ask(path)
      const { error_description } = (await response.json()) as { error_description: string }
      assert.equal(response.status, status)
      assert.ok(error_description.includes(code) && error_description.includes(') [FED-31] '), error_description)
    })
})
