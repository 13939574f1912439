/** SD-JWT credentials by `@sd-jwt/core`, with the cryptography of `node:crypto` and `jose`. */
import { createHash, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { SDJwtInstance } from '@sd-jwt/core'
import { exportJWK } from 'jose'
import type { ThirdPartyKey } from './federation.ts'
import type { Members } from './server.ts'

const raw = { dsaEncoding: 'ieee-p1363' } as const
const verifies = (key: KeyObject, data: string, signature: string): boolean =>
  verify('sha256', Buffer.from(data), { key, ...raw }, Buffer.from(signature, 'base64url'))
const keyOf = (jwk: unknown): KeyObject => createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })

const common = {
  hashAlg: 'sha-256',
  hasher: (data: string | ArrayBuffer) =>
    Uint8Array.from(
      createHash('sha256')
        .update(typeof data === 'string' ? data : Buffer.from(data))
        .digest(),
    ),
  saltGenerator: (length: number) => randomBytes(length).toString('base64url'),
  signAlg: 'ES256',
  kbSignAlg: 'ES256',
} as const

/** Issues an SD-JWT with these claims. Each claim that `hidden` names is in a Disclosure of its own. */
export async function issueSdJwt(
  key: ThirdPartyKey,
  claims: Members,
  hidden: readonly string[],
  header: object,
): Promise<string> {
  const privateKey = { key: { ...(await exportJWK(key.privateKey)) } as JsonWebKey, format: 'jwk', ...raw } as const
  const issuer = new SDJwtInstance<Members>({
    ...common,
    signer: (data) => sign('sha256', Buffer.from(data), privateKey).toString('base64url'),
  })
  return issuer.issue(claims, { _sd: [...hidden] } as never, { header: { kid: key.kid, ...header } })
}

/** Returns the claims of a presentation after its issuer, Disclosures and Key Binding are verified. */
export async function verifyPresentation(
  text: string,
  { issuerJwk, nonce, audience }: { readonly issuerJwk: unknown; readonly nonce: string; readonly audience: string },
): Promise<Members> {
  const verifier = new SDJwtInstance<Members>({
    ...common,
    verifier: (data, signature) => verifies(keyOf(issuerJwk), data, signature),
    kbVerifier: (data, signature, payload) => verifies(keyOf((payload.cnf as Members).jwk), data, signature),
  })
  const { payload, kb } = await verifier.verify(text, { keyBindingNonce: nonce })
  if (kb?.payload.aud !== audience) throw new Error(`the Key Binding JWT is for ${kb?.payload.aud}`)
  return payload as Members
}
