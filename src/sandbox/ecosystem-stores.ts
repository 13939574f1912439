/**
 * Where the state of all roles stands: embedded, in the data directory, or in one PostgreSQL that replicas share.
 */
import type { NumericDate } from '../base/index.ts'
import type { KeyRingStore } from '../federation/index.ts'
import { isShared, openStores } from '../serve/index.ts'
import type { TrustAnchorStores } from '../stores/index.ts'
import type { EcosystemStores } from './compose/parts.ts'
import type { DataDirectory } from './data-directory.ts'
import { SandboxFault } from './sandbox-fault.ts'

export interface OpenedStores {
  readonly stores: EcosystemStores
  readonly trustAnchor: TrustAnchorStores
  /** Not said: the Wallet Provider has the one key of its file. */
  readonly attestationKeys?: KeyRingStore
  /** Forgets what is over: claims, attestations, and what people left with the PID Provider. */
  readonly prunes: readonly ((now: NumericDate) => Promise<void>)[]
  close(): Promise<void>
}

/** Opens them in the directory, which closes them. Throws `SandboxFault` when one cannot be opened. */
export function openEmbeddedStores(data: DataDirectory): OpenedStores {
  const anchor = data.openStores('trust-anchor')
  const walletProvider = data.openStores('wallet-provider')
  const pidProvider = data.openStores('pid-provider')
  const relyingParty = data.openStores('relying-party')
  return {
    stores: {
      walletProvider: walletProvider.stores,
      pidProvider: pidProvider.stores,
      relyingParty: relyingParty.stores,
    },
    trustAnchor: anchor.stores,
    attestationKeys: walletProvider.stores.attestationKeys,
    prunes: [walletProvider, pidProvider, relyingParty].map(({ prune }) => prune),
    close: async () => undefined,
  }
}

/**
 * Opens them in a PostgreSQL, with tables made or brought up to date, and at most so many connections of this process to
 * each store. Rejects with one sentence for a URL or a server that will not do.
 */
export async function openSharedStores(url: string, connections: number): Promise<OpenedStores> {
  if (!isShared({ url })) throw new SandboxFault('--database takes the URL of a PostgreSQL: postgresql://…')
  const settings = { url, poolSize: connections, migrate: true }
  const opened: { close(): Promise<void>; prune(now: NumericDate): Promise<void> }[] = []
  const keep = <O extends (typeof opened)[number]>(one: O): O => {
    opened.push(one)
    return one
  }
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((one) => one.close()))
  }
  try {
    const trustAnchor = keep(await openStores('trust-anchor', settings)).stores
    const walletProvider = keep(await openStores('wallet-provider', settings)).stores
    const pidProvider = keep(await openStores('pid-provider', settings)).stores
    const relyingParty = keep(await openStores('relying-party', settings)).stores
    return {
      stores: { walletProvider, pidProvider, relyingParty },
      trustAnchor,
      attestationKeys: walletProvider.attestationKeys,
      prunes: opened.map((one) => (now: NumericDate) => one.prune(now)),
      close,
    }
  } catch (thrown) {
    await close()
    throw thrown
  }
}
