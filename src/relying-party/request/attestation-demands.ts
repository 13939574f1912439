/**
 * What a configuration demands of the Wallet Attestation, by its settings alone: whether a presentation holds without it,
 * whether its key proves itself, and whether a level suffices (RP-46, RP-49, RP-108).
 */
import { failed } from '../../base/index.ts'
import {
  asksAttestation,
  type PresentationDefinition,
  type RequestedDefinition,
  resolveScope,
} from '../../oid4vp/index.ts'

interface ResponseForms {
  readonly responseModes: readonly string[]
  readonly responseProtections: readonly string[]
}

/** Whether every response has to be signed, which is done with the attested key (RP-49). */
export const needsSignature = ({ responseModes, responseProtections }: ResponseForms): boolean =>
  !responseModes.includes('direct_post') && !responseProtections.includes('encrypted')

/** Whether the attested key proves itself in each exchange: at the fetch of variant 1 or by the response (RP-108). */
export const provesAttestedKey = (config: ResponseForms & { readonly variants: readonly string[] }): boolean =>
  needsSignature(config) || config.variants.every((variant) => variant === 'scope')

interface RequiredLevels {
  readonly requiredWalletLevels: readonly string[]
}

/** Whether no response holds without a Wallet Attestation: it states the level (RP-46) and the key of a signature (RP-49). */
export const needsAttestation = (config: ResponseForms & RequiredLevels): boolean =>
  config.requiredWalletLevels.length > 0 || needsSignature(config)

/** Whether this level, `undefined` where nothing attests one, is among those required (RP-46). */
export const levelSuffices = ({ requiredWalletLevels: required }: RequiredLevels, level: string | undefined): boolean =>
  required.length === 0 || (level !== undefined && required.includes(level))

/** Whether the configured scope has to be answered with a Wallet Attestation, too. */
export function asksAttestationByScope(config: {
  readonly scope: string
  readonly presentationDefinitions: readonly PresentationDefinition[]
}): boolean {
  const requested = resolveScope(config.scope, config.presentationDefinitions)
  return !failed(requested) && definitionAsksAttestation(requested)
}

/** Whether what a scope names has to be answered with a Wallet Attestation, too. */
export const definitionAsksAttestation = ({ descriptors }: RequestedDefinition): boolean =>
  descriptors.some(({ format }) => asksAttestation(Object.keys(format ?? {})))
