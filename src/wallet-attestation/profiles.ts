/**
 * Profiles of registration, attestation request and attestation, as data. The profile is selected once, when a request
 * arrives (D-42, ADR 14). The checks are the same in each profile.
 */
import { walletAttestationTypes } from './identifiers.ts'

/** One version of the wire format (ADR 14). */
export interface WalletAttestationProfile {
  readonly registration: {
    /** Optional boolean members of a registration. */
    readonly flags: readonly string[]
  }
  readonly request: {
    readonly typ: string
    /** Name of the claim that contains the challenge. */
    readonly challenge: 'challenge' | 'nonce'
    /** Form of the instance's `iss`. */
    readonly issuer: 'instance_url' | 'thumbprint'
  }
  readonly attestation: {
    readonly typ: string
    /** True if `cnf.jwk` contains a `kid`, by which clients of this profile refer to the key. */
    readonly namesKey: boolean
    /** True if the attestation contains the wallet's capabilities (WP-26). */
    readonly statesCapabilities: boolean
  }
}

/** The profile of the specification (it-wallet). The default. */
export const specificationAttestation: WalletAttestationProfile = {
  registration: { flags: [] },
  request: { typ: walletAttestationTypes.request, challenge: 'challenge', issuer: 'instance_url' },
  attestation: { typ: walletAttestationTypes.attestation, namesKey: false, statesCapabilities: true },
}

/** Profile of IT-Wallet 1.0 wallets (WP-82, D-300). */
export const itWallet1Attestation: WalletAttestationProfile = {
  registration: { flags: ['is_renewal'] },
  request: { typ: walletAttestationTypes.itWallet1Request, challenge: 'nonce', issuer: 'thumbprint' },
  attestation: { typ: walletAttestationTypes.itWallet1Attestation, namesKey: true, statesCapabilities: false },
}

/** All profiles. A verifier accepts each of them (WP-85). */
export const attestationProfiles = [specificationAttestation, itWallet1Attestation]
