/** Credential requests: the body in both encodings, and the response. */
import { test } from 'node:test'
import { generateSigner } from '../../../src/jose/index.ts'
import { refusalsOf } from '../../support/cases.ts'
import { credentialRefusals } from '../../support/credential-refusals.ts'
import {
  beginIssuance,
  type CredentialBend,
  obtainPid,
  obtainTokens,
  requestCredential,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const fixture = await pidProviderFixture()
const { sink } = fixture
const { refuses, invalidProof, invalidRequest } = await credentialRefusals(fixture)

const member = (name: string, value: unknown): CredentialBend => ({ body: { [name]: value } })
invalidRequest('PP-25', 'a request without format', member('format', undefined), 'format_missing')
invalidRequest('PP-25', 'a format that is not a string', member('format', 7), 'format_missing')
refuses(
  'PP-25',
  'another format',
  member('format', 'ldp_vc'),
  'format_unsupported',
  400,
  'unsupported_credential_format',
)
for (const [id, title, value, code] of refusalsOf({
  'PP-127 credential_definition_missing': {
    'a request without credential_definition': member('credential_definition', undefined),
  },
  'PP-127 credential_definition_malformed': {
    'a credential_definition without type': member('credential_definition', {}),
    'a type that is not a list': member('credential_definition', { type: 'eu.eudiw.pid.it' }),
  },
}))
  invalidRequest(id, title, value, code)
refuses(
  'PP-127',
  'another type',
  member('credential_definition', { type: ['mDL'] }),
  'credential_type_unsupported',
  400,
  'unsupported_credential_type',
)

invalidProof('PP-94', 'a request without proof', member('proof', undefined), 'proof_missing')
invalidProof('PP-94', 'a proof that is not an object', member('proof', 'x'), 'proof_malformed')
invalidProof(
  'PP-94',
  'a proof of another type',
  member('proof', { proof_type: 'cwt', jwt: 'x' }),
  'proof_type_unsupported',
)
invalidProof('PP-94', 'a proof without jwt', member('proof', { proof_type: 'jwt' }), 'proof_jwt_missing')

for (const as of ['json', 'form'] as const)
  invalidRequest(
    'PP-127',
    `proofs beside proof, as ${as}`,
    { as, body: { proofs: { jwt: ['x'] } } },
    'proofs_unexpected',
  )
invalidRequest('GEN-23', 'a body that is not JSON', { text: '{' }, 'json_malformed')
invalidRequest('GEN-28', 'a doubled member', { text: '{"format":"a","format":"b"}' }, 'json_duplicate_member')
invalidRequest('GEN-23', 'a body that is not an object', { text: '[]' }, 'json_malformed')
invalidRequest('PP-25', 'a form whose proof is not JSON', { as: 'form', body: { proof: 'x' } }, 'json_malformed')
invalidRequest(
  'GEN-28',
  'a form whose proof has a doubled member',
  { as: 'form', body: { proof: '{"jwt":"a","jwt":"b"}' } },
  'json_duplicate_member',
)
refuses(
  'PP-25',
  'another format in a form',
  { as: 'form', body: { format: 'ldp_vc' } },
  'format_unsupported',
  400,
  'unsupported_credential_format',
)
invalidRequest('GEN-09', 'a doubled field', { as: 'form', text: 'format=a&format=b' }, 'parameter_duplicated')
invalidRequest('GEN-23', 'a broken escape', { as: 'form', text: 'format=%zz' }, 'parameter_malformed')
refuses(
  'GEN-07',
  'another media type',
  { headers: { 'content-type': 'text/plain' } },
  'media_type_unsupported',
  415,
  'invalid_request',
)
invalidRequest(
  'GEN-29',
  'two access tokens in one header',
  { headers: { authorization: 'DPoP a, DPoP b' } },
  'header_duplicated',
)
refuses('GEN-07', 'a body over the limit', { text: ' '.repeat(70_000) }, 'body_too_large', 413, 'invalid_request')

test('PP-115 a request for an encrypted response or by an identifier is refused, and uses up nothing', async () => {
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance)
  const { publicJwk: jwk } = await generateSigner(fixture)
  const body = { credential_response_encryption: { jwk, alg: 'ECDH-ES', enc: 'A256GCM' } }
  const error = 'invalid_encryption_parameters'
  const expected = { id: 'PP-115', code: 'response_encryption_unsupported', status: 400, error }
  for (const as of ['json', 'form'] as const)
    await assertRefusal(await requestCredential(issuance, tokens, { body, as }), sink, expected)
  const byName = { credential_identifier: 'eu.eudiw.pid.it' }
  const beside = {
    id: 'PP-127',
    code: 'credential_identifier_forbidden',
    status: 400,
    error: 'invalid_credential_request',
  }
  for (const as of ['json', 'form'] as const)
    await assertRefusal(await requestCredential(issuance, tokens, { body: byName, as }), sink, beside)
  await obtainPid(issuance, tokens)
})

test('PP-25 D-375 a null member counts as absent', async () => {
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance)
  const names = ['vct', 'doctype', 'credential_identifier', 'credential_configuration_id', 'proofs']
  const left = Object.fromEntries([...names, 'credential_response_encryption'].map((name) => [name, null]))
  const missing = { id: 'PP-25', code: 'format_missing', status: 400, error: 'invalid_credential_request' }
  await assertRefusal(await requestCredential(issuance, tokens, { body: { format: null } }), sink, missing)
  await obtainPid(issuance, tokens, { body: left })
})

test('PP-102 refuses the second credential if tokens are single-use', async () => {
  const strict = await pidProviderFixture({ config: { singleUseAccessToken: true } })
  const issuance = await beginIssuance(strict)
  const tokens = await obtainTokens(issuance)
  const { c_nonce } = await obtainPid(issuance, tokens)
  const expected = { id: 'PP-102', code: 'access_token_used', status: 401, error: 'invalid_token' }
  await assertRefusal(await requestCredential(issuance, tokens, { cNonce: c_nonce }), strict.sink, expected)
})

test('PP-24 PP-25 accepts both encodings, both names of the format, and a charset', async () => {
  const issuance = await beginIssuance(fixture)
  let tokens = await obtainTokens(issuance)
  const bends: CredentialBend[] = [
    { as: 'form' },
    { as: 'form', body: { format: 'dc+sd-jwt' } },
    { as: 'form', body: { format: 'vc sd-jwt' } },
    { body: { format: 'dc+sd-jwt' } },
    { headers: { 'content-type': 'application/json; charset=utf-8' } },
  ]
  for (const bend of bends) tokens = { ...tokens, c_nonce: (await obtainPid(issuance, tokens, bend)).c_nonce }
})
