/**
 * Writes authenticator data as App Attest does, with each member open to being wrong.
 */
import { createHash } from 'node:crypto'
import { concatBytes, type PublicJwk } from '../base/index.ts'
import { encodeCbor, jwkToCoseKey } from '../cose/index.ts'
import { type AppAttestEnvironment, aaguids } from '../device-integrity/index.ts'

export interface AuthenticatorDataKnobs {
  readonly appId?: string
  readonly counter?: number
  /** Bytes after the end. */
  readonly surplusBytes?: number
}

export interface AttestedKeyKnobs {
  readonly environment?: AppAttestEnvironment
  /** The flag that says that a key follows. */
  readonly attestedFlagAbsent?: boolean
  readonly credentialIdOfAnother?: boolean
  readonly coseKey?: 'of-another' | 'malformed'
  /** Ends before the key's identifier does. */
  readonly credentialCutOff?: boolean
}

export interface AttestedKeyFacts {
  readonly keyId: Uint8Array
  readonly publicJwk: PublicJwk
  readonly anotherJwk: PublicJwk
  readonly environment: AppAttestEnvironment
}

const sha256 = (data: Uint8Array | string): Uint8Array => createHash('sha256').update(data).digest()

/** SHA-256 of the uncompressed point. */
export const keyIdOf = ({ x = '', y = '' }: PublicJwk): Uint8Array =>
  sha256(concatBytes([Uint8Array.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]))

/** The 37 bytes of an assertion. */
export function writeAuthenticatorData(
  facts: { readonly appId: string; readonly counter: number },
  knobs: AuthenticatorDataKnobs = {},
  flags = 0x40,
): Uint8Array {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(knobs.counter ?? facts.counter)
  const surplus = new Uint8Array(knobs.surplusBytes ?? 0)
  return concatBytes([sha256(knobs.appId ?? facts.appId), Uint8Array.of(flags), counter, surplus])
}

/** An attestation's, with the key. */
export function writeAttestedAuthenticatorData(
  appId: string,
  key: AttestedKeyFacts,
  { surplusBytes = 0, ...knobs }: AuthenticatorDataKnobs & AttestedKeyKnobs = {},
): Uint8Array {
  const head = writeAuthenticatorData({ appId, counter: 0 }, knobs, knobs.attestedFlagAbsent ? 0 : 0x40)
  const aaguid = Buffer.from(aaguids[knobs.environment ?? key.environment], 'latin1')
  const credentialId = knobs.credentialIdOfAnother ? keyIdOf(key.anotherJwk) : key.keyId
  if (knobs.credentialCutOff) return concatBytes([head, aaguid])
  return concatBytes([
    head,
    aaguid,
    Uint8Array.of(0, credentialId.length),
    credentialId,
    coseKey(key, knobs),
    new Uint8Array(surplusBytes),
  ])
}

function coseKey({ publicJwk, anotherJwk }: AttestedKeyFacts, knobs: AttestedKeyKnobs): Uint8Array {
  const [kty, ...rest] = jwkToCoseKey(knobs.coseKey === 'of-another' ? anotherJwk : publicJwk)
  const alg = [3, -7] as const
  return encodeCbor(new Map(kty && knobs.coseKey !== 'malformed' ? [kty, alg, ...rest] : rest))
}
