/**
 * Android key attestation: the device's secure hardware attests the hardware key of a Wallet Instance in a certificate
 * chain to the vendor's root (https://developer.android.com/privacy-and-security/security-key-attestation). The wallet
 * sends the attestation once, at registration (WP-38 to WP-46).
 */
import {
  type CryptoContext,
  encodeUtf8,
  type Failure,
  fail,
  failed,
  type NumericDate,
  type Verified,
  verified,
} from '../../base/index.ts'
import { type CertificateCache, findExtension, type IssuerKey, readP256Key } from '../../x509/index.ts'
import type { PlayApplication } from '../play-verdict.ts'
import type { AttestedDevice, DeviceInformation } from '../port.ts'
import { type AndroidChain, type AndroidChainCode, verifyAndroidChain } from './certificate-chain.ts'
import {
  type AndroidPolicy,
  evaluateKeyDescription,
  type KeyDescriptionPolicyCode,
} from './evaluate-key-description.ts'
import { type KeyDescription, keyDescriptionOid, parseKeyDescription, securityLevels } from './key-description.ts'
import type { ListedSerials } from './status-list.ts'

export type AndroidKeyAttestationCode =
  | AndroidChainCode
  | KeyDescriptionPolicyCode
  | 'key_description_malformed'
  | 'challenge_mismatch'
  | 'attested_key_unusable'

/** Conditions for Android key attestations. */
export interface AndroidTrust {
  readonly roots: readonly IssuerKey[]
  readonly policy: AndroidPolicy
  readonly cache: CertificateCache
  /**
   * Returns the serials on the current list: revoked and suspended. Called at each verification, so that a new list
   * takes effect at once. While it returns `undefined`, every attestation is refused with `revocation_unavailable`
   * (WP-52).
   */
  readonly listedSerials: () => ListedSerials | undefined
}

interface AndroidKeyAttestationInput {
  /** DER, leaf first. */
  readonly certificates: readonly Uint8Array[]
  readonly challenge: string
  readonly now: NumericDate
  /** Apps with the digests of the certificates with which the store signs them. Defaults to none. */
  readonly storeApplications?: readonly PlayApplication[]
}

/**
 * Verifies the chain, then the challenge in the key description, then the policy. Returns the attested key. Does not
 * check that the challenge is ours, fresh or unused.
 */
export async function verifyAndroidKeyAttestation(
  ctx: CryptoContext & { readonly trust: AndroidTrust },
  { certificates, challenge, now, storeApplications = [] }: AndroidKeyAttestationInput,
): Promise<Verified<AttestedDevice> | Failure<AndroidKeyAttestationCode>> {
  const { roots, cache, policy } = ctx.trust
  const listedSerials = ctx.trust.listedSerials()
  const result = await verifyAndroidChain(ctx, { certificates, roots, cache, listedSerials, now })
  if (failed(result)) return result
  const { chain } = result
  const record = findExtension(chain.leaf, keyDescriptionOid) ?? new Uint8Array()
  const description = parseKeyDescription(record, 'key_attestation[0].key_description') // WP-51
  if (failed(description)) return description
  if (!ctx.crypto.equal(description.attestationChallenge, encodeUtf8(challenge)))
    return fail('challenge_mismatch', 'key_attestation[0].attestationChallenge') // WP-09
  const fault = evaluateKeyDescription(description, result.namesStrongBox, policy)
  if (fault) return fault
  const hardwareKey = readP256Key(chain.leaf.spki)
  if (hardwareKey === undefined) return fail('attested_key_unusable', 'key_attestation[0].subjectPublicKey') // WP-45
  return verified({
    hardwareKey,
    device: deviceInformation(result, description, storeApplications),
    certificateSerials: chain.certificates.slice(1).map(({ serial }) => serial),
  })
}

/**
 * Returns the level to record. A StrongBox must also be named in the chain, because the attesting environment writes
 * the record itself. The root of the vendor proves the trusted environment in any case (D-1088).
 */
const levelName = (level: number, namesStrongBox: boolean): 'trusted-environment' | 'strongbox' =>
  level === securityLevels.strongBox && namesStrongBox ? 'strongbox' : 'trusted-environment'

function deviceInformation(
  { provisioning, namesStrongBox }: AndroidChain,
  description: KeyDescription,
  storeApplications: readonly PlayApplication[],
): DeviceInformation {
  const { hardwareEnforced, softwareEnforced } = description
  const { osVersion, osPatchLevel, vendorPatchLevel, bootPatchLevel } = hardwareEnforced
  const { packages = [], signatureDigests = [] } = softwareEnforced.application ?? hardwareEnforced.application ?? {}
  const [application] = packages
  const packageNames = packages.map(({ name }) => name)
  return {
    platform: 'android',
    provisioning,
    attestationVersion: description.attestationVersion,
    attestationSecurityLevel: levelName(description.attestationSecurityLevel, namesStrongBox),
    keyMintVersion: description.keyMintVersion,
    keyMintSecurityLevel: levelName(description.keyMintSecurityLevel, namesStrongBox),
    ...(osVersion === undefined ? {} : { osVersion }),
    ...(osPatchLevel === undefined ? {} : { osPatchLevel }),
    ...(vendorPatchLevel === undefined ? {} : { vendorPatchLevel }),
    ...(bootPatchLevel === undefined ? {} : { bootPatchLevel }),
    application: application?.name ?? '',
    packageNames,
    ...(application?.version === undefined ? {} : { applicationVersion: versionToRecord(application.version) }),
    applicationDigests: digestsToRecord(signatureDigests, packageNames, storeApplications),
  }
}

/** Returns the version as a number, or as decimal digits if a number cannot be exact. */
const versionToRecord = (version: bigint): number | string =>
  Number.isSafeInteger(Number(version)) ? Number(version) : String(version)

/**
 * Returns the attested digests. For each package of which the device attests none of the digests configured for the
 * store, adds the configured ones, because the store's verdicts contain only the store's digests (WP-92).
 */
function digestsToRecord(
  attested: readonly string[],
  packageNames: readonly string[],
  storeApplications: readonly PlayApplication[],
): readonly string[] {
  const ofStore = storeApplications
    .filter(({ packageName }) => packageNames.includes(packageName))
    .filter(({ certificateDigests }) => !certificateDigests.some((digest) => attested.includes(digest)))
    .flatMap(({ certificateDigests }) => certificateDigests)
  return [...new Set([...attested, ...ofStore])]
}
