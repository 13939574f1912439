import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeClaims, operatorOf } from './operator-claims.ts'

const rules = { nameClaim: 'name', allowed: [{ claim: 'groups', value: 'operators' }] }

for (const [title, claims, name] of [
  ['a value in a list', { name: 'ada', groups: ['staff', 'operators'] }, 'ada'],
  ['a single value', { name: 'ada', groups: 'operators' }, 'ada'],
  ['a part of a value', { name: 'ada', groups: 'operators-of-others' }, undefined],
  ['no such claim', { name: 'ada' }, undefined],
  ['no name', { groups: ['operators'] }, undefined],
  ['a name that is not a string', { name: ['ada'], groups: ['operators'] }, undefined],
  ['a name with a slash, which a log could misread', { name: 'console/ada', groups: ['operators'] }, undefined],
  ['a name of two lines', { name: 'ada\nbob', groups: ['operators'] }, undefined],
] as const)
  test(`${name === undefined ? 'refuses' : 'allows'} a person with ${title}`, () => {
    assert.equal(operatorOf(rules, claims), name)
  })

test('an email address is used only if the provider has verified it', () => {
  const byAddress = { nameClaim: 'email', allowed: [{ claim: 'groups', value: 'operators' }] }
  const claims = { email: 'ada@example.org', groups: ['operators'] }
  assert.equal(operatorOf(byAddress, claims), undefined)
  assert.equal(operatorOf(byAddress, { ...claims, email_verified: true }), 'ada@example.org')
  assert.equal(operatorOf(byAddress, { ...claims, email_verified: 'true' }), 'ada@example.org')
  for (const email_verified of [false, 'false', 'TRUE', 1, null, ['true']])
    assert.equal(operatorOf(byAddress, { ...claims, email_verified }), undefined)
  const allowed = [{ claim: 'email', value: 'ada@example.org' }]
  assert.equal(operatorOf({ nameClaim: 'sub', allowed }, { ...claims, sub: 'ada' }), undefined)
})

test('D-1039 the claims of userinfo and ID Token are merged, and an address is verified only by its own claims', () => {
  const verified = { email: 'ada@example.org', email_verified: true }
  assert.deepEqual(mergeClaims({ groups: ['a'] }, { sub: 'ada', groups: null }), { sub: 'ada', groups: ['a'] })
  assert.deepEqual(mergeClaims({ name: 'Eve' }, { name: 'Ada' }), { name: 'Ada' })
  assert.deepEqual(mergeClaims(verified, {}), verified)
  assert.deepEqual(mergeClaims({}, verified), verified)
  assert.deepEqual(mergeClaims(verified, { email: 'ada@example.org' }), verified)
  assert.deepEqual(mergeClaims(verified, { email: 'root@example.org' }), { email: 'root@example.org' })
  assert.deepEqual(mergeClaims({ email: 'root@example.org' }, { email_verified: true }), { email: 'root@example.org' })
  assert.deepEqual(mergeClaims(verified, { ...verified, email_verified: false }), {
    ...verified,
    email_verified: false,
  })
})
