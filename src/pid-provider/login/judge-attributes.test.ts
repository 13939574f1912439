import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../base/index.ts'
import { checkAttributePlausibility } from './judge-attributes.ts'
import type { NationalAttributes } from './national-attributes.ts'

/** 2026-02-15T12:00:00Z. */
const now = 1_771_156_800
const person: NationalAttributes = {
  given_name: 'Nicolò Đorđe',
  family_name: 'D’Agnolo-Šimić 東 𝒳',
  birthdate: '1984-02-29',
  place_of_birth: { locality: 'Sankt Ulrich/Urtijëi', region: 'BZ', country: 'IT' },
  fiscal_number: 'TINIT-RSSDAA84B69H501X',
}
const verdict = (changes: Partial<NationalAttributes>): string => {
  const result = checkAttributePlausibility({ ...person, ...changes }, now)
  return result instanceof Failure ? `${result.code} ${result.at}` : 'accepted'
}

test('PP-150 a birth date must be a calendar day of the last 130 years, at the latest today in the easternmost time zone', () => {
  for (const day of ['1984-02-29', '2000-02-29', '2026-02-15', '2026-02-16', '1900-01-01', '1896-02-16'])
    assert.equal(verdict({ birthdate: day }), 'accepted', day)
  for (const day of [
    '1984-02-31',
    '1983-02-29',
    '1900-02-29',
    '1984-13-01',
    '1984-00-10',
    '1984-01-00',
    '0000-01-01',
    '0001-01-01',
    '1896-02-14',
    '2026-02-17',
    '2062-01-01',
    '9999-12-31',
    '1984',
    '',
  ])
    assert.equal(verdict({ birthdate: day }), 'birthdate_impossible birthdate', day)
})

for (const [what, text] of [
  ['the high half of a character', 'A\ud800da'],
  ['the low half of a character', 'A\udc00da'],
  ['a NUL character', 'A\u0000da'],
  ['a line end', 'A\nda'],
  ['a tabulator', 'A\tda'],
  ['an escape sequence', 'A\u001b[31mda'],
  ['a control character of C1', 'A\u0085da'],
  ['a line separator', 'A\u2028da'],
  ['a noncharacter', 'A\ufffeda'],
  ['a noncharacter among the Arabic forms', 'A\ufdd0da'],
  ['a noncharacter of a higher plane', 'A\u{1ffff}da'],
  ['the replacement character', 'A\ufffdda'],
  ['a direction override', 'A\u202eda'],
  ['a direction isolate', 'A\u2066da\u2069'],
  ['a direction mark', 'A\u200fda'],
  ['a zero width space', 'A\u200bda'],
  ['a byte order mark', '\ufeffAda'],
  ['a soft hyphen', 'A\u00adda'],
  ['a tag character', 'Ada\u{e0041}'],
  ['a private use character', 'Ada\ue000'],
] as const)
  test(`PP-150 refuses a text with ${what}`, () => {
    for (const name of ['given_name', 'family_name', 'fiscal_number'] as const)
      assert.equal(verdict({ [name]: text }), `attribute_text_unusable ${name}`)
    for (const name of ['locality', 'region', 'country'] as const) {
      const place = { ...person.place_of_birth, [name]: text }
      assert.equal(verdict({ place_of_birth: place }), 'attribute_text_unusable place_of_birth')
    }
  })

test('PP-150 accepts real names', () => {
  for (const given_name of [
    'Ada',
    'Maria José',
    'D’Àlì',
    "D'Alì",
    '李 明',
    'محمد',
    'Nguyễn',
    'Çağrı',
    'Ñusta',
    '-',
    'A.',
  ])
    assert.equal(verdict({ given_name }), 'accepted', given_name)
})
