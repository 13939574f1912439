/**
 * The body of a Wallet Instance's registration: the device's key attestation, the tag of the hardware key, and the
 * challenge that both are bound to (it-wallet §Data formats).
 */
import { type Failure, fail, isJsonObject, type Json, type JsonObject } from '../base/index.ts'
import type { WalletAttestationProfile } from './profiles.ts'

/** Why a body is no registration request. A member that nobody knows is refused, too. */
export type RegistrationRequestCode = 'member_missing' | 'member_malformed' | 'tag_malformed' | 'member_unknown'

/** What a wallet registers its hardware key with, by its shape (it-wallet §Data formats). */
export interface RegistrationRequest {
  readonly challenge: string
  /** For `device-integrity/`, which has the limit on its size. */
  readonly key_attestation: string
  /** Opaque; compared as it is spelt (WP-53). */
  readonly hardware_key_tag: string
}

const memberNames = ['challenge', 'key_attestation', 'hardware_key_tag'] as const

/** Characters; the tag has a rule of its own. */
const limits: { readonly [name in (typeof memberNames)[number]]?: number } = {
  challenge: 512,
  key_attestation: 4_000_000,
}

/** Base64 of either alphabet, UUIDs and whatever else can be printed: 1 to 256 characters of ASCII (WP-53). */
export const hardwareKeyTagPattern = /^[\x20-\x7e]{1,256}$/

/** What the wallet sends. */
export const createRegistrationRequest = (request: RegistrationRequest): JsonObject => ({
  challenge: request.challenge, // WI-26
  key_attestation: request.key_attestation, // WI-26
  hardware_key_tag: request.hardware_key_tag, // WI-26
})

/**
 * Reads the parsed JSON body. Unknown members are an error here, against GEN-21 (WP-06); a profile's flags are read as what
 * they are, and say nothing (WP-86).
 */
export function parseRegistrationRequest(
  body: Json,
  { registration }: WalletAttestationProfile,
): RegistrationRequest | Failure<RegistrationRequestCode> {
  if (!isJsonObject(body)) return fail('member_malformed', 'body') // WP-05
  for (const name of memberNames) {
    const value = body[name]
    if (value === undefined) return fail('member_missing', `body.${name}`) // WP-05
    const wellFormed = typeof value === 'string' && value !== '' && value.length <= (limits[name] ?? value.length)
    if (!wellFormed) return fail('member_malformed', `body.${name}`) // WP-05
  }
  const flags = registration.flags.filter((name) => body[name] !== undefined)
  const mistyped = flags.find((name) => typeof body[name] !== 'boolean')
  if (mistyped !== undefined) return fail('member_malformed', `body.${mistyped}`) // WP-86
  const unknown = Object.keys(body).length > memberNames.length + flags.length
  if (unknown) return fail('member_unknown', 'body') // WP-06
  const { challenge, key_attestation, hardware_key_tag } = body as unknown as RegistrationRequest
  if (!hardwareKeyTagPattern.test(hardware_key_tag)) return fail('tag_malformed', 'body.hardware_key_tag') // WP-53
  return { challenge, key_attestation, hardware_key_tag }
}
