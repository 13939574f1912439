/** Advice on pushed authorization requests, tokens, DPoP, and the credential endpoint. */
import { type AdviceTable, named, namedByCode } from './advice.ts'

const beginAgain = 'Begin the authorization again in the wallet.'
const attestationAuth = 'Send a Wallet Attestation and a proof of its key.'
const oneProof = 'Send exactly one proof.'
const metadataTypes = 'Request a credential that the metadata of this issuer lists.'
const tokenAgain = 'Obtain a new access token.'

export const oauthAdvice = {
  ...namedByCode(`
    client_id_missing client_id_malformed client_assertion_missing client_assertion_type_missing
    client_assertion_type_mismatch client_assertion_type_unsupported client_assertion_unexpected
    client_assertion_used assertion_missing assertion_malformed response_type_missing redirect_uri_missing
    state_missing code_challenge_missing code_verifier_missing code_missing grant_type_missing
    grant_type_unsupported request_missing request_present request_uri_present request_uri_missing
    authorization_details_missing htm_missing htu_missing ath_missing credential_definition_malformed
    credential_definition_missing credential_identifier_forbidden credential_identifier_malformed
    credential_identifier_required doctype_missing format_missing proofs_malformed proofs_unexpected
  `),
  ...named({
    'The header of the Wallet Attestation': 'attestation_header_duplicated',
    'The proof of possession': 'pop_unexpected',
    'proof of possession': 'pop_used',
    'The header member trust_chain': 'trust_chain_malformed',
    'Request Object': 'request_object_used',
    'claims of authorization_details': 'detail_claims_malformed',
    credential_configuration_id: 'detail_configuration_malformed credential_configuration_malformed',
    credential_definition: 'detail_definition_malformed',
    'format of authorization_details': 'detail_format_missing',
    'DPoP proof': 'dpop_proof_used',
    'The header Authorization': 'authorization_missing',
    'The key proof': 'proof_missing proof_malformed',
    'proof.jwt': 'proof_jwt_missing',
  }),
  profile_endpoint_unbuilt: [
    'This endpoint belongs to a profile whose issuance or attestation is not implemented.',
    'Use the entity of the default profile, whose identifier has no path of a profile.',
  ],
  client_id_mismatch: ['client_id is not the one that is expected here.', 'Set client_id to the expected identifier.'],
  client_authentication_changed: [
    'The client authenticates in another way than in the pushed request.',
    'Authenticate in the same way in both requests.',
  ],
  attestation_header_missing: ['The Wallet Attestation is missing from the headers.', attestationAuth],
  attestation_foreign: ['The Wallet Attestation differs from that of the pushed request.', beginAgain],
  attestation_revoked: ['The Wallet Instance is revoked.', 'Set the wallet up again, and begin the request anew.'],
  pop_header_missing: ['The proof of possession is missing from the headers.', attestationAuth],
  pop_missing: ['The proof of possession is missing.', attestationAuth],
  pop_stale: ['The proof of possession is too old.', 'Sign a new proof. If it is new, compare the clocks.'],
  aal_unsupported: [
    'The level (aal) of the Wallet Attestation is not accepted here.',
    'Obtain a Wallet Attestation of an accepted level.',
  ],
  presentation_definition_uri_claimed: [
    'The Wallet Attestation states that presentation_definition_uri is supported.',
    'Have the Wallet Provider leave the member out.',
  ],
  response_type_unsupported: ['response_type is not supported here.', 'Send a response_type that this flow defines.'],
  redirect_uri_malformed: ['redirect_uri is not an absolute URI.', 'Send an absolute redirect_uri.'],
  redirect_uri_mismatch: [
    'redirect_uri differs from the one of the request.',
    'Repeat the redirect_uri of the pushed request exactly.',
  ],
  redirect_uri_fragment: ['redirect_uri has a fragment.', 'Leave the fragment out.'],
  redirect_uri_user_info: ['redirect_uri has user information.', 'Leave the user information out.'],
  redirect_uri_scheme_forbidden: [
    'The scheme of redirect_uri is forbidden.',
    'Use https, or a custom scheme that contains a dot.',
  ],
  redirect_host_foreign: [
    'redirect_uri leads to a host that the Wallet Provider does not use.',
    'Use a host that the Wallet Provider states in redirect_uris, or have the PID Provider add it to walletRedirectHosts.',
  ],
  redirect_uri_response_parameter: [
    'The query of redirect_uri has a parameter of the response.',
    'Leave code, state, iss and error out of redirect_uri.',
  ],
  response_too_long: ['redirect_uri and state are too long together.', 'Send a shorter redirect_uri or state.'],
  state_mismatch: ['state is not that of this request.', 'Repeat the state of the request exactly.'],
  code_challenge_malformed: ['code_challenge is not a SHA-256 hash in base64url.', 'Send 43 characters of base64url.'],
  code_challenge_method_missing: ['code_challenge_method is missing.', 'Send S256 as code_challenge_method.'],
  code_challenge_method_unsupported: ['code_challenge_method is not S256.', 'Use S256.'],
  code_verifier_malformed: ['code_verifier is malformed.', 'Send 43 to 128 unreserved characters (RFC 7636).'],
  code_verifier_mismatch: [
    'code_verifier does not belong to the code_challenge of the request.',
    'Send the code_verifier that code_challenge was derived from.',
  ],
  code_unknown: ['The authorization code is unknown here.', beginAgain],
  code_used: ['The authorization code was redeemed before.', beginAgain],
  code_expired: ['The authorization code has expired.', beginAgain],
  code_foreign: [
    'The authorization code was issued to another client.',
    'Redeem only codes that were issued to this client.',
  ],
  grant_revoked: ['The grant is revoked, because its code was sent twice.', beginAgain],
  grant_unknown: ['The access token belongs to no grant.', tokenAgain],
  request_uri_unknown: ['The request_uri is unknown or expired here.', 'Push the request again.'],
  request_uri_used: ['The request_uri was used before.', 'Push the request again.'],
  request_uri_foreign: ['The request_uri belongs to another client.', 'Send the client_id of the pushed request.'],
  form_client_id_mismatch: ['client_id of the form differs from the Request Object.', 'Send one client_id in both.'],
  form_mismatch: ['A form parameter differs from the Request Object.', 'Send the same value in both, or only one.'],
  authorization_details_malformed: ['authorization_details is not a list of objects.', 'Send a JSON array of objects.'],
  detail_configuration_unknown: ['credential_configuration_id is unknown here.', metadataTypes],
  detail_credential_type_unsupported: ['The credential type of authorization_details is not issued.', metadataTypes],
  detail_doctype_unsupported: ['doctype of authorization_details is not issued here.', metadataTypes],
  detail_field_unknown: ['authorization_details has a member that is not known here.', 'Leave the named member out.'],
  detail_format_unsupported: ['format of authorization_details is not issued here.', metadataTypes],
  detail_locations_unsupported: ['locations of authorization_details names another issuer.', 'Name this issuer.'],
  detail_profile_mixed: ['authorization_details mixes two versions of OpenID4VCI.', 'Use the members of one version.'],
  detail_type_unsupported: ['type of authorization_details is not openid_credential.', 'Set it to openid_credential.'],
  scope_unsupported: ['scope names no credential of this issuer.', metadataTypes],
  profile_mismatch: ['The request mixes two versions of OpenID4VCI.', 'Use one version in the whole flow.'],
  dpop_missing: ['The DPoP proof is missing.', oneProof],
  dpop_duplicated: ['There is more than one DPoP proof.', oneProof],
  dpop_jkt_malformed: ['dpop_jkt is not the thumbprint of a key.', 'Send the SHA-256 thumbprint in base64url.'],
  dpop_nonce_missing: ['The DPoP proof has no nonce.', 'Repeat the request with the nonce of the DPoP-Nonce header.'],
  htm_mismatch: ['htm is not the method of the request.', 'Set htm to the method of the request.'],
  htu_mismatch: ['htu is not the URL of the endpoint.', 'Set htu to the published URL of the endpoint, without query.'],
  proof_stale: ['The proof is too old.', 'Sign a new proof for each request. If it is new, compare the clocks.'],
  ath_mismatch: ['ath is not the hash of the access token.', 'Hash the sent access token (SHA-256, base64url).'],
  jkt_mismatch: [
    'The proof is signed with another key than the one that the token is bound to.',
    'Sign with the key that the token is bound to.',
  ],
  authorization_scheme_unsupported: ['The scheme of Authorization is not DPoP.', 'Use the DPoP scheme.'],
  authorization_malformed: ['The header Authorization is malformed.', 'Send the scheme, one space and the token.'],
  access_token_used: ['The access token was used before.', tokenAgain],
  token_access_token_malformed: ['The access token lacks a claim of RFC 9068.', tokenAgain],
  token_aud_mismatch: ['The access token is for another service.', 'Send a token that this issuer has issued.'],
  token_binding_contradictory: ['The access token is bound to two keys.', tokenAgain],
  credential_configuration_unknown: ['credential_configuration_id is unknown here.', metadataTypes],
  credential_identifier_unknown: [
    'This credential_identifier was not granted.',
    'Send a credential_identifier of the token response.',
  ],
  credential_names_contradictory: ['The request names the credential in two ways.', 'Name the credential once.'],
  credential_type_unsupported: ['This type of credential is not issued here.', metadataTypes],
  credentials_too_many: ['A credential for another key was issued with this access token.', tokenAgain],
  credential_withdrawn: [
    'The credential of this access token was suspended or revoked.',
    'Begin the authorization again in the wallet, after the end of a suspension.',
  ],
  not_granted: ['The requested credential was not granted.', 'Request a credential that the authorization granted.'],
  doctype_unsupported: ['This doctype is not issued here.', metadataTypes],
  format_unsupported: ['This format is not issued or accepted here.', 'Use a format that the metadata lists.'],
  proof_type_unsupported: ['The type of the key proof is not jwt.', 'Set proof_type to jwt.'],
  proofs_count_unsupported: ['proofs does not contain exactly one proof.', 'Send one proof in proofs.jwt.'],
  proofs_type_unsupported: ['proofs contains no jwt.', 'Send one proof in proofs.jwt.'],
  proof_key_no_cose_key: ['The proof key cannot be the device key of an mdoc.', 'Use a key on a NIST curve.'],
  c_nonce_used: ['The c_nonce was used before.', 'Fetch a new c_nonce, and sign a new key proof.'],
  response_encryption_unsupported: ['Credential responses are not encrypted.', 'Leave the encryption members out.'],
} as const satisfies AdviceTable
