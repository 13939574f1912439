/** The response to a DCQL query: the shapes of `vp_token`, and whether its content matches the query. */
import { test } from 'node:test'
import { changing, refusalsOf } from '../../support/cases.ts'
import { members, type ResponseRow, refusesResponse, relyingPartyFixture } from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()

const shapes: ResponseRow[] = refusalsOf({
  'RP-52 vp_token_missing': { 'no vp_token': members(changing({ vp_token: undefined })) },
  'RP-52 vp_token_shape_mismatch': {
    'a number': members(changing({ vp_token: 7 })),
    null: members(changing({ vp_token: null })),
  },
})
const dcqlRows: ResponseRow[] = [
  ...shapes,
  ...refusalsOf({
    'RP-52 vp_token_shape_mismatch': {
      'a list in place of an object': members((one) => {
        one.vp_token = Object.values(one.vp_token)
      }),
    },
    'RP-52 vp_token_empty': {
      'an empty object': members(changing({ vp_token: {} })),
      'an empty list under an id': members(changing({ pid: [] }, 'vp_token')),
    },
    'RP-52 vp_token_malformed': { 'an object under an id': members(changing({ pid: { a: 1 } }, 'vp_token')) },
    'RP-52 vp_token_too_many': {
      'too many presentations': members((one) => {
        one.vp_token.pid = Array.from({ length: 65 }, () => one.vp_token.pid)
      }),
    },
    'RP-13 presentation_unrequested': {
      'an id that was not asked for': members((one) => {
        one.vp_token.other = one.vp_token.pid
      }),
      'an id named constructor': members(changing({ constructor: 'x' }, 'vp_token')),
    },
    'RP-13 presentation_missing': { 'no credential': members(changing({ pid: undefined }, 'vp_token')) },
    'RP-13 presentation_count': {
      'two credentials for a query without multiple': members((one) => {
        one.vp_token.pid = [one.vp_token.pid, one.vp_token.pid]
      }),
    },
    'RP-13 type_mismatch': { 'a credential of another type': { credential: changing({ vct: 'other' }, 'plain') } },
    'RP-13 claim_missing': { 'a claim that was not disclosed': { disclose: ['given_name', 'family_name'] } },
    'RP-11 sd_jwt_too_large': {
      'a credential of more than 256 KiB': members((one) => {
        one.vp_token.pid = `${'A'.repeat(262_144)}${one.vp_token.pid}`
      }),
    },
    'RP-11 sd_jwt_malformed': {
      'an attestation in place of the credential': members((one) => {
        one.vp_token.pid = one.vp_token.wallet_attestation
      }),
    },
  }),
]
for (const row of dcqlRows) test(`${row[0]} dcql: refuses ${row[1]}`, () => refusesResponse(fixture, row, ['dcql']))
