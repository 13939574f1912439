import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNodeCrypto } from '../node/index.ts'
import { openIdLoginConfig } from './config.ts'
import { createSubject, mapClaims, prepareLogins, requestedAcrs, sectorOf, selectLogin } from './logins.ts'

const ask = (...paths: readonly (string | number | null)[][]) => ({
  credentials: [
    { id: 'pid', format: 'dc+sd-jwt', claims: paths.map((path) => ({ path })) },
    { id: 'wallet_attestation', format: 'jwt', claims: [{ path: ['cnf'] }] },
  ],
})
const dcqlQuery = ask(['given_name'], ['place_of_birth', 'locality'], ['nationalities', null]) as never
const { logins: settings } = openIdLoginConfig.parse({
  clients: [
    { clientId: 'a', displayName: 'A', redirectUris: ['https://a.example/'], authentication: { method: 'none' } },
  ],
  logins: {
    whole: { subject: ['pid', 'given_name'] },
    named: {
      ...{ query: 'named', acr: 'urn:named', scope: 'named', subject: 'transient' },
      claims: { town: ['pid', 'place_of_birth', 'locality'], first: ['pid', 'nationalities', 0] },
    },
    other: { query: 'named', acr: 'urn:other', subject: 'transient' },
  },
})
const logins = prepareLogins(settings, { dcqlQuery, dcqlQueries: { named: ask() as never } })
const loginNamed = (name: string) => logins.get(name) ?? assert.fail(name)

const credentials = {
  pid: { claims: { given_name: 'Ada', place_of_birth: { locality: 'Roma' }, nationalities: ['IT', 'FR'], empty: '' } },
}

test('a claim has the last name of its path by default, and elements of a list become claims only by the settings', () => {
  const { claims, order } = loginNamed('whole')
  assert.deepEqual(claims, { given_name: ['pid', 'given_name'], locality: ['pid', 'place_of_birth', 'locality'] })
  assert.deepEqual(order, { dcql_query: dcqlQuery })
  assert.deepEqual(loginNamed('named').order, { request: 'named' })
  assert.throws(() => prepareLogins(settings, { dcqlQuery, dcqlQueries: {} }), TypeError)
})

test('a claim of the query with the name of a claim of the provider is no claim of the login', () => {
  const query = ask(['given_name'], ['iss'], ['verification', 'acr']) as never
  const prepared = prepareLogins(settings, { dcqlQuery: query, dcqlQueries: { named: query } })
  assert.deepEqual(prepared.get('whole')?.claims, { given_name: ['pid', 'given_name'] })
})

test('RP-99 a credential that a query of format jwt asks for has its claims, and a Wallet Attestation has none', () => {
  const claims = [{ path: ['family_name'] }]
  const query = {
    credentials: [
      { id: 'pid', format: 'jwt', meta: { vct_values: ['eu.eudiw.pid.it'] }, claims },
      { id: 'wallet', format: 'wallet-attestation+jwt', claims: [{ path: ['aal'] }] },
    ],
  } as never
  const prepared = prepareLogins(settings, { dcqlQuery: query, dcqlQueries: { named: query } })
  assert.deepEqual(prepared.get('whole')?.claims, { family_name: ['pid', 'family_name'] })
})

test('claims are mapped by their paths, and claims that were not presented are omitted', () => {
  assert.deepEqual(mapClaims(loginNamed('whole'), credentials), { given_name: 'Ada', locality: 'Roma' })
  assert.deepEqual(mapClaims(loginNamed('named'), credentials), { town: 'Roma', first: 'IT' })
  assert.deepEqual(mapClaims(loginNamed('named'), { pid: [credentials.pid] }), { town: 'Roma', first: 'IT' })
  assert.deepEqual(mapClaims(loginNamed('named'), { pid: null }), {})
  assert.deepEqual(mapClaims({ claims: { a: ['pid', 'constructor'] } }, { pid: { claims: {} } }), {})
})

test('acr_values select a login before scopes do, in their order, and only a login that the client may use', () => {
  const select = (acr: string, scope = '', permitted?: string[]) => {
    const client = permitted ? { logins: permitted } : {}
    return selectLogin(logins, client, { acrValues: acr.split(' '), scopes: scope.split(' ') })
  }
  assert.equal(select(''), loginNamed('whole'))
  assert.equal(select('', 'openid named'), loginNamed('named'))
  assert.equal(select('urn:unknown urn:other urn:named', 'named'), loginNamed('other'))
  assert.equal(select('urn:named', 'named', ['other', 'whole']), loginNamed('other'))
})

test('RP-194 equal values of different claims give different subjects, and the names of one claim give the same', () => {
  const ctx = { crypto: createNodeCrypto(), random: { bytes: (length: number) => new Uint8Array(length).fill(7) } }
  const value = 'TINIT-RSSDAA80A50H501X'
  const subjectOf = (...subject: readonly [string, ...string[]]) => {
    const claims = subject.slice(1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
    const credentials = { [subject[0]]: { claims } } as never
    return createSubject(ctx, new Uint8Array(32).fill(1), 'a.example', { subject, credentials })
  }
  const pid = subjectOf('pid', 'tax_id_number')
  assert.notEqual(subjectOf('card', 'nickname'), pid)
  assert.notEqual(subjectOf('card', 'nickname'), subjectOf('card', 'number'))
  assert.equal(subjectOf('other', 'tax_id_code'), pid)
  assert.equal(subjectOf('mdoc', 'org.iso.18013.5.1.it', 'tax_id_code'), pid)
})

test('RP-122 a subject depends on its sector and claim, and a missing claim gives no subject', () => {
  const ctx = { crypto: createNodeCrypto(), random: { bytes: (length: number) => new Uint8Array(length).fill(7) } }
  const secret = new Uint8Array(32).fill(1)
  const subjectOf = (sector: string, ...subject: readonly string[]) =>
    createSubject(ctx, secret, sector, { subject, credentials })
  const own = subjectOf('a.example', 'pid', 'given_name')
  assert.match(own ?? '', /^[\w-]{43}$/)
  assert.equal(subjectOf('a.example', 'pid', 'given_name'), own)
  assert.notEqual(subjectOf('b.example', 'pid', 'given_name'), own)
  for (const missing of ['other', 'empty', 'place_of_birth'])
    assert.equal(subjectOf('a.example', 'pid', missing), undefined, missing)
  const transient = createSubject(ctx, secret, 'a.example', { subject: 'transient', credentials })
  assert.match(transient ?? '', /^[\w-]{43}$/)
  assert.equal(sectorOf({ sector: undefined, redirectUris: ['https://a.example:8443/x'] }), 'a.example:8443')
  assert.equal(sectorOf({ sector: 'group', redirectUris: ['https://a.example/'] }), 'group')
})

test('claims requests an acr by value or by values, and any other content requests none', () => {
  const requested = (acr: unknown) => requestedAcrs(JSON.stringify({ id_token: { acr } }))
  assert.deepEqual(requested({ essential: true, value: 'urn:a' }), ['urn:a'])
  assert.deepEqual(requested({ values: ['urn:a', 1, 'urn:b'] }), ['urn:a', 'urn:b'])
  for (const acr of [null, {}, { essential: true }, 'urn:a', { value: 1 }, { values: 'urn:a' }])
    assert.deepEqual(requested(acr), [])
  for (const claims of [undefined, '', '{', '[]', '{}', '{"id_token":null}', '{"userinfo":{"acr":{"value":"urn:a"}}}'])
    assert.deepEqual(requestedAcrs(claims), [])
})
