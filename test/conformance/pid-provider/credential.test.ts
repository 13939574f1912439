/** Credential requests: the body in both encodings, and the response. */
import { test } from 'node:test'
import { generateSigner } from '../../../src/jose/index.ts'
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

const unsupportedFormat = refuses(400, 'unsupported_credential_format')
const unsupportedType = refuses(400, 'unsupported_credential_type')
const unsupportedMediaType = refuses(415, 'invalid_request')
const tooLarge = refuses(413, 'invalid_request')
const member = (name: string, value: unknown): CredentialBend => ({ body: { [name]: value } })

invalidRequest({
  'PP-25 format_missing': { 'a request without format': member('format', undefined) },
  'PP-25 json_malformed': { 'a form whose proof is not JSON': { as: 'form', ...member('proof', 'x') } },
  'PP-127 credential_definition_missing': {
    'a request without credential_definition': member('credential_definition', undefined),
  },
  'PP-127 credential_definition_malformed': {
    'a credential_definition without type': member('credential_definition', {}),
  },
  'PP-127 proofs_unexpected': { 'proofs beside proof': member('proofs', { jwt: ['x'] }) },
  'GEN-09 parameter_duplicated': { 'a doubled field': { as: 'form', text: 'format=a&format=b' } },
  'GEN-23 json_malformed': { 'a body that is not JSON': { text: '{' } },
  'GEN-23 parameter_malformed': { 'a broken escape': { as: 'form', text: 'format=%zz' } },
  'GEN-28 json_duplicate_member': { 'a doubled member': { text: '{"format":"a","format":"b"}' } },
  'GEN-29 header_duplicated': {
    'two access tokens in one header': { headers: { authorization: 'DPoP a, DPoP b' } },
  },
})
unsupportedFormat({ 'PP-25 format_unsupported': { 'another format': member('format', 'ldp_vc') } })
unsupportedType({
  'PP-127 credential_type_unsupported': { 'another type': member('credential_definition', { type: ['mDL'] }) },
})
invalidProof({
  'PP-94 proof_missing': { 'a request without proof': member('proof', undefined) },
  'PP-94 proof_malformed': { 'a proof that is not an object': member('proof', 'x') },
  'PP-94 proof_type_unsupported': { 'a proof of another type': member('proof', { proof_type: 'cwt', jwt: 'x' }) },
  'PP-94 proof_jwt_missing': { 'a proof without jwt': member('proof', { proof_type: 'jwt' }) },
})
unsupportedMediaType({
  'GEN-07 media_type_unsupported': { 'another media type': { headers: { 'content-type': 'text/plain' } } },
})
tooLarge({ 'GEN-07 body_too_large': { 'a body over the limit': { text: ' '.repeat(70_000) } } })

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
