/**
 * Apple's root key of App Attest, pinned by its SubjectPublicKeyInfo (WP-47). It is an EC P-384 key. Its certificate is
 * "Apple App Attestation Root CA", valid until 2045, with the SHA-256 fingerprint
 * 1c:b9:82:3b:a2:8b:a6:ad:2d:33:a0:06:94:1d:e2:ae:4f:51:3e:f1:d4:e8:31:b9:f7:e0:fa:7b:62:42:c9:32. Only a release of
 * this software changes the key. No code fetches it.
 */
import { decodeLenientBase64 } from '../../base/index.ts'
import { type IssuerKey, pinKey } from '../../x509/index.ts'

const rootKey = `
MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAERTHhmLW07ATaFQIEVwTtT4dyctdhNbJhFs/Ii2FdCgAHGbpphY3+d8qjuDngIN3WVhQUBHAoMeQ/cLiP1sOU
tgjqK9auYen1mMEvRq9Sk3Jm5X8U62H+xTD3FE9TgS41`

/** Apple's root key of App Attest. */
export const appleAppAttestRoots: readonly IssuerKey[] = [pinKey(decodeLenientBase64(rootKey) ?? new Uint8Array())]

/** Returns true for Apple's own root. A service in production refuses every other root (DIS-02). */
export const isAppleAppAttestRoot = (key: IssuerKey): boolean =>
  appleAppAttestRoots.some(({ spkiDigest }) => spkiDigest === key.spkiDigest)
