/**
 * A wallet app's authorization server: whom it has logged in, said by access tokens (RFC 9068).
 */
import { generateSigner, type Signer, signJwt } from '../../src/jose/index.ts'
import { walletProviderId, walletSide } from './wallet-provider-bench.ts'

export const appServer = 'https://app.example'

export interface UserTokens {
  readonly signer: Signer
  /** What the Wallet Provider's configuration says of the server. */
  readonly users: { readonly issuer: string; readonly jwks: { readonly keys: readonly unknown[] } }
  readonly tokenOf: (user: string, now: number) => Promise<string>
}

export async function createUserTokens(): Promise<UserTokens> {
  const signer = await generateSigner(walletSide)
  const { kid } = signer
  return {
    signer,
    users: { issuer: appServer, jwks: { keys: [{ ...signer.publicJwk, kid }] } },
    tokenOf: (user, now) =>
      signJwt(
        signer,
        { typ: 'at+jwt', kid },
        { iss: appServer, aud: walletProviderId, sub: user, client_id: 'app', jti: 'one', iat: now, exp: now + 300 },
      ),
  }
}
