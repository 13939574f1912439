/** Reads the pinned roots of a deployment's configuration. */
import { decodeLenientBase64, failed, type Json, type PublicJwk } from '../base/index.ts'
import { type PathCertificate, parsePathCertificate } from '../x509/index.ts'

/**
 * Parses root certificates: PEM, or base64 of DER. Throws a TypeError with the position of the first text that is not a
 * supported certificate of an authority. Does not check dates or signatures.
 */
export const pinRoots = (texts: readonly string[]): readonly PathCertificate[] =>
  texts.map((text, index) => {
    const der = decodeLenientBase64(text.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, ''))
    const root = der && parsePathCertificate(der, `[${index}]`)
    if (root === undefined || failed(root))
      throw new TypeError(`[${index}] is not a supported certificate: ${root?.code ?? 'not base64'}`)
    if (!root.isAuthority) throw new TypeError(`[${index}] is not a certificate of an authority`)
    return root
  })

/** Returns the first certificate in the `x5c` of each key, in base64. Skips keys without `x5c`. */
export const firstCertificatesIn = (keys: readonly PublicJwk[]): readonly string[] =>
  keys.flatMap((key) => {
    const { x5c } = key as { readonly x5c?: Json }
    return Array.isArray(x5c) && typeof x5c[0] === 'string' ? [x5c[0]] : []
  })

/**
 * Returns the certificates of a PEM file, each as PEM. Returns the whole text if it contains none. `pinRoots` then
 * reads the text as base64 of DER.
 */
export const pemCertificatesIn = (pem: string): readonly string[] =>
  pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [pem]
