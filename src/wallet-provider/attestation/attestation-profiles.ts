/**
 * The two profiles of attestation issuance (D-42, D-300). They differ in the endpoint, the location of the assertion in
 * the body, and the names in the request and the attestation. Checks and records are the same in both
 * (`issue-wallet-attestation.ts`).
 */
import type { Decision, JsonObject } from '../../base/index.ts'
import { grantTypeJwtBearer } from '../../oauth/index.ts'
import {
  itWallet1Attestation,
  specificationAttestation,
  type WalletAttestationProfile,
} from '../../wallet-attestation/index.ts'
import { WP, type WpAnswer } from '../answers.ts'

/** Differences between the profiles, for a request with this type of body. */
export interface IssuanceProfile<Body> {
  /** Name of the endpoint in the decision log. */
  readonly surface: string
  /** Names of the members in the request and the attestation. */
  readonly wireProfile: WalletAttestationProfile
  /** Returns the assertion, unparsed. Throws a `Refusal` if the body lacks it or has a wrong parameter. */
  readonly readAssertion: (decision: Decision<WpAnswer>, body: Body) => string
}

/** Issuance with the parameters of a token request. */
export const specificationIssuance: IssuanceProfile<ReadonlyMap<string, string>> = {
  surface: 'wallet-provider/token',
  wireProfile: specificationAttestation,
  readAssertion: (decision, form) => {
    const at = 'form.grant_type'
    const grantType = decision.found('WP-14', WP.missingParameter, form.get('grant_type'), 'grant_type_missing', at)
    const evidence = { expected: grantTypeJwtBearer, found: grantType }
    const isSupported = grantType === grantTypeJwtBearer
    decision.that('WP-14', WP.unsupportedGrantType, isSupported, 'grant_type_unsupported', at, evidence)
    return decision.found('WP-14', WP.missingParameter, form.get('assertion'), 'assertion_missing', 'form.assertion')
  },
}

/** Issuance with a JSON body. Reads no member but `assertion`. */
export const itWallet1Issuance: IssuanceProfile<JsonObject> = {
  surface: 'wallet-provider/wallet-attestations',
  wireProfile: itWallet1Attestation,
  readAssertion: (decision, body) => {
    const assertion = decision.found('WP-81', WP.malformed, body.assertion, 'assertion_missing', 'body.assertion')
    const isText = typeof assertion === 'string' && assertion !== ''
    decision.that('WP-81', WP.malformed, isText, 'assertion_malformed', 'body.assertion')
    return assertion as string
  },
}
