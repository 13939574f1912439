/**
 * What a wallet says it can do: in its attestation request, and from there in its attestation (WP-57, WP-72).
 */
import { z } from 'zod'

const names = z.array(z.string().min(1)).nonempty()

/** Members that are absent are filled by the Wallet Provider. */
export const capabilityMembers = {
  authorization_endpoint: z
    .string()
    .refine((text) => URL.canParse(text))
    .optional(),
  response_types_supported: names.optional(),
  response_modes_supported: names.optional(),
  vp_formats_supported: z.record(z.string().min(1), z.looseObject({})).optional(),
  request_object_signing_alg_values_supported: names.optional(),
}

export interface WalletCapabilities {
  /** Universal link or custom scheme. */
  readonly authorization_endpoint: string
  readonly response_types_supported: readonly string[]
  readonly response_modes_supported: readonly string[]
  /** Such as `{"dc+sd-jwt": {"sd-jwt_alg_values": ["ES256"]}}`. */
  readonly vp_formats_supported: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly request_object_signing_alg_values_supported: readonly string[]
}

export const capabilityNames = Object.keys(capabilityMembers) as readonly (keyof WalletCapabilities)[]
