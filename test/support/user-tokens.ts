/** The authorization server of a wallet app. Its access tokens (RFC 9068) identify the users who are logged in. */
import { generateSigner, type Signer } from '../../src/jose/index.ts'
import { createUserToken } from '../../src/oauth/index.ts'
import { seededRandom } from './seeded-random.ts'
import { walletProviderId, walletSide } from './wallet-provider-bench.ts'

export const appServer = 'https://app.example'

interface UserTokens {
  readonly signer: Signer
  /** The server in the Wallet Provider's configuration. */
  readonly users: { readonly issuer: string; readonly jwks: { readonly keys: readonly unknown[] } }
  readonly tokenOf: (user: string, now: number) => Promise<string>
}

export async function createUserTokens(): Promise<UserTokens> {
  const signer = await generateSigner(walletSide)
  const random = seededRandom('user-tokens')
  return {
    signer,
    users: { issuer: appServer, jwks: { keys: [signer.publicJwk] } },
    tokenOf: (user, now) =>
      createUserToken({ random }, signer, {
        ...{ issuer: appServer, audience: walletProviderId },
        ...{ user, now, lifetime: 300 },
      }),
  }
}
