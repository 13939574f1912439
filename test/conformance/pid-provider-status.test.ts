/** The register after issuance: status lists for everybody, changes for administrators. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStatusResolver } from '../../src/status-list/index.ts'
import { observeOutput } from '../support/decisions.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { beginIssuance, bodyOf, obtainPid, obtainTokens } from '../support/pid-issuance.ts'
import { adminToken, pidProviderFixture, pidProviderId } from '../support/pid-provider-fixture.ts'
import { assertRefused } from '../support/refused.ts'

const fixture = await pidProviderFixture()
const { clock, sink, network, crypto } = fixture

interface Issued {
  readonly id: string
  readonly reference: { readonly idx: number; readonly uri: string }
  readonly holder: string
}

async function issued(): Promise<Issued> {
  const issuance = await beginIssuance(fixture)
  const { credential } = await obtainPid(issuance, await obtainTokens(issuance))
  const { payload } = decodeJwt(credential.split('~')[0] ?? '')
  const reference = (payload.status as { status_list: Issued['reference'] }).status_list
  const holder = issuance.wallet.holder.kid
  const [entry] = await fixture.stores.issuedCredentials.search({ holderThumbprint: holder })
  assert.ok(entry)
  return { id: entry.id, reference, holder }
}

const authorization = `Bearer ${adminToken}`
const admin = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}): Promise<Response> =>
  fixture.send(`/admin/credentials${path}`, { ...init, headers: { authorization, ...headers } })
const change = (id: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  admin(
    `/${id}/status`,
    { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
    { 'content-type': 'application/json', ...headers },
  )

/** As a relying party sees it, who keeps to the list's `ttl`. */
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
  assert.equal(response.headers.get('cache-control'), 'public, max-age=60')
  const { header, payload } = decodeJwt(await response.text())
  assert.deepEqual(header, { alg: 'ES256', typ: 'statuslist+jwt', kid: fixture.credentialSigner.kid })
  const now = clock.now()
  const { status_list: list, ...rest } = payload as { status_list: { bits: number; lst: string } }
  assert.deepEqual(rest, { sub: `${pidProviderId}/statuslists/0`, iat: now, exp: now + 3600, ttl: 60 })
  assert.equal(list.bits, 2)
  observeOutput('PP-110')
  for (const id of ['8', '-1', '00', '1x', '1e1', '%20'])
    await assertRefused(sink, await fixture.send(`/statuslists/${id}`), {
      id: 'PP-110',
      code: 'status_list_unknown',
      status: 404,
      error: 'not_found',
    })
})

test('PP-110 a list is signed once for all who ask, and shows a change of another replica within its ttl', async () => {
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

test('PP-32 PP-111 PP-112 an administrator suspends, reinstates and revokes; revoked is final; each change is kept', async () => {
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
    clock.advance(1)
  }
  assert.deepEqual(await statusOf(other), { status: 0 })
  for (const status of ['valid', 'suspended'])
    await assertRefused(sink, await change(one.id, { status, reason: 'no way back' }), {
      id: 'PP-111',
      code: 'status_final',
      status: 409,
      error: 'invalid_request',
    })
  const again = await bodyOf(await change(one.id, { status: 'revoked', reason: 'again' }))
  const now = clock.now()
  assert.deepEqual(again.changes, [
    { credentialId: one.id, status: 'suspended', at: now - 3, actor: 'ada', reason: 'because suspended' },
    { credentialId: one.id, status: 'valid', at: now - 2, actor: 'ada', reason: 'because valid' },
    { credentialId: one.id, status: 'revoked', at: now - 1, actor: 'ada', reason: 'because revoked' },
  ])
})

test('PP-112 the register is for administrators, and for programs', async () => {
  const one = await issued()
  const body = { status: 'revoked', reason: 'x' }
  const refusedBy = async (response: Response, code: string, status: number, error: string) =>
    assertRefused(sink, response, { id: 'PP-112', code, status, error })
  for (const wrong of ['', 'Bearer', `Basic ${adminToken}`, adminToken])
    for (const ask of [
      () => admin('', {}, { authorization: wrong }),
      () => change(one.id, body, { authorization: wrong }),
    ]) {
      const response = await ask()
      assert.equal(response.headers.get('www-authenticate'), 'Bearer')
      await refusedBy(response, 'admin_token_missing', 401, 'invalid_token')
    }
  for (const wrong of [`Bearer ${adminToken}x`, 'Bearer x'])
    await refusedBy(await change(one.id, body, { authorization: wrong }), 'admin_token_unknown', 401, 'invalid_token')
  for (const origin of ['https://evil.example', 'null'])
    await refusedBy(await change(one.id, body, { origin }), 'origin_foreign', 403, 'access_denied')
  await refusedBy(await change('nobody', body), 'credential_unknown', 404, 'not_found')
  for (const malformed of [
    {},
    { status: 'lost', reason: 'x' },
    { status: 'revoked' },
    { status: 'revoked', reason: '' },
    { ...body, actor: 'root' },
  ])
    await refusedBy(await change(one.id, malformed), 'change_malformed', 400, 'invalid_request')
  assert.deepEqual(await fixture.stores.issuedCredentials.changes(one.id), [])
  assert.equal((await change(one.id, body, { origin: pidProviderId })).status, 200)
})

test('PP-112 the register is searched by key and by person, and holds no claim', async () => {
  const one = await issued()
  const found = async (query: string) => {
    const text = await (await admin(`?${query}`)).text()
    for (const personal of ['Ada', 'Rossi', 'TINIT']) assert.ok(!text.includes(personal))
    return (JSON.parse(text) as { credentials: { id: string; subject: string }[] }).credentials
  }
  const [entry] = await found(`holder_thumbprint=${one.holder}`)
  assert.equal(entry?.id, one.id)
  assert.ok((await found(`subject=${entry?.subject}`)).some(({ id }) => id === one.id))
  assert.deepEqual(await found('unique_id=nobody'), [])
})

test('GEN-07 GEN-23 GEN-28 GEN-29 a change of status is judged as every JSON', async () => {
  const refusedBy = async (response: Response, id: string, code: string, status: number) =>
    assertRefused(sink, response, { id, code, status, error: 'invalid_request' })
  await refusedBy(await change('x', '{'), 'GEN-23', 'json_malformed', 400)
  await refusedBy(await change('x', '{"a":1,"a":2}'), 'GEN-28', 'json_duplicate_member', 400)
  await refusedBy(await change('x', 'x'.repeat(70_000)), 'GEN-07', 'body_too_large', 413)
  await refusedBy(await change('x', '{}', { 'content-type': 'text/plain' }), 'GEN-07', 'media_type_unsupported', 415)
  await refusedBy(await admin('/x/status'), 'GEN-07', 'method_not_allowed', 405)
  await refusedBy(await change('x', '{}', { authorization: 'Bearer a, Bearer b' }), 'GEN-29', 'header_duplicated', 400)
})
