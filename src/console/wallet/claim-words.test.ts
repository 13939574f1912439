import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDay, formatTimeOfDay, formatValue } from './claim-words.ts'

test('WI-14 a consent page shows every value, even a date that does not exist', () => {
  assert.equal(formatValue('it', 'birthdate', '1980-01-01'), '1 gennaio 1980')
  for (const text of ['1980-13-45', '1980-02-30', '0000-00-00'])
    assert.equal(formatValue('it', 'birthdate', text), text)
  assert.equal(formatValue('en', '', { birth_date: '1980-13-45' }), 'Date of birth: 1980-13-45')
})

test('WI-14 shows codes of a PID as words, and every member of a place of birth', () => {
  const rome = { locality: 'H501', region: 'RM', country: 'IT' }
  for (const [name, value, italian, english] of [
    ['place_of_birth', rome, 'Roma (RM)', 'Roma (RM)'],
    ['eu.europa.ec.eudi.pid.1.birth_place', 'H501', 'Roma (RM)', 'Roma (RM)'],
    ['place_of_birth', { locality: 'Z127', country: 'PL' }, 'Polonia', 'Poland'],
    ['place_of_birth', { locality: 'Z127', region: 'RM', country: 'IT' }, 'Polonia (RM), Italia', 'Poland (RM), Italy'],
    ['birth_place', 'Z127, RM, IT', 'Polonia (RM), Italia', 'Poland (RM), Italy'],
    ['place_of_birth', { locality: 'Z127', country: 'FR' }, 'Polonia, Francia', 'Poland, France'],
    ['place_of_birth', { locality: 'Z127', country: 'IT' }, 'Polonia, Italia', 'Poland, Italy'],
    ['place_of_birth', { locality: 'Z127', region: 'MZ' }, 'Polonia (MZ)', 'Poland (MZ)'],
    ['place_of_birth', { locality: 'Z156', country: 'CZ' }, 'Cechia', 'Czechia'],
    ['place_of_birth', { locality: 'Roma', country: 'ZZ' }, 'Roma, ZZ', 'Roma, ZZ'],
    ['nationality', 'ZZ', 'ZZ', 'ZZ'],
    ['country', 'ZZ', 'ZZ', 'ZZ'],
    ['locality', 'H501', 'Roma (RM)', 'Roma (RM)'],
    ['issuing_country', 'IT', 'Italia', 'Italy'],
    ['region', 'RM', 'RM', 'RM'],
    ['country', 'IT', 'Italia', 'Italy'],
    ['sex', 1, 'maschio', 'male'],
    ['gender', 'female', 'femmina', 'female'],
    ['nationalities', ['IT', 'PL'], 'Italia, Polonia', 'Italy, Poland'],
    ['personal_administrative_number', 'TINIT-RSSMRA80A01H501U', 'RSSMRA80A01H501U', 'RSSMRA80A01H501U'],
    ['place_of_birth', { ...rome, street: 'x' }, /Roma.*RM.*Italia.*street: x/, /Roma.*RM.*Italy.*street: x/],
    ['place_of_birth', { ...rome, region: ['RM', 'MI'] }, /RM, MI/, /RM, MI/],
  ] as const)
    for (const [language, expected] of [
      ['it', italian],
      ['en', english],
    ] as const) {
      const shown = formatValue(language, name, value)
      if (typeof expected === 'string') assert.equal(shown, expected)
      else assert.match(shown, expected)
    }
})

test('names a time that no calendar has, because an issuer may choose any number', () => {
  assert.equal(formatDay('en', 1_768_478_400), '15 January 2026')
  assert.equal(formatTimeOfDay('it', 1_768_478_400), '13:00')
  for (const at of [-1, 1e13, Number.MAX_VALUE])
    for (const format of [formatDay, formatTimeOfDay])
      assert.equal(format('en', at), 'outside of the calendar', `${at}`)
})
