/**
 * Requirements of a configuration on the Wallet Attestation: whether every presentation needs it, whether the wallet
 * can prove possession of the attested key, and which attested wallet levels suffice (RP-46, RP-49, RP-108).
 */
import { failed } from '../../base/index.ts'
import {
  type DcqlQuery,
  isAttestationDescriptor,
  type PresentationDefinition,
  type RequestedDefinition,
  resolveScope,
  withAttestationQuery,
  withSdJwtAttestationQuery,
} from '../../oid4vp/index.ts'
import { type ProfileName, relyingPartyWire } from '../../profiles/index.ts'

interface ResponseForms {
  readonly responseModes: readonly string[]
  readonly responseProtections: readonly string[]
}

/** Returns true if every response must be signed, with the attested key (RP-49). */
export const needsSignature = ({ responseModes, responseProtections }: ResponseForms): boolean =>
  !responseModes.includes('direct_post') && !responseProtections.includes('encrypted')

/**
 * Returns true if the wallet can prove possession of the attested key in every exchange (RP-108). The proof is the
 * signature of the response. In variant 1 (`scope`), it can also be the DPoP proof of the request for the Request
 * Object.
 */
export const provesAttestedKey = (config: ResponseForms & { readonly variants: readonly string[] }): boolean =>
  needsSignature(config) || config.variants.every((variant) => variant === 'scope')

interface RequiredLevels {
  readonly requiredWalletLevels: readonly string[]
}

/**
 * Returns true if every response needs a Wallet Attestation: for a required level of the wallet (RP-46), or for the key
 * that signs the response (RP-49).
 */
export const needsAttestation = (config: ResponseForms & RequiredLevels): boolean =>
  config.requiredWalletLevels.length > 0 || needsSignature(config)

/**
 * Returns true if the wallet's level is among the required levels, or if no level is required. `undefined` means that
 * the wallet has no attested level (RP-46).
 */
export const levelSuffices = ({ requiredWalletLevels: required }: RequiredLevels, level: string | undefined): boolean =>
  required.length === 0 || (level !== undefined && required.includes(level))

/** Returns true if the configured scope asks for a Wallet Attestation. */
export function asksAttestationByScope(config: {
  readonly scope: string
  readonly presentationDefinitions: readonly PresentationDefinition[]
}): boolean {
  const requested = resolveScope(config.scope, config.presentationDefinitions)
  return !failed(requested) && definitionAsksAttestation(requested)
}

/** Returns true if the definition of a scope asks for a Wallet Attestation. */
export const definitionAsksAttestation = ({ descriptors }: RequestedDefinition): boolean =>
  descriptors.some(isAttestationDescriptor)

/**
 * Adds the query for the Wallet Attestation in the profile's format. In a profile without attestation, returns the
 * query unchanged.
 */
export function addAttestationQuery(
  config: { readonly profile: ProfileName; readonly walletAttestationTypes: readonly string[] },
  query: DcqlQuery,
): DcqlQuery {
  const { walletAttestation } = relyingPartyWire[config.profile]
  if (walletAttestation === 'jwt') return withAttestationQuery(query)
  return walletAttestation === 'none' ? query : withSdJwtAttestationQuery(query, config.walletAttestationTypes)
}

/** Returns true if the configuration requires no wallet level, or if wallets of the profile can prove one. */
export const canProveLevels = ({
  requiredWalletLevels,
  profile,
}: RequiredLevels & { readonly profile: ProfileName }): boolean =>
  requiredWalletLevels.length === 0 || relyingPartyWire[profile].provesWalletLevel
