/** Answers and rules of the envelope: the checks of every endpoint before its use case. */
import { type JsonCode, rules } from '../base/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import type { ParametersCode } from './parameters.ts'

/**
 * Answers to requests that reach no use case, and to faults and outages. `rate`, `overload` and `unavailable` take the
 * seconds until a retry may succeed. `method` takes the value of `Allow`.
 */
export const envelopeAnswers = {
  malformed: { status: 400, error: 'invalid_request', text: 'The request cannot be read.' },
  path: { status: 404, error: 'not_found', text: 'There is no such endpoint.' },
  foreign: { status: 403, error: 'access_denied', text: 'The request names another host or comes from another site.' },
  size: { status: 413, error: 'invalid_request', text: 'The body is larger than this endpoint accepts.' },
  mediaType: { status: 415, error: 'invalid_request', text: 'This endpoint accepts another media type.' },
  coding: {
    status: 415,
    error: 'invalid_request',
    text: 'This endpoint accepts no compressed or otherwise encoded body.',
    headers: { 'accept-encoding': 'identity' }, // RFC 9110 §15.5.16
  },
  rate: (seconds: number): AnswerWithHeaders => ({
    status: 429,
    error: 'temporarily_unavailable',
    text: 'Too many requests from this address; try again later.',
    headers: { 'retry-after': String(seconds) }, // GEN-08
  }),
  bodies: {
    status: 429,
    error: 'temporarily_unavailable',
    text: 'Too many bodies from this address have not arrived yet; finish one before the next.',
    headers: { 'retry-after': '1' }, // GEN-08
  },
  slow: { status: 408, error: 'invalid_request', text: 'The body arrives too slowly; send at least 1 kB a second.' },
  overload: (seconds: number): AnswerWithHeaders => ({
    status: 503,
    error: 'temporarily_unavailable',
    text: 'This service is overloaded; try again later.',
    headers: { 'retry-after': String(seconds) }, // GEN-27
  }),
  fault: { status: 500, error: 'server_error', text: 'The request could not be carried out.' },
  method: (allow: string): AnswerWithHeaders => ({
    status: 405,
    error: 'invalid_request',
    text: `This endpoint accepts ${allow}.`,
    headers: { allow },
  }),
  unavailable: (seconds: number): AnswerWithHeaders => ({
    status: 503,
    error: 'temporarily_unavailable',
    text: 'Something that this request needs is out of reach; try again later.',
    headers: { 'retry-after': String(seconds) },
  }),
} as const

/** Answers to unreadable requests, and to unsupported HTTP features: versions, `CONNECT`, `Expect`. */
export const unreadAnswers = {
  headers_too_large: { status: 431, error: 'invalid_request', text: 'The headers are too large.' },
  request_timeout: { status: 408, error: 'invalid_request', text: 'The request did not arrive in time.' },
  http_malformed: { status: 400, error: 'invalid_request', text: 'This is not an HTTP request.' },
  // RFC 9110 §15.6.6
  version_unsupported: { status: 505, error: 'invalid_request', text: 'This version of HTTP is not supported.' },
  // RFC 9110 §9.1
  method_unknown: { status: 501, error: 'invalid_request', text: 'This is not a method of HTTP.' },
  tunnel_unsupported: { status: 501, error: 'invalid_request', text: 'CONNECT is not supported.' }, // RFC 9110 §9.1
  expectation_unsupported: {
    status: 417,
    error: 'invalid_request',
    text: 'The expectation of the request is not supported.',
  }, // RFC 9110 §10.1.1
} as const satisfies Record<string, AnswerWithHeaders>

/** Reasons to refuse a request before the app reads it. */
export type UnreadCode = keyof typeof unreadAnswers

/** Rules of the envelope of one app. */
export type EnvelopeRules = ReturnType<typeof envelopeRules>

/**
 * Returns the rules for malformed queries and bodies (GEN-09, GEN-23, GEN-28). They do not concern the meaning of the
 * content.
 */
export const envelopeRules = (malformed: AnswerWithHeaders) =>
  rules<ParametersCode | JsonCode>()(malformed, {
    'GEN-09': ['parameter_duplicated'],
    'GEN-23': ['parameter_malformed', 'parameter_count', 'json_malformed', 'json_too_large', 'json_too_deep'],
    'GEN-28': ['json_duplicate_member'],
  })
