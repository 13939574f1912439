/** The register after issuance: public status lists, and an administrator's changes in them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { JsonObject } from '../../../src/base/index.ts'
import { pidProviderConfig } from '../../../src/pid-provider/index.ts'
import { createStatusResolver } from '../../../src/status-list/index.ts'
import { credentialRegister, type Issued } from '../../support/credential-register.ts'
import { observeOutput } from '../../support/decisions.ts'
import { organization } from '../../support/federation.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { beginIssuance, bodyOf, obtainPid, obtainTokens } from '../../support/pid-issuance.ts'
import { adminToken, pidProviderFixture, pidProviderId } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const { fixture, change, issued } = await credentialRegister()
const { clock, sink, network, crypto } = fixture

/** Reads the status as a Relying Party without a cached list does. */
const statusOf = async ({ reference }: Issued): Promise<unknown> => {
  const resolver = createStatusResolver({ crypto, fetch: network.fetch, urls: { loopbackHttp: false } })
  const keys = [fixture.credentialSigner.publicJwk]
  return resolver.resolve(reference, { keys, algorithms: ['ES256'], now: clock.now(), skew: 0 })
}

test('PP-110 the status list is public, signed, cacheable, and of its own media type', async () => {
  const response = await fixture.send('/statuslists/0')
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/statuslist+jwt')
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  assert.equal(response.headers.get('cache-control'), 'public, max-age=30')
  const { header, payload } = decodeJwt(await response.text())
  assert.deepEqual(header, { alg: 'ES256', typ: 'statuslist+jwt', kid: fixture.credentialSigner.kid })
  const now = clock.now()
  const { status_list: list, ...rest } = payload as { status_list: { bits: number; lst: string } }
  assert.deepEqual(rest, { sub: `${pidProviderId}/statuslists/0`, iat: now, exp: now + 3600, ttl: 30 })
  assert.equal(list.bits, 2)
  observeOutput('PP-110')
  for (const id of ['8', '-1', '00', '1x', '1e1', '%20'])
    await assertRefusal(await fixture.send(`/statuslists/${id}`), sink, 'PP-110 status_list_unknown 404 not_found')
  assert.equal(sink.lastRefusal()?.checks.at(-1)?.at, 'path.id')
})

test('PP-110 a request for a status list with the parameter time is refused', async () => {
  const expected = { id: 'PP-110', code: 'status_list_time_unsupported', status: 501, error: 'not_implemented' }
  for (const time of [String(clock.now() - 3600), String(clock.now()), 'x'])
    await assertRefusal(await fixture.send(`/statuslists/0?time=${time}`), sink, expected)
  assert.equal((await fixture.send('/statuslists/0?other=1')).status, 200)
})

test('PP-110 a list is signed once for all requests, and shows a change of another replica after its ttl', async () => {
  const one = await issued()
  const read = async () => (await fixture.send(new URL(one.reference.uri).pathname)).text()
  const before = await read()
  fixture.counting.take()
  assert.equal(await read(), before)
  assert.equal(fixture.counting.take().sign, 0)
  const behind = { credentialId: one.id, status: 'revoked', at: clock.now(), actor: 'a', reason: 'r' } as const
  await fixture.stores.issuedCredentials.changeStatus(behind)
  clock.advance(30)
  assert.notEqual(await read(), before)
  assert.deepEqual(await statusOf(one), { status: 1 })
})

test('PP-32 PP-111 PP-112 an administrator suspends, reinstates and revokes; revoked is final; each change is recorded', async () => {
  const one = await issued()
  const other = await issued()
  assert.deepEqual([await statusOf(one), await statusOf(other)], [{ status: 0 }, { status: 0 }])
  for (const [status, wire] of [
    ['suspended', 2],
    ['valid', 0],
    ['revoked', 1],
  ] as const) {
    const response = await change(one.id, { status, reason: `because ${status}` })
    assert.equal(response.status, 200)
    assert.deepEqual(await statusOf(one), { status: wire })
    const kept = sink.decisions.findLast(({ surface }) => surface.endsWith('/:id/status'))
    assert.deepEqual(kept?.evidence, { actor: 'ada', credential: one.id, change: status })
    clock.advance(1)
  }
  assert.deepEqual(await statusOf(other), { status: 0 })
  for (const status of ['valid', 'suspended'])
    await assertRefusal(
      await change(one.id, { status, reason: 'no way back' }),
      sink,
      'PP-111 status_final 409 invalid_request',
    )
  const again = await bodyOf(await change(one.id, { status: 'revoked', reason: 'again' }))
  const now = clock.now()
  assert.deepEqual(again.changes, [
    { credentialId: one.id, status: 'suspended', at: now - 3, actor: 'ada', reason: 'because suspended' },
    { credentialId: one.id, status: 'valid', at: now - 2, actor: 'ada', reason: 'because valid' },
    { credentialId: one.id, status: 'revoked', at: now - 1, actor: 'ada', reason: 'because revoked' },
  ])
})

for (const bits of [1, 2, 4, 8] as const)
  test(`PP-110 PP-111 lists of ${bits} bits state each status, and are compressed for clients that accept gzip`, async () => {
    const small = await pidProviderFixture({
      config: { statusLists: { bits, suspension: bits > 1, count: 2, places: 1000, lifetimeSeconds: 600 } },
    })
    const issuance = await beginIssuance(small)
    const { credential } = await obtainPid(issuance, await obtainTokens(issuance))
    const { status } = decodeJwt(credential.split('~')[0] ?? '').payload
    const reference = (status as { status_list: Issued['reference'] }).status_list
    const [entry] = await small.stores.issuedCredentials.search({})
    const set = (value: string): Promise<Response> =>
      small.send(`/admin/credentials/${entry?.id}/status`, {
        method: 'POST',
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ status: value, reason: 'test' }),
      })
    const read = async (): Promise<unknown> => {
      const resolver = createStatusResolver({ crypto, fetch: small.network.fetch, urls: { loopbackHttp: false } })
      const policy = { algorithms: ['ES256'], now: small.clock.now(), skew: 0 } as const
      return resolver.resolve(reference, { keys: [small.credentialSigner.publicJwk], ...policy })
    }
    assert.deepEqual(await read(), { status: 0 })
    if (bits === 1)
      await assertRefusal(await set('suspended'), small.sink, 'PP-111 suspension_unpublished 409 invalid_request')
    else {
      assert.equal((await set('suspended')).status, 200)
      assert.deepEqual(await read(), { status: 2 })
      small.clock.advance(1) // a changed list is signed at most once a second
    }
    assert.equal((await set('revoked')).status, 200)
    assert.deepEqual(await read(), { status: 1 })

    const path = new URL(reference.uri).pathname
    const plain = await small.send(path)
    const jwt = await plain.text()
    const { payload } = decodeJwt(jwt)
    assert.equal((payload.status_list as { bits: number }).bits, bits)
    assert.equal(payload.exp, small.clock.now() + 600)
    for (const [accept, encoding] of [
      ['gzip', 'gzip'],
      ['br, GZIP;q=0.5', 'gzip'],
      ['br', null],
      ['gzip;q=0', null],
      ['identity', null],
    ] as const) {
      const response = await small.send(path, { headers: { 'accept-encoding': accept } })
      assert.equal(response.headers.get('content-encoding'), encoding, accept)
      assert.equal(response.headers.get('vary'), 'accept-encoding')
      assert.equal(response.headers.get('content-type'), 'application/statuslist+jwt')
      const body = Buffer.from(await response.arrayBuffer())
      assert.equal((encoding === null ? body : gunzipSync(body)).toString(), jwt)
      const held = { 'accept-encoding': accept, 'if-none-match': response.headers.get('etag') ?? '' }
      assert.equal((await small.send(path, { headers: held })).status, 304, accept)
    }
  })

test('PP-110 one endpoint lists all status lists, and the metadata name this endpoint', async () => {
  const response = await fixture.send('/statuslists')
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  const { status_lists: lists } = (await response.json()) as { status_lists: string[] }
  assert.equal(lists.length, 8)
  for (const uri of lists) {
    const { payload } = decodeJwt(await (await fixture.send(new URL(uri).pathname)).text())
    assert.equal(payload.sub, uri)
  }
  const configuration = await (await fixture.send('/.well-known/openid-federation')).text()
  const { openid_credential_issuer: issuer } = decodeJwt(configuration).payload.metadata as Record<string, JsonObject>
  assert.equal(issuer?.status_list_aggregation_endpoint, `${pidProviderId}/statuslists`)
})

test('PP-111 refuses a configuration whose lists cannot express its states, or are too large', () => {
  const faultOf = (statusLists: object): string[] => {
    const parsed = pidProviderConfig.safeParse({
      entityId: pidProviderId,
      organization,
      authorityHints: ['https://anchor.example'],
      statusLists,
    })
    return parsed.error?.issues.map(({ path }) => path.join('.')) ?? []
  }
  assert.deepEqual(faultOf({ bits: 1 }), ['statusLists.bits'])
  assert.deepEqual(faultOf({ bits: 3 }), ['statusLists.bits'])
  assert.deepEqual(faultOf({ bits: 8, places: 2_000_000 }), ['statusLists.places'])
  assert.deepEqual(faultOf({ bits: 1, suspension: false, places: 4_000_000 }), [])
})
