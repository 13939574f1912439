import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json, JsonObject } from '../../base/index.ts'
import { mayIssue, statedTypes } from './credential-issuers.ts'

const may = (openid_credential_issuer: JsonObject, ...types: readonly string[]): boolean =>
  mayIssue({ credentialIssuers: {} }, { entityId: 'https://a.example', metadata: { openid_credential_issuer } }, types)

test('RP-60 a type is supported if the name, vct, doctype or definition of an entry names it, in the list of either draft', () => {
  for (const list of ['credentials_supported', 'credential_configurations_supported']) {
    for (const entry of [
      { a: {} },
      { x: { vct: 'a' } },
      { x: { doctype: 'a' } },
      { y: { vct: 'b' }, x: { credential_definition: { type: ['z', 'a'] } } },
    ])
      assert.deepEqual([may({ [list]: entry }, 'a'), may({ [list]: entry }, 'a', 'c')], [true, false])
    for (const odd of [{}, { x: null }, { x: 'a' }, { x: { id: 'a', vct: ['a'], credential_definition: ['a'] } }])
      assert.equal(may({ [list]: odd } as JsonObject, 'a'), false)
    assert.equal(may({ [list]: {} }, 'toString'), false)
  }
})

test('RP-60 a list in the form of older drafts, an array, limits the types too, and so does a malformed list', () => {
  const entries = [{ format: 'vc+sd-jwt', vct: 'b' }, { format: 'mso_mdoc', doctype: 'c' }, null]
  for (const list of ['credentials_supported', 'credential_configurations_supported']) {
    const mayWith = (value: Json, type: string): boolean => may({ [list]: value }, type)
    assert.deepEqual(
      ['a', 'b', 'c', '0', 'length'].map((type) => mayWith(entries, type)),
      [false, true, true, false, false],
    )
    assert.deepEqual([mayWith([], 'a'), mayWith('a', 'a'), mayWith(null, 'a')], [false, false, true])
  }
})

test('RP-60 an entry of older drafts names its type by id, types, or vct and type of its definition', () => {
  for (const entry of [
    { format: 'vc+sd-jwt', id: 'a' },
    { format: 'jwt_vc_json', types: ['VerifiableCredential', 'a'] },
    { format: 'vc+sd-jwt', id: 'b', credential_definition: { vct: 'a' } },
    { format: 'vc+sd-jwt', credential_definition: { type: 'a' } },
    { format: 'ldp_vc', credential_definition: { types: ['VerifiableCredential', 'a'] } },
  ])
    assert.deepEqual(
      [may({ credentials_supported: [entry] }, 'a'), may({ credentials_supported: [entry] }, 'c')],
      [true, false],
    )
})

test('RP-60 metadata without a list of credentials support every type that the superiors allow', () => {
  assert.equal(may({}, 'a'), true)
  assert.equal(may({}), false, 'a credential without a type')
  assert.equal(may({ credential_types_allowed: ['a'] }, 'a'), true)
  for (const allowed of [[], ['b'], 'a', null]) assert.equal(may({ credential_types_allowed: allowed }, 'a'), false)
})

test('RP-60 the stated types are all of `vct` and `type` except VerifiableCredential', () => {
  assert.deepEqual(statedTypes({ vct: 'a', type: ['VerifiableCredential', 'b', 1, ['c']], x: 'd' }), ['a', 'b'])
  assert.deepEqual(statedTypes({ type: 'a' }), ['a'])
  assert.deepEqual(statedTypes({ vct: null }), [])
})
