/**
 * What a wallet says it can do: in its attestation request, and from there in its attestation (WP-57, WP-72).
 */
import { isJsonObject, type Json, type JsonObject } from '../base/index.ts'

export interface WalletCapabilities {
  /** Universal link or custom scheme. */
  readonly authorization_endpoint: string
  readonly response_types_supported: readonly string[]
  readonly response_modes_supported: readonly string[]
  /** Such as `{"dc+sd-jwt": {"sd-jwt_alg_values": ["ES256"]}}`. */
  readonly vp_formats_supported: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly request_object_signing_alg_values_supported: readonly string[]
}

const areNames = (value: Json): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string' && name !== '')

const areFormats = (value: Json): boolean =>
  isJsonObject(value) &&
  Object.entries(value).every(([format, algorithms]) => format !== '' && isJsonObject(algorithms))

/** By hand and not by a schema: every request for an attestation has them all. */
export const capabilityChecks: { readonly [name in keyof WalletCapabilities]: (value: Json) => boolean } = {
  authorization_endpoint: (value) => typeof value === 'string' && URL.canParse(value),
  response_types_supported: areNames,
  response_modes_supported: areNames,
  vp_formats_supported: areFormats,
  request_object_signing_alg_values_supported: areNames,
}

export const capabilityNames = Object.keys(capabilityChecks) as readonly (keyof WalletCapabilities)[]

/** The first that is of another type than it must be. One that is absent is filled in by the Wallet Provider. */
export function malformedCapability(source: JsonObject): keyof WalletCapabilities | undefined {
  for (const name of capabilityNames) {
    const value = source[name]
    if (value !== undefined && !capabilityChecks[name](value)) return name
  }
  return undefined
}

/** Those that are there, without what stands beside them. */
export function pickCapabilities(source: JsonObject | Partial<WalletCapabilities>): Partial<WalletCapabilities> {
  const picked: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(source))
    if (value !== undefined && Object.hasOwn(capabilityChecks, name)) picked[name] = value
  return picked
}
