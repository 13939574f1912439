import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../base/index.ts'
import { mayIssue, statedTypes } from './credential-issuers.ts'

const may = (openid_credential_issuer: JsonObject, ...types: readonly string[]): boolean =>
  mayIssue({ credentialIssuers: {} }, { entityId: 'https://a.example', metadata: { openid_credential_issuer } }, types)

test('RP-60 a type is named by an entry, its vct, its doctype or its definition, in the lists of either draft', () => {
  for (const list of ['credentials_supported', 'credential_configurations_supported']) {
    for (const entry of [
      { a: {} },
      { x: { vct: 'a' } },
      { x: { doctype: 'a' } },
      { y: { vct: 'b' }, x: { credential_definition: { type: ['z', 'a'] } } },
    ])
      assert.deepEqual([may({ [list]: entry }, 'a'), may({ [list]: entry }, 'a', 'c')], [true, false])
    for (const odd of [{}, { x: null }, { x: 'a' }, { x: { vct: ['a'], credential_definition: { type: 'a' } } }])
      assert.equal(may({ [list]: odd } as JsonObject, 'a'), false)
    assert.equal(may({ [list]: {} }, 'toString'), false)
  }
})

test('RP-60 metadata that list nothing bound nothing, superiors do all the same', () => {
  assert.equal(may({}, 'a'), true)
  assert.equal(may({}), false, 'no type')
  assert.equal(may({ credential_types_allowed: ['a'] }, 'a'), true)
  for (const allowed of [[], ['b'], 'a', null]) assert.equal(may({ credential_types_allowed: allowed }, 'a'), false)
})

test('RP-60 each type of a list is one that is stated, but for the one that all credentials of W3C have', () => {
  assert.deepEqual(statedTypes({ vct: 'a', type: ['VerifiableCredential', 'b', 1, ['c']], x: 'd' }), ['a', 'b'])
  assert.deepEqual(statedTypes({ type: 'a' }), ['a'])
  assert.deepEqual(statedTypes({ vct: null }), [])
})
