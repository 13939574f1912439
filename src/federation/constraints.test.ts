import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../base/index.ts'
import { checkConstraints } from './constraints.ts'

const addresses = ['https://192.0.2.1', 'https://192.0.2.1:8443/a', 'https://[2001:db8::1]', 'http://0x7f.1:4002']
const outcome = (naming_constraints: JsonObject, subject: string) =>
  checkConstraints({ naming_constraints }, { intermediates: 0, subjects: ['https://leaf.example', subject] }, '')?.code

test('FED-23 an address is no name that an exclusion could leave in: name_excluded (D-280)', () => {
  for (const subject of addresses) {
    assert.equal(outcome({ excluded: ['.other.example'] }, subject), 'name_excluded')
    assert.equal(outcome({ excluded: [] }, subject), undefined, 'nothing is excluded')
    assert.equal(outcome({ permitted: ['leaf.example'] }, subject), 'name_not_permitted')
    assert.equal(outcome({}, subject), undefined)
  }
  assert.equal(outcome({ excluded: ['.other.example'] }, 'https://1.2.3.4.example'), undefined)
})

test('FED-23 an address that is permitted by itself stands beside what is excluded', () => {
  const permitted = ['leaf.example', '192.0.2.1']
  assert.equal(outcome({ permitted, excluded: ['.other.example'] }, 'https://192.0.2.1'), undefined)
  assert.equal(outcome({ permitted, excluded: ['192.0.2.1'] }, 'https://192.0.2.1'), 'name_excluded')
})
