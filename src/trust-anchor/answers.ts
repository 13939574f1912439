/**
 * What the Trust Anchor tells those whom it refuses (OpenID Federation 1.0 §8.9): JSON `{error, error_description}`.
 */
import type { AnswerWithHeaders } from '../http/index.ts'

export const TA = {
  malformed: { status: 400, error: 'invalid_request', text: 'The request cannot be read.' },
  ownSubject: { status: 400, error: 'invalid_request', text: 'An entity makes no statement about itself.' },
  foreignIssuer: { status: 404, error: 'invalid_issuer', text: 'The issuer asked for is another entity.' },
  unknownSubject: { status: 404, error: 'not_found', text: 'The subject is no immediate subordinate.' },
  unsupportedFilter: { status: 400, error: 'unsupported_parameter', text: 'This filter is not supported.' },
} as const satisfies Record<string, AnswerWithHeaders>

export type TrustAnchorAnswer = (typeof TA)[keyof typeof TA]
