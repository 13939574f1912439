/**
 * Client authentication at the PAR and token endpoints by two headers: the Wallet Attestation and its proof of
 * possession. OAuth 2.0 Attestation-Based Client Authentication, draft 07 §6.1, and IT-Wallet 0.8 and later define
 * these headers. The form then contains no client assertion. A flow must use the same method at both endpoints (D-112).
 */
import { type Failure, fail } from '../base/index.ts'
import type { ProvenAttestation } from './attestation-assertion.ts'
import type { Form } from './parameters.ts'

/** The header that contains the Wallet Attestation. In lower case, like all header names here. */
export const attestationHeader = 'oauth-client-attestation'
/** The header that contains the proof of possession. */
export const attestationPopHeader = 'oauth-client-attestation-pop'

/** Method of client authentication: the specification's form fields, or the two headers. */
export type ClientAuthentication = 'assertion' | 'headers'

/** The values of the two received headers. Duplicate headers arrive joined by a comma. */
export interface AttestationHeaders {
  readonly attestation: string | undefined
  readonly pop: string | undefined
}

/** Reasons to refuse authentication by headers: one is missing or duplicated, or the form has an assertion too. */
export type AttestationHeadersCode =
  | 'attestation_header_missing'
  | 'pop_header_missing'
  | 'attestation_header_duplicated'
  | 'client_assertion_unexpected'

/** Returns the method that a request uses. One of the two headers suffices for `headers`. Does not verify anything. */
export const clientAuthenticationOf = ({ attestation, pop }: AttestationHeaders): ClientAuthentication =>
  attestation === undefined && pop === undefined ? 'assertion' : 'headers'

/**
 * Returns the values of both headers. Refuses a missing or duplicated header, and a client assertion in the form. Does
 * not verify the values.
 */
export function parseAttestationHeaders(
  { attestation, pop }: AttestationHeaders,
  form: Form,
): ProvenAttestation | Failure<AttestationHeadersCode> {
  if (!attestation) return fail('attestation_header_missing', attestationHeader) // PP-41
  if (!pop) return fail('pop_header_missing', attestationPopHeader) // PP-41
  if (attestation.includes(',')) return fail('attestation_header_duplicated', attestationHeader) // PP-41
  if (pop.includes(',')) return fail('attestation_header_duplicated', attestationPopHeader) // PP-41
  const surplus = ['client_assertion', 'client_assertion_type'].find((name) => form.has(name))
  if (surplus !== undefined) return fail('client_assertion_unexpected', `form.${surplus}`) // PP-41
  return { attestation, pop }
}
