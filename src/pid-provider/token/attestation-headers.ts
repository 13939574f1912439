/** The two headers of Attestation-Based Client Authentication (D-112). */
import type { EndpointRequest } from '../../http/index.ts'
import { type AttestationHeaders, attestationHeader, attestationPopHeader } from '../../oauth/index.ts'

/** Returns the headers of Attestation-Based Client Authentication in a request. */
export const attestationHeadersOf = (request: EndpointRequest): AttestationHeaders => ({
  attestation: request.header(attestationHeader),
  pop: request.header(attestationPopHeader),
})
