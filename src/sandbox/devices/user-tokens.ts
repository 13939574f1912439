/**
 * Authorization server of the sandbox's wallet app. It issues a token for any user to any client, without a login. With
 * the token, any wallet can try the requests that a user sends to the Wallet Provider (D-347).
 */
import type { Clock, CryptoContext, Random } from '../../base/index.ts'
import { jsonOf, type Route, respondJson } from '../../http/index.ts'
import type { Signer } from '../../jose/index.ts'
import { loadKeys } from '../../node/index.ts'
import { createUserToken } from '../../oauth/index.ts'

/** Path of the server's key file in the data directory. */
export const userTokenKeyFile = 'keys/wallet-app.json'

/** Lifetime of a token in seconds. */
const lifetime = 3600

/** Loads the server's signing key, or creates it. */
export async function loadUserTokenKey(ctx: CryptoContext, keyFile: string): Promise<Signer> {
  const { signers } = await loadKeys(ctx, keyFile, { token: { use: 'sig', alg: 'ES256' } })
  return signers.token[0]
}

export interface UserTokenServer {
  readonly issuer: string
  readonly signer: Signer
}

/** Returns the route `POST /user-tokens` `{"user"}`: 201 `{access_token, token_type, expires_in}`. */
export const userTokenRoute = (
  ctx: { readonly clock: Clock; readonly random: Random },
  { issuer, signer }: UserTokenServer,
  audience: string,
): Route => ({
  method: 'POST',
  path: '/user-tokens',
  kind: 'machine',
  accepts: ['json'],
  handle: async (request) => {
    const { user } = jsonOf(request)
    if (typeof user !== 'string' || user === '' || user.length > 256)
      return respondJson(
        { error: 'invalid_request', error_description: '"user" must be a text of 1 to 256 characters.' },
        400,
      )
    const input = { issuer, audience, user, now: ctx.clock.now(), lifetime }
    const access_token = await createUserToken(ctx, signer, input)
    return respondJson({ access_token, token_type: 'Bearer', expires_in: lifetime }, 201)
  },
})
