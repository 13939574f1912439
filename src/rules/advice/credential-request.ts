/** Advice on requested credentials: authorization details, and the requests at the credential endpoint. */
import { type AdviceTable, missingTexts, named, namedByCode, withRemedy } from './advice.ts'

const oneKeyProof = 'Send proofs with jwt as the only member, a list with one key proof.'
const offered =
  'Request a credential of credentials_supported or credential_configurations_supported in the metadata of this issuer.'
const grantedIdentifier =
  'Send a credential_identifier of the token response, otherwise a granted credential_configuration_id.'
const typeList = 'Send credential_definition with a list of credential types as type.'

export const credentialRequestAdvice = {
  ...namedByCode(`
    authorization_details_missing credential_definition_missing credential_identifier_forbidden doctype_missing
  `),
  ...named({ 'The key proof': 'proof_missing' }),
  ...missingTexts({
    detail_format_missing: 'format of authorization_details',
    format_missing: 'format',
    proof_jwt_missing: 'proof.jwt',
  }),
  ...withRemedy(offered, {
    detail_configuration_malformed: 'credential_configuration_id is not a text, or is empty.',
    detail_configuration_unknown: 'credential_configuration_id is unknown here.',
    detail_credential_type_unsupported: 'The credential type of authorization_details is not issued here.',
    detail_doctype_unsupported: 'doctype of authorization_details is not issued here.',
    detail_format_unsupported: 'format of authorization_details is not issued here.',
    scope_unsupported: 'scope names no credential of this issuer.',
    credential_configuration_malformed: 'credential_configuration_id is not a text, or is empty.',
    credential_configuration_unknown: 'credential_configuration_id is unknown here.',
    credential_type_unsupported: 'This type of credential is not issued here.',
    doctype_unsupported: 'This doctype is not issued here.',
  }),
  authorization_details_malformed: [
    'authorization_details is not a list of 1 to 8 objects.',
    'Send a JSON array of 1 to 8 objects.',
  ],
  detail_claims_malformed: [
    'The selection of claims in authorization_details is malformed.',
    'Leave the named member out: the credential contains all claims in any case.',
  ],
  detail_definition_malformed: [
    'credential_definition is missing, or type of credential_definition is not a list of texts.',
    typeList,
  ],
  detail_field_unknown: ['authorization_details has a member that is not known here.', 'Leave the named member out.'],
  detail_locations_unsupported: [
    'locations of authorization_details is not a list of this issuer alone.',
    'Set locations to a list with the identifier of this issuer, or leave locations out.',
  ],
  detail_profile_mixed: [
    'Only some members of authorization_details have credential_configuration_id without format.',
    'Use format in all members of authorization_details, or credential_configuration_id in all.',
  ],
  detail_type_unsupported: [
    'type of authorization_details is not openid_credential.',
    'Set type to openid_credential.',
  ],
  profile_mismatch: [
    'The request follows another version of OpenID4VCI than the pushed request.',
    'Name the credential by format after a pushed request with format, otherwise by credential_identifier or credential_configuration_id.',
  ],
  credential_definition_malformed: ['type of credential_definition is not a list of texts.', typeList],
  credential_identifier_malformed: ['credential_identifier is not a text, or is empty.', grantedIdentifier],
  credential_identifier_required: [
    'The request names the credential by credential_configuration_id, but identifiers were granted.',
    'Send a credential_identifier of the token response instead of credential_configuration_id.',
  ],
  credential_identifier_unknown: ['This credential_identifier was not granted.', grantedIdentifier],
  credential_names_contradictory: [
    'The request has both credential_identifier and credential_configuration_id.',
    'Leave credential_configuration_id out after authorization_details, and credential_identifier after scope.',
  ],
  credentials_too_many: [
    'The access token has 5 valid credentials already.',
    'Obtain a new access token, or replace a credential: send the key and format of that credential.',
  ],
  credential_withdrawn: [
    'A credential of this access token was suspended or revoked.',
    'Begin the authorization again in the wallet, after the end of a suspension.',
  ],
  not_granted: [
    'The requested credential was not granted.',
    'Request a granted credential, or name this format or configuration in authorization_details of the pushed request.',
  ],
  format_unsupported: [
    'This format is not issued or accepted here.',
    'Use a format that the metadata of this service lists.',
  ],
  proof_malformed: ['proof is not a JSON object.', 'Send proof as an object with proof_type and jwt.'],
  proof_type_unsupported: ['The type of the key proof is not jwt.', 'Set proof_type to jwt.'],
  proofs_malformed: ['proofs is not an object with a list of texts as jwt.', oneKeyProof],
  proofs_unexpected: [
    'The request has both proof and proofs.',
    'Leave proofs out, or leave proof out of a request of OpenID4VCI 1.0.',
  ],
  proofs_count_unsupported: ['proofs.jwt does not contain exactly one key proof.', oneKeyProof],
  proofs_type_unsupported: ['proofs lacks jwt, or has another member.', oneKeyProof],
  proof_key_no_cose_key: [
    'The proof key cannot be the device key of an mdoc.',
    'Use a key on the curve P-256, P-384 or P-521.',
  ],
  c_nonce_used: ['The c_nonce was used before.', 'Sign a new key proof with a new c_nonce.'],
  response_encryption_unsupported: [
    'The request asks for an encrypted response, but credential responses are not encrypted.',
    'Leave credential_response_encryption out.',
  ],
} as const satisfies AdviceTable
