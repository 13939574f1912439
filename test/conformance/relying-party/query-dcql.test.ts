/**
 * Whether what came is what a DCQL query asks for: the shapes of `vp_token`, and what is in them.
 */
import { test } from 'node:test'
import { members, type ResponseRow, refusesResponse, relyingPartyFixture } from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()

const shapes: ResponseRow[] = [
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
    'a number',
    members((one) => {
      one.vp_token = 7
    }),
    'vp_token_shape_mismatch',
  ],
  [
    'RP-52',
    'null',
    members((one) => {
      one.vp_token = null
    }),
    'vp_token_shape_mismatch',
  ],
]
const dcqlRows: ResponseRow[] = [
  ...shapes,
  [
    'RP-52',
    'a list for an object',
    members((one) => {
      one.vp_token = Object.values(one.vp_token)
    }),
    'vp_token_shape_mismatch',
  ],
  [
    'RP-52',
    'an empty object',
    members((one) => {
      one.vp_token = {}
    }),
    'vp_token_empty',
  ],
  [
    'RP-52',
    'an empty list under an id',
    members((one) => {
      one.vp_token.pid = []
    }),
    'vp_token_empty',
  ],
  [
    'RP-52',
    'an object under an id',
    members((one) => {
      one.vp_token.pid = { a: 1 }
    }),
    'vp_token_malformed',
  ],
  [
    'RP-52',
    'more presentations than anybody needs',
    members((one) => {
      one.vp_token.pid = Array.from({ length: 65 }, () => one.vp_token.pid)
    }),
    'vp_token_too_many',
  ],
  [
    'RP-13',
    'an id that was not asked for',
    members((one) => {
      one.vp_token.other = one.vp_token.pid
    }),
    'presentation_unrequested',
  ],
  [
    'RP-13',
    'an id named constructor',
    members((one) => {
      one.vp_token.constructor = 'x'
    }),
    'presentation_unrequested',
  ],
  [
    'RP-13',
    'no credential',
    members((one) => {
      delete one.vp_token.pid
    }),
    'presentation_missing',
  ],
  [
    'RP-13',
    'two credentials where multiple was left out',
    members((one) => {
      one.vp_token.pid = [one.vp_token.pid, one.vp_token.pid]
    }),
    'presentation_count',
  ],
  [
    'RP-13',
    'a credential of another type',
    {
      credential: ({ plain }) => {
        plain.vct = 'other'
      },
    },
    'type_mismatch',
  ],
  ['RP-13', 'a claim that was not disclosed', { disclose: ['given_name', 'family_name'] }, 'claim_missing'],
  [
    'RP-11',
    'an attestation in the place of the credential',
    members((one) => {
      one.vp_token.pid = one.vp_token.wallet_attestation
    }),
    'sd_jwt_malformed',
  ],
]
for (const row of dcqlRows) test(`${row[0]} dcql: refuses ${row[1]}`, () => refusesResponse(fixture, row, ['dcql']))
