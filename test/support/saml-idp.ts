/** A running national identity provider over SAML, and logins at it. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { type Failure, failed, type NumericDate, type Verified } from '../../src/base/index.ts'
import { createNodeRandom } from '../../src/node/node-crypto.ts'
import type {
  BegunLogin,
  NationalIdentityProvider,
  NationalLogin,
  NationalLoginCode,
} from '../../src/pid-provider/index.ts'
import { createSamlIdentityProvider } from '../../src/pid-provider-adapters/saml-identity-provider.ts'
import { metadataUrlRegistration } from '../../src/pid-provider-adapters/saml-provider-registration.ts'
import type { ServiceProviderKey } from '../../src/pid-provider-adapters/saml-service-provider-key.ts'
import { createServiceProviderMetadata } from '../../src/pid-provider-adapters/saml-service-provider-metadata.ts'
import { type Credentials, logInToForm } from '../../src/sandbox/login-script.ts'
import type { SamlIdp } from '../../src/sandbox/national-idp/saml/serve.ts'
import { startInWorker } from '../../src/sandbox/national-idp/start-in-worker.ts'
import { createUserAgent, type Page } from '../../src/sandbox/user-agent.ts'
import { samlKey } from './saml.ts'

const clientId = 'http://localhost:9/pid-provider'
export const callbackUrl = 'http://localhost:9/pid-provider/login/spid'
export const now = (): NumericDate => Math.floor(Date.now() / 1000)
export const mario: Credentials = { username: 'mario.rossi', password: 'sandbox' }

export let idp: SamlIdp
export let national: NationalIdentityProvider
export let stranger: NationalIdentityProvider
export let ownKey: ServiceProviderKey

const createMetadataFactory = (key: ServiceProviderKey): string =>
  createServiceProviderMetadata({
    profile: 'spid',
    entityId: clientId,
    id: '_metadata',
    key,
    callbackUrls: ['http://localhost:9/pid-provider/login/other', callbackUrl],
    serviceName: { it: 'PID', en: 'PID' },
    organization: { name: { it: 'Ente', en: 'Body' }, url: { it: 'https://e.example', en: 'https://e.example' } },
  })

before(async () => {
  const [key, otherKey] = [await samlKey('PID Provider'), await samlKey('PID Provider', 2)]
  ownKey = key
  idp = await startInWorker({ saml: { port: 0, serviceProviders: [createMetadataFactory(key)] } })
  const create = (own: ServiceProviderKey) =>
    createSamlIdentityProvider(
      { random: createNodeRandom() },
      {
        id: 'spid',
        displayName: { it: 'Entra con SPID', en: 'Sign in with SPID' },
        clientId,
        key: own,
        registration: metadataUrlRegistration(
          { fetch: (request) => fetch(request) },
          { url: idp.metadataUrl, entityId: idp.entityId },
          { loopbackHttp: true },
        ),
      },
    )
  national = create(key)
  stranger = create(otherKey)
})

after(() => idp.stop())

export async function begin(provider = national, to = callbackUrl): Promise<BegunLogin> {
  const begun = await provider.begin({ callbackUrl: to, now: now() })
  assert.ok(!failed(begun), 'the login did not begin')
  return begun
}

export const complete = (
  { pending }: BegunLogin,
  page: Page,
): Promise<Verified<NationalLogin> | Failure<NationalLoginCode>> =>
  national.complete({ parameters: page.forms[0]?.fields ?? new Map(), pending, now: now() })

export async function login(credentials: Credentials) {
  const begun = await begin()
  const page = await logInToForm(createUserAgent(), begun.location, credentials)
  return { begun, page, result: await complete(begun, page) }
}
