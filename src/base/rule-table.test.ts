import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinRules, rows, rules } from './rule-table.ts'

type Code = 'expired' | 'typ_mismatch' | 'signature_invalid'

const forged = { status: 400, text: 'forged' }
const late = { status: 401, text: 'late' }
const shared = rules<Code>()(forged, { 'GEN-01': ['signature_invalid'], 'GEN-04': ['expired', 'typ_mismatch'] })

test('a table written by requirement is read by code', () => {
  assert.deepEqual(shared, {
    signature_invalid: ['GEN-01', forged],
    expired: ['GEN-04', forged],
    typ_mismatch: ['GEN-04', forged],
  })
})

test('rows override a shared table, and each has its answer', () => {
  assert.deepEqual(joinRules<Code>()(shared, rows(late, { 'WP-18': ['expired'] })), {
    ...shared,
    expired: ['WP-18', late],
  })
})

test('a table can be joined from rows with different answers only', () => {
  const table = joinRules<Code>()(
    rows(forged, { 'WP-16': ['signature_invalid', 'typ_mismatch'] }),
    rows(late, { 'WP-16': ['expired'] }),
  )
  assert.deepEqual(table.expired, ['WP-16', late])
  assert.deepEqual(table.typ_mismatch, ['WP-16', forged])
})

test('the requirement of a table can be computed', () => {
  const under = (id: string) => rules<Code>()(forged, { [id]: ['signature_invalid', 'expired', 'typ_mismatch'] })
  assert.deepEqual(
    Object.values(under('RP-14')).map(([id]) => id),
    ['RP-14', 'RP-14', 'RP-14'],
  )
})

test('a table has only the codes that its rows name, and none of the prototype', () => {
  for (const table of [shared, joinRules<Code>()(shared)]) {
    assert.equal(Object.hasOwn(table, 'constructor'), false)
    assert.deepEqual(Object.keys(table).toSorted(), ['expired', 'signature_invalid', 'typ_mismatch'])
  }
})

test('a code that no row names does not compile', () => {
  // @ts-expect-error Property '"in no row"' is missing … required in type '{ readonly "in no row": "expired" }'
  rules<Code>()(forged, { 'WP-16': ['signature_invalid', 'typ_mismatch'] })
  // @ts-expect-error the same with several answers
  joinRules<Code>()(rows(forged, { 'WP-16': ['signature_invalid'] }), rows(late, { 'WP-18': ['expired'] }))
})

test('a code in two rows does not compile', () => {
  // @ts-expect-error Property '"in two rows"' is missing … required in type '{ readonly "in two rows": "expired" }'
  rules<Code>()(forged, { 'WP-16': ['signature_invalid', 'typ_mismatch', 'expired'], 'WP-18': ['expired'] })
  // @ts-expect-error the same in rows
  rows(forged, { 'WP-16': ['expired'], 'WP-18': ['expired'] })
  // @ts-expect-error the same in rows of two answers
  joinRules<Code>()(shared, rows(forged, { 'WP-16': ['expired'] }), rows(late, { 'WP-18': ['expired'] }))
})

test('an unknown code does not compile', () => {
  // @ts-expect-error Type '"expierd"' is not assignable to type 'Code'
  rules<Code>()(forged, { 'WP-16': ['signature_invalid', 'typ_mismatch', 'expired', 'expierd'] })
  // @ts-expect-error Property '"not a code"' is missing … required in type '{ readonly "not a code": "expierd" }'
  joinRules<Code>()(shared, rows(late, { 'WP-18': ['expierd'] }))
})
