/** The two headers by which a wallet may authenticate (D-112), for the endpoints that take them. */
import type { EndpointRequest } from '../../http/index.ts'
import { type AttestationHeaders, attestationHeader, attestationPopHeader } from '../../oauth/index.ts'

export const attestationHeadersOf = (request: EndpointRequest): AttestationHeaders => ({
  attestation: request.header(attestationHeader),
  pop: request.header(attestationPopHeader),
})
