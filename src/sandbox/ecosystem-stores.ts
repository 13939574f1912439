/** Stores of all roles: embedded in the data directory, or in one PostgreSQL database that replicas share. */
import type { NumericDate } from '../base/index.ts'
import { ConfigError } from '../node/index.ts'
import {
  type DatabaseSettings,
  isShared,
  type OpenedStores,
  openStores,
  type RoleSettings,
  roleNames,
} from '../serve/index.ts'
import type { RoleStores } from '../stores/index.ts'
import { SandboxFault } from './sandbox-fault.ts'

export interface OpenedEcosystemStores {
  readonly stores: RoleStores
  /** Deletes expired records. */
  prune(now: NumericDate, end?: AbortSignal): Promise<void>
  close(): Promise<void>
}

/**
 * Returns the settings of a PostgreSQL database, in which the roles create or update their tables. Throws
 * `SandboxFault` for the URL of any other database.
 */
export function sharedDatabase(url: string, poolSize: number): DatabaseSettings {
  if (!isShared({ url })) throw new SandboxFault('--database takes the URL of a PostgreSQL database: postgresql://…')
  return { url, poolSize, migrate: true }
}

/**
 * Opens the stores of all roles. If one fails, closes the others. Rejects with `SandboxFault` for a file that cannot be
 * used, and for PostgreSQL with `Unavailable` or `DatabaseFault`.
 */
export async function openEcosystemStores(settings: RoleSettings): Promise<OpenedEcosystemStores> {
  const opened: OpenedStores[] = []
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((stores) => stores.close()))
  }
  try {
    for (const role of roleNames) opened.push(await openStores(role, settings[role].database, settings[role].resolve))
  } catch (thrown) {
    await close()
    if (!(thrown instanceof ConfigError)) throw thrown
    const [fault = ''] = thrown.faults
    const advice = 'Remove it, or name another directory with --data.'
    throw new SandboxFault(`${fault.replace('database.url: the', 'The')}. ${advice}`, { cause: thrown })
  }
  return {
    stores: Object.fromEntries(opened.map(({ stores }, index) => [roleNames[index], stores])) as unknown as RoleStores,
    prune: async (now, end) => {
      await Promise.all(opened.map((stores) => stores.prune(now, end)))
    },
    close,
  }
}
