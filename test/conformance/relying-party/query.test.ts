/**
 * The response to a presentation definition: the shapes of `vp_token`, whether its content matches the query, and
 * surplus claims.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changing, refusalsOf } from '../../support/cases.ts'
import { forgeJwt } from '../../support/forge-jwt.ts'
import {
  type Bend,
  type Bendable,
  type FixtureOptions,
  members,
  present,
  type ResponseRow,
  refusesResponse,
  relyingPartyFixture,
  submission,
} from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()
const submitted = (change: (one: Bendable) => void): Bend =>
  members((one) => {
    one.presentation_submission = structuredClone(submission)
    change(one.presentation_submission)
  })

const scopeRows: ResponseRow[] = refusalsOf({
  'RP-52 vp_token_missing': { 'no vp_token': members(changing({ vp_token: undefined })) },
  'RP-52 vp_token_shape_mismatch': { 'an object in place of a list': members(changing({ vp_token: { pid: 'x' } })) },
  'RP-52 vp_token_empty': { 'an empty list': members(changing({ vp_token: [] })) },
  'RP-52 vp_token_malformed': { 'a list of numbers': members(changing({ vp_token: [1] })) },
  'RP-53 presentation_submission_missing': {
    'no submission': members(changing({ presentation_submission: undefined })),
  },
  'RP-53 submission_malformed': {
    'a submission that is a text': members(changing({ presentation_submission: '{}' })),
    'no descriptor': submitted(changing({ descriptor_map: [] })),
  },
  'RP-53 definition_id_mismatch': { 'another definition': submitted(changing({ definition_id: 'x' })) },
  'RP-53 descriptor_unrequested': { 'an unknown descriptor': submitted(changing({ id: 'x' }, 'descriptor_map.0')) },
  'RP-53 descriptor_doubled': {
    'a descriptor twice': submitted((one) => {
      one.descriptor_map[1] = one.descriptor_map[0]
    }),
  },
  'RP-53 descriptor_missing': {
    'no descriptor for the credential': submitted((one) => {
      one.descriptor_map.shift()
    }),
  },
  'RP-53 descriptor_path_invalid': {
    'a path without a match': submitted(changing({ path: '$[2]' }, 'descriptor_map.0')),
    'a path to several presentations': submitted(changing({ path: '$' }, 'descriptor_map.0')),
  },
  'RP-53 descriptor_format_mismatch': {
    'another format': submitted(changing({ format: 'mso_mdoc' }, 'descriptor_map.0')),
  },
  'RP-86 filter_mismatch': { 'a type that the filter forbids': { credential: changing({ vct: 'other' }, 'plain') } },
  'RP-13 field_missing': { 'a claim that was not disclosed': { disclose: ['given_name', 'family_name'] } },
  'RP-86 disclosure_not_limited': {
    'more claims than limit_disclosure allows': {
      disclose: ['given_name', 'family_name', 'tax_id_number', 'birthdate'],
    },
  },
})
for (const row of scopeRows) test(`${row[0]} scope: refuses ${row[1]}`, () => refusesResponse(fixture, row, ['scope']))

test('RP-52 accepts the path $.vp_token[n] in variant 1, and a list under an id in variant 2', async () => {
  const paths = submitted((one) => {
    one.descriptor_map[0].path = '$.vp_token[0]'
    one.descriptor_map[1].path = '$.vp_token[1]'
    one.descriptor_map[1].format = 'wallet-attestation+jwt'
  })
  const listed = members((one) => {
    one.vp_token = Object.fromEntries(Object.entries(one.vp_token).map(([id, text]) => [id, [text]]))
  })
  for (const [variant, bend] of [
    ['scope', paths],
    ['dcql', listed],
  ] as const) {
    const { response } = await present(fixture, { query: `variant=${variant}&flow=cross-device`, bend })
    assert.equal(response.status, 200, await response.text())
  }
})

const pidDescriptor = (change: object, field: object = { path: ['$.given_name'] }) => ({
  presentationDefinitions: [
    {
      id: 'pid-login',
      input_descriptors: [{ id: 'PersonIdentificationData', ...change, constraints: { fields: [field] } }],
    },
  ],
  scope: 'PersonIdentificationData',
})
const onlyPid = members((one) => {
  one.vp_token = one.vp_token[0]
  one.presentation_submission = { ...submission, descriptor_map: [{ ...submission.descriptor_map[0], path: '$' }] }
})
const definitions: [string, FixtureOptions['config'] & object, string, id?: string][] = [
  [
    'an algorithm that the descriptor does not accept',
    pidDescriptor({ format: { 'vc+sd-jwt': { alg: ['ES512'] } } }),
    'algorithm_mismatch',
  ],
  [
    'a value of another type than the filter requires',
    pidDescriptor({}, { path: ['$.given_name'], filter: { type: 'number' } }),
    'filter_mismatch',
  ],
  [
    'an unsupported filter',
    pidDescriptor({}, { path: ['$.given_name'], filter: { pattern: '.*' } }),
    'filter_unsupported',
  ],
  ['a recursive field path', pidDescriptor({}, { path: ['$..given_name'] }), 'field_path_unsupported', 'RP-13'],
]
for (const [title, config, code, id = 'RP-86'] of definitions)
  test(`${id} refuses ${title}`, async () => {
    const at = await relyingPartyFixture({ config })
    await refusesResponse(at, [id, '', onlyPid, code], ['scope'])
  })

test('RP-13 refuses a format without a verifier if the descriptor names no format', async () => {
  const at = await relyingPartyFixture({ config: pidDescriptor({}) })
  const bend = members((one) => {
    onlyPid.members?.(one)
    one.presentation_submission.descriptor_map[0].format = 'ldp_vp'
  })
  await refusesResponse(at, ['RP-13', '', bend, 'format_unsupported'], ['scope'])
})

test('RP-86 refuses the Wallet Attestation for a descriptor that asks for another credential', async () => {
  const typed = { path: ['$.vct', '$.type'], filter: { const: 'eu.eudiw.pid.it' } }
  const at = await relyingPartyFixture({ config: pidDescriptor({}, typed) })
  const bend: Bend = {
    attestationJwt: (jwt, signer) => forgeJwt(jwt, signer, { payload: { vct: 'eu.eudiw.pid.it' } }),
    members: (one) => {
      one.vp_token = one.vp_token[1]
      const answer = { id: 'PersonIdentificationData', format: 'jwt', path: '$' }
      one.presentation_submission = { ...submission, descriptor_map: [answer] }
    },
  }
  await refusesResponse(at, ['RP-53', '', bend, 'descriptor_format_mismatch'], ['scope'])
})

test('RP-53 refuses a form parameter presentation_submission that is not JSON', async () => {
  const at = await relyingPartyFixture({ config: { responseModes: ['direct_post'] } })
  const bend: Bend = { form: changing({ presentation_submission: '{' }) }
  await refusesResponse(at, ['RP-53', '', bend, 'presentation_submission_malformed'], ['scope'])
})

test('RP-52 accepts a single presentation as text with the path $', async () => {
  const at = await relyingPartyFixture({ config: pidDescriptor({}) })
  const { response } = await present(at, { query: 'variant=scope&flow=cross-device', bend: onlyPid })
  assert.equal(response.status, 200, await response.text())
})
