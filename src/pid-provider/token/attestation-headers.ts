/** Requests that contain a Wallet Attestation: in the two headers (D-112), or in the form (D-02, D-428). */
import type { EndpointRequest } from '../../http/index.ts'
import { type AttestationHeaders, attestationHeader, attestationPopHeader } from '../../oauth/index.ts'

/** Maximum size in bytes of a form that may contain a Wallet Attestation with its trust chain. */
export const attestedFormLimit = 131_072

/** Returns the headers of Attestation-Based Client Authentication in a request. */
export const attestationHeadersOf = (request: EndpointRequest): AttestationHeaders => ({
  attestation: request.header(attestationHeader),
  pop: request.header(attestationPopHeader),
})
