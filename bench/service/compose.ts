/**
 * The measured service: the four roles in the sandbox's composition, with the embedded store on disk, an instant login,
 * no logs, and the network between the roles inside the process.
 */
import { join } from 'node:path'
import { type Clock, type Crypto, type Fetch, failed, randomToken, verified } from '../../src/base/index.ts'
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
import { composePidProvider } from '../../src/sandbox/compose/compose-pid-provider.ts'
import { composeRelyingParty } from '../../src/sandbox/compose/compose-relying-party.ts'
import { composeTrustAnchor } from '../../src/sandbox/compose/compose-trust-anchor.ts'
import { composeWalletProvider } from '../../src/sandbox/compose/compose-wallet-provider.ts'
import { type EcosystemParts, mdocIssuerRequest } from '../../src/sandbox/compose/parts.ts'
import type { EcosystemRole } from '../../src/sandbox/ecosystem.ts'
import { createSoftwareVendor, type SavedVendor, sandboxApp } from '../../src/software-device/index.ts'
import {
  createSqlitePidProviderStores,
  createSqliteRelyingPartyStores,
  createSqliteWalletProviderStores,
  type Migrations,
  openSqlite,
  pidProviderMigrations,
  relyingPartyMigrations,
  type SqliteDatabase,
  walletProviderMigrations,
} from '../../src/stores/index.ts'
import { seededKey } from '../floors/primitives.ts'
import { origins, walletAuthorizationEndpoint } from './origins.ts'

export interface ServiceOptions {
  /** Directory of the databases. */
  readonly directory: string
  /** Vendor of the wallets' devices. */
  readonly vendor: SavedVendor
  /** Cryptography below the key cache. */
  readonly crypto?: Crypto
  readonly clock?: Clock
}

export interface Service {
  readonly roles: readonly EcosystemRole[]
  close(): Promise<void>
}

/** Returns the key of a role, the same in every process of a run. */
export const roleKey = (name: string) => seededKey(`role ${name}`).privateKey

export async function composeService(options: ServiceOptions): Promise<Service> {
  const { directory, vendor, crypto = createNodeCrypto(), clock = createSystemClock() } = options
  const ctx = { clock, random: createNodeRandom(), crypto: withTurns(crypto) }
  const signer = (name: string): Signer => createLocalSigner(ctx, 'ES256', signingKey(roleKey(name)))
  const databases: SqliteDatabase[] = []
  const open = (name: string, migrations: Migrations): SqliteDatabase => {
    const database = openSqlite(join(directory, `${name}.sqlite`), migrations)
    databases.push(database)
    return database
  }
  const apps = new Map<string, (request: Request) => Promise<Response>>()
  const fetch: Fetch = async (request) => {
    const app = apps.get(new URL(request.url).origin)
    if (app === undefined) throw new TypeError(`nobody answers at ${request.url}`)
    return app(request)
  }
  const parts: EcosystemParts = {
    ...ctx,
    origins,
    fetchOf: () => fetch,
    keys: {
      trustAnchor: { federation: signer('trust anchor') },
      walletProvider: { federation: signer('wallet provider'), attestation: signer('attestation') },
      pidProvider: {
        federation: signer('pid provider'),
        credential: signer('credential'),
        login: { keys: [signer('login').publicJwk], algorithm: 'ES256' },
        mdoc: await createMdocIssuer(ctx, mdocIssuerRequest(origins.pidProvider)),
      },
      relyingParty: {
        federation: signer('relying party'),
        request: signer('request'),
        response: agreementKey(roleKey('response')),
      },
    },
    secrets: {
      challenge: [{ id: 1, secret: ctx.random.bytes(32) }],
      cNonce: [{ id: 1, secret: ctx.random.bytes(32) }],
      person: ctx.random.bytes(32),
      adminToken: randomToken(ctx.random),
    },
    stores: {
      walletProvider: createSqliteWalletProviderStores(open('wallet-provider', walletProviderMigrations)),
      pidProvider: createSqlitePidProviderStores(open('pid-provider', pidProviderMigrations)),
      relyingParty: createSqliteRelyingPartyStores(open('relying-party', relyingPartyMigrations)),
    },
    decisions: { record: () => undefined },
    vendor: await createSoftwareVendor(ctx, sandboxApp, vendor),
    identityProviders: [instantLogin(ctx)],
    walletAuthorizationEndpoint,
    onFault: (fault, surface) => console.error(`fault at ${surface}:`, fault),
  }
  const roles: readonly EcosystemRole[] = [
    { name: 'trust-anchor', origin: origins.trustAnchor, app: composeTrustAnchor(withOwnKeyCache(parts)).app },
    { name: 'wallet-provider', origin: origins.walletProvider, app: composeWalletProvider(withOwnKeyCache(parts)).app },
    { name: 'pid-provider', origin: origins.pidProvider, app: composePidProvider(withOwnKeyCache(parts)).app },
    { name: 'relying-party', origin: origins.relyingParty, app: composeRelyingParty(withOwnKeyCache(parts)).app },
  ]
  for (const { origin, app } of roles) apps.set(origin, app)
  return {
    roles,
    close: async () => {
      await Promise.all(databases.map((database) => database.close()))
    },
  }
}

/** Gives a role its own key cache, so that the keys of another role do not warm it. */
const withOwnKeyCache = (parts: EcosystemParts): EcosystemParts => ({
  ...parts,
  crypto: withKeyCache(parts.crypto, parts),
})

const attributes = {
  given_name: 'Ada',
  family_name: 'Rossi',
  birthdate: '1984-02-29',
  place_of_birth: { locality: 'H501', region: 'RM' },
  fiscal_number: 'TINIT-RSSDAA84B69H501X',
}

/** Returns an identity provider that logs everybody in at once. Other services are not measured. */
function instantLogin(ctx: Pick<EcosystemParts, 'random'>): NationalIdentityProvider {
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
