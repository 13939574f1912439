/** Tests for the type checker: the line after each `@ts-expect-error` must not compile. The values let it run, too. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed, type Json } from '../base/index.ts'
import { isAttestationQuery, parseDcqlQuery } from '../oid4vp/index.ts'
import type { Presentation, PresentationQuery } from './presentation-types.ts'

const typed = <const Q extends PresentationQuery>(_query: Q, sample: object): Presentation<Q> =>
  ({
    id: 'x',
    presented_at: 1,
    trace: 't',
    wallet: { attested: true, level: 'high', level_proven: false },
    credentials: sample,
  }) as Presentation<Q>
const entry = (claims: object) => ({ format: 'dc+sd-jwt', type: null, issuer: 'i', status: 'valid', claims })

test('a literal query gives types to its claims by id and path, and to no other claims', () => {
  const { credentials } = typed(
    {
      credentials: [
        {
          id: 'pid',
          format: 'dc+sd-jwt',
          meta: { vct_values: ['eu.eudiw.pid.it'] },
          claims: [
            { path: ['given_name'] },
            { path: ['place_of_birth', 'locality'] },
            { path: ['place_of_birth', 'country'], values: ['IT', 'SM'] },
            { path: ['nationalities', null] },
          ],
        },
        { id: 'wallet', format: 'jwt', claims: [{ path: ['iss'] }] },
      ],
    },
    { pid: entry({ given_name: 'Ada', place_of_birth: { locality: 'Roma', country: 'IT' }, nationalities: ['IT'] }) },
  )
  const { claims } = credentials.pid
  const country: 'IT' | 'SM' = claims.place_of_birth.country
  const [first] = claims.nationalities
  assert.deepEqual([claims.given_name, claims.place_of_birth.locality, country, first], ['Ada', 'Roma', 'IT', 'IT'])
  // @ts-expect-error: not asked for
  assert.equal(claims.family_name, undefined)
  // @ts-expect-error: not asked for, although another member of the object was
  assert.equal(claims.place_of_birth.region, undefined)
  // @ts-expect-error: not a value that was asked for
  const other: 'FR' = claims.place_of_birth.country
  assert.equal(other, 'IT')
  // @ts-expect-error: no such credential in the query
  assert.equal(credentials.mdl, undefined)
  // @ts-expect-error: the application does not get the Wallet Attestation
  assert.equal(credentials.wallet, undefined)
})

/** The queries of format `jwt` for credentials are `pid`, `bare` and `far`. The others ask for a Wallet Attestation. */
const jwtQueries = {
  credentials: [
    { id: 'pid', format: 'jwt', meta: { vct_values: ['eu.eudiw.pid.it'] }, claims: [{ path: ['given_name'] }] },
    { id: 'bare', format: 'jwt', meta: { vct_values: ['eu.eudiw.pid.it'] } },
    { id: 'named', format: 'jwt', meta: { vct_values: ['https://it.example/WalletAttestation'] } },
    { id: 'apart', format: 'jwt', meta: { vct_values: ['wallet.example/wallet_a/12345/attestation'] } },
    { id: 'far', format: 'jwt', meta: { vct_values: ['wallet of 21 characters... attestation'] } },
    { id: 'near', format: 'jwt', meta: { vct_values: ['wallet of 20 characters.. attestation'] } },
    { id: 'typeless', format: 'wallet-attestation+jwt', meta: {} },
    {
      id: 'other',
      format: 'jwt',
      meta: { vct_values: ['other'] },
      claims: [{ path: ['iss'] }, { path: ['vp_formats_supported'] }],
    },
  ],
} as const

test('RP-99 a query of format jwt has the type of a credential or of the Wallet Attestation', () => {
  const { credentials } = typed(jwtQueries, { pid: entry({ given_name: 'Ada' }), bare: entry({}), far: entry({}) })
  const query = parseDcqlQuery(jwtQueries as unknown as Json, { strict: false }, 'query')
  assert.ok(!failed(query))
  const atRunTime = query.credentials.filter((one) => !isAttestationQuery(one)).map(({ id }) => id)
  assert.deepEqual(atRunTime, ['pid', 'bare', 'far'])
  assert.equal(credentials.pid.claims.given_name, 'Ada')
  assert.deepEqual([credentials.bare.claims, credentials.far.claims], [{}, {}])
  // @ts-expect-error: not asked for
  assert.equal(credentials.pid.claims.family_name, undefined)
  // @ts-expect-error: its type names the Wallet Attestation
  assert.equal(credentials.named, undefined)
  // @ts-expect-error: its type names the Wallet Attestation, after a word with the same beginning
  assert.equal(credentials.apart, undefined)
  // @ts-expect-error: its type names the Wallet Attestation, with the greatest permitted distance of the two words
  assert.equal(credentials.near, undefined)
  // @ts-expect-error: the format itself names the Wallet Attestation
  assert.equal(credentials.typeless, undefined)
  // @ts-expect-error: it asks only for claims of the Wallet Attestation
  assert.equal(credentials.other, undefined)
})

test('a credential that can occur several times is a list, and an optional value must be checked', () => {
  const several = typed(
    { credentials: [{ id: 'degree', format: 'dc+sd-jwt', multiple: true, claims: [{ path: ['title'] }] }] },
    { degree: [entry({ title: 'Dr' })] },
  )
  assert.deepEqual(
    several.credentials.degree.map(({ claims }) => claims.title),
    ['Dr'],
  )
  // @ts-expect-error: a list has no claims
  assert.equal(several.credentials.degree.claims, undefined)

  const optional = typed(
    {
      credentials: [
        { id: 'pid', format: 'dc+sd-jwt', claims: [{ path: ['given_name'] }] },
        { id: 'mdl', format: 'mso_mdoc', claims: [{ path: ['org.iso.18013.5.1', 'given_name'] }] },
      ],
      credential_sets: [{ options: [['pid'], ['mdl']] }],
    },
    { mdl: entry({ 'org.iso.18013.5.1': { given_name: 'Ada' } }) },
  )
  assert.equal(optional.credentials.mdl?.claims['org.iso.18013.5.1'].given_name, 'Ada')
  // @ts-expect-error: the wallet can have answered with the other option
  assert.throws(() => optional.credentials.pid.claims)

  const sets = typed(
    {
      credentials: [
        {
          id: 'pid',
          format: 'dc+sd-jwt',
          claims: [
            { id: 'a', path: ['birthdate'] },
            { id: 'b', path: ['age'] },
          ],
          claim_sets: [['a'], ['b']],
        },
      ],
    },
    { pid: entry({ age: 40 }) },
  )
  const { birthdate } = sets.credentials.pid.claims
  // @ts-expect-error: the wallet can have answered with the second set
  const certain: string | number | boolean | object | null = birthdate
  assert.equal(certain, undefined)
})

test('a malformed query does not compile', () => {
  // @ts-expect-error: there is no credential
  typed({ credentials: [] }, {})
  // @ts-expect-error: the path is empty
  typed({ credentials: [{ id: 'pid', format: 'dc+sd-jwt', claims: [{ path: [] }] }] }, {})
  // @ts-expect-error: an id must be a string
  typed({ credentials: [{ id: 7, format: 'dc+sd-jwt' }] }, {})
})

test('a part of an object that only some claim sets ask for must be checked', () => {
  const { credentials } = typed(
    {
      credentials: [
        {
          id: 'pid',
          format: 'dc+sd-jwt',
          claims: [
            { id: 'a', path: ['address', 'locality'] },
            { id: 'b', path: ['address', 'country'] },
            { id: 'c', path: ['degrees', null, 'title'] },
          ],
          claim_sets: [['a', 'c'], ['b']],
        },
      ],
    },
    { pid: entry({ address: { locality: 'Roma' } }) },
  )
  const { address, degrees } = credentials.pid.claims
  assert.ok(address)
  const locality: Json | undefined = address.locality
  // @ts-expect-error: the wallet can have answered with the first set, which has another member of the object
  const country: Json = address.country
  assert.deepEqual([locality, country], ['Roma', undefined])
  // @ts-expect-error: the wallet can have answered with the second set
  assert.throws(() => degrees[0])
})
