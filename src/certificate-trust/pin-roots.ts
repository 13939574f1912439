/** Reads the pinned roots of a deployment's configuration. */
import { decodeLenientBase64, failed, type Json, type PublicJwk } from '../base/index.ts'
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

/** Returns the certificates that pinned keys of anchors carry in `x5c`: the first of each, in base64. */
export const rootTextsIn = (keys: readonly PublicJwk[]): readonly string[] =>
  keys.flatMap((key) => {
    const { x5c } = key as { readonly x5c?: Json }
    return Array.isArray(x5c) && typeof x5c[0] === 'string' ? [x5c[0]] : []
  })

/** Returns the certificates of a PEM file. Returns the whole text if it has none, which `pinRoots` then refuses. */
export const pemCertificatesIn = (pem: string): readonly string[] =>
  pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [pem]
