import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalsOf } from '../../../test/support/cases.ts'
import { both, resolved } from '../../../test/support/pid-definition.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { failed, type Json } from '../../base/index.ts'
import { requestedDefinition } from '../presentation-definition/schema.ts'
import { createPresentationSubmission, parsePresentationSubmission } from './presentation-submission.ts'

const map = (...entries: [id: string, format: string, path: string][]): object => ({
  id: 's',
  definition_id: 'd76c51b7',
  descriptor_map: entries.map(([id, name, path]) => ({ id, format: name, path })),
})
const full = map(['Pid', 'vc+sd-jwt', '$[0]'], ['WalletAttestation', 'jwt', '$[1]'])
const submissions: readonly (readonly [id: string, title: string, value: unknown, code: string])[] = refusalsOf({
  'RP-53 accepted': {
    'the requested descriptors': full,
    'the format alias': map(['Pid', 'dc+sd-jwt', '$[0]'], ['WalletAttestation', 'jwt', '$[1]']),
  },
  'RP-52 accepted': {
    'paths below $.vp_token': map(
      ['Pid', 'vc+sd-jwt', '$.vp_token[0]'],
      ['WalletAttestation', 'wallet-attestation+jwt', '$.vp_token[1]'],
    ),
    'names in brackets': map(
      ['Pid', 'vc+sd-jwt', "$['vp_token'][0]"],
      ['WalletAttestation', 'jwt', '$["vp_token"][1]'],
    ),
  },
  'RP-53 submission_malformed': {
    text: 'x',
    'an empty map': map(),
  },
  'RP-53 definition_id_mismatch': { 'another definition': { ...full, definition_id: 'other' } },
  'RP-56 attestation_missing': { 'no attestation': map(['Pid', 'vc+sd-jwt', '$[0]']) },
  'RP-53 descriptor_missing': { 'a descriptor left out': map(['WalletAttestation', 'jwt', '$[1]']) },
  'RP-53 descriptor_doubled': { 'a descriptor twice': map(['Pid', 'vc+sd-jwt', '$[0]'], ['Pid', 'vc+sd-jwt', '$[1]']) },
  'RP-53 descriptor_unrequested': { 'an unknown descriptor': map(['Other', 'vc+sd-jwt', '$[0]']) },
  'RP-53 descriptor_format_mismatch': {
    'another format': map(['Pid', 'jwt', '$[0]'], ['WalletAttestation', 'jwt', '$[1]']),
  },
  'RP-53 descriptor_path_invalid': {
    'a path beyond the presentations': map(['Pid', 'vc+sd-jwt', '$[2]'], ['WalletAttestation', 'jwt', '$[1]']),
  },
  'RP-52 descriptor_path_invalid': {
    '$ with two presentations': map(['Pid', 'vc+sd-jwt', '$'], ['WalletAttestation', 'jwt', '$[1]']),
    'a path with an additional $': map(['Pid', 'vc+sd-jwt', '$$[0]'], ['WalletAttestation', 'jwt', '$[1]']),
    'an index with a leading zero': map(['Pid', 'vc+sd-jwt', '$[00]'], ['WalletAttestation', 'jwt', '$[1]']),
    'a wildcard': map(['Pid', 'vc+sd-jwt', '$[*]'], ['WalletAttestation', 'jwt', '$[1]']),
    'another member': map(['Pid', 'vc+sd-jwt', "$['id_token'][0]"], ['WalletAttestation', 'jwt', '$[1]']),
    'a path into the presentation': map(
      ['Pid', 'vc+sd-jwt', '$.vp_token.verified_claims'],
      ['WalletAttestation', 'jwt', '$[1]'],
    ),
  },
})
for (const [id, title, value, code] of submissions)
  test(`${id} submission: ${title}: ${code}`, () => {
    const parsed = parsePresentationSubmission(value as Json, both, ['presentation', 'attestation'])
    assert.equal(failed(parsed) ? parsed.code : 'accepted', code)
  })

test('RP-53 a descriptor of several formats is answered in any of them, and in no other', () => {
  const format = { 'vc+sd-jwt': {}, mso_mdoc: {} }
  const requested = requestedDefinition({ id: 'd76c51b7', input_descriptors: [{ id: 'Pid', format, constraints: {} }] })
  for (const [name, code] of [
    ['dc+sd-jwt', 'accepted'],
    ['mso_mdoc', 'accepted'],
    ['jwt', 'descriptor_format_mismatch'],
  ] as const) {
    const parsed = parsePresentationSubmission(map(['Pid', name, '$']) as unknown as Json, requested, ['p'])
    assert.equal(failed(parsed) ? parsed.code : 'accepted', code, name)
  }
})

test('RP-53 RP-56 a missing descriptor counts as the Wallet Attestation only if nothing else can answer it', () => {
  const attested = { id: 'WalletAttestation', format: { jwt: {} }, constraints: {} }
  for (const format of [{ jwt: {}, 'vc+sd-jwt': {} }, {}, undefined]) {
    const pid = { id: 'Pid', ...(format && { format }), constraints: {} }
    const requested = requestedDefinition({ id: 'd76c51b7', input_descriptors: [attested, pid] })
    const parsed = parsePresentationSubmission(map(['WalletAttestation', 'jwt', '$']) as unknown as Json, requested, [
      'p',
    ])
    assert.equal(failed(parsed) ? parsed.code : 'accepted', 'descriptor_missing', JSON.stringify(format))
  }
})

test('RP-52 RP-53 the Relying Party parses the submission that the wallet creates', () => {
  const entries = [
    { id: 'Pid', format: 'vc+sd-jwt' },
    { id: 'WalletAttestation', format: 'jwt' },
  ]
  const submission = createPresentationSubmission({ random: seededRandom('s') }, both, entries)
  const parsed = parsePresentationSubmission(submission as unknown as Json, both, ['p', 'a'])
  assert.deepEqual(parsed, [
    { id: 'Pid', format: 'vc+sd-jwt', presentation: 'p' },
    { id: 'WalletAttestation', format: 'jwt', presentation: 'a' },
  ])
  const single = createPresentationSubmission({ random: seededRandom('s') }, resolved('Pid'), entries.slice(0, 1))
  assert.equal(single.descriptor_map[0]?.path, '$')
  assert.deepEqual(parsePresentationSubmission(single as unknown as Json, resolved('Pid'), ['p']), [
    { id: 'Pid', format: 'vc+sd-jwt', presentation: 'p' },
  ])
})
