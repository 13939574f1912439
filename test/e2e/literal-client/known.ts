/**
 * Known differences by case ID, each with its reason: a decision, a requirement or a standard. A case that no longer
 * differs fails until its row is removed here.
 */
export const known: Readonly<Record<string, string>> = {
  'wp.token.member-order': 'D-13: client_data has one serialization, since both ends hash it',
  'wp.revoked.rolled_back_counter': 'D-72: two honest requests may cross, and a replay gains nothing',
  'pp.par.attestation-unreachable': 'GEN-27: 503 while trust cannot be established',
  'pp.par.detail-dc': 'D-08: the later name of the same format is accepted',
  'pp.token.dpop-jti': 'D-36: any unique text is accepted, since only uniqueness protects',
  'pp.token.dpop-jti-v1': 'D-36: any unique text is accepted, since only uniqueness protects',
  'pp.token.dpop-htu-query': 'RFC 9449 §4.3: the receiver ignores query and fragment of htu',
  'pp.token.dpop-htu-fragment': 'RFC 9449 §4.3: the receiver ignores query and fragment of htu',
  'pp.cred.dpop-jti': 'D-36: any unique text is accepted, since only uniqueness protects',
  'pp.cred.dpop-key': 'RFC 9449 §7.1: invalid_token for a token that is bound to another key',
  'pp.cred.format-dc': 'D-08: the later name of the same format is accepted',
  'pp.cred.kid-jwk-text': 'D-06: a kid beside jwk must name the same key',
  'pp.cred.mdoc-later': 'RFC 9396 §7: a format that was not granted is not issued',
  'rp.scope.state-only-outside': 'RP-50: state is read where it is protected',
  'rp.dcql.state-only-outside': 'RP-50: state is read where it is protected',
  'rp.scope.signed': 'D-472: a response without encryption is accepted only if the operator permits it',
  'rp.dcql.signed': 'D-472: a response without encryption is accepted only if the operator permits it',
  'rp.scope.direct-post': 'D-15: the response mode of the request decides',
  'rp.dcql.direct-post': 'D-15: the response mode of the request decides',
  'rp.scope.fewer': 'RP-13: a response without a claim that was asked for does not satisfy the request',
  'rp.dcql.fewer': 'RP-13: a response without a claim that was asked for does not satisfy the request',
  'wi.kid-absent': 'WI-12: a kid is required where several keys are possible',
  'rp.scope.submission-text': 'D-16: presentation_submission is an object inside a JWT',
}
