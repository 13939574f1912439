/**
 * App Attest at registration: the vendor certifies a key that the Secure Enclave created for one app (WP-47 to WP-51).
 */
import {
  type CryptoContext,
  concatBytes,
  decodeBase64url,
  decodeLenientBase64,
  encodeBase64,
  type Failure,
  fail,
  failed,
  type PublicJwk,
  type Verified,
  verified,
} from '../../base/index.ts'
import { type Certificate, type CertificateCache, type IssuerKey, readP256Key } from '../../x509/index.ts'
import type { AttestedDevice, DeviceInformation, KeyAttestationInput } from '../port.ts'
import { type AppExtensions, type AppleAppPolicy, type AppPolicyCode, checkAppPolicy } from './app-extensions.ts'
import { type AttestationObject, type AttestationObjectCode, parseAttestationObject } from './attestation-object.ts'
import {
  type AttestedAuthenticatorData,
  type AttestedAuthenticatorDataCode,
  parseAttestedAuthenticatorData,
} from './authenticator-data.ts'
import { type AppAttestChainCode, verifyAppAttestChain } from './certificate-chain.ts'
import { iphoneSystem, readOperatingSystem } from './operating-system.ts'

export type AppleKeyAttestationCode =
  | AttestationObjectCode
  | AppAttestChainCode
  | AttestedAuthenticatorDataCode
  | AppPolicyCode
  | 'app_attest_nonce_missing'
  | 'app_attest_nonce_repeated'
  | 'app_attest_nonce_malformed'
  | 'app_attest_nonce_mismatch'
  | 'app_attest_key_unusable'
  | 'app_attest_key_id_mismatch'
  | 'app_attest_credential_id_mismatch'
  | 'app_attest_public_key_mismatch'
  | 'app_attest_counter_not_zero'
  | 'app_attest_environment_mismatch'
  | 'app_attest_application_foreign'
  | 'app_attest_system_foreign'

/** Accepted apps, their distribution and version, and App Attest environment. */
export interface ApplePolicy extends AppleAppPolicy {
  /** `<team>.<bundle>` of every accepted app. */
  readonly appIds: readonly string[]
  /** Accepted environment. `development` is for test builds. */
  readonly environment: AppAttestEnvironment
}

/** Environment that attested the key. Store apps use `production` only. */
export type AppAttestEnvironment = 'production' | 'development'

/** Conditions for App Attest evidence. */
export interface AppleTrust {
  readonly roots: readonly IssuerKey[]
  readonly policy: ApplePolicy
  readonly cache: CertificateCache
}

interface AppleKeyAttestationInput extends Omit<KeyAttestationInput, 'key_attestation'> {
  /** The CBOR object. */
  readonly object: Uint8Array
}

type TrustContext = CryptoContext & { readonly trust: AppleTrust }

/** Object identifier of the extension with the nonce. */
export const appAttestNonceOid = '1.2.840.113635.100.8.2'

/** Values of `aaguid` for each environment: sixteen bytes of text. Devices send the first one (D-1091). */
export const aaguids: Readonly<Record<AppAttestEnvironment, readonly [string, ...string[]]>> = {
  production: ['appattest\0\0\0\0\0\0\0'],
  development: ['appattestdevelop', 'appattestsandbox'],
}

/** Returns the policy for distribution and version, with the default distributions of the environment (D-1085). */
export const appPolicyOf = ({ environment, distributions, minimumVersion }: ApplePolicy): AppleAppPolicy => ({
  distributions: distributions ?? (environment === 'production' ? ['app-store'] : undefined),
  minimumVersion,
})

const at = 'key_attestation'

/**
 * Verifies object, chain, nonce, key and policy. Returns the attested key, the counter, which is 0, and the unverified
 * receipt. Does not check that the challenge is ours, fresh or unused.
 */
export function verifyAppleKeyAttestation(
  ctx: TrustContext,
  { object: bytes, hardware_key_tag, challenge, now }: AppleKeyAttestationInput,
): Verified<AttestedDevice> | Failure<AppleKeyAttestationCode> {
  const object = parseAttestationObject(bytes)
  if (failed(object)) return object
  const { roots, cache } = ctx.trust
  const chain = verifyAppAttestChain({ certificates: object.certificates, roots, cache, now })
  if (failed(chain)) return chain
  const nonceFault = checkNonce(ctx, chain.leaf, object, challenge)
  if (nonceFault) return nonceFault
  const data = parseAttestedAuthenticatorData(object.authenticatorData, `${at}.authData`)
  if (failed(data)) return data
  const hardwareKey = readP256Key(chain.leaf.spki)
  if (hardwareKey === undefined) return fail('app_attest_key_unusable', `${at}.attStmt.x5c[0]`) // WP-49
  const fault = checkKey(ctx, hardwareKey, data, hardware_key_tag) ?? checkCounterAndEnvironment(ctx, data)
  if (fault) return fault
  const application = applicationOf(ctx, data.rpIdHash)
  if (application === undefined) return fail('app_attest_application_foreign', `${at}.authData.rpIdHash`) // WP-50, WP-32
  const appFault = checkAppPolicy(data.app, appPolicyOf(ctx.trust.policy), `${at}.authData`) ?? checkSystem(chain.leaf)
  if (appFault) return appFault
  return verified({
    hardwareKey,
    device: { platform: 'apple', application, ...statementsToRecord(data.app) },
    certificateSerials: [chain.intermediate.serial],
    counter: data.counter,
    receipt: encodeBase64(object.receipt),
  })
}

/** DER headers before the nonce: SEQUENCE, [1] EXPLICIT, and OCTET STRING of 32 bytes. */
const noncePrefix = Uint8Array.of(0x30, 0x24, 0xa1, 0x22, 0x04, 0x20)
const nonceBytes = 32

function checkNonce(
  { crypto }: CryptoContext,
  leaf: Certificate,
  { authenticatorData }: AttestationObject,
  challenge: string,
): undefined | Failure<AppleKeyAttestationCode> {
  const place = `${at}.attStmt.x5c[0].nonce`
  const [extension, ...more] = leaf.extensions.filter(({ oid }) => oid === appAttestNonceOid)
  if (extension === undefined) return fail('app_attest_nonce_missing', place) // WP-48
  if (more.length > 0) return fail('app_attest_nonce_repeated', place) // WP-48
  const { value } = extension
  const wellFormed =
    value.length === noncePrefix.length + nonceBytes && noncePrefix.every((byte, index) => byte === value[index])
  if (!wellFormed) return fail('app_attest_nonce_malformed', place) // WP-48
  const clientDataHash = crypto.digest('sha-256', challenge)
  const nonce = crypto.digest('sha-256', concatBytes([authenticatorData, clientDataHash]))
  const nonceMatches = crypto.equal(nonce, value.subarray(noncePrefix.length))
  if (!nonceMatches) return fail('app_attest_nonce_mismatch', place) // WP-48, WP-09
  return undefined
}

/**
 * Checks that the hardware key tag, and the credential ID and public key in the authenticator data, all belong to the
 * attested key. Compares the tag as bytes, because its encoding may differ.
 */
function checkKey(
  { crypto }: CryptoContext,
  { x = '', y = '' }: PublicJwk,
  data: AttestedAuthenticatorData,
  hardware_key_tag: string,
): undefined | Failure<AppleKeyAttestationCode> {
  const coordinates = [decodeBase64url(x), decodeBase64url(y)].map((bytes) => bytes ?? new Uint8Array())
  const keyId = crypto.digest('sha-256', concatBytes([Uint8Array.of(4), ...coordinates]))
  const tag = decodeLenientBase64(hardware_key_tag) ?? new Uint8Array()
  if (!crypto.equal(tag, keyId)) return fail('app_attest_key_id_mismatch', 'hardware_key_tag') // WP-49
  const sameCredential = crypto.equal(data.credentialId, keyId)
  if (!sameCredential) return fail('app_attest_credential_id_mismatch', `${at}.authData.credentialId`) // WP-49
  const { publicKey } = data
  const sameKey = publicKey.crv === 'P-256' && publicKey.x === x && publicKey.y === y
  if (!sameKey) return fail('app_attest_public_key_mismatch', `${at}.authData.credentialPublicKey`) // WP-49
  return undefined
}

function checkCounterAndEnvironment(
  { trust }: TrustContext,
  { counter, aaguid }: AttestedAuthenticatorData,
): undefined | Failure<AppleKeyAttestationCode> {
  if (counter !== 0) return fail('app_attest_counter_not_zero', `${at}.authData.counter`) // WP-50
  const environment = Buffer.from(aaguid).toString('latin1')
  if (!aaguids[trust.policy.environment].includes(environment))
    return fail('app_attest_environment_mismatch', `${at}.authData.aaguid`) // WP-50
  return undefined
}

/** Refuses a device that is not an iPhone, if its certificate names the system. An absent name is accepted (D-1086). */
function checkSystem(leaf: Certificate): undefined | Failure<AppleKeyAttestationCode> {
  const system = readOperatingSystem(leaf)
  if (system !== undefined && system !== iphoneSystem)
    return fail('app_attest_system_foreign', `${at}.attStmt.x5c[0].system`, { found: system }) // WP-196
  return undefined
}

const statementsToRecord = ({
  distribution,
  version,
}: AppExtensions): Pick<DeviceInformation, 'distribution' | 'applicationVersion'> => ({
  ...(distribution !== undefined && { distribution }),
  ...(version && { applicationVersion: version }),
})

const applicationOf = ({ crypto, trust }: TrustContext, rpIdHash: Uint8Array): string | undefined =>
  trust.policy.appIds.find((appId) => crypto.equal(crypto.digest('sha-256', appId), rpIdHash))
