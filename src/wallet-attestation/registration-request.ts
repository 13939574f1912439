/**
 * Body of a Wallet Instance's registration: key attestation of the device, tag of the hardware key, and the challenge
 * that binds them (it-wallet §Data formats).
 */
import { type Failure, fail, isJsonObject, type Json, type JsonObject } from '../base/index.ts'
import { isFilledText } from './claim-checks.ts'
import type { WalletAttestationProfile } from './profiles.ts'

/** Reasons to refuse a registration request. Unknown members are refused. */
export type RegistrationRequestCode = 'member_missing' | 'member_malformed' | 'tag_malformed' | 'member_unknown'

/** A parsed registration request (it-wallet §Data formats). */
export interface RegistrationRequest {
  readonly challenge: string
  /** Text that is not empty. `device-integrity/`, not this parser, refuses more than 96,000 characters. */
  readonly key_attestation: string
  /** Opaque. Compared exactly (WP-53). */
  readonly hardware_key_tag: string
}

const memberNames = ['challenge', 'key_attestation', 'hardware_key_tag'] as const

const maximumChallengeLength = 512

/** Form of a hardware key tag: 1 to 256 printable ASCII characters, such as base64 texts and UUIDs (WP-53). */
export const hardwareKeyTagPattern = /^[\x20-\x7e]{1,256}$/

/** Creates the body that the wallet sends. */
export const createRegistrationRequest = (request: RegistrationRequest): JsonObject => ({
  challenge: request.challenge, // WI-26
  key_attestation: request.key_attestation, // WI-26
  hardware_key_tag: request.hardware_key_tag, // WI-26
})

/**
 * Parses the JSON body. Refuses members that are neither required nor a flag of the profile (WP-06). This is an
 * exception to GEN-21. Checks that each flag is a boolean, and ignores its value (WP-86).
 */
export function parseRegistrationRequest(
  body: Json,
  { registration }: WalletAttestationProfile,
): RegistrationRequest | Failure<RegistrationRequestCode> {
  if (!isJsonObject(body)) return fail('member_malformed', 'body') // WP-05
  for (const name of memberNames) {
    const value = body[name]
    if (value === undefined) return fail('member_missing', `body.${name}`) // WP-05
    const isTooLong = name === 'challenge' && String(value).length > maximumChallengeLength
    if (!isFilledText(value) || isTooLong) return fail('member_malformed', `body.${name}`) // WP-05
  }
  const flags = registration.flags.filter((name) => body[name] !== undefined)
  const mistypedFlag = flags.find((name) => typeof body[name] !== 'boolean')
  if (mistypedFlag !== undefined) return fail('member_malformed', `body.${mistypedFlag}`) // WP-86
  const permittedNames: readonly string[] = [...memberNames, ...flags]
  const unknownName = Object.keys(body).find((name) => !permittedNames.includes(name))
  if (unknownName !== undefined) return fail('member_unknown', `body.${unknownName}`) // WP-06
  const { challenge, key_attestation, hardware_key_tag } = body as unknown as RegistrationRequest
  if (!hardwareKeyTagPattern.test(hardware_key_tag)) return fail('tag_malformed', 'body.hardware_key_tag') // WP-53
  return { challenge, key_attestation, hardware_key_tag }
}
