/** Returns the two headers of attestation-based client authentication (D-112). */
import type { EndpointRequest } from '../../http/index.ts'
import { type AttestationHeaders, attestationHeader, attestationPopHeader } from '../../oauth/index.ts'

export const attestationHeadersOf = (request: EndpointRequest): AttestationHeaders => ({
  attestation: request.header(attestationHeader),
  pop: request.header(attestationPopHeader),
})
