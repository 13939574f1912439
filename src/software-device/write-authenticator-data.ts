/** Writes authenticator data as App Attest does. Each knob changes one thing. */
import { concatBytes, type PublicJwk } from '../base/index.ts'
import { encodeCbor, jwkToCoseKey } from '../cose/index.ts'
import { type AppAttestEnvironment, aaguids } from '../device-integrity/index.ts'
import { sha256 } from './hardware-key.ts'

export interface AuthenticatorDataKnobs {
  readonly appId?: string
  readonly counter?: number
  /**
   * `flagged` adds the extensions of iOS 27 and their flag, `unflagged` only the extensions, `flag-only` only the flag.
   * An iPhone may send the first two. Defaults to neither.
   */
  readonly extensions?: 'flagged' | 'unflagged' | 'flag-only'
  /** Number of the extension with the distribution. Defaults to 4, the App Store. */
  readonly validationCategory?: number
  /** CFBundleVersion in the extensions. Defaults to `7`. */
  readonly bundleVersion?: string
  /** Number of additional bytes at the end. */
  readonly surplusBytes?: number
}

export interface AttestedKeyKnobs {
  readonly environment?: AppAttestEnvironment
  /** Omits the flag of an attested key. */
  readonly attestedFlagAbsent?: boolean
  readonly credentialIdOfAnother?: boolean
  readonly coseKey?: 'of-another' | 'malformed'
  /** Cuts the data off before the length of the key's identifier. */
  readonly credentialCutOff?: boolean
}

interface AttestedKeyFacts {
  readonly keyId: Uint8Array
  readonly publicJwk: PublicJwk
  readonly anotherJwk: PublicJwk
  readonly environment: AppAttestEnvironment
}

/** Returns the key's identifier: SHA-256 of the uncompressed point. In base64url it is the hardware key tag. */
export const keyIdOf = ({ x = '', y = '' }: PublicJwk): Uint8Array =>
  sha256(concatBytes([Uint8Array.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]))

interface AuthenticatorDataFacts {
  readonly appId: string
  readonly counter: number
}

/** Writes authenticator data of an assertion. */
export const writeAuthenticatorData = (facts: AuthenticatorDataFacts, knobs: AuthenticatorDataKnobs = {}): Uint8Array =>
  concatBytes([writeHead(facts, knobs), writeTail(knobs)])

/** Writes the first 37 bytes: hash of the app ID, flags and counter. Apple sets the flag 0x40 in assertions too. */
function writeHead(facts: AuthenticatorDataFacts, knobs: AuthenticatorDataKnobs & AttestedKeyKnobs): Uint8Array {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(knobs.counter ?? facts.counter)
  const isFlagged = knobs.extensions === 'flagged' || knobs.extensions === 'flag-only'
  const flags = (knobs.attestedFlagAbsent ? 0 : 0x40) | (isFlagged ? 0x80 : 0)
  return concatBytes([sha256(knobs.appId ?? facts.appId), Uint8Array.of(flags), counter])
}

/** Extensions of an iPhone with iOS 27: the version of the app, and how it was distributed (little-endian number). */
function writeExtensions({ validationCategory = 4, bundleVersion = '7' }: AuthenticatorDataKnobs): Uint8Array {
  const category = Buffer.alloc(4)
  category.writeUInt32LE(validationCategory)
  return encodeCbor(
    new Map<string, string | Uint8Array>([
      ['apple_bundle_version_01', bundleVersion],
      ['apple_validation_category_01', Uint8Array.from(category)],
    ]),
  )
}

function writeTail(knobs: AuthenticatorDataKnobs): Uint8Array {
  const hasExtensions = knobs.extensions === 'flagged' || knobs.extensions === 'unflagged'
  return concatBytes([
    hasExtensions ? writeExtensions(knobs) : new Uint8Array(),
    new Uint8Array(knobs.surplusBytes ?? 0),
  ])
}

/** Writes authenticator data of an attestation, with the key. */
export function writeAttestedAuthenticatorData(
  appId: string,
  key: AttestedKeyFacts,
  knobs: AuthenticatorDataKnobs & AttestedKeyKnobs = {},
): Uint8Array {
  const head = writeHead({ appId, counter: 0 }, knobs)
  const aaguid = Buffer.from(aaguids[knobs.environment ?? key.environment][0], 'latin1')
  const credentialId = knobs.credentialIdOfAnother ? keyIdOf(key.anotherJwk) : key.keyId
  if (knobs.credentialCutOff) return concatBytes([head, aaguid])
  return concatBytes([
    head,
    aaguid,
    Uint8Array.of(0, credentialId.length),
    credentialId,
    coseKey(key, knobs),
    writeTail(knobs),
  ])
}

function coseKey({ publicJwk, anotherJwk }: AttestedKeyFacts, knobs: AttestedKeyKnobs): Uint8Array {
  const [kty, ...rest] = jwkToCoseKey(knobs.coseKey === 'of-another' ? anotherJwk : publicJwk)
  const alg = [3, -7] as const
  return encodeCbor(new Map(kty && knobs.coseKey !== 'malformed' ? [kty, alg, ...rest] : rest))
}
