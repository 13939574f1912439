/** The register after issuance: administrators search and show entries, and each change is checked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPidProvider, type IssuedCredential } from '../../../src/pid-provider/index.ts'
import { credentialRegister } from '../../support/credential-register.ts'
import { bodyOf } from '../../support/pid-issuance.ts'
import { adminToken, pidProviderId } from '../../support/pid-provider-fixture.ts'
import { person } from '../../support/scripted-identity-provider.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const { fixture, admin, change, search, issued } = await credentialRegister()
const { sink } = fixture

test('PP-112 a provider does not start with an administrator’s token of fewer than 32 characters (D-335)', () => {
  for (const token of ['ADMIN_TOKEN', '', adminToken.slice(0, 31)])
    assert.throws(
      () =>
        createPidProvider({
          ...fixture.parts,
          administrators: [...fixture.parts.administrators, { name: 'bo', token }],
        }),
      /^TypeError: the token of the administrator bo has fewer than 32 characters$/,
    )
})

test('PP-112 the register refuses requests without an administrator’s token, and requests of foreign pages', async () => {
  const one = await issued()
  const body = { status: 'revoked', reason: 'x' }
  const refusedBy = async (response: Response, code: string, status: number, error: string) =>
    assertRefusal(response, sink, { id: 'PP-112', code, status, error, ...(status === 401 && { at: 'authorization' }) })
  for (const wrong of ['', 'Bearer', `Basic ${adminToken}`, adminToken])
    for (const ask of [
      () => admin('', {}, { authorization: wrong }),
      () => change(one.id, body, { authorization: wrong }),
    ]) {
      const response = await ask()
      assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="administration"')
      await refusedBy(response, 'admin_token_missing', 401, 'invalid_token')
    }
  for (const wrong of [`Bearer ${adminToken}x`, 'Bearer x']) {
    const response = await change(one.id, body, { authorization: wrong })
    assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="administration", error="invalid_token"')
    await refusedBy(response, 'admin_token_unknown', 401, 'invalid_token')
  }
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
  const foreignRefusals = sink.decisions.slice(recorded).map(({ checks }) => checks.at(-1)?.requirement)
  assert.deepEqual(new Set(foreignRefusals), new Set(['GEN-43']), 'the token was not checked')
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

test('PP-112 the register can be searched by key, person and wallet, and contains no claim', async () => {
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
  const whole = await ids(found(''))
  assert.deepEqual(await ids(found(`limit=100&before=${whole[0]}`)), whole.slice(1))
  assert.deepEqual(await ids(found(`issued_from=${entry?.issuedAt}&issued_to=${entry?.issuedAt}`)), whole)
  assert.deepEqual(await found(`issued_to=${(entry?.issuedAt ?? 0) - 1}`), [])

  const byBody = async (body: object) => ids(read(await search(body)))
  for (const number of [person.fiscal_number, person.fiscal_number.slice('TINIT-'.length)])
    for (const { id } of [one, other]) assert.ok((await byBody({ tax_id_number: number })).includes(id))
  assert.deepEqual(await byBody({ tax_id_number: 'VRDGPP80A01H501X' }), [])
  assert.deepEqual(await byBody({ tax_id_number: person.fiscal_number, holder_thumbprint: one.holder }), [one.id])
  assert.equal((await byBody({ limit: 1 })).length, 1)
})

test('PP-203 a search by format takes each name of a format, also with an unescaped plus, and refuses other names (D-1105)', async () => {
  const one = await issued()
  for (const name of ['vc+sd-jwt', 'dc+sd-jwt']) {
    for (const response of [await admin(`?format=${encodeURIComponent(name)}`), await search({ format: name })])
      assert.ok(JSON.stringify(await bodyOf(response)).includes(one.id), name)
    assert.ok(JSON.stringify(await bodyOf(await admin(`?format=${name}`))).includes(one.id), `${name}, unescaped`)
  }
  assert.deepEqual(await bodyOf(await admin('?format=mso_mdoc')), { credentials: [] })
  const malformed = { id: 'PP-112', code: 'search_malformed', status: 400, error: 'invalid_request' }
  for (const name of ['mdoc', 'sd-jwt', 'vc++sd-jwt', 'VC+SD-JWT'])
    await assertRefusal(await admin(`?format=${encodeURIComponent(name)}`), sink, malformed)
})

test('PP-112 one credential is shown with its changes', async () => {
  const one = await issued()
  await change(one.id, { status: 'suspended', reason: 'a phone was lost' })
  const { credential, changes } = (await bodyOf(await admin(`/${one.id}`))) as Record<string, Record<string, unknown>>
  assert.deepEqual([credential?.id, credential?.status], [one.id, 'suspended'])
  assert.equal(JSON.stringify(changes).match(/a phone was lost/g)?.length, 1)
  const unknown = { id: 'PP-112', code: 'credential_unknown', status: 404, error: 'not_found' }
  await assertRefusal(await admin('/nobody'), sink, unknown)
  const missing = { id: 'PP-112', code: 'admin_token_missing', status: 401, error: 'invalid_token' }
  for (const path of [`/${one.id}`, ''])
    await assertRefusal(await admin(path, {}, { authorization: '' }), sink, missing)
  await assertRefusal(await search({}, { authorization: '' }), sink, missing)
})

test('PP-112 refuses an invalid search, by query and by body', async () => {
  const malformed = { id: 'PP-112', code: 'search_malformed', status: 400, error: 'invalid_request' }
  for (const query of [
    'limit=0',
    'limit=1001',
    'limit=x',
    'status=lost',
    'issued_from=yesterday',
    'issued_to=-1',
    'name=Ada',
    `tax_id_number=${person.fiscal_number}`,
  ])
    await assertRefusal(await admin(`?${query}`), sink, malformed)
  for (const body of [{ limit: 1.5 }, { status: 'lost' }, { name: 'Ada' }, { tax_id_number: 'x' }, { subject: 7 }])
    await assertRefusal(await search(body), sink, malformed)
})

test('GEN-07 GEN-23 GEN-28 GEN-29 the general rules for JSON apply to status changes and searches', async () => {
  const refusedBy = async (response: Response, id: string, code: string, status: number) =>
    assertRefusal(response, sink, { id, code, status, error: 'invalid_request' })
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
