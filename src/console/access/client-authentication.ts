/** Authentication of the console at the OpenID Provider of its operators. */
import { webcrypto } from 'node:crypto'
import { type ClientAuth, ClientSecretBasic, type CryptoKey, modifyAssertion, PrivateKeyJwt } from 'openid-client'
import type { JsonObject } from '../../base/index.ts'

/** Secret or private key (JWK) of the console at the provider. */
export type ClientCredentials = { readonly secret: string } | { readonly key: JsonObject }

/**
 * Creates the authentication of the client. The audience of an assertion is the token endpoint (OpenID Connect Core 1.0
 * §9), because some providers accept no other. Rejects if the key is not supported.
 */
export async function createClientAuthentication(authentication: ClientCredentials): Promise<ClientAuth> {
  if ('secret' in authentication) return ClientSecretBasic(authentication.secret)
  const { key: jwk } = authentication
  const algorithm = jwk.kty === 'RSA' ? rsa : { name: 'ECDSA', namedCurve: String(jwk.crv) }
  const imported = await webcrypto.subtle.importKey('jwk', jwk as webcrypto.JsonWebKey, algorithm, false, ['sign'])
  const key = imported as CryptoKey
  const signing = typeof jwk.kid === 'string' ? { key, kid: jwk.kid } : { key }
  return (provider, ...request) =>
    PrivateKeyJwt(signing, {
      [modifyAssertion]: (_header, payload) => {
        payload.aud = provider.token_endpoint
      },
    })(provider, ...request)
}

const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
