/** The certificate of an intermediate in its superior's statement. */
import { decodeLenientBase64, failed, type NumericDate, type UrlPolicy } from '../../base/index.ts'
import { NoOwnTrustChain, parseEntityStatement } from '../../federation/index.ts'
import type { JwsAlgorithm } from '../../jose/index.ts'
import { statedChain } from '../../member/index.ts'
import {
  derOctets,
  extensionOids,
  findExtension,
  keyIdentifierOf,
  parseCertificate,
  readDer,
} from '../../x509/index.ts'
import type { TrustAnchorConfig } from '../config.ts'
import { certificateNames } from './certificate-names.ts'

/** The certificate that the superior issued for this entity. */
export interface SuperiorCertificate {
  /** The certificate and those above it as base64 of DER, without the root. */
  readonly chain: readonly string[]
  /** Subject as DER. */
  readonly name: Uint8Array
  /** Subject key identifier of the certificate. If the certificate has none, computed from its key. */
  readonly keyId: Uint8Array
  readonly notAfter: NumericDate
}

/**
 * Returns a function that reads the certificate of one of this entity's keys from the superior's statement in the trust
 * chain. Reads each statement once. If there is no chain because a superior does not answer, the function returns the
 * last known certificate (D-1157).
 */
export function createSuperiorCertificates(
  { algorithms, loopbackHttp }: Pick<TrustAnchorConfig, 'algorithms' | 'loopbackHttp'>,
  trustChain: () => Promise<readonly string[]>,
): (kid: string) => Promise<SuperiorCertificate | undefined> {
  const policy = { algorithms, urls: { loopbackHttp } }
  const read = new Map<string, { readonly statement: string; readonly certificate: SuperiorCertificate | undefined }>()
  return async (kid) => {
    const known = read.get(kid)
    try {
      const [, statement] = await trustChain()
      if (statement === undefined) return undefined
      if (known?.statement === statement) return known.certificate
      const certificate = certificateInStatement(statement, kid, policy)
      read.set(kid, { statement, certificate })
      return certificate
    } catch (thrown) {
      const isOutage = thrown instanceof NoOwnTrustChain && thrown.failure?.code === 'unreachable'
      if (!isOutage || known === undefined) throw thrown
      return known.certificate
    }
  }
}

/**
 * Returns the certificate of a key in a superior's statement, or `undefined` if it is missing or malformed. The caller
 * must have verified the statement. Does not check the certificate's signature, validity or key.
 */
export function certificateInStatement(
  statement: string,
  kid: string,
  policy: { readonly algorithms: readonly JwsAlgorithm[]; readonly urls: UrlPolicy },
): SuperiorCertificate | undefined {
  const parsed = parseEntityStatement(statement, policy, 'statement')
  const chain = failed(parsed) ? [] : statedChain(parsed.jws.payload.jwks, kid)
  const der = chain[0] === undefined ? undefined : decodeLenientBase64(chain[0])
  const certificate = der && parseCertificate(der, 'x5c[0]')
  if (der === undefined || certificate === undefined || failed(certificate)) return undefined
  const extension = findExtension(certificate, extensionOids.subjectKeyIdentifier)
  const keyId = (extension && derOctets(readDer(extension))) ?? keyIdentifierOf(certificate.spki)
  return { chain, name: certificateNames(chain[0] ?? '').subject, keyId, notAfter: certificate.notAfter }
}
