/**
 * The second way in which a wallet authenticates at the PID Provider: Wallet Attestation and proof of possession in two
 * headers, at PAR and at the token endpoint (OAuth 2.0 Attestation-Based Client Authentication, draft-07 §6.1; IT-Wallet
 * 0.8 and later). The form then carries no client assertion, and a pushed one little more than its Request Object. A flow
 * that began in one way goes on in it (D-112).
 */
import { type Failure, fail } from '../base/index.ts'
import type { ProvenAttestation } from './attestation-assertion.ts'
import type { Form } from './parameters.ts'

/** Attestation-Based Client Authentication draft 05 §6.1; in lower case, as headers are read here. */
export const attestationHeader = 'oauth-client-attestation'
/** As `attestationHeader`, of the proof of possession. */
export const attestationPopHeader = 'oauth-client-attestation-pop'

/** How a wallet authenticates: by the specification's form fields, or by the two headers. */
export type ClientAuthentication = 'assertion' | 'headers'

/** The two headers as they came. */
export interface AttestationHeaders {
  readonly attestation: string | undefined
  readonly pop: string | undefined
}

/** Why the two headers are no way to authenticate: one is missing or doubled, or the other way is taken, too. */
export type AttestationHeadersCode =
  | 'attestation_header_missing'
  | 'pop_header_missing'
  | 'attestation_header_duplicated'
  | 'client_assertion_unexpected'

/** Tells which way was taken. Verifies nothing. */
export const clientAuthenticationOf = ({ attestation, pop }: AttestationHeaders): ClientAuthentication =>
  attestation === undefined && pop === undefined ? 'assertion' : 'headers'

/** Reads both headers. One without the other, one that stands twice, or an assertion beside them is a failure. */
export function parseAttestationHeaders(
  { attestation, pop }: AttestationHeaders,
  form: Form,
): ProvenAttestation | Failure<AttestationHeadersCode> {
  if (!attestation) return fail('attestation_header_missing', attestationHeader) // PP-41
  if (!pop) return fail('pop_header_missing', attestationPopHeader) // PP-41
  if (`${attestation}${pop}`.includes(',')) return fail('attestation_header_duplicated', attestationHeader) // PP-41
  const twice = form.has('client_assertion') || form.has('client_assertion_type')
  if (twice) return fail('client_assertion_unexpected', 'form.client_assertion') // PP-41
  return { attestation, pop }
}
