/**
 * A simulated iPhone: a hardware key with the App Attest counter of a simulated Secure Enclave (DIS-08), its
 * attestation, and an assertion for each client data. Without knobs the evidence is genuine. A knob makes one part of
 * the evidence deviate (DIS-07).
 */
import { type KeyObject, sign, type webcrypto } from 'node:crypto'
import { concatBytes, encodeBase64url, type PublicJwk } from '../base/index.ts'
import { encodeCbor } from '../cose/index.ts'
import type { AppAttestEnvironment } from '../device-integrity/index.ts'
import type { Assertion } from './android-device.ts'
import type { AppleAuthorities } from './apple-authority.ts'
import { type AppleKeyAttestationKnobs, createAppleKeyAttestation } from './apple-key-attestation.ts'
import type { AuthorityContext } from './authority.ts'
import { type CborKnobs, writeCborMap } from './cbor-map.ts'
import { openPrivateKey, publicJwkOf, sha256 } from './hardware-key.ts'
import { type AuthenticatorDataKnobs, keyIdOf, writeAuthenticatorData } from './write-authenticator-data.ts'

/** The wallet app on a simulated iPhone. */
export interface AppleApp {
  /** `<team>.<bundle>`. */
  readonly appId: string
}

/** Options of a simulated iPhone. */
export interface AppleDeviceOptions {
  /** Defaults to `production`. */
  readonly environment?: AppAttestEnvironment
}

/** Forms and faults of an assertion. */
export interface AppleAssertionKnobs extends AuthenticatorDataKnobs, CborKnobs {
  /** Two members, split by the app (the default), or the whole CBOR object that the operating system returns. */
  readonly form?: 'split' | 'whole'
  /** Increment of the counter. Defaults to 1. 0 repeats the last value. A negative number restores an earlier value. */
  readonly counterStep?: number
  /** Encoding of the signature in the split form. Defaults to `der`, and the alphabet to `base64`. */
  readonly encoding?: 'der' | 'raw'
  readonly alphabet?: 'base64' | 'base64url'
  /** Signs with a new key instead of the hardware key. */
  readonly signedByAnother?: boolean
  /** Whole form: `hardware_signature` is a second signature of the same data. */
  readonly signedTwice?: boolean
  /** Whole form: omitted member of the object. */
  readonly omitted?: 'signature' | 'authenticatorData'
}

/** A simulated iPhone. */
export interface AppleDevice {
  readonly platform: 'apple'
  /** Identifier of the key in base64url. */
  readonly hardwareKeyTag: string
  readonly publicJwk: PublicJwk
  /** Returns the value of `key_attestation` for a challenge. */
  keyAttestation(challenge: string, knobs?: AppleKeyAttestationKnobs): Promise<string>
  /** Creates an assertion. `clientData` is the text, not its hash. */
  assertion(clientData: string, knobs?: AppleAssertionKnobs): Promise<Assertion>
  /** Returns the current state, including the counter. Contains the private key. */
  save(): SavedAppleDevice
}

/** A saved device. */
export interface SavedAppleDevice {
  readonly environment: AppAttestEnvironment
  readonly hardwareKey: webcrypto.JsonWebKey
  /** Counter of the last assertion. 0 before the first. */
  readonly counter: number
}

/** Authorities of the device's vendor. */
export interface AppleDeviceContext extends AuthorityContext {
  readonly authorities: AppleAuthorities
  readonly app: AppleApp
}

/** Creates an iPhone with a new hardware key, or with a saved key and counter. */
export function createAppleDevice(
  ctx: AppleDeviceContext,
  { environment = 'production', ...saved }: AppleDeviceOptions & Partial<SavedAppleDevice> = {},
): AppleDevice {
  const { authorities, app } = ctx
  const hardwareKey = openPrivateKey(saved.hardwareKey)
  const publicJwk = publicJwkOf(hardwareKey)
  let counter = saved.counter ?? 0
  return {
    platform: 'apple',
    hardwareKeyTag: encodeBase64url(keyIdOf(publicJwk)),
    publicJwk,
    keyAttestation: async (challenge, knobs) =>
      createAppleKeyAttestation(ctx, { authorities, hardwareKey, environment, challenge, ...app }, knobs),
    assertion: async (clientData, knobs = {}) => {
      counter = Math.max(0, counter + (knobs.counterStep ?? 1))
      const authenticatorData = writeAuthenticatorData({ ...app, counter }, knobs)
      return knobs.form === 'whole'
        ? wholeAssertion(hardwareKey, authenticatorData, clientData, knobs)
        : splitAssertion(hardwareKey, authenticatorData, clientData, knobs)
    },
    save: () => ({ environment, hardwareKey: hardwareKey.export({ format: 'jwk' }), counter }),
  }
}

/** Returns the two members of App Attest's assertion object separately, as apps send them. */
function splitAssertion(
  hardwareKey: KeyObject,
  authenticatorData: Uint8Array,
  clientData: string,
  knobs: AppleAssertionKnobs,
): Assertion {
  return {
    hardware_signature: encode(signNonce(hardwareKey, authenticatorData, clientData, knobs), knobs),
    integrity_assertion: encode(authenticatorData, knobs),
  }
}

function wholeAssertion(
  hardwareKey: KeyObject,
  authenticatorData: Uint8Array,
  clientData: string,
  knobs: AppleAssertionKnobs,
): Assertion {
  const signature = signNonce(hardwareKey, authenticatorData, clientData, { ...knobs, encoding: 'der' })
  const hardwareSignature = knobs.signedTwice ? signNonce(hardwareKey, authenticatorData, clientData, knobs) : signature
  const members = [
    ['signature', encodeCbor(signature)],
    ['authenticatorData', encodeCbor(authenticatorData)],
  ] as const
  const object = writeCborMap(
    members.filter(([name]) => name !== knobs.omitted),
    knobs,
  )
  return { hardware_signature: encode(hardwareSignature, knobs), integrity_assertion: encode(object, knobs) }
}

/** Signs the nonce with ECDSA and SHA-256. The nonce is itself a SHA-256 hash. */
function signNonce(
  hardwareKey: KeyObject,
  authenticatorData: Uint8Array,
  clientData: string,
  { signedByAnother, encoding }: AppleAssertionKnobs,
): Uint8Array {
  const nonce = sha256(concatBytes([authenticatorData, sha256(clientData)]))
  const key = signedByAnother ? openPrivateKey() : hardwareKey
  return sign('sha256', nonce, { key, dsaEncoding: encoding === 'raw' ? 'ieee-p1363' : 'der' })
}

const encode = (bytes: Uint8Array, { alphabet }: AppleAssertionKnobs): string =>
  alphabet === 'base64url' ? encodeBase64url(bytes) : Buffer.from(bytes).toString('base64')
