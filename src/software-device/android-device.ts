/**
 * A simulated Android phone: a hardware key, its key attestation, and an assertion for each client data. Without knobs
 * the evidence is genuine. A knob makes one part of the evidence deviate (DIS-07).
 */
import { type KeyObject, sign, type webcrypto } from 'node:crypto'
import { type CryptoContext, encodeBase64url, type PublicJwk, randomUuid } from '../base/index.ts'
import { parseCertificate } from '../x509/index.ts'
import type { AndroidAuthorities } from './android-authority.ts'
import { createAttester, createKeyAttestation, type KeyAttestationKnobs } from './android-key-attestation.ts'
import type { AuthorityContext } from './authority.ts'
import { openPrivateKey, publicJwkOf } from './hardware-key.ts'
import { createPlayToken, type PlayAppKeys, type PlayKnobs } from './play-token.ts'

/** Options of a simulated Android phone. */
export interface AndroidDeviceOptions {
  /** Origin of the phone's attestation certificate: remote provisioning by the vendor (the default), or the factory. */
  readonly provisioning?: 'remote' | 'factory'
  /** Keeps keys in a separate chip (StrongBox) instead of the trusted execution environment. Defaults to false. */
  readonly strongBox?: boolean
}

/** The wallet app on a simulated Android phone. */
export interface AndroidApp {
  readonly packageName: string
  /** Android `versionCode`. */
  readonly version: number
  /** SHA-256 of the signing certificate, lower-case hexadecimal. */
  readonly certificateDigest: string
}

/** Forms and faults of the hardware signature. Without knobs the signature is genuine. */
export interface HardwareSignatureKnobs {
  /** Signed data: the client data (the default), or the 32 bytes of its SHA-256 (WP-21). */
  readonly reading?: 'client_data' | 'client_data_hash'
  /** Encoding of the signature. Defaults to `der`, and the alphabet to `base64`. */
  readonly encoding?: 'der' | 'raw'
  readonly alphabet?: 'base64' | 'base64url'
  /** Signs with a new key instead of the hardware key. */
  readonly signedByAnother?: boolean
}

/** Forms and faults of an assertion. */
export interface AssertionKnobs {
  readonly signature?: HardwareSignatureKnobs
  readonly play?: PlayKnobs
}

/** Evidence of one attestation request, as on the wire. */
export interface Assertion {
  readonly hardware_signature: string
  readonly integrity_assertion: string
}

/** A simulated Android phone. */
export interface SoftwareDevice {
  readonly platform: 'android'
  readonly hardwareKeyTag: string
  readonly publicJwk: PublicJwk
  /** Serial of the device's attestation certificate, in hexadecimal. The vendor can revoke the certificate. */
  readonly attesterSerial: string
  /** Returns the value of `key_attestation` for a challenge. */
  keyAttestation(challenge: string, knobs?: KeyAttestationKnobs): Promise<string>
  /** Creates an assertion. `clientData` is the text, not its hash. */
  assertion(clientData: string, knobs?: AssertionKnobs): Promise<Assertion>
  /** Returns the state for saving. Contains the private key. */
  save(): SavedDevice
}

/** A saved device, without its attestation certificate: a restored device gets a new one, as a real device does. */
export interface SavedDevice extends AndroidDeviceOptions {
  readonly hardwareKeyTag: string
  readonly hardwareKey: webcrypto.JsonWebKey
}

/** Authorities and keys of the device's vendor. */
export interface AndroidDeviceContext extends AuthorityContext, CryptoContext {
  readonly authorities: AndroidAuthorities
  readonly app: AndroidApp
  readonly playKeys: { readonly own: PlayAppKeys; readonly foreign: PlayAppKeys }
}

/** Creates a phone with a new hardware key or a saved one. */
export function createAndroidDevice(
  ctx: AndroidDeviceContext,
  { provisioning = 'remote', strongBox = false, ...saved }: AndroidDeviceOptions & Partial<SavedDevice> = {},
): SoftwareDevice {
  const hardwareKey = openPrivateKey(saved.hardwareKey)
  const hardwareKeyTag = saved.hardwareKeyTag ?? randomUuid(ctx.random)
  const attester = createAttester(ctx, ctx.authorities, provisioning, strongBox)
  const certificate = parseCertificate(attester.der, 'attester')
  const { packageName, version, certificateDigest } = ctx.app
  return {
    platform: 'android',
    hardwareKeyTag,
    publicJwk: publicJwkOf(hardwareKey),
    attesterSerial: 'serial' in certificate ? certificate.serial : '',
    keyAttestation: async (challenge, knobs) => {
      const facts = {
        attestationChallenge: challenge,
        securityLevel: strongBox ? 2 : 1,
        packageName,
        packageVersion: version,
        signatureDigest: certificateDigest,
        creationDateTime: ctx.clock.now() * 1000,
      }
      const authority = { authorities: ctx.authorities, provisioning, attester }
      return createKeyAttestation(ctx, authority, hardwareKey, facts, knobs)
    },
    assertion: async (clientData, knobs = {}) => {
      const labels = ['MEETS_BASIC_INTEGRITY', 'MEETS_DEVICE_INTEGRITY', 'MEETS_STRONG_INTEGRITY']
      const facts = {
        packageName,
        packageVersion: version,
        certificateDigest,
        labels,
        clientData,
        now: ctx.clock.now(),
      }
      return {
        hardware_signature: signClientData(ctx, hardwareKey, clientData, knobs.signature),
        integrity_assertion: await createPlayToken(ctx, ctx.playKeys, facts, knobs.play),
      }
    },
    save: () => ({
      hardwareKeyTag,
      hardwareKey: hardwareKey.export({ format: 'jwk' }),
      provisioning,
      strongBox,
    }),
  }
}

function signClientData(
  { crypto }: CryptoContext,
  hardwareKey: KeyObject,
  clientData: string,
  knobs: HardwareSignatureKnobs = {},
): string {
  const text = Buffer.from(clientData, 'utf8')
  const signedData = knobs.reading === 'client_data_hash' ? crypto.digest('sha-256', text) : text
  const dsaEncoding = knobs.encoding === 'raw' ? 'ieee-p1363' : 'der'
  const key = knobs.signedByAnother ? openPrivateKey() : hardwareKey
  const signature = sign('sha256', signedData, { key, dsaEncoding })
  return knobs.alphabet === 'base64url' ? encodeBase64url(signature) : signature.toString('base64')
}
