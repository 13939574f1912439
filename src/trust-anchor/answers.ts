/**
 * Error answers of a Trust Anchor or intermediate (OpenID Federation 1.0 §8.9): JSON `{error, error_description}`. The
 * administration uses the same format.
 */
import { type AnswerWithHeaders, bearerChallenge } from '../http/index.ts'
import { administrationAnswers, keyRingAnswers } from '../member/index.ts'

/** The Trust Anchor's error answers by meaning. `error` is the error code on the wire. */
export const TA = {
  malformed: { status: 400, error: 'invalid_request', text: 'The request cannot be read.' },
  ownSubject: { status: 400, error: 'invalid_request', text: 'An entity makes no Subordinate Statement about itself.' },
  foreignIssuer: { status: 404, error: 'invalid_issuer', text: 'The requested issuer is another entity.' },
  unknownSubject: { status: 404, error: 'not_found', text: 'The subject is not an immediate subordinate.' },
  unsupportedFilter: { status: 400, error: 'unsupported_parameter', text: 'This filter is not supported.' },
  invalidSubject: { status: 404, error: 'invalid_subject', text: 'The subject has no usable entity configuration.' },
  unknownAnchor: { status: 404, error: 'invalid_trust_anchor', text: 'None of these Trust Anchors is known here.' },
  invalidChain: { status: 400, error: 'invalid_trust_chain', text: 'The subject has no valid trust chain.' },
  invalidMetadata: { status: 400, error: 'invalid_metadata', text: 'The subject has no valid metadata.' },
  superiorSilent: {
    status: 503,
    error: 'temporarily_unavailable',
    text: 'A superior of the subject does not answer.',
    headers: { 'retry-after': '15' },
  },
  subjectSilent: {
    status: 503,
    error: 'temporarily_unavailable',
    text: 'The subject does not answer.',
    headers: { 'retry-after': '15' },
  },
  buildsExhausted: {
    status: 503,
    error: 'temporarily_unavailable',
    text: 'Too many unknown entities are being resolved.',
    headers: { 'retry-after': '5' },
  },
  unknownMark: { status: 404, error: 'not_found', text: 'There is no such trust mark.' },
  unknownList: { status: 404, error: 'not_found', text: 'There is no certificate list of this key.' },
  announcementRefused: {
    status: 403,
    error: 'access_denied',
    text: 'The announcement is not valid, not from an active member, or not signed with a key in the current statement about the member.',
  },
  ownCertificate: { status: 409, error: 'conflict', text: 'An authority cannot revoke its own certificate.' },
  suspendedMember: { status: 409, error: 'conflict', text: 'The member is suspended.' },
  uncertifiedAuthority: {
    status: 409,
    error: 'conflict',
    text: 'The superior has not certified the key of this authority.',
  },
  unauthenticated: {
    status: 401,
    error: 'invalid_client',
    text: "The administration requires an administrator's token.",
    headers: bearerChallenge('administration'),
  },
  administratorUnknown: {
    status: 401,
    error: 'invalid_client',
    text: 'No administrator has this bearer token.',
    headers: bearerChallenge('administration', 'invalid_token'),
  },
  candidateRefused: {
    status: 422,
    error: 'candidate_refused',
    text: 'The entity does not meet the requirements for a subordinate.',
  },
  alreadyKnown: { status: 409, error: 'already_known', text: 'This entry exists already.' },
  outdated: { status: 409, error: 'outdated', text: 'The entry was changed in the meantime.' },
  ...administrationAnswers,
  ...keyRingAnswers,
  unknownEntry: { status: 404, error: 'not_found', text: 'There is no such entry.' },
} as const satisfies Record<string, AnswerWithHeaders>

/** An error answer of the Trust Anchor. */
export type TrustAnchorAnswer = (typeof TA)[keyof typeof TA]
