/** Names of formats and of the members of their entries. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json, JsonObject } from '../base/index.ts'
import { isTechnicalClaim } from './claim-path.ts'
import { algorithmsOf, asksAttestation, formatAttested, own } from './presentable-credential.ts'

test('a query asks for the Wallet Attestation if no other credential could answer', () => {
  for (const formats of [['jwt'], ['wallet-attestation+jwt'], ['jwt', 'wallet-attestation+jwt']])
    assert.equal(asksAttestation(formats), true, formats.join())
  for (const formats of [[], ['dc+sd-jwt'], ['jwt', 'dc+sd-jwt'], ['dc+sd-jwt', 'jwt']])
    assert.equal(asksAttestation(formats), false, formats.join())
})

test('WI-95 reads algorithms under each known name, and none from a value that is not a list', () => {
  const rows: readonly (readonly [Json, readonly string[] | undefined])[] = [
    [{ 'sd-jwt_alg_values': ['ES256'] }, ['ES256']],
    [{ alg_values_supported: ['ES256'] }, ['ES256']],
    [{ alg: ['ES256', 7] }, ['ES256']],
    [{ issuerauth_alg_values: [-7, 'ES384'] }, ['ES256']],
    [{ alg: 'ES256' }, undefined],
    [{}, undefined],
    [null, undefined],
    ['ES256', undefined],
  ]
  for (const [entry, algorithms] of rows) assert.deepEqual(algorithmsOf(entry), algorithms, JSON.stringify(entry))
})

test('WI-95 an attested format accepts the algorithms that it lists, under any name of the format', () => {
  const pid = { format: 'dc+sd-jwt', alg: 'ES256', claims: {} }
  const taken = (formats: object, credential: { format: string; alg?: string; claims: JsonObject } = pid) =>
    formatAttested(formats as JsonObject, credential)
  assert.equal(taken({ 'dc+sd-jwt': {} }), true)
  assert.equal(taken({ 'vc+sd-jwt': null }), true)
  assert.equal(taken({ 'dc+sd-jwt': { alg: ['ES384'] }, 'vc+sd-jwt': { alg: ['ES256'] } }), true)
  assert.equal(taken({ 'dc+sd-jwt': { alg: ['ES384'] } }), false)
  assert.equal(taken({ 'dc+sd-jwt': { alg: [] } }, { format: 'dc+sd-jwt', claims: {} }), false)
  assert.equal(taken({ mso_mdoc: {} }), false)
  assert.equal(taken({}), false)
})

test('RP-55 technical claims are issuer, times, holder, type and status only', () => {
  for (const name of ['iss', 'iat', 'exp', 'nbf', 'cnf', 'vct', 'type', 'status'])
    assert.equal(isTechnicalClaim(name), true, name)
  for (const name of ['given_name', 'sub', 'toString', 0, null, undefined])
    assert.equal(isTechnicalClaim(name), false, `${name}`)
})

test('an inherited member is not an own member', () => {
  assert.equal(own({ a: 1 }, 'a'), 1)
  for (const name of ['toString', '__proto__', 'b']) assert.equal(own({ a: 1 }, name), undefined)
})
