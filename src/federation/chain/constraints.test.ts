import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../base/index.ts'
import { checkConstraints, removeForbiddenTypes } from './constraints.ts'

const addresses = ['https://192.0.2.1', 'https://192.0.2.1:8443/a', 'https://[2001:db8::1]', 'http://0x7f.1:4002']
const outcome = (naming_constraints: JsonObject, subject: string) =>
  checkConstraints({ naming_constraints }, { intermediates: 0, subjects: ['https://leaf.example', subject] }, '')?.code

test('FED-23 an IP address is refused if any name is excluded: name_excluded (D-280)', () => {
  for (const subject of addresses) {
    assert.equal(outcome({ excluded: ['.other.example'] }, subject), 'name_excluded')
    assert.equal(outcome({ excluded: [] }, subject), undefined, 'nothing is excluded')
    assert.equal(outcome({ permitted: ['leaf.example'] }, subject), 'name_not_permitted')
    assert.equal(outcome({}, subject), undefined)
  }
  assert.equal(outcome({ excluded: ['.other.example'] }, 'https://1.2.3.4.example'), undefined)
})

test('FED-23 an IP address that is permitted itself is accepted beside other exclusions', () => {
  const permitted = ['leaf.example', '192.0.2.1']
  assert.equal(outcome({ permitted, excluded: ['.other.example'] }, 'https://192.0.2.1'), undefined)
  assert.equal(outcome({ permitted, excluded: ['192.0.2.1'] }, 'https://192.0.2.1'), 'name_excluded')
})

for (const [member, value] of [
  ['allowed_entity_types', 'wallet_provider'],
  ['allowed_entity_types', ['wallet_provider', 7]],
  ['allowed_leaf_entity_types', [null]],
  ['naming_constraints', { permitted: ['leaf.example', 7] }],
  ['naming_constraints', { excluded: 'leaf.example' }],
] as const)
  test(`FED-23 FED-24 ${member} ${JSON.stringify(value)}: constraints_malformed`, () => {
    const below = { intermediates: 0, subjects: ['https://leaf.example'] }
    assert.equal(checkConstraints({ [member]: value }, below, '')?.code, 'constraints_malformed')
  })

test('FED-24 accepts the final name of the constraint in the place of its name in the draft', () => {
  const metadata = { wallet_provider: {}, openid_credential_issuer: {}, federation_entity: {} }
  const left = (constraints: JsonObject) => Object.keys(removeForbiddenTypes(constraints, metadata))
  const draft = { allowed_leaf_entity_types: ['wallet_provider'] }
  assert.deepEqual(left({}), Object.keys(metadata))
  assert.deepEqual(left(draft), ['wallet_provider', 'federation_entity'])
  assert.deepEqual(left({ ...draft, allowed_entity_types: ['openid_credential_issuer'] }), [
    'openid_credential_issuer',
    'federation_entity',
  ])
  assert.deepEqual(left({ ...draft, allowed_entity_types: [] }), ['federation_entity'])
})
