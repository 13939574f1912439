/** Reads the pinned roots of a deployment's configuration. */
import { decodeLenientBase64, failed } from '../base/index.ts'
import { type PathCertificate, parsePathCertificate } from '../x509/index.ts'

/**
 * Parses certificates of roots: PEM, or base64 of DER. Throws a TypeError that names the place of the first one that
 * cannot be a root.
 */
export const pinRoots = (texts: readonly string[]): readonly PathCertificate[] =>
  texts.map((text, index) => {
    const der = decodeLenientBase64(text.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, ''))
    const root = der && parsePathCertificate(der, `[${index}]`)
    if (root === undefined || failed(root))
      throw new TypeError(`[${index}] is no certificate: ${root?.code ?? 'base64'}`)
    if (!root.isAuthority) throw new TypeError(`[${index}] is no certificate of an authority`)
    return root
  })
