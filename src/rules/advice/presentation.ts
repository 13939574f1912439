/** Advice on requests for a presentation: engagement, wallet metadata, Request Object, and query. */
import { type AdviceTable, missingTexts, named, namedByCode, surplus } from './advice.ts'

const newRequest = 'Begin a new presentation at the service.'
const correctRequest = 'Have the operator of the Relying Party correct the Request Object.'
const supportedEncryption = 'Have the operator of the Relying Party publish ECDH-ES with A128GCM or A256GCM.'
const copyWalletNonce = 'Copy wallet_nonce from the request of the wallet into the Request Object.'
const validUrl = 'Send an absolute https URL without user name, password and fragment.'

/** Returns the remedy for a URL that a member of the Relying Party metadata must list. */
const addUrlTo = (member: string): string =>
  `Have the operator of the Relying Party add the URL to ${member} of its metadata.`

export const presentationAdvice = {
  ...namedByCode(`
    client_metadata_forbidden client_metadata_uri_forbidden vp_formats_supported_missing
  `),
  ...missingTexts({ response_mode_missing: 'response_mode', response_uri_missing: 'response_uri' }),
  ...named({
    'An id of input_descriptors': 'descriptor_id_duplicate',
    'An id of dcql_query': 'dcql_id_duplicate',
    'A claim id of a credential query': 'dcql_claim_id_duplicate',
  }),
  engagement_malformed: [
    'The QR code or link is not a URL, or has more than 8192 characters (65536 with a Request Object).',
    'Scan the QR code of the service again, or have the service send a shorter link.',
  ],
  engagement_html_escaped: ['The link was copied from HTML.', 'Replace each &amp; with &.'],
  engagement_used: ['The wallet has already processed this request.', newRequest],
  request_uri_malformed: ['request_uri is not a valid https URL.', validUrl],
  redirect_uris_missing: [
    'The metadata of the Relying Party list no redirect_uris, but the answer to a response must name one of them.',
    'Have the operator of the Relying Party publish redirect_uris in its metadata.',
  ],
  request_uri_method_invalid: ['request_uri_method is invalid.', 'Send get or post.'],
  request_uri_method_unsupported: [
    'request_uri_method is not supported for this request.',
    'Send get for a request by scope, otherwise get or post.',
  ],
  request_uri_not_attested: [
    'The metadata of the Relying Party do not list this request_uri.',
    addUrlTo('request_uris'),
  ],
  client_id_prefix_unsupported: [
    'The prefix of client_id does not identify an entity of a federation.',
    'Send an entity identifier, alone or with the prefix openid_federation.',
  ],
  client_id_scheme_unsupported: [
    'client_id_scheme, or client_id_schemes_supported of a wallet, names no scheme for entities of a federation.',
    'Set client_id_scheme to entity_id, or list entity_id in client_id_schemes_supported.',
  ],
  request_id_missing: ['The request URL has no id.', 'Use the request_uri of the link without a change.'],
  request_unknown: ['The presentation request is unknown here.', newRequest],
  request_over: ['The presentation request has ended.', newRequest],

  wallet_metadata_malformed: [
    'A member of wallet_metadata is malformed.',
    'Send objects as formats, lists of at most 64 values, at most 16 keys in jwks, a URL as authorization_endpoint.',
  ],
  presentation_definition_uri_supported: [
    'presentation_definition_uri_supported is not false.',
    'Send false, or leave presentation_definition_uri_supported out.',
  ],
  response_types_unsupported: [
    'response_types_supported is empty, or contains another value than vp_token.',
    'List only vp_token, or leave response_types_supported out.',
  ],
  wallet_nonce_malformed: [
    'wallet_nonce is empty, longer than 512 characters, or not well-formed Unicode.',
    'Send a wallet_nonce of 1 to 512 characters.',
  ],
  wallet_nonce_missing: ['wallet_nonce of the Request Object is missing, empty or not a string.', copyWalletNonce],
  wallet_nonce_mismatch: ['The Request Object has another wallet_nonce than the wallet sent.', copyWalletNonce],
  no_common_format: [
    'wallet_metadata lists no credential format that this service accepts.',
    'List one of the expected formats in vp_formats_supported.',
  ],
  no_common_format_algorithm: [
    'wallet_metadata lists no algorithm that this service accepts for the format.',
    'List the expected algorithms of the credential and of its Key Binding JWT in vp_formats_supported.',
  ],
  no_common_request_encryption: [
    'The wallet asks for an encrypted Request Object, but this service cannot encrypt to any key in jwks.',
    'Send an EC key for ECDH-ES or an RSA key for RSA-OAEP-256, with A128GCM or A256GCM, or no encryption key.',
  ],
  no_common_response_mode: [
    'wallet_metadata lists no response mode that this service offers.',
    'List one of the expected modes in response_modes_supported.',
  ],
  no_common_signing_algorithm: [
    'wallet_metadata does not list the algorithm with which this service signs Request Objects.',
    'List an expected algorithm in request_object_signing_alg_values_supported.',
  ],

  rp_metadata_missing: [
    'The entity has no Relying Party metadata of a type that the profile accepts.',
    'Have the operator of the Relying Party publish metadata of type openid_credential_verifier.',
  ],
  rp_metadata_malformed: [
    'A member of the Relying Party metadata is malformed.',
    'Have the operator of the Relying Party correct this member of its metadata.',
  ],
  rp_metadata_incomplete: [
    'The Relying Party metadata lack a member that the profile requires.',
    'Have the operator of the Relying Party add this member to its metadata.',
  ],
  certificates_missing: ['The Request Object has no certificates (x5c).', correctRequest],
  certificates_malformed: ['x5c of the Request Object is not a list of 1 to 6 base64 certificates.', correctRequest],
  endpoint_not_certified: [
    'The certificate of the Relying Party covers neither the host nor the URL of this endpoint.',
    'Have the operator of the Relying Party obtain a certificate that contains the name of the endpoint.',
  ],
  trust_chain_missing: ['The Request Object has no trust_chain.', correctRequest],
  entity_mismatch: ['The trust chain is about another entity.', 'Send the chain of this client_id.'],
  client_metadata_malformed: [
    'A member of client_metadata is malformed.',
    'Send 1 to 16 keys in jwks, and 1 to 16 names in encrypted_response_enc_values_supported.',
  ],
  client_metadata_key_missing: ['client_metadata has no P-256 key for ECDH-ES.', correctRequest],
  response_uri_malformed: ['response_uri is not a valid https URL.', validUrl],
  response_uri_not_attested: [
    'The metadata of the Relying Party do not list this response_uri.',
    addUrlTo('response_uris'),
  ],
  redirect_uri_conflict: ['The request has redirect_uri and response_uri.', 'Leave redirect_uri out.'],
  response_mode_unsupported: ['response_mode is not supported here.', 'Send one of the expected modes.'],
  transaction_data_unsupported: surplus('transaction_data'),
  encryption_alg_forbidden: ['The encryption algorithm of the Relying Party is forbidden.', supportedEncryption],
  encryption_alg_unsupported: ['The encryption algorithm of the Relying Party is not supported.', supportedEncryption],
  encryption_key_missing: [
    'The Relying Party publishes no key to which the response can be encrypted.',
    'Have the operator of the Relying Party add a key with use enc to jwks, for an algorithm of its metadata.',
  ],

  variant_unsupported: ['The Request Object has no dcql_query, which this profile requires.', correctRequest],
  query_ambiguous: ['The request has more than one query.', 'Send either scope or dcql_query.'],
  query_missing: ['The request has no query.', 'Send either scope or dcql_query.'],
  scope_malformed: ['scope is empty or not a string.', 'Send ids of presentation definitions in scope.'],
  scope_unknown: [
    'scope is empty, has more than 32 values, or names an unknown presentation definition.',
    'Send 1 to 32 ids of presentation definitions or input descriptors that the Relying Party publishes.',
  ],
  scope_ambiguous: [
    'scope names input descriptors with the same id in different presentation definitions.',
    'Send a scope whose input descriptors have different ids.',
  ],
  presentation_definition_conflict: [
    'The request has presentation_definition together with scope or presentation_definition_uri.',
    'Send exactly one of scope, presentation_definition and dcql_query.',
  ],
  presentation_definition_uri_unsupported: surplus('presentation_definition_uri'),
  definition_malformed: [
    'A member of presentation_definition is missing or malformed, or a list is too long.',
    'Correct this member. Send at most 32 input_descriptors, 32 groups and 128 fields in each, and 16 paths in each field.',
  ],
  dcql_malformed: [
    'A member of dcql_query is missing, malformed or not allowed.',
    'Correct this member. Name the credential type in meta, ask for each claim once, and require holder binding.',
  ],
  dcql_too_large: [
    'A list in dcql_query is too long.',
    'Send at most 32 credentials, credential_sets and trusted_authorities, 128 claims, 64 options, 256 values and vct_values, 16 path elements.',
  ],
  dcql_id_invalid: [
    'An id of dcql_query is too long, or contains a character that is not allowed.',
    'Use 1 to 128 letters, digits, - and _, but not __proto__.',
  ],
  dcql_claim_sets_invalid: [
    'claim_sets names an id that no claim has, or a claim has no id.',
    'Give each claim an id, and name only these ids in claim_sets.',
  ],
  dcql_credential_sets_invalid: [
    'credential_sets names an id that no credential has, or no set is required.',
    'Name ids of credentials. Require at least one set of a query of your own.',
  ],
  claim_not_allowed: [
    'The request asks for a claim that the federation or the settings of the application do not allow.',
    'Leave the claim out, or allow it in claims_allowed of the metadata and in claims of the application.',
  ],
  credential_type_not_allowed: [
    'The request asks for a credential type that the federation or the settings of the application do not allow.',
    'Ask for another type, or allow the type in credential_types_allowed of the metadata and credentialTypes of the application.',
  ],
  no_matching_credential: ['No valid credential answers the request.', 'Obtain the requested credential.'],
  algorithm_not_attested: [
    'The metadata of the Relying Party list the format and algorithm of no matching credential.',
    'Have the operator of the Relying Party add the format and algorithm to vp_formats (or vp_formats_supported).',
  ],
} as const satisfies AdviceTable
