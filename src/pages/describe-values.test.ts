import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeClaim } from './describe-claim.ts'
import { describeCountry, describePlace } from './describe-place.ts'
import { describeDate, describeGender, describeSeconds, describeTaxNumber } from './describe-values.ts'
import municipalities from './places/municipalities.json' with { type: 'json' }
import states from './places/states.json' with { type: 'json' }

test('a date is written in words in each language, and an impossible date is unchanged', () => {
  assert.deepEqual(
    (['it', 'en', 'de', 'fr', 'sl'] as const).map((language) => describeDate(language, '1980-01-01')),
    ['1 gennaio 1980', '1 January 1980', '1. Januar 1980', '1 janvier 1980', '1. januar 1980'],
  )
  for (const text of ['1980-02-30', '1980', 'soon', '0000-01-01']) assert.equal(describeDate('it', text), text)
})

test('a date of the first century keeps its year', () => {
  assert.equal(describeDate('it', '0080-01-02'), '2 gennaio 80')
  assert.equal(describeDate('en', '0099-02-28'), '28 February 99')
  assert.equal(describeDate('en', '0097-02-29'), '0097-02-29')
})

test('a place of birth is described by the name of its municipality or of its state', () => {
  assert.equal(describePlace('it', { locality: 'H501', region: 'RM', country: 'IT' }), 'Roma (RM)')
  assert.equal(describePlace('it', 'L736'), 'Venezia (VE)')
  assert.equal(describePlace('it', { locality: 'Z127', country: 'PL' }), 'Polonia')
  assert.equal(describePlace('de', { locality: 'Z127', country: 'PL' }), 'Polen')
  assert.equal(describePlace('it', { locality: 'Z404' }), 'Stati Uniti d’America'.replace('’', "'"))
  assert.equal(describePlace('it', { locality: 'Graz', country: 'AT' }), 'Graz, Austria')
  assert.equal(describePlace('it', { locality: 'X999' }), 'X999')
  assert.equal(describePlace('it', { region: 'RM', country: 'IT' }), 'RM')
  assert.equal(describePlace('it', { country: 'IT' }), 'Italia')
  assert.equal(describePlace('it', 'Napoli'), 'Napoli')
})

test('the text of a place in an mdoc is described as the object is', () => {
  for (const [text, expected] of [
    ['H501, RM', 'Roma (RM)'],
    ['H501, RM, IT', 'Roma (RM)'],
    ['H501, IT', 'Roma (RM)'],
    ['Z127, PL', 'Polonia'],
    ['X999, RM', 'X999, RM'],
    ['Z127, Varsavia', 'Z127, Varsavia'],
    ['Roma, RM', 'Roma, RM'],
  ] as const) {
    assert.equal(describePlace('it', text), expected)
    assert.equal(describeClaim('it', 'eu.europa.ec.eudi.pid.1.birth_place', text), expected)
  }
})

test('an empty member of a claim counts as absent', () => {
  assert.equal(describePlace('it', { locality: 'Roma', region: '', country: '' }), 'Roma')
  assert.equal(describePlace('it', { locality: '', region: 'RM', country: 'PL' }), 'RM, Polonia')
  assert.equal(
    describeClaim('it', 'address', { street_address: 'Via Roma 1', region: '', country: 'IT' }),
    'Via Roma 1, IT',
  )
})

test('several places of birth are described one after the other', () => {
  assert.equal(describeClaim('it', 'place_of_birth', ['H501', { country: 'PL' }]), 'Roma (RM), Polonia')
})

test('a country, a gender, a tax number and seconds are described', () => {
  assert.equal(describeCountry('sl', 'IT'), 'Italija')
  assert.equal(describeGender('it', 'female'), 'femmina')
  assert.equal(describeGender('fr', 'M'), 'masculin')
  assert.equal(describeGender('it', 'x'), 'x')
  assert.equal(describeTaxNumber('TINIT-RSSMRA80A01H501U'), 'RSSMRA80A01H501U')
  assert.deepEqual([describeSeconds(119), describeSeconds(9.7), describeSeconds(-1)], ['1:59', '0:09', '0:00'])
})

test('a state and its country are one phrase, whatever the table calls the state', () => {
  for (const [locality, country] of [
    ['Z127', 'PL'],
    ['Z404', 'US'],
    ['Z313', 'CI'],
    ['Z140', 'MD'],
    ['Z154', 'RU'],
    ['Z349', 'SZ'],
  ] as const)
    assert.equal(describePlace('it', { locality, country }), describeCountry('it', country))
  assert.equal(describePlace('de', { locality: 'Z127', country: 'FR' }), 'Poland, Frankreich')
})

test('every cadastral code of the tables is found, and no other', () => {
  const wrong = Object.entries(municipalities.municipalities).filter(
    ([code, row]) => describePlace('it', code) !== `${row.slice(3)} (${row.slice(0, 2)})`,
  )
  const wrongStates = Object.entries(states.states).filter(
    ([code, [italian, english]]) => describePlace('it', code) !== italian || describePlace('en', code) !== english,
  )
  assert.deepEqual([...wrong, ...wrongStates], [])
  for (const code of ['A000', 'B000', 'M999', 'Z000', 'Z999', 'constructor'])
    assert.equal(describePlace('it', code), code)
})
