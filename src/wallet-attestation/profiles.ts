/**
 * In which words an instance is registered, and a Wallet Attestation asked for and given: data, chosen once where a
 * request is taken (D-42, ADR 14). What is proved and judged is the same in each.
 */
import { walletAttestationTypes } from './identifiers.ts'

/** One version of the wire of Wallet Attestations (ADR 14). */
export interface WalletAttestationProfile {
  readonly registration: {
    /** Members that may stand beside the three of every registration, true or false. */
    readonly flags: readonly string[]
  }
  readonly request: {
    readonly typ: string
    /** The claim that carries the challenge. */
    readonly challenge: 'challenge' | 'nonce'
    /** The `iss` of the instance, by its attested key. */
    readonly issuer: 'instance_url' | 'thumbprint'
  }
  readonly attestation: {
    readonly typ: string
    /** Whether `cnf.jwk` names itself: clients of this wire refer to the key by it. */
    readonly namesKey: boolean
    /** Whether it states what the wallet can do (WP-26). */
    readonly statesCapabilities: boolean
  }
}

/** The specification's own wire, which is the default. */
export const specificationAttestation: WalletAttestationProfile = {
  registration: { flags: [] },
  request: { typ: walletAttestationTypes.request, challenge: 'challenge', issuer: 'instance_url' },
  attestation: { typ: walletAttestationTypes.attestation, namesKey: false, statesCapabilities: true },
}

/** That of wallets of IT-Wallet 1.0 (WP-82, D-300). */
export const itWallet1Attestation: WalletAttestationProfile = {
  registration: { flags: ['is_renewal'] },
  request: { typ: walletAttestationTypes.itWallet1Request, challenge: 'nonce', issuer: 'thumbprint' },
  attestation: { typ: walletAttestationTypes.itWallet1Attestation, namesKey: true, statesCapabilities: false },
}

/** What they attest is the same: whoever is shown an attestation judges all alike (WP-85). */
export const attestationProfiles = [specificationAttestation, itWallet1Attestation]
