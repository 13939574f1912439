/** Size of an Authorization Response, derived from the largest credentials that a wallet accepts (D-1130). */
import { mdocLimit } from '../../mdoc/index.ts'
import { sdJwtLimit } from '../../sd-jwt/index.ts'

const base64urlLength = (bytes: number): number => Math.ceil((bytes * 4) / 3)

/** Bytes that a presentation adds to a credential: the Key Binding JWT, or the device signature and the envelope. */
const proofBytes = 4096
const presentationLength = Math.max(base64urlLength(mdocLimit + proofBytes), sdJwtLimit + proofBytes)

/** Number of credentials of the largest size in one encrypted response. */
const largestPresentations = 2
/** Characters for the Wallet Attestation with its trust chain, and for the other members. */
const furtherLength = 65_536
/** Characters for the other parts of the JWE, and for the names in the form. */
const envelopeLength = 8192

/**
 * Maximum size of a response in bytes: about 1 MB. Applies to the body, and to the JWE, the JWT and the JSON in it. An
 * encrypted response can contain two credentials of the largest size, a signed and encrypted one can contain one.
 */
export const responseSizeLimit: number =
  base64urlLength(largestPresentations * presentationLength + furtherLength) + envelopeLength
