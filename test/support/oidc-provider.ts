/** A national OpenID Connect provider under the control of a test, and the adapter that calls it. */
import assert from 'node:assert/strict'
import { type Clock, failed, type JsonObject, type PublicJwk } from '../../src/base/index.ts'
import { generateSigner, signJwt, withKeyCache } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import { fiscalNumberClaim, type NationalIdentityProvider } from '../../src/pid-provider/index.ts'
import { importNationalLoginKey } from '../../src/pid-provider-adapters/national-login-key.ts'
import { createOidcIdentityProvider } from '../../src/pid-provider-adapters/oidc-identity-provider.ts'
import {
  type ProviderRegistration,
  parseProviderMetadata,
} from '../../src/pid-provider-adapters/oidc-provider-registration.ts'
import { userinfoDecrypter } from './rsa-keys.ts'
import { seededRandom } from './seeded-random.ts'

export const ctx = { crypto: withKeyCache(createNodeCrypto()) }
export const now = 1_768_478_400
export const clientId = 'https://pid.example'
export const callbackUrl = 'https://pid.example/login/cie'
export const issuer = 'https://idp.example'

export const idpSigner = await generateSigner(ctx)
export const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
export const rpKey = await importNationalLoginKey(await crypto.subtle.exportKey('jwk', pair.privateKey), 'rp', 'ES256')
/** The encryption key that a national relying party publishes for its userinfo. */
export const decrypter = await userinfoDecrypter()

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
export const jwt = (body: string, type = 'application/jwt'): Response =>
  new Response(body, { headers: { 'content-type': type } })

export const person = {
  given_name: 'Ada',
  family_name: 'Neri',
  birthdate: '1970-01-02',
  place_of_birth: { locality: 'H501' },
  [fiscalNumberClaim]: 'TINIT-NRADAA70A42H501K',
}

export interface Misbehaviour {
  /** Clock when an answer arrives. By default, the adapter has no clock. */
  readonly clock?: Clock
  /** Members of the provider's registered metadata. */
  readonly metadata?: JsonObject
  /** Members of the ID Token. */
  readonly idToken?: JsonObject
  /** Keys of the provider in the registration that the adapter reads first. Defaults to all keys. */
  readonly knownKeys?: readonly PublicJwk[]
  /** Registration that the adapter gets when it looks for an unknown key. */
  readonly lookedUp?: Awaited<ReturnType<ProviderRegistration>>
  /** Registration that the adapter gets after a login has begun. */
  readonly registeredLater?: Awaited<ReturnType<ProviderRegistration>>
  /** True if the adapter has a key to decrypt userinfo. */
  readonly decrypts?: boolean
  readonly token?: (answer: {
    id_token: string
    access_token: string
    token_type: string
  }) => Response | Promise<Response>
  readonly userinfo?: (claims: JsonObject) => Response | Promise<Response>
}

/** Creates the provider and the adapter. `login` performs a login of a person. */
export function createNationalLogin(misbehaviour: Misbehaviour = {}) {
  const {
    token = json,
    userinfo,
    metadata,
    idToken,
    knownKeys,
    lookedUp,
    registeredLater,
    decrypts,
    clock,
  } = misbehaviour
  const wire = { calls: 0, down: false, redirects: new Set<RequestRedirect>() }
  let loginNonce = ''
  const forms: URLSearchParams[] = []
  const sign = (claims: object): Promise<string> => signJwt(idpSigner, { kid: idpSigner.kid }, { ...claims })
  const fetch = async (request: Request): Promise<Response> => {
    wire.calls += 1
    wire.redirects.add(request.redirect)
    if (wire.down) throw new TypeError('nobody answers')
    if (new URL(request.url).pathname === '/userinfo') {
      const claims = { iss: issuer, aud: clientId, sub: 'user-1', ...person }
      return userinfo ? userinfo(claims) : jwt(await sign(claims))
    }
    forms.push(new URLSearchParams(await request.text()))
    const id_token = await sign({
      iss: issuer,
      sub: 'user-1',
      aud: clientId,
      nonce: loginNonce,
      iat: now,
      exp: now + 300,
      acr: 'https://www.spid.gov.it/SpidL3',
      ...idToken,
    })
    return token({ id_token, access_token: 'access', token_type: 'Bearer' })
  }
  const provider = parseProviderMetadata(
    {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      authorization_response_iss_parameter_supported: true,
      ...metadata,
    },
    [idpSigner.publicJwk],
    issuer,
    { loopbackHttp: false },
  )
  const adapter = createOidcIdentityProvider(
    { ...ctx, random: seededRandom('login'), fetch, ...(clock && { clock }) },
    {
      id: 'cie',
      displayName: { it: 'CIE', en: 'CIE' },
      clientId,
      key: rpKey,
      registration: async (time, kid) => {
        if (registeredLater && time > now) return registeredLater
        if (lookedUp && kid !== undefined) return lookedUp
        return knownKeys && kid === undefined && !failed(provider) ? { ...provider, keys: knownKeys } : provider
      },
      ...(decrypts && { decrypter }),
    },
  )
  /** The adapter. The ID Tokens of the provider contain the nonce of the login that began last. */
  const national: NationalIdentityProvider = {
    ...adapter,
    begin: async (request) => {
      const begun = await adapter.begin(request)
      if (!failed(begun)) loginNonce = String(begun.pending.loginNonce)
      return begun
    },
  }
  const login = async (
    pendingChange: JsonObject = {},
    { without, ...parameterChange }: Record<string, string> = {},
    later = 1,
  ) => {
    const begun = await national.begin({ callbackUrl, now })
    assert.ok(!failed(begun))
    const parameters = new Map(
      Object.entries({ code: 'code', state: begun.requestId, iss: issuer, ...parameterChange }),
    )
    if (without) parameters.delete(without)
    return national.complete({ parameters, pending: { ...begun.pending, ...pendingChange }, now: now + later })
  }
  return { national, login, wire, forms, sign }
}
