/**
 * The two profiles of a credential request: `specification` (a draft of OpenID4VCI) and `final` (OpenID4VCI 1.0; D-42,
 * D-312). Each has its own body and response, its own comparison with the grant, and its own answers to an invalid key
 * proof and an invalid nonce. Only `specification` requires `iss` in the key proof. All other checks and the issuance
 * are the same in both (`issue-credential.ts`).
 */
import type { Decision, Rules } from '../../base/index.ts'
import type { CredentialFormat, CredentialSupport, IssuanceProfile } from '../../oauth/index.ts'
import {
  type CredentialRequest,
  type CredentialRequestBody,
  checkCredentialGranted,
  checkFinalCredentialGranted,
  createCredentialResponse,
  createFinalCredentialResponse,
  credentialRequestProfile,
  type KeyProofCode,
  namesDraft13Configuration,
  parseCredentialRequest,
  parseFinalCredentialRequest,
} from '../../oid4vci/index.ts'
import { PP, type PpAnswer } from '../answers.ts'
import type { PushedRequest } from '../token/grant.ts'
import {
  CREDENTIAL_REQUEST_RULES,
  FINAL_CREDENTIAL_REQUEST_RULES,
  FINAL_GRANTED_RULES,
  FINAL_KEY_PROOF_RULES,
  GRANTED_RULES,
  KEY_PROOF_RULES,
} from './credential-rules.ts'

interface FreshCNonce {
  readonly c_nonce: string
  readonly c_nonce_expires_in: number
}

interface ReadCredentialRequest extends CredentialRequest {
  /** Throws a `Refusal` for a credential that was not granted, or was granted under the other profile. */
  requireGranted(granted: PushedRequest): void
}

interface CredentialProfile {
  readonly keyProofRules: Rules<KeyProofCode, PpAnswer>
  /** True if a key proof must name its client in `iss` (D-379). */
  readonly proofNamesClient: boolean
  readonly invalidProof: (fresh: FreshCNonce) => PpAnswer
  readonly invalidNonce: (fresh: FreshCNonce) => PpAnswer
  readonly read: (
    decision: Decision<PpAnswer>,
    body: CredentialRequestBody,
    support: CredentialSupport,
    adaptAnswer: (answer: PpAnswer) => PpAnswer,
  ) => ReadCredentialRequest
  readonly respond: (format: CredentialFormat, credential: string, fresh: FreshCNonce) => object
}

/** Adds a new c_nonce to an answer, and tells the wallet so (PP-99, PP-205). */
const withNonce =
  (answer: PpAnswer) =>
  (fresh: FreshCNonce): PpAnswer => ({
    ...answer,
    members: { ...fresh },
    consequence: 'This answer has a new c_nonce.',
  })

const specification: CredentialProfile = {
  keyProofRules: KEY_PROOF_RULES,
  proofNamesClient: true,
  invalidProof: withNonce(PP.invalidProof), // PP-99
  invalidNonce: withNonce(PP.invalidProof), // PP-99
  read: (decision, body, support, adaptAnswer) => {
    const request = decision.checkNow(
      CREDENTIAL_REQUEST_RULES,
      () => parseCredentialRequest(body, support),
      adaptAnswer,
    )
    return {
      ...request,
      requireGranted: (granted) => decision.checkNow(GRANTED_RULES, () => checkCredentialGranted(request, granted)),
    }
  },
  respond: (format, credential, fresh) => createCredentialResponse({ format, credential, ...fresh }),
}

const final: CredentialProfile = {
  keyProofRules: FINAL_KEY_PROOF_RULES,
  proofNamesClient: false,
  invalidProof: () => PP.invalidProof,
  invalidNonce: () => PP.invalidNonce,
  read: (decision, body, support, adaptAnswer) => {
    const request = decision.checkNow(
      FINAL_CREDENTIAL_REQUEST_RULES,
      () => parseFinalCredentialRequest(body, support),
      adaptAnswer,
    )
    return {
      ...request,
      requireGranted: (granted) =>
        decision.checkNow(FINAL_GRANTED_RULES, () => checkFinalCredentialGranted(request, granted)),
    }
  },
  respond: (_format, credential) => createFinalCredentialResponse(credential),
}

/** The final profile for a configuration of D13. Also has the members of D13, which has no nonce endpoint (D-312). */
const finalByDraft13: CredentialProfile = {
  ...final,
  invalidProof: withNonce(PP.invalidProof), // PP-99
  invalidNonce: withNonce(PP.invalidNonce), // PP-205
  respond: (format, credential, fresh) => ({
    ...createFinalCredentialResponse(credential),
    ...createCredentialResponse({ format, credential, ...fresh }), // PP-205
  }),
}

const profiles: Readonly<Record<IssuanceProfile, CredentialProfile>> = { specification, final }

/** Returns the profile of the body. `requireGranted` checks that the flow began in this profile. */
export function credentialProfileOf(body: CredentialRequestBody, support: CredentialSupport): CredentialProfile {
  const profile = profiles[credentialRequestProfile(body)]
  return profile === final && namesDraft13Configuration(body, support) ? finalByDraft13 : profile
}
