/** The certificate of an intermediate in its superior's statement. */
import { decodeLenientBase64, failed, type NumericDate, type UrlPolicy } from '../../base/index.ts'
import { parseEntityStatement } from '../../federation/index.ts'
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
