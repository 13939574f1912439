/**
 * The chain of an Android key attestation: order, roots, provisioning, dates, revocation, and position of the
 * attestation extension. CA flags are not required, because the attestation certificate of a genuine device lacks one
 * (WP-51).
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  type NumericDate,
  runGrouped,
  type Verified,
  verified,
} from '../../base/index.ts'
import {
  type Certificate,
  type CertificateCache,
  type CertificateChain,
  type CertificateCode,
  type ChainCode,
  checkValidity,
  type IssuerKey,
  nameHas,
  nameOids,
  parseCertificate,
  verifyChain,
} from '../../x509/index.ts'
import { keyDescriptionOid } from './key-description.ts'
import type { ListedSerials } from './status-list.ts'

export type AndroidChainCode =
  | CertificateCode
  | ChainCode
  | 'chain_shape_unknown'
  | 'intermediate_expired'
  | 'intermediate_not_yet_valid'
  | 'revocation_unavailable'
  | 'certificate_revoked'
  | 'extension_missing'
  | 'extension_repeated'
  | 'extension_not_on_leaf'

/** A chain, and the conditions for it: accepted roots and the vendor's list of revoked serials. */
interface AndroidChainInput {
  /** DER, leaf first. */
  readonly certificates: readonly Uint8Array[]
  readonly roots: readonly IssuerKey[]
  /** `undefined` if no sufficiently recent copy of the list exists. Every chain is then refused. */
  readonly listedSerials: ListedSerials | undefined
  readonly cache: CertificateCache
  readonly now: NumericDate
}

/** A verified chain, and how the attestation key came to the device. */
export interface AndroidChain {
  readonly chain: Verified<CertificateChain>
  readonly provisioning: 'remote' | 'factory'
  /** True if the vendor's names in the chain state that a StrongBox created the record. */
  readonly namesStrongBox: boolean
}

const at = 'key_attestation'

/**
 * Number of certificates at the start of a chain that only one device has. These certificates are not cached. After
 * remote provisioning, they are the leaf and the attestation certificate. After factory provisioning, only the leaf is
 * one, because a hundred thousand devices share an attestation certificate.
 */
const ownCertificates = { remote: 2, factory: 1 } as const

/**
 * Verifies the chain, and caches the certificates that several devices share. Does not check the key description in the
 * leaf, or the dates of leaf and root.
 */
export async function verifyAndroidChain(
  ctx: CryptoContext,
  input: AndroidChainInput,
): Promise<Verified<AndroidChain> | Failure<AndroidChainCode>> {
  const certificates = parseCertificates(input)
  if (failed(certificates)) return certificates
  const placeFault = checkExtensionPlace(certificates)
  if (placeFault) return placeFault
  if (input.listedSerials === undefined) return fail('revocation_unavailable', at) // WP-52
  const listed = certificates.findIndex(({ serial }) => input.listedSerials?.has(serial))
  if (listed >= 0) return fail('certificate_revoked', `${at}[${listed}].serial`) // WP-42
  const chain = await runGrouped(ctx, () => verifyChain(certificates, input.roots, at)) // WP-39
  if (failed(chain)) return chain
  const pinned = new Set(input.roots.map(({ spkiDigest }) => spkiDigest))
  if (chain.intermediates.some(({ spkiDigest }) => pinned.has(spkiDigest))) return fail('chain_shape_unknown', at) // WP-41
  const provisioning = provisioningOf(chain)
  if (provisioning === undefined) return fail('chain_shape_unknown', at) // WP-41
  input.cache.keep(certificates.slice(ownCertificates[provisioning]))
  const namesStrongBox = statesStrongBox(chain, provisioning)
  return checkDates(chain, provisioning, input.now) ?? verified({ chain, provisioning, namesStrongBox })
}

/** Parses the certificates. Those above the leaf may come from the cache. */
function parseCertificates({
  certificates,
  cache,
}: AndroidChainInput): readonly Certificate[] | Failure<CertificateCode> {
  const parsed: Certificate[] = []
  for (const [index, der] of certificates.entries()) {
    const certificate = index === 0 ? parseCertificate(der, `${at}[0]`) : cache.parse(der, `${at}[${index}]`)
    if (failed(certificate)) return certificate
    parsed.push(certificate)
  }
  return parsed
}

/**
 * Checks that only the first certificate has the extension (WP-40), because an attested key can sign a certificate with
 * a forged key description.
 */
function checkExtensionPlace(certificates: readonly Certificate[]): undefined | Failure<AndroidChainCode> {
  const counts = certificates.map(({ extensions }) => extensions.filter(({ oid }) => oid === keyDescriptionOid).length)
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return fail('extension_missing', at) // WP-40
  if (total > 1) return fail('extension_repeated', at) // WP-40
  if (counts[0] !== 1) return fail('extension_not_on_leaf', at) // WP-40
  return undefined
}

/**
 * Returns the provisioning. The certificate below the root determines the provisioning, because both roots have
 * remotely provisioned chains (WP-41). Returns `undefined` for an unknown certificate below the root, and for another
 * number of intermediates. The vendor's verifier checks this number too. In a longer chain, an attested key of a
 * protected virtual machine has signed a certificate without a key description (D-292).
 */
function provisioningOf({ intermediates }: CertificateChain): AndroidChain['provisioning'] | undefined {
  const { subject = [] } = intermediates.at(-1) ?? {}
  if (nameHas(subject, nameOids.commonName, 'Droid CA2') && nameHas(subject, nameOids.organization, 'Google LLC'))
    return intermediates.length === 3 ? 'remote' : undefined
  return nameHas(subject, nameOids.serialNumber) && intermediates.length === 2 ? 'factory' : undefined
}

/**
 * Returns true if a name states a StrongBox. After remote provisioning, the organization of the attesting certificate
 * must be `StrongBox`. From the factory, any attribute of either intermediate may contain the word (D-441).
 */
function statesStrongBox({ intermediates }: CertificateChain, provisioning: AndroidChain['provisioning']): boolean {
  if (provisioning === 'remote') return nameHas(intermediates[0]?.subject ?? [], nameOids.organization, 'StrongBox')
  return intermediates.some(({ subject }) => subject.some(({ text }) => /strongbox/i.test(text)))
}

/**
 * Checks the dates of the intermediates. Root and leaf are not checked. An expired factory intermediate is accepted,
 * because factory keys are used longer than their intermediates are valid (WP-41).
 */
function checkDates(
  { intermediates }: CertificateChain,
  provisioning: AndroidChain['provisioning'],
  now: NumericDate,
): undefined | Failure<AndroidChainCode> {
  for (const [index, certificate] of intermediates.entries()) {
    const fault = checkValidity(certificate, { now, ignoreNotAfter: provisioning === 'factory' }, at)
    if (fault?.code === 'certificate_expired') return fail('intermediate_expired', `${at}[${index + 1}]`) // WP-41
    if (fault?.code === 'certificate_not_yet_valid') return fail('intermediate_not_yet_valid', `${at}[${index + 1}]`) // WP-41
  }
  return undefined
}
