/**
 * Persistent state of the services of a simulated year: stores as `serve` opens them, key rings, key files, secrets.
 */
import { join } from 'node:path'
import type { Clock, Crypto, Random } from '../../../src/base/index.ts'
import { createMemoryKeyVault, type KeyRing, seedKeyRing } from '../../../src/federation/index.ts'
import type { Signer } from '../../../src/jose/index.ts'
import { loadMdocIssuer } from '../../../src/pid-provider-adapters/index.ts'
import { openStores } from '../../../src/serve/index.ts'
import { freshDirectory } from '../fresh-directory.ts'
import { lifetimes, origins } from './federation-plan.ts'
import { createKeyFile, createSecretFile } from './key-files.ts'

/**
 * Databases of the stores. The anchor and the intermediate need different ones, because their tables have the same
 * names.
 */
export interface Databases {
  readonly url: string
  readonly intermediateUrl: string
}

const embedded: Databases = { url: 'sqlite::memory:', intermediateUrl: 'sqlite::memory:' }

export type YearState = Awaited<ReturnType<typeof createYearState>>

export async function createYearState({
  clock,
  random,
  crypto,
  newKey,
  at = embedded,
}: {
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  readonly newKey: () => Promise<Signer>
  readonly at?: Databases | undefined
}) {
  const settings = (url: string) => ({ url, poolSize: 3, migrate: true })
  const opened = {
    trustAnchor: await openStores('trust-anchor', settings(at.url)),
    intermediate: await openStores('trust-anchor', settings(at.intermediateUrl)),
    walletProvider: await openStores('wallet-provider', settings(at.url)),
    pidProvider: await openStores('pid-provider', settings(at.url)),
    relyingParty: await openStores('relying-party', settings(at.url)),
  }
  const ring = async (store: KeyRing['store']) => {
    const first = await newKey()
    await seedKeyRing(store, [first], clock.now())
    return { first, store, vault: createMemoryKeyVault([first], newKey) }
  }
  const file = async () => createKeyFile(await newKey())
  const mdocFile = join(freshDirectory(), 'mdoc-issuer.json')
  /**
   * Loads the mdoc signer as a service does at its start: creates a new one if the old one expires too soon or names
   * another organisation.
   */
  const mdocIssuer = (organizationName: string) =>
    loadMdocIssuer({ crypto, clock }, mdocFile, {
      ...{ entityId: origins.pidProvider, organizationName, country: 'IT' },
      credentialLifetimeSeconds: lifetimes.credential,
    })
  const secret = () => createSecretFile(() => random.bytes(32))
  return {
    opened,
    rings: {
      trustAnchor: await ring(opened.trustAnchor.stores.federationKeys),
      intermediate: await ring(opened.intermediate.stores.federationKeys),
      attestation: await ring(opened.walletProvider.stores.attestationKeys),
    },
    files: {
      walletProvider: await file(),
      pidProvider: await file(),
      relyingParty: await file(),
      credential: await file(),
      request: await file(),
    },
    mdoc: { current: await mdocIssuer('Ente 0'), load: mdocIssuer },
    secrets: { challenge: secret(), cNonce: secret() },
    personSecret: random.bytes(32),
  }
}
