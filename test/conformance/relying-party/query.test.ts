/**
 * Whether what came is what was asked: presentation definitions, the shapes of `vp_token`, surplus.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
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

const scopeRows: ResponseRow[] = [
  [
    'RP-52',
    'no vp_token',
    members((one) => {
      delete one.vp_token
    }),
    'vp_token_missing',
  ],
  [
    'RP-52',
    'an object for a list',
    members((one) => {
      one.vp_token = { pid: 'x' }
    }),
    'vp_token_shape_mismatch',
  ],
  [
    'RP-52',
    'an empty list',
    members((one) => {
      one.vp_token = []
    }),
    'vp_token_empty',
  ],
  [
    'RP-52',
    'a list of numbers',
    members((one) => {
      one.vp_token = [1]
    }),
    'vp_token_malformed',
  ],
  [
    'RP-53',
    'no submission',
    members((one) => {
      delete one.presentation_submission
    }),
    'presentation_submission_missing',
  ],
  [
    'RP-53',
    'a submission that is a text',
    members((one) => {
      one.presentation_submission = '{}'
    }),
    'submission_malformed',
  ],
  [
    'RP-53',
    'another definition',
    submitted((one) => {
      one.definition_id = 'x'
    }),
    'definition_id_mismatch',
  ],
  [
    'RP-53',
    'an unknown descriptor',
    submitted((one) => {
      one.descriptor_map[0].id = 'x'
    }),
    'descriptor_unrequested',
  ],
  [
    'RP-53',
    'a descriptor twice',
    submitted((one) => {
      one.descriptor_map[1] = one.descriptor_map[0]
    }),
    'descriptor_doubled',
  ],
  [
    'RP-53',
    'no descriptor of the credential',
    submitted((one) => {
      one.descriptor_map.shift()
    }),
    'descriptor_missing',
  ],
  [
    'RP-53',
    'no descriptor',
    submitted((one) => {
      one.descriptor_map = []
    }),
    'submission_malformed',
  ],
  [
    'RP-53',
    'a path that leads nowhere',
    submitted((one) => {
      one.descriptor_map[0].path = '$[2]'
    }),
    'descriptor_path_invalid',
  ],
  [
    'RP-53',
    'a path to more than one',
    submitted((one) => {
      one.descriptor_map[0].path = '$'
    }),
    'descriptor_path_invalid',
  ],
  [
    'RP-53',
    'another format',
    submitted((one) => {
      one.descriptor_map[0].format = 'mso_mdoc'
    }),
    'descriptor_format_mismatch',
  ],
  [
    'RP-86',
    'a type that the filter forbids',
    {
      credential: ({ plain }) => {
        plain.vct = 'other'
      },
    },
    'filter_mismatch',
  ],
  ['RP-13', 'a claim that was not disclosed', { disclose: ['given_name', 'family_name'] }, 'field_missing'],
  [
    'RP-86',
    'more claims than limit_disclosure lets through',
    { disclose: ['given_name', 'family_name', 'tax_id_number', 'birthdate'] },
    'disclosure_not_limited',
  ],
]
for (const row of scopeRows) test(`${row[0]} scope: refuses ${row[1]}`, () => refusesResponse(fixture, row, ['scope']))

test('RP-52 takes paths $[n] and $.vp_token[n], and strings and lists under an id', async () => {
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
    'an algorithm that the descriptor does not take',
    pidDescriptor({ format: { 'vc+sd-jwt': { alg: ['ES512'] } } }),
    'algorithm_mismatch',
  ],
  [
    'a filter on the type of a value',
    pidDescriptor({}, { path: ['$.given_name'], filter: { type: 'number' } }),
    'filter_mismatch',
  ],
  [
    'a filter that is not understood',
    pidDescriptor({}, { path: ['$.given_name'], filter: { pattern: '.*' } }),
    'filter_unsupported',
  ],
  ['a path that looks everywhere', pidDescriptor({}, { path: ['$..given_name'] }), 'field_path_unsupported', 'RP-13'],
]
for (const [title, config, code, id = 'RP-86'] of definitions)
  test(`${id} refuses ${title}`, async () => {
    const at = await relyingPartyFixture({ config })
    await refusesResponse(at, [id, '', onlyPid, code], ['scope'])
  })

test('RP-13 refuses a format that nobody verifies, where the descriptor names none', async () => {
  const at = await relyingPartyFixture({ config: pidDescriptor({}) })
  const bend = members((one) => {
    onlyPid.members?.(one)
    one.presentation_submission.descriptor_map[0].format = 'ldp_vp'
  })
  await refusesResponse(at, ['RP-13', '', bend, 'format_unsupported'], ['scope'])
})

test('RP-86 the Wallet Attestation answers no descriptor that does not ask for its format', async () => {
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

test('RP-53 refuses a submission in a form that is no JSON', async () => {
  const at = await relyingPartyFixture({ config: { responseModes: ['direct_post'] } })
  const bend: Bend = {
    form: (form) => {
      form.presentation_submission = '{'
    },
  }
  await refusesResponse(at, ['RP-53', '', bend, 'presentation_submission_malformed'], ['scope'])
})

test('RP-52 a single presentation stands as a text with the path $', async () => {
  const at = await relyingPartyFixture({ config: pidDescriptor({}) })
  const { response } = await present(at, { query: 'variant=scope&flow=cross-device', bend: onlyPid })
  assert.equal(response.status, 200, await response.text())
})
