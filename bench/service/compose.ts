/**
 * The measured service: the four roles in the sandbox's composition, with the embedded store on disk, an instant login,
 * no logs, and the network between the roles inside the process.
 */
import { join } from 'node:path'
import {
  type Clock,
  type Crypto,
  type DecisionSink,
  type Fetch,
  failed,
  type Random,
  randomToken,
  verified,
} from '../../src/base/index.ts'
import { createMemoryKeyVault } from '../../src/federation/index.ts'
import { createLocalSigner, type Signer, withKeyCache } from '../../src/jose/index.ts'
import {
  agreementKey,
  createNodeCrypto,
  createNodeRandom,
  createSystemClock,
  signingKey,
  withTurns,
} from '../../src/node/index.ts'
import {
  type NationalIdentityProvider,
  type NationalLogin,
  parseNationalAttributes,
} from '../../src/pid-provider/index.ts'
import { createMdocIssuer } from '../../src/pid-provider-adapters/index.ts'
import { furtherProfileNames } from '../../src/profiles/index.ts'
import { createSoftwareVendors } from '../../src/sandbox/devices/stored-vendor.ts'
import { createEcosystem, type EcosystemRole } from '../../src/sandbox/ecosystem.ts'
import { type OpenedEcosystemStores, openEcosystemStores } from '../../src/sandbox/ecosystem-stores.ts'
import { createSandboxSettings } from '../../src/sandbox/settings.ts'
import type { Traffic } from '../../src/sandbox/traffic.ts'
import { type RoleKeys, roleNames, type ServedRole } from '../../src/serve/index.ts'
import { createSoftwareVendor, type SavedVendor, sandboxApp } from '../../src/software-device/index.ts'
import { seededKey } from '../floors/primitives.ts'
import { origins, walletAuthorizationEndpoint } from './origins.ts'

interface ServiceOptions {
  /** Directory of the databases. */
  readonly directory: string
  /** URL of a PostgreSQL database for the stores of all roles. Defaults to embedded databases in the directory. */
  readonly databaseUrl?: string
  /** Additional members of the Relying Party's `role` settings. */
  readonly relyingParty?: object
  /** Vendor of the wallets' devices. */
  readonly vendor: SavedVendor
  /** Cryptography below the key cache. */
  readonly crypto?: Crypto
  readonly clock?: Clock
  /** Records all messages and decisions, as in a sandbox. Without it, nothing is recorded. */
  readonly recorder?: Recorder
}

/** Recorder of messages and decisions. */
export interface Recorder {
  readonly traffic: Traffic
  readonly decisions: DecisionSink
}

export interface Service {
  readonly roles: readonly EcosystemRole[]
  readonly database: OpenedEcosystemStores
  close(): Promise<void>
}

/** Returns the key with this name. It is the same in every process. */
const roleKey = (name: string) => seededKey(`role ${name}`).privateKey

export async function composeService(options: ServiceOptions): Promise<Service> {
  const { directory, databaseUrl, vendor, crypto = createNodeCrypto(), clock = createSystemClock(), recorder } = options
  const ctx = { clock, random: createNodeRandom(), crypto: withTurns(crypto) }
  const signer = (name: string): Signer => createLocalSigner(ctx, 'ES256', signingKey(roleKey(name)))
  const apps = new Map<string, (request: Request) => Promise<Response>>()
  const fetch: Fetch = async (request) => {
    const app = apps.get(new URL(request.url).origin)
    if (app === undefined) throw new TypeError(`no server at ${request.url}`)
    return app(request)
  }
  const software = await createSoftwareVendor(ctx, sandboxApp, vendor)
  const settings = createSandboxSettings({
    ...{ origins, walletAuthorizationEndpoint, vendor: software },
    adminToken: randomToken(ctx.random),
    nationalIdps: { oidc: 'https://idp.example', saml: 'https://spid.example' },
    databaseOf: (role) =>
      databaseUrl === undefined ? { url: `sqlite:${role}.sqlite` } : { url: databaseUrl, migrate: true },
    ...(options.relyingParty && { relyingParty: options.relyingParty }),
    profiles: furtherProfileNames,
    toPath: (path) => join(directory, path),
  })
  const { organization, mdoc, credentialLifetimeSeconds } = settings['pid-provider'].role
  const [anchor, attestation] = [signer('trust anchor'), signer('attestation')]
  const none = () => Promise.reject(new Error('the bench creates no further keys'))
  const opened = await openEcosystemStores(settings)
  const { services } = await createEcosystem({
    settings,
    keys: {
      'trust-anchor': withEntities({ federation: [anchor], vault: createMemoryKeyVault([anchor], none) }),
      'wallet-provider': withEntities({
        federation: [signer('wallet provider')],
        attestation: [attestation],
        vault: createMemoryKeyVault([attestation], none),
        challenge: [{ id: 1, secret: ctx.random.bytes(32) }],
      }),
      'pid-provider': withEntities({
        federation: [signer('pid provider')],
        credential: [signer('credential')],
        mdoc: await createMdocIssuer(ctx, {
          entityId: origins.pidProvider,
          organizationName: organization.organization_name,
          country: mdoc.issuingCountry,
          credentialLifetimeSeconds,
        }),
        personSource: signer('person source'),
        cNonce: [{ id: 1, secret: ctx.random.bytes(32) }],
        person: ctx.random.bytes(32),
        logins: {
          nationalLoginKeys: { keys: [signer('login').publicJwk], algorithm: 'ES256' },
          identityProviders: [instantLogin(ctx)],
        },
      }),
      'relying-party': withEntities({
        federation: [signer('relying party')],
        request: [signer('request')],
        response: [agreementKey(roleKey('response'))],
      }),
    },
    stores: opened.stores,
    // Each role has its own key cache, so that the keys of another role do not warm it.
    infrastructureOf: (role) => {
      const own = { ...ctx, crypto: withKeyCache(ctx.crypto, ctx) }
      return {
        ...{
          ...own,
          decisions: recorder?.decisions ?? { record: () => undefined },
          vendors: createSoftwareVendors(own, software),
        },
        fetch: recorder?.traffic.fetchAs(role, fetch) ?? fetch,
        onFault: (fault, surface) => console.error(`fault at ${surface}:`, fault),
      }
    },
  })
  const roles = roleNames.map((name) => {
    const [origin, app] = [settings[name].publicUrl, services[name].app]
    return { name, origin, app: recorder?.traffic.wrapApp(name, app, origin) ?? app }
  })
  for (const { origin, app } of roles) apps.set(origin, app)
  return { roles, database: opened, close: opened.close }
}

/** Returns the keys of a role. The entities of all its profiles use the same keys. */
const withEntities = <K extends RoleKeys[ServedRole]>(own: K) => ({
  ...own,
  profiles: Object.fromEntries(furtherProfileNames.map((profile) => [profile, own])),
})

const attributes = {
  given_name: 'Ada',
  family_name: 'Rossi',
  birthdate: '1984-02-29',
  place_of_birth: { locality: 'H501', region: 'RM' },
  fiscal_number: 'TINIT-RSSDAA84B69H501X',
}

/** Returns an identity provider in this process that accepts every login, because other services are not measured. */
function instantLogin(ctx: { readonly random: Random }): NationalIdentityProvider {
  return {
    id: 'cie',
    displayName: { it: 'Identità di prova', en: 'Test identity' },
    channel: 'openid_connect',
    begin: async () => {
      const state = randomToken(ctx.random)
      return { location: `https://idp.example/login?state=${state}`, pending: { state }, requestId: state }
    },
    complete: async ({ now }) => {
      const read = parseNationalAttributes({
        ...attributes,
        'https://attributes.eid.gov.it/fiscal_number': attributes.fiscal_number,
      })
      if (failed(read)) return read
      return verified<NationalLogin>({
        provider: 'cie',
        issuer: 'https://idp.example',
        levelOfAssurance: 'high',
        subject: 'opaque',
        authenticatedAt: now,
        attributes: read,
      })
    },
  }
}
