/** The register after issuance: status lists for everybody, changes for administrators. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { JsonObject } from '../../src/base/index.ts'
import { createPidProvider, type IssuedCredential, pidProviderConfig } from '../../src/pid-provider/index.ts'
import { createStatusResolver } from '../../src/status-list/index.ts'
import { observeOutput } from '../support/decisions.ts'
import { organization } from '../support/federation.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { beginIssuance, bodyOf, obtainPid, obtainTokens } from '../support/pid-issuance.ts'
import { adminToken, pidProviderFixture, pidProviderId } from '../support/pid-provider-fixture.ts'
import { assertRefused } from '../support/refused.ts'
import { person } from '../support/scripted-identity-provider.ts'

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

/** As a relying party sees it, who has no list yet. */
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
    await assertRefused(sink, await fixture.send(`/statuslists/${id}`), {
      id: 'PP-110',
      code: 'status_list_unknown',
      status: 404,
      error: 'not_found',
    })
})

test('PP-110 a list of the past is not had, and the present one is not given for it', async () => {
  const expected = { id: 'PP-110', code: 'status_list_time_unsupported', status: 501, error: 'not_implemented' }
  for (const time of [String(clock.now() - 3600), String(clock.now()), 'x'])
    await assertRefused(sink, await fixture.send(`/statuslists/0?time=${time}`), expected)
  assert.equal((await fixture.send('/statuslists/0?other=1')).status, 200)
})

test('PP-110 a list is signed once for all who ask, and shows a change of another replica in time', async () => {
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
    const kept = sink.decisions.findLast(({ surface }) => surface.endsWith('/:id/status'))
    assert.deepEqual(kept?.evidence, { actor: 'ada', credential: one.id, change: status })
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

test('PP-112 a provider whose administrator has a token that could be guessed does not start (D-335)', () => {
  for (const token of ['ADMIN_TOKEN', '', adminToken.slice(0, 31)])
    assert.throws(
      () =>
        createPidProvider({
          ...fixture.parts,
          administrators: [...fixture.parts.administrators, { name: 'bo', token }],
        }),
      /^TypeError: the token of the administrator bo has less than 32 characters$/,
    )
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
  const recorded = sink.decisions.length
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${pidProviderId}.evil.example` },
    { host: 'evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of foreign)
    for (const response of [await change(one.id, body, headers), await search({}, headers)]) {
      assert.equal(response.status, 403)
      assert.deepEqual((await bodyOf(response)).error, 'access_denied')
    }
  assert.equal((await admin('', {}, { origin: 'https://evil.example' })).status, 403)
  assert.equal(sink.decisions.length, recorded, 'nobody looked at the token')
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

const search = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  admin(
    '/search',
    { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
    { 'content-type': 'application/json', ...headers },
  )

test('PP-112 the register is searched by key, person and wallet, and holds no claim', async () => {
  const one = await issued()
  const other = await issued()
  const read = async (response: Response) => {
    const text = await response.text()
    assert.equal(response.status, 200, text)
    assert.doesNotMatch(text, /\bAda\b|Rossi|TINIT/)
    return (JSON.parse(text) as { credentials: IssuedCredential[] }).credentials
  }
  const found = async (query: string) => read(await admin(`?${query}`))
  const [entry] = await found(`holder_thumbprint=${one.holder}`)
  assert.equal(entry?.id, one.id)
  const ids = async (credentials: Promise<readonly IssuedCredential[]>) => (await credentials).map(({ id }) => id)
  assert.deepEqual(await found('subject=nobody'), [])
  assert.ok((await ids(found(`subject=${entry?.subject}`))).includes(one.id))
  assert.deepEqual(await ids(found(`client_id=${entry?.clientId}`)), [one.id])
  assert.deepEqual(await ids(found(`client_id=${entry?.clientId}&status=revoked`)), [])
  assert.deepEqual(await found('unique_id=nobody'), [])
  assert.equal((await found('limit=1')).length, 1)

  const byBody = async (body: object) => ids(read(await search(body)))
  for (const number of [person.fiscal_number, person.fiscal_number.slice('TINIT-'.length)])
    for (const { id } of [one, other]) assert.ok((await byBody({ tax_id_number: number })).includes(id))
  assert.deepEqual(await byBody({ tax_id_number: 'VRDGPP80A01H501X' }), [])
  assert.deepEqual(await byBody({ tax_id_number: person.fiscal_number, holder_thumbprint: one.holder }), [one.id])
  assert.equal((await byBody({ limit: 1 })).length, 1)
})

test('PP-112 one credential is shown with everything that happened to it', async () => {
  const one = await issued()
  await change(one.id, { status: 'suspended', reason: 'a phone was lost' })
  const { credential, changes } = (await bodyOf(await admin(`/${one.id}`))) as Record<string, Record<string, unknown>>
  assert.deepEqual([credential?.id, credential?.status], [one.id, 'suspended'])
  assert.equal(JSON.stringify(changes).match(/a phone was lost/g)?.length, 1)
  const unknown = { id: 'PP-112', code: 'credential_unknown', status: 404, error: 'not_found' }
  await assertRefused(sink, await admin('/nobody'), unknown)
  const missing = { id: 'PP-112', code: 'admin_token_missing', status: 401, error: 'invalid_token' }
  for (const path of [`/${one.id}`, ''])
    await assertRefused(sink, await admin(path, {}, { authorization: '' }), missing)
  await assertRefused(sink, await search({}, { authorization: '' }), missing)
})

test('PP-112 a search that is none is refused, by query and by body', async () => {
  const malformed = { id: 'PP-112', code: 'search_malformed', status: 400, error: 'invalid_request' }
  for (const query of [
    'limit=0',
    'limit=1001',
    'limit=x',
    'status=lost',
    'name=Ada',
    `tax_id_number=${person.fiscal_number}`,
  ])
    await assertRefused(sink, await admin(`?${query}`), malformed)
  for (const body of [{ limit: 1.5 }, { status: 'lost' }, { name: 'Ada' }, { tax_id_number: 'x' }, { subject: 7 }])
    await assertRefused(sink, await search(body), malformed)
})

for (const bits of [1, 2, 4, 8] as const)
  test(`PP-110 PP-111 lists of ${bits} bits say what a reader must know, compressed for whoever takes that`, async () => {
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
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ status: value, reason: 'test' }),
      })
    const read = async (): Promise<unknown> => {
      const resolver = createStatusResolver({ crypto, fetch: small.network.fetch, urls: { loopbackHttp: false } })
      const policy = { algorithms: ['ES256'], now: small.clock.now(), skew: 0 } as const
      return resolver.resolve(reference, { keys: [small.credentialSigner.publicJwk], ...policy })
    }
    assert.deepEqual(await read(), { status: 0 })
    if (bits === 1)
      await assertRefused(small.sink, await set('suspended'), {
        id: 'PP-111',
        code: 'suspension_unpublished',
        status: 409,
        error: 'invalid_request',
      })
    else {
      assert.equal((await set('suspended')).status, 200)
      assert.deepEqual(await read(), { status: 2 })
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

test('PP-110 all lists are named at one place, which the metadata names', async () => {
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

test('PP-111 a configuration whose lists cannot say what it promises does not pass', () => {
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

test('GEN-07 GEN-23 GEN-28 GEN-29 a change of status is judged as every JSON', async () => {
  const refusedBy = async (response: Response, id: string, code: string, status: number) =>
    assertRefused(sink, response, { id, code, status, error: 'invalid_request' })
  await refusedBy(await change('x', '{'), 'GEN-23', 'json_malformed', 400)
  await refusedBy(await change('x', '{"a":1,"a":2}'), 'GEN-28', 'json_duplicate_member', 400)
  await refusedBy(await change('x', 'x'.repeat(70_000)), 'GEN-07', 'body_too_large', 413)
  await refusedBy(await change('x', '{}', { 'content-type': 'text/plain' }), 'GEN-07', 'media_type_unsupported', 415)
  await refusedBy(await admin('/x/status'), 'GEN-07', 'method_not_allowed', 405)
  await refusedBy(await change('x', '{}', { authorization: 'Bearer a, Bearer b' }), 'GEN-29', 'header_duplicated', 400)
  await refusedBy(await search('{'), 'GEN-23', 'json_malformed', 400)
  await refusedBy(await search('{"a":1,"a":2}'), 'GEN-28', 'json_duplicate_member', 400)
  await refusedBy(await search('x'.repeat(70_000)), 'GEN-07', 'body_too_large', 413)
  await refusedBy(await search('{}', { 'content-type': 'text/plain' }), 'GEN-07', 'media_type_unsupported', 415)
  await refusedBy(await admin('/search', { method: 'PUT' }), 'GEN-07', 'method_not_allowed', 405)
  await refusedBy(await search('{}', { authorization: 'Bearer a, Bearer b' }), 'GEN-29', 'header_duplicated', 400)
})
