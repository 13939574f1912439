/**
 * The chain of an App Attest attestation: certificate of the attested key and the vendor's intermediate, both currently
 * valid, up to a configured root (WP-47). The leaf's extended key usage is not checked, because the vendor has changed
 * it before.
 */
import { type Failure, fail, failed, type NumericDate, type Verified, verified } from '../../base/index.ts'
import {
  type Certificate,
  type CertificateCache,
  type CertificateCode,
  checkValidity,
  type IssuerKey,
  parseCertificate,
  verifyChain,
} from '../../x509/index.ts'

export type AppAttestChainCode =
  | CertificateCode
  | 'app_attest_certificate_count_mismatch'
  | 'app_attest_certificate_expired'
  | 'app_attest_certificate_not_yet_valid'
  | 'app_attest_intermediate_not_authority'
  | 'app_attest_chain_name_mismatch'
  | 'app_attest_root_not_pinned'
  | 'app_attest_chain_signature_invalid'

/** The `x5c` of an App Attest object, and the accepted roots. Apple publishes no revocation list. */
interface AppAttestChainInput {
  /** DER, leaf first. */
  readonly certificates: readonly Uint8Array[]
  readonly roots: readonly IssuerKey[]
  readonly cache: CertificateCache
  readonly now: NumericDate
}

interface AppAttestChain {
  readonly leaf: Certificate
  readonly intermediate: Certificate
}

const at = 'key_attestation.attStmt.x5c'

/** Verifies the chain and caches the intermediate. The caller must check the leaf's nonce extension and key. */
export function verifyAppAttestChain({
  certificates,
  roots,
  cache,
  now,
}: AppAttestChainInput): Verified<AppAttestChain> | Failure<AppAttestChainCode> {
  const [leafDer, intermediateDer] = certificates
  const isPair = leafDer !== undefined && intermediateDer !== undefined && certificates.length === 2
  if (!isPair) return fail('app_attest_certificate_count_mismatch', at) // WP-47
  const leaf = parseCertificate(leafDer, `${at}[0]`) // WP-38
  if (failed(leaf)) return leaf
  const intermediate = cache.parse(intermediateDer, `${at}[1]`) // WP-38
  if (failed(intermediate)) return intermediate
  for (const [index, certificate] of [leaf, intermediate].entries()) {
    const fault = checkValidity(certificate, { now }, `${at}[${index}]`)
    if (fault?.code === 'certificate_expired') return fail('app_attest_certificate_expired', fault.at) // WP-47
    if (fault?.code === 'certificate_not_yet_valid') return fail('app_attest_certificate_not_yet_valid', fault.at) // WP-47
  }
  if (!intermediate.isAuthority) return fail('app_attest_intermediate_not_authority', `${at}[1]`) // WP-47
  const chain = verifyChain([leaf, intermediate], roots, at)
  const code = failed(chain) ? chain.code : undefined
  if (code === 'chain_name_mismatch') return fail('app_attest_chain_name_mismatch', at) // WP-47
  if (code === 'root_not_pinned') return fail('app_attest_root_not_pinned', at) // WP-47
  if (code !== undefined) return fail('app_attest_chain_signature_invalid', at) // WP-47
  cache.keep([intermediate])
  return verified({ leaf, intermediate })
}
