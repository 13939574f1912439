import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Surface } from '../../test/conformance/surfaces.ts'
import type { Built } from './built.ts'
import type { Requirement } from './catalogue.ts'
import {
  countByArea,
  joinCoverage,
  observedUnreachable,
  seenCodes,
  surfaceGaps,
  unknownRequirements,
  unlistedSurfaces,
  unseenFaults,
  vagueRefusals,
} from './coverage.ts'
import type { Observations, ObservedCheck } from './observations.ts'
import { titleRequirements } from './observations.ts'

const requirement = (id: string, kind: Requirement['kind']): Requirement => ({
  id,
  area: id.split('-')[0] as Requirement['area'],
  strength: 'MUST',
  kind,
  rule: '',
  source: '',
})
const check = (id: string, passed: boolean, more: Partial<ObservedCheck> = {}): ObservedCheck => ({
  surface: 'wallet-provider/token',
  requirement: id,
  passed,
  code: '',
  at: '',
  ...more,
})
const built = (...ids: string[]): Built => ({
  places: new Map(ids.map((id) => [id, new Set(['src/a.ts:1'])])),
  codes: new Map(),
  faults: [],
})
const observed = (more: Partial<Observations> = {}): Observations => ({
  checks: [],
  outputs: new Set(),
  titles: [],
  takenAt: new Date(0),
  ...more,
})
const missingOf = (row: Requirement, observations: Observations): readonly string[] =>
  joinCoverage([row], built(row.id), observations, [])[0]?.missing ?? ['?']

test('a check is covered if it was observed to refuse and to pass', () => {
  const row = requirement('WP-17', 'check')
  const refused = check('WP-17', false)
  const passed = check('WP-17', true)
  assert.deepEqual(missingOf(row, observed()), ['never seen to refuse', 'never seen to pass'])
  assert.deepEqual(missingOf(row, observed({ checks: [passed] })), ['never seen to refuse'])
  assert.deepEqual(missingOf(row, observed({ checks: [refused] })), ['never seen to pass'])
  assert.deepEqual(missingOf(row, observed({ titles: ['WP-17 refuses'] })).length, 2, 'a title does not prove a check')
  assert.deepEqual(missingOf(row, observed({ checks: [refused, passed] })), [])
})

test('an output is covered if a test observed it, and a behaviour if a title begins with its ID', () => {
  assert.equal(missingOf(requirement('WP-25', 'output'), observed()).length, 1)
  assert.equal(missingOf(requirement('WP-25', 'output'), observed({ outputs: new Set(['WP-25']) })).length, 0)
  const behaviour = requirement('WP-35', 'behaviour')
  assert.equal(missingOf(behaviour, observed({ titles: ['spends WP-35'] })).length, 1)
  assert.equal(missingOf(behaviour, observed({ titles: ['WP-02 WP-35 spends once'] })).length, 0)
})

test('reads the requirements at the beginning of a title', () => {
  assert.deepEqual(titleRequirements('WP-02 WP-35 of two one wins'), ['WP-02', 'WP-35'])
  assert.deepEqual(titleRequirements('PP-114'), ['PP-114'])
  assert.deepEqual(titleRequirements('of two WP-02 wins'), [])
})

const request: Surface = {
  surface: 'wallet-provider/token',
  takes: 'jws',
  artefact: 'Wallet Attestation Request',
  at: 'assertion',
}

test('a GEN row is covered for each surface, by its code or its ID, at the place of the artefact', () => {
  const open = (checks: ObservedCheck[]): boolean => surfaceGaps([request], checks).has('GEN-02')
  const mac = { code: 'alg_mac', at: 'assertion.header.alg' }
  assert.equal(open([]), true)
  assert.equal(open([check('WP-15', false, mac)]), false, 'the role can name its own rule')
  assert.equal(open([check('GEN-02', false, { at: 'assertion' })]), false)
  assert.equal(open([check('WP-15', false, { ...mac, at: 'dpop.header.alg' })]), true, 'another artefact')
  assert.equal(open([check('WP-15', false, { ...mac, surface: 'wallet-provider/tokens' })]), true, 'another surface')
  assert.equal(open([check('WP-15', false, { ...mac, surface: 'wallet-provider/token envelope' })]), false)
  assert.equal(open([check('WP-15', true, mac)]), true, 'a passed check is not a refusal')
})

test('faults of a key are required on surfaces with a key, except for listed exceptions', () => {
  assert.equal(surfaceGaps([request], []).has('GEN-15'), false)
  assert.equal(surfaceGaps([{ ...request, carriesKey: true }], []).has('GEN-15'), true)
  assert.equal(surfaceGaps([{ ...request, except: { 'GEN-02': 'why' } }], []).has('GEN-02'), false)
})

test('a GEN row that one surface lacks is not covered, even if others have it', () => {
  const checks = [check('GEN-02', false, { surface: 'elsewhere' }), check('GEN-02', true)]
  const [status] = joinCoverage([requirement('GEN-02', 'check')], built('GEN-02'), observed({ checks }), [request])
  assert.deepEqual(status?.missing, ['alg_mac not seen on wallet-provider/token (Wallet Attestation Request)'])
})

test('each fault of a GEN row is required, and either of two codes for the same fault suffices', () => {
  const form: Surface = { surface: 'wallet-provider/token', takes: 'form', artefact: 'token request' }
  const of = (id: string, ...codes: string[]): string[] =>
    (
      surfaceGaps(
        [form],
        codes.map((code) => check(id, false, { code })),
      ).get(id) ?? []
    ).map((gap) => gap.split(' not seen')[0] ?? '')
  assert.deepEqual(of('GEN-07', 'body_too_large'), ['media_type_unsupported', 'method_not_allowed'])
  assert.deepEqual(of('GEN-07', 'body_too_large', 'media_type_unsupported', 'method_not_allowed'), [])
  assert.deepEqual(of('GEN-23'), ['parameter_malformed or not_utf8'])
  assert.deepEqual(of('GEN-23', 'not_utf8'), [])
  const token: Surface = { ...request, at: '' }
  const refusals = ['token_alg_none', 'token_jws_unsigned'].map((code) => check('GEN-01', false, { code }))
  assert.equal(surfaceGaps([token], refusals).has('GEN-01'), false)
})

test('lists the faults of a MUST that no decision was observed to refuse', () => {
  const rows = [requirement('WP-17', 'check'), { ...requirement('WP-18', 'check'), strength: 'READ' as const }]
  const codes = new Map([
    ['WP-17', new Set(['iss_mismatch', 'aud_mismatch'])],
    ['WP-18', new Set(['sub_mismatch'])],
  ])
  const checks = [check('WP-17', false, { code: 'aud_mismatch' }), check('WP-17', true, { code: 'iss_mismatch' })]
  const listed = () => unseenFaults(rows, { ...built('WP-17'), codes }, observed({ checks }))
  assert.deepEqual(listed(), ['WP-17 iss_mismatch'])
  checks.push(check('WP-17', false, { code: 'iss_mismatch' }))
  assert.deepEqual(listed(), [])
})

test('reports a code that is listed as unreachable but was observed', () => {
  const outOfReach = new Set(['WP-17 iss_mismatch'])
  const passed = check('WP-17', true, { code: 'iss_mismatch' })
  const other = check('WP-17', false, { code: 'aud_mismatch' })
  assert.deepEqual(
    observedUnreachable(outOfReach, [passed, other, check('WP-18', false, { code: 'iss_mismatch' })]),
    [],
  )
  const refusals = ['a', 'b'].map((at) => check('WP-17', false, { code: 'iss_mismatch', at }))
  assert.deepEqual(observedUnreachable(outOfReach, refusals), ['WP-17 iss_mismatch'])
})

test('reports an endpoint with a body that is not in the registry', () => {
  const seen = [check('GEN-07', true, { surface: 'wallet-provider/token envelope' })]
  const roles = new Set(['wallet-provider'])
  assert.deepEqual(unlistedSurfaces([request], seen, roles), ['wallet-provider/token'])
  assert.deepEqual(unlistedSurfaces([{ ...request, takes: 'form' }], seen, roles), [])
  assert.deepEqual(unlistedSurfaces([], seen, new Set()), [], 'the surface is not of a known role')
})

test('counts rows by area, and lists requirements in the code that the catalogue does not have', () => {
  const rows = [requirement('WP-17', 'check'), requirement('WP-25', 'output'), requirement('WP-35', 'behaviour')]
  const observations = observed({ outputs: new Set(['WP-25']) })
  const statuses = joinCoverage(rows, built('WP-17', 'WP-25'), observations, [])
  assert.deepEqual(countByArea(statuses), [{ area: 'WP', rows: 3, built: 2, covered: 1, open: 1 }])
  assert.deepEqual(unknownRequirements(rows, built('WP-99')), ['WP-99 (src/a.ts:1)'])
})

test('lists refusals whose general text needs a place but has none, and counts observed codes', () => {
  const words: Readonly<Record<string, string>> = { one: 'A member is missing.', two: 'The nonce is used.' }
  const checks = [
    check('WP-17', false, { code: 'one', at: '' }),
    check('WP-18', false, { code: 'one', at: 'payload.iss' }),
    check('WP-19', false, { code: 'two', at: '' }),
    check('WP-20', true, { code: 'one', at: '' }),
  ]
  assert.deepEqual(
    vagueRefusals(checks, (code) => words[code]),
    ['WP-17 one'],
  )
  const codes = new Map([['WP-17', new Set(['one', 'never'])]])
  assert.deepEqual(seenCodes({ ...built('WP-17'), codes }, checks), [1, 2])
})
