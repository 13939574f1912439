/**
 * Error answers of the credential endpoint (OpenID4VCI D13 §7.3.1.2, 1.0 §8.3.1.2). `oauth/answers.ts` contains the
 * endpoint's OAuth errors (DPoP, token).
 */
import type { Answer } from '../base/index.ts'

/** Error answers of the credential endpoint, by name. `error` is the error code on the wire. */
export const OID4VCI = {
  invalidCredentialRequest: {
    status: 400,
    error: 'invalid_credential_request',
    text: 'The credential request is malformed or asks for something that was not granted.',
  },
  unsupportedCredentialType: {
    status: 400,
    error: 'unsupported_credential_type',
    text: 'This type of credential is not issued.',
  },
  unsupportedCredentialFormat: {
    status: 400,
    error: 'unsupported_credential_format',
    text: 'This format of credential is not issued.',
  },
  /** The PID Provider adds a new `c_nonce` and `c_nonce_expires_in` (PP-99). */
  invalidProof: { status: 400, error: 'invalid_proof', text: 'The key proof is not valid.' },
  /** Only in the final profile (OpenID4VCI 1.0 §8.3.1.2). */
  invalidNonce: { status: 400, error: 'invalid_nonce', text: 'The c_nonce of the key proof is not valid.' },
  /** Only in the final profile (OpenID4VCI 1.0 §8.3.1.2). */
  unknownCredentialConfiguration: {
    status: 400,
    error: 'unknown_credential_configuration',
    text: 'There is no such credential configuration.',
  },
  /** Only in the final profile (OpenID4VCI 1.0 §8.3.1.2). */
  unknownCredentialIdentifier: {
    status: 400,
    error: 'unknown_credential_identifier',
    text: 'No such credential was granted.',
  },
  invalidEncryptionParameters: {
    status: 400,
    error: 'invalid_encryption_parameters',
    text: 'Encrypted credential responses are not supported.',
  },
  credentialRequestDenied: {
    status: 400,
    error: 'credential_request_denied',
    text: 'The credential is not issued to this wallet.',
  },
} as const satisfies Record<string, Answer>
