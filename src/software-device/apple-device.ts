/**
 * One simulated iPhone: a hardware key whose App Attest counter the simulated Secure Enclave keeps (DIS-08), its
 * attestation, and an assertion for each client data. Honest by default; knobs make each single fault (DIS-07).
 */
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { concatBytes, encodeBase64url, type PublicJwk } from '../base/index.ts'
import { encodeCbor } from '../cose/index.ts'
import type { AppAttestEnvironment } from '../device-integrity/index.ts'
import type { AuthorityContext } from './android-authority.ts'
import type { Assertion } from './android-device.ts'
import type { AppleAuthorities } from './apple-authority.ts'
import { type AppleKeyAttestationKnobs, createAppleKeyAttestation, publicJwkOf } from './apple-key-attestation.ts'
import { type AuthenticatorDataKnobs, keyIdOf, writeAuthenticatorData } from './authenticator-data-record.ts'
import { type CborKnobs, writeCborMap } from './cbor-map.ts'

/** The wallet app on a simulated iPhone. */
export interface AppleApp {
  /** `<team>.<bundle>`. */
  readonly appId: string
}

/** Which iPhone is simulated. */
export interface AppleDeviceOptions {
  readonly environment?: AppAttestEnvironment
}

/** In what an assertion is other than that of an honest iPhone. */
export interface AppleAssertionKnobs extends AuthenticatorDataKnobs, CborKnobs {
  /** As apps split it, or the vendor's CBOR object in one piece. */
  readonly form?: 'split' | 'whole'
  /** By how much the counter goes on: 1 when honest, 0 for the same again, less for a state that was put back. */
  readonly counterStep?: number
  /** Of the split form. */
  readonly encoding?: 'der' | 'raw'
  readonly alphabet?: 'base64' | 'base64url'
  readonly signedByAnother?: boolean
  /** Whole form: `hardware_signature` is another signature of the same key over the same. */
  readonly signedTwice?: boolean
  /** Whole form: what is left out of the object. */
  readonly omitted?: 'signature' | 'authenticatorData'
}

/** A simulated iPhone. */
export interface AppleDevice {
  readonly platform: 'apple'
  /** The key's identifier, base64url. */
  readonly hardwareKeyTag: string
  readonly publicJwk: PublicJwk
  keyAttestation(challenge: string, knobs?: AppleKeyAttestationKnobs): Promise<string>
  /** `clientData` is the text, not its hash. */
  assertion(clientData: string, knobs?: AppleAssertionKnobs): Promise<Assertion>
  /** As it is now: the counter goes on with each assertion. Holds the private key. */
  save(): SavedAppleDevice
}

/** A device as it is kept. */
export interface SavedAppleDevice {
  readonly environment: AppAttestEnvironment
  readonly hardwareKey: JsonWebKey
  /** Of the last assertion; 0 before the first. */
  readonly counter: number
}

/** Whose simulated iPhone it is: the vendor's authorities. */
export interface AppleDeviceContext extends AuthorityContext {
  readonly authorities: AppleAuthorities
  readonly app: AppleApp
}

/** Makes an iPhone with a new hardware key, or the one that was saved, with its counter. */
export function createAppleDevice(
  ctx: AppleDeviceContext,
  { environment = 'production', ...kept }: AppleDeviceOptions & Partial<SavedAppleDevice> = {},
): AppleDevice {
  const { authorities, app } = ctx
  const hardwareKey = kept.hardwareKey
    ? createPrivateKey({ key: kept.hardwareKey, format: 'jwk' })
    : generateHardwareKey()
  const publicJwk = publicJwkOf(hardwareKey)
  let counter = kept.counter ?? 0
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

const generateHardwareKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

/** What apps make of the vendor's object: its two members, apart. */
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
  const apart = knobs.signedTwice ? signNonce(hardwareKey, authenticatorData, clientData, knobs) : signature
  const members = [
    ['signature', encodeCbor(signature)],
    ['authenticatorData', encodeCbor(authenticatorData)],
  ] as const
  const object = writeCborMap(
    members.filter(([name]) => name !== knobs.omitted),
    knobs,
  )
  return { hardware_signature: encode(apart, knobs), integrity_assertion: encode(object, knobs) }
}

/** ECDSA with SHA-256 over the nonce, which is a SHA-256 itself. */
function signNonce(
  hardwareKey: KeyObject,
  authenticatorData: Uint8Array,
  clientData: string,
  { signedByAnother, encoding }: AppleAssertionKnobs,
): Uint8Array {
  const nonce = sha256(concatBytes([authenticatorData, sha256(clientData)]))
  const key = signedByAnother ? generateHardwareKey() : hardwareKey
  return sign('sha256', nonce, { key, dsaEncoding: encoding === 'raw' ? 'ieee-p1363' : 'der' })
}

const encode = (bytes: Uint8Array, { alphabet }: AppleAssertionKnobs): string =>
  alphabet === 'base64url' ? encodeBase64url(bytes) : Buffer.from(bytes).toString('base64')

const sha256 = (data: Uint8Array | string): Uint8Array => createHash('sha256').update(data).digest()
