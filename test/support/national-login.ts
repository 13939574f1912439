/** A running national identity provider over OpenID Connect, and logins at it. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { type Failure, failed, type NumericDate, type PublicJwk, type Verified } from '../../src/base/index.ts'
import { createNodeCrypto, createNodeRandom } from '../../src/node/node-crypto.ts'
import {
  type BegunLogin,
  createNationalLoginMetadata,
  type NationalIdentityProvider,
  type NationalLogin,
  type NationalLoginCode,
} from '../../src/pid-provider/index.ts'
import { importNationalLoginKey } from '../../src/pid-provider-adapters/national-login-key.ts'
import { createOidcIdentityProvider } from '../../src/pid-provider-adapters/oidc-identity-provider.ts'
import { discoveryRegistration } from '../../src/pid-provider-adapters/oidc-provider-registration.ts'
import { type Credentials, logInFrom } from '../../src/sandbox/login-script.ts'
import type { NationalIdp } from '../../src/sandbox/national-idp/serve.ts'
import { startInWorker } from '../../src/sandbox/national-idp/start-in-worker.ts'
import { createUserAgent } from '../../src/sandbox/user-agent.ts'
import { rsaPair, userinfoDecrypter } from './rsa-keys.ts'

export const clientId = 'http://localhost:9/pid-provider'
export const callbackUrl = 'http://localhost:9/pid-provider/login/cie'
const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
const decrypter = await userinfoDecrypter()
export const now = (): NumericDate => Math.floor(Date.now() / 1000)

export let idp: NationalIdp
let national: NationalIdentityProvider

export const { privateKey, publicKey } = rsaPair()
export const metadata = createNationalLoginMetadata({
  entityId: clientId,
  clientName: 'PID Provider <sandbox>',
  redirectUris: [callbackUrl],
  keys: [{ ...(publicKey.export({ format: 'jwk' }) as PublicJwk), kid: 'rp', use: 'sig' }],
  algorithm: 'RS256',
  decrypter,
})
const rpKey = await importNationalLoginKey(privateKey.export({ format: 'jwk' }), 'rp', 'RS256')
export const englishName = 'English name of the PID Provider'
/** Media types of the answers, by path. */
export const mediaTypes = new Map<string, string | null>()

before(async () => {
  idp = await startInWorker({ openId: { port: 0, clients: [{ ...metadata, 'client_name#en': englishName }] } })
  national = createProvider(idp.issuer, rpKey)
})

after(() => idp.stop())

/** Creates the provider that the PID Provider calls. `requestedClaims` defaults to those that a PID needs. */
export function createProvider(
  issuer: string,
  key: Awaited<ReturnType<typeof importNationalLoginKey>>,
  requestedClaims?: readonly string[],
) {
  const watched = async (request: Request): Promise<Response> => {
    const response = await fetch(request)
    mediaTypes.set(new URL(request.url).pathname, response.headers.get('content-type'))
    return response
  }
  const parts = { ...ctx, fetch: watched }
  return createOidcIdentityProvider(parts, {
    id: 'cie',
    displayName: { it: 'Entra con CIE', en: 'Sign in with CIE' },
    clientId,
    key,
    decrypter,
    registration: discoveryRegistration(parts, issuer, { loopbackHttp: true }),
    loopbackHttp: true,
    ...(requestedClaims && { requestedClaims }),
  })
}

/** Begins a login. `requestedClaims` defaults to those that a PID needs. */
export async function begin(requestedClaims?: readonly string[]): Promise<BegunLogin> {
  const provider = requestedClaims ? createProvider(idp.issuer, rpKey, requestedClaims) : national
  const begun = await provider.begin({ callbackUrl, now: now() })
  assert.ok(!failed(begun), 'the login did not begin')
  return begun
}

export const complete = (
  { pending }: BegunLogin,
  location: string,
  change: (parameters: Map<string, string>) => void = () => {},
): Promise<Verified<NationalLogin> | Failure<NationalLoginCode>> => {
  const parameters = new Map(new URL(location).searchParams)
  change(parameters)
  return national.complete({ parameters, pending, now: now() })
}

export async function login(credentials: Credentials) {
  const begun = await begin()
  const location = await logInFrom(createUserAgent(), begun.location, credentials)
  assert.ok(location.startsWith(callbackUrl))
  return { begun, location }
}
