/** Advice on responses to a presentation request: form, presentations, session, and return of the browser. */
import { type AdviceTable, missingTexts, named, namedByCode, repeated } from './advice.ts'

const newRequest = 'Begin a new presentation at the service.'
const followQuery = 'Answer the query of the request exactly.'
const followDefinition = 'Answer the presentation definition of the request exactly.'
const anotherCredential = 'Present another credential.'
const sameBrowser = 'Continue in the browser that began the session.'

export const presentationResponseAdvice = {
  ...namedByCode('vp_token_missing presentation_submission_missing'),
  ...missingTexts({ error_missing: 'error' }),
  ...named({ 'A descriptor': 'descriptor_doubled' }),
  response_missing: [
    'The form has neither vp_token nor response.',
    'Send vp_token for direct_post, or response for direct_post.jwt.',
  ],
  response_ambiguous: ['The form has more than one of vp_token, response and error.', 'Send one of these members.'],
  response_jwt_malformed: [
    'response is neither a JWE of five parts nor a JWS of three parts.',
    'Send a compact JWE or JWS in response.',
  ],
  response_mode_mismatch: [
    'The response has another response_mode than requested.',
    'Use the response_mode of the request.',
  ],
  response_protection_mismatch: [
    'The response has another protection than the metadata of the Relying Party require.',
    'Encrypt the response, sign it, or do both, as expected.',
  ],
  error_malformed: [
    'error has a character that is not allowed, or more than 128 characters.',
    'Send an error code of OpenID4VP, for example access_denied.',
  ],
  state_unknown: ['No open request has this state.', 'Repeat the state of the request exactly.'],

  vp_token_malformed: [
    'vp_token is invalid JSON, or contains a presentation that is empty or not a string.',
    'Send each presentation as a string, and lists and objects as JSON.',
  ],
  vp_token_empty: ['vp_token, or a list in vp_token, is empty.', followQuery],
  vp_token_shape_mismatch: [
    'vp_token does not have the shape that the query requires.',
    'Send an object for dcql_query, and a string or a list of strings for scope.',
  ],
  vp_token_too_many: [
    'vp_token has too many query ids, or too many presentations in a list.',
    'Send at most 64 query ids, and at most 64 presentations in a list.',
  ],
  presentation_submission_malformed: [
    'presentation_submission is invalid JSON, repeats a member, or is too large or too deep.',
    'Send JSON of at most 262144 characters and 32 levels, in which each member occurs once.',
  ],
  submission_malformed: [
    'A member of presentation_submission is missing or malformed.',
    'Send id, definition_id, and 1 to 32 entries of descriptor_map, each with id, format and path.',
  ],
  definition_id_mismatch: ['definition_id is not that of the request.', followDefinition],
  descriptor_format_mismatch: ['The format of a descriptor was not requested.', followDefinition],
  descriptor_missing: ['A requested descriptor is missing.', followDefinition],
  descriptor_path_invalid: [
    'path of a descriptor points at no presentation.',
    'Send $ for a single presentation, otherwise $[0], $[1] and so on.',
  ],
  descriptor_unrequested: ['A descriptor was not requested.', followDefinition],
  presentation_count: [
    'A query id has another number of presentations than the query allows.',
    'Send one presentation for each query id, or several if the query has multiple: true.',
  ],
  presentation_missing: ['A requested presentation is missing.', followQuery],
  presentation_duplicate_id: repeated('A query id'),
  presentation_repeated: ['The same presentation is sent twice.', 'Send each presentation once.'],
  presentation_unrequested: ['A presentation was not requested.', followQuery],
  attestation_missing: [
    'The response has no Wallet Attestation.',
    'Present the Wallet Attestation with the credentials.',
  ],
  signer_unattested: [
    'The response is signed, but contains no Wallet Attestation.',
    'Present the Wallet Attestation whose key signs the response.',
  ],
  wallet_level_too_low: [
    'The wallet proves none of the levels (aal) that this service requires.',
    'Send a Wallet Attestation with one of the required levels.',
  ],
  wallet_key_unproven: [
    'Nothing in this exchange proves possession of the attested key.',
    'Sign the response with the attested key, or send a DPoP proof of this key when you fetch the request.',
  ],
  response_malformed: [
    'The DeviceResponse is not a CBOR map in base64url.',
    'Send the DeviceResponse of ISO 18013-5 in base64url.',
  ],
  envelope_presentation_missing: ['The signed envelope has no SD-JWT in vp.', 'Put the SD-JWT into vp.'],

  format_mismatch: ['The format differs from the requested format.', 'Send a credential in the requested format.'],
  type_mismatch: ['The credential is not of the requested type.', 'Send a credential of the requested type.'],
  authority_mismatch: [
    'The issuer belongs to none of the requested authorities.',
    'Present a credential of an issuer that belongs to a requested authority.',
  ],
  algorithm_mismatch: [
    'The credential or its Key Binding JWT has another algorithm than requested.',
    anotherCredential,
  ],
  claim_value_mismatch: ['A claim has none of the requested values.', anotherCredential],
  field_missing: ['A requested field is missing.', followDefinition],
  field_path_unsupported: [
    'The path of a field is not supported here.',
    'Have the operator of the Relying Party use names, indices and wildcards, as in $.address.locality.',
  ],
  filter_mismatch: ['A claim does not match the requested filter.', anotherCredential],
  filter_unsupported: [
    'This filter or constraint is not supported here.',
    'Leave the named member out of the request.',
  ],
  disclosure_not_limited: [
    'The request has limit_disclosure: required, but the response discloses further claims.',
    'Disclose only the claims of the requested fields.',
  ],
  surplus_disclosed: ['More claims are disclosed than the request asks for.', 'Disclose the requested claims only.'],
  credential_type_not_issued: [
    'The credential states no type (vct), or its issuer is not allowed to issue this type.',
    'Present a credential from an issuer that is allowed to issue this type.',
  ],
  issuer_key_unknown: [
    'The header of the credential identifies no key of the issuer.',
    'Present a credential whose kid names a current key of the issuer.',
  ],

  session_over: ['The presentation session has ended.', newRequest],
  session_completed: ['The presentation session is completed.', newRequest],
  session_elsewhere: ['The session continues in another browser.', sameBrowser],
  session_foreign: [
    'This session belongs to another browser, or was deleted.',
    'Continue in the browser that began the session, or begin a new presentation.',
  ],
  session_invalid: [
    'The status request does not belong to a presentation of this browser.',
    'Begin a new presentation at the service, with cookies allowed.',
  ],
  redirect_uri_not_attested: [
    'The metadata of the Relying Party do not list this redirect_uri.',
    'Have the operator of the Relying Party add the URL to redirect_uris of its metadata.',
  ],
  redirect_uri_unusable: [
    'redirect_uri in the reply to the posted response is not a valid https URL.',
    'Send an absolute https URL.',
  ],
  response_code_missing: [
    'redirect_uri does not contain exactly one valid response_code.',
    'Let the Relying Party add one response_code to redirect_uri, and let the wallet open redirect_uri unchanged.',
  ],
  response_code_unknown: ['This response_code is unknown here, or was used before.', newRequest],
  response_code_expired: ['The result of the presentation has expired.', newRequest],
  error_unbound: [
    'The error belongs to no known presentation of this browser.',
    'Open the address in the browser that began the presentation, with the state or response code of the presentation.',
  ],
  wallet_refused: ['The wallet refused the presentation.', newRequest],
  callback_url_malformed: [
    'callback_url is not a valid https URL, is too long, or has a character that a redirect cannot contain (a space, or one outside ASCII).',
    'Send an https URL of at most 2048 characters, in its encoded form.',
  ],
  person_unidentified: [
    'The presentation has no claim that identifies the user.',
    'Present a credential with tax_id_code or personal_administrative_number, of at least six characters with a digit.',
  ],
} as const satisfies AdviceTable
