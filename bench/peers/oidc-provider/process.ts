/**
 * Process of `oidc-provider`. It answers pushed requests and token requests like those that the PID Provider answers.
 * Its clients have registered keys, its store is a map, and it signs access tokens (JWTs) with ES256.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { createMemoryAdapter } from '../../../src/sandbox/national-idp/memory-adapter.ts'
import { answerParent } from '../../channel.ts'
import { walletKeys } from '../../floors/artefacts.ts'
import { createUsageMeter } from '../../usage.ts'
import { clientIds, codeChallenge, issuer, providerKey, redirectUri, resource, scope } from './parties.ts'

const server = { scope, accessTokenFormat: 'jwt', audience: resource, jwt: { sign: { alg: 'ES256' } } }
const signing = { clientAuthSigningAlgValues: ['ES256'], requestObjectSigningAlgValues: ['ES256'] }

const configuration = {
  adapter: createMemoryAdapter(),
  clients: clientIds.map((client_id, index) => ({
    client_id,
    redirect_uris: [redirectUri],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: 'private_key_jwt',
    id_token_signed_response_alg: 'ES256',
    jwks: { keys: [walletKeys(index).attested.publicJwk] },
  })),
  jwks: { keys: [{ ...providerKey.privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
  scopes: [scope],
  pkce: { required: () => true },
  clientAuthMethods: ['private_key_jwt'],
  enabledJWA: signing,
  cookies: { keys: ['a key that signs cookies of nobody'] },
  ttl: { AccessToken: 900, AuthorizationCode: 300, Grant: 900 },
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
    requestObjects: { enabled: true, requireSignedRequestObject: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => server,
      useGrantedResource: () => true,
    },
  },
  findAccount: (_ctx: unknown, accountId: string) => ({ accountId, claims: async () => ({ sub: accountId }) }),
}

/** Members of `Provider` that only this file uses. The type for the sandbox does not declare them. */
interface Issuing {
  readonly Client: { find(clientId: string): Promise<unknown> }
  readonly Grant: new (
    of: Readonly<Record<string, string>>,
  ) => { addResourceScope(resource: string, scope: string): void; save(): Promise<string> }
  readonly AuthorizationCode: new (of: Readonly<Record<string, unknown>>) => { save(): Promise<string> }
}

const provider = new Provider(issuer, configuration)
const models = provider as unknown as Issuing

/** Creates the grant and the code that a consent would create. */
async function issueCode(clientId: string): Promise<string> {
  const accountId = 'somebody'
  const grant = new models.Grant({ accountId, clientId })
  grant.addResourceScope(resource, scope)
  return new models.AuthorizationCode({
    accountId,
    client: await models.Client.find(clientId),
    grantId: await grant.save(),
    gty: 'authorization_code',
    redirectUri,
    resource,
    scope,
    codeChallenge,
    codeChallengeMethod: 'S256',
  }).save()
}

answerParent({
  start: async () => {
    const listening = createServer({ keepAliveTimeout: 65_000 }, provider.callback())
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
    return (listening.address() as AddressInfo).port
  },
  codes: async (count: number) => {
    const codes: string[] = []
    while (codes.length < count) codes.push(await issueCode(clientIds[codes.length % clientIds.length] ?? ''))
    return codes
  },
  usage: createUsageMeter('all'),
})
