/** Advice on pushed authorization requests, tokens and DPoP. */
import { type AdviceTable, missingTexts, named, namedByCode, withRemedy } from './advice.ts'

const beginAgain = 'Begin the authorization again in the wallet.'
const bothHeaders =
  'Send both headers, OAuth-Client-Attestation and OAuth-Client-Attestation-PoP, each once and without a comma.'
const oneProof = 'Send exactly one DPoP proof.'
const newProof = 'Sign a new proof for each request. If the proof is new, compare the clocks of both parties.'
const tokenAgain = 'Obtain a new access token.'
const sameValue = 'Send the same value in the form and in the Request Object.'

export const oauthAdvice = {
  ...namedByCode(`
    client_id_mismatch client_assertion_used grant_type_unsupported request_present request_uri_present
  `),
  ...missingTexts({
    assertion_missing: 'assertion',
    client_assertion_missing: 'client_assertion',
    client_assertion_type_missing: 'client_assertion_type',
    client_id_missing: 'client_id',
    code_challenge_missing: 'code_challenge',
    code_missing: 'code',
    code_verifier_missing: 'code_verifier',
    grant_type_missing: 'grant_type',
    htm_missing: 'htm',
    htu_missing: 'htu',
    redirect_uri_missing: 'redirect_uri',
    request_missing: 'request',
    response_type_missing: 'response_type',
    state_missing: 'state',
  }),
  ...named({
    'proof of possession': 'pop_used',
    'Request Object': 'request_object_used',
    'DPoP proof': 'dpop_proof_used',
  }),
  ...withRemedy(bothHeaders, {
    attestation_header_missing: 'The header OAuth-Client-Attestation is missing.',
    pop_header_missing: 'The header OAuth-Client-Attestation-PoP is missing.',
    attestation_header_duplicated: 'A header of the client attestation occurs more than once.',
  }),
  ...withRemedy(newProof, {
    pop_stale: 'The proof of possession is too old.',
    proof_stale: 'The proof is too old.',
  }),
  ...withRemedy(tokenAgain, {
    grant_unknown: 'No grant is stored for the access token.',
    access_token_used: 'The access token was used before.',
    token_access_token_malformed: 'A claim of the access token is missing or malformed.',
    token_aud_mismatch: 'aud of the access token differs from client_id of the access token.',
    token_binding_contradictory: 'The access token is bound to two keys.',
  }),
  profile_endpoint_unbuilt: [
    'This endpoint belongs to a profile whose issuance or attestation is not implemented.',
    'Use the entity of the default profile, whose identifier has no path of a profile.',
  ],
  client_id_malformed: [
    'client_id is not an entity identifier: an https URL of at most 2048 characters, without query and fragment.',
    'Set client_id to the entity identifier of the Relying Party, with or without the prefix openid_federation.',
  ],
  client_assertion_malformed: [
    'client_assertion is not a Wallet Attestation with at most one proof of possession.',
    'Send the Wallet Attestation, or the Wallet Attestation, ~ and the proof of possession.',
  ],
  client_assertion_type_mismatch: ['client_assertion_type of the form differs from the Request Object.', sameValue],
  client_assertion_type_unsupported: [
    'This client_assertion_type is not supported here.',
    'Send an expected client_assertion_type.',
  ],
  client_assertion_unexpected: [
    'The form has a client assertion in addition to the headers of the client attestation.',
    'Leave client_assertion and client_assertion_type out of the form, or leave both headers out.',
  ],
  client_authentication_changed: [
    'The client authenticates in another way than in the pushed request.',
    'Authenticate in the same way in both requests.',
  ],
  assertion_malformed: [
    'assertion is not a text, or is empty.',
    'Send the signed request for a Wallet Attestation as a text.',
  ],
  attestation_foreign: [
    'The key of the Wallet Attestation is not that of the pushed request.',
    'Send a Wallet Attestation for the key of the pushed request, or begin the authorization again in the wallet.',
  ],
  attestation_revoked: [
    'The Wallet Attestation is revoked or suspended.',
    'Set the wallet up again, and begin the authorization again.',
  ],
  pop_claim_foreign: [
    'The proof of possession has no typ, and has a claim of a client assertion or Request Object.',
    'Set typ to jwt-client-attestation-pop, and leave sub and client_id out.',
  ],
  pop_unexpected: [
    'client_assertion has a proof of possession, but client_assertion_type is jwt-key-attestation.',
    'Leave ~ and the proof out, or use the client_assertion_type jwt-client-attestation.',
  ],
  pop_missing: [
    'client_assertion has no proof of possession.',
    'Append ~ and a proof of possession to the Wallet Attestation in client_assertion.',
  ],
  trust_chain_malformed: [
    'The header member trust_chain is not a list of texts, or is empty.',
    'Send trust_chain as a list of at least 1 signed entity statement.',
  ],
  aal_unsupported: [
    'The level (aal) of the Wallet Attestation is not in aal_values_supported of the Wallet Provider.',
    'Have the Wallet Provider publish the level in aal_values_supported, or attest a published level.',
  ],
  presentation_definition_uri_claimed: [
    'presentation_definition_uri_supported must be false, and has another value.',
    'Set presentation_definition_uri_supported to false, or have the Wallet Provider do so in the Wallet Attestation.',
  ],
  response_type_unsupported: [
    'response_type is not supported here.',
    'Send code to a PID Provider, and vp_token to a wallet.',
  ],
  redirect_uri_malformed: [
    'redirect_uri is not an absolute URI in ASCII characters.',
    'Send an absolute URI in ASCII characters. An https URI needs a host.',
  ],
  redirect_uri_mismatch: [
    'redirect_uri differs from that of the pushed request.',
    'Use the redirect_uri of the pushed request without a change.',
  ],
  redirect_uri_fragment: ['redirect_uri has a fragment.', 'Leave the fragment out.'],
  redirect_uri_user_info: ['redirect_uri has user information.', 'Leave the user information out.'],
  redirect_uri_scheme_forbidden: [
    'The scheme of redirect_uri is forbidden.',
    'Use https, or have the PID Provider add the scheme of the application to redirectSchemes.',
  ],
  redirect_host_foreign: [
    'The host or scheme of redirect_uri is not permitted for this Wallet Provider.',
    'Use a host or scheme in redirect_uris (Wallet Provider metadata) and in walletRedirectHosts (PID Provider setting); a missing list permits all.',
  ],
  redirect_uri_response_parameter: [
    'The query of redirect_uri has a parameter of the response.',
    'Leave code, state, iss, error, error_description and error_uri out of redirect_uri.',
  ],
  response_too_long: [
    'redirect_uri and the encoded state are too long together.',
    'Shorten redirect_uri and state to less than 7000 characters together.',
  ],
  state_mismatch: [
    'state differs from the value that is expected here.',
    'Send the same state in each message of the exchange.',
  ],
  code_challenge_malformed: ['code_challenge is not a SHA-256 hash in base64url.', 'Send 43 characters of base64url.'],
  code_challenge_method_missing: ['code_challenge_method is missing or empty.', 'Send S256 as code_challenge_method.'],
  code_challenge_method_unsupported: ['code_challenge_method is not S256.', 'Use S256.'],
  code_verifier_malformed: ['code_verifier is malformed.', 'Send 43 to 128 unreserved characters (RFC 7636).'],
  code_verifier_mismatch: [
    'code_verifier does not belong to the code_challenge of the request.',
    'Send the code_verifier that code_challenge was derived from.',
  ],
  code_unknown: ['The authorization code is unknown here.', beginAgain],
  code_used: ['The authorization code was redeemed before.', beginAgain],
  code_expired: ['The authorization code has expired.', beginAgain],
  code_foreign: ['The authorization code was issued to another client.', 'Send the client_id of the pushed request.'],
  grant_revoked: ['The grant is revoked, because its code was sent twice.', beginAgain],
  request_uri_missing: [
    'request_uri is missing or empty.',
    'At a PID Provider, push the request first and send its request_uri. For a wallet, write request_uri into the link.',
  ],
  request_uri_unknown: ['The request_uri is unknown or has expired.', 'Push the request again.'],
  request_uri_used: ['The request_uri was used before.', 'Push the request again.'],
  request_uri_foreign: ['The request_uri belongs to another client.', 'Send the client_id of the pushed request.'],
  form_client_id_mismatch: ['client_id of the form differs from the Request Object.', sameValue],
  form_mismatch: ['A form parameter differs from the Request Object.', sameValue],
  dpop_missing: ['The DPoP proof is missing.', oneProof],
  dpop_duplicated: ['There is more than one DPoP proof.', oneProof],
  dpop_jkt_malformed: [
    'dpop_jkt is not the thumbprint of a key.',
    'Send the SHA-256 thumbprint in base64url (43 characters).',
  ],
  dpop_nonce_missing: [
    'The DPoP proof has no nonce, or one that is not a string.',
    'Repeat the request with the nonce of the DPoP-Nonce header.',
  ],
  htm_mismatch: ['htm is not the method of the request.', 'Set htm to the method of the request.'],
  htu_mismatch: ['htu is not the URL of the endpoint.', 'Set htu to the published URL of the endpoint, without query.'],
  ath_missing: [
    'ath is missing or not a string.',
    'Send ath: the SHA-256 of the token in the header Authorization, in base64url.',
  ],
  ath_mismatch: [
    'ath is not the hash of the token in the header Authorization.',
    'Hash the token of the header Authorization (SHA-256, base64url).',
  ],
  jkt_mismatch: [
    'The DPoP key is not the key that the token, the attestation or dpop_jkt names.',
    'Use that key for the DPoP proof, or have the token bound to the key of the proof.',
  ],
  authorization_missing: ['The header Authorization is missing.', 'Send the token in the header Authorization.'],
  authorization_scheme_unsupported: [
    'The scheme of Authorization is not DPoP.',
    'Send the token with the scheme DPoP.',
  ],
  authorization_malformed: [
    'The header Authorization does not contain one token in the required form.',
    'Send the scheme (DPoP from a wallet, Bearer from others), one space and one token. A token of a user has at most 8192 characters.',
  ],
} as const satisfies AdviceTable
