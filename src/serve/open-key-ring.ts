/**
 * Opens the key ring of a starting service. A new ring contains the keys of the key file. The active key of the store
 * must be available (FED-10, WP-67): without it the service would accept requests and could answer none.
 */
import { type NumericDate, Unavailable } from '../base/index.ts'
import { type KeyRing, type KeyVault, seedKeyRing } from '../federation/index.ts'
import type { Signer } from '../jose/index.ts'
import { ConfigError } from '../node/index.ts'

/**
 * Returns the ring. Writes `fileKeys`, the keys of the key file, into a store without an active key. Rejects with
 * `ConfigError` if the active key is not in the vault. Later failures to store a new key are reported to `onTrouble`.
 */
export async function openKeyRing(
  { store, vault }: KeyRing,
  fileKeys: readonly [Signer, ...Signer[]],
  now: NumericDate,
  onTrouble: (what: string) => void = () => undefined,
): Promise<KeyRing> {
  await seedKeyRing(store, fileKeys, now)
  const active = (await store.list()).find(({ state }) => state === 'active')
  if (active !== undefined && (await vault.open(active.kid)) === undefined)
    throw new ConfigError([
      `keys: ${active.kid} is the active key of the store, but neither the key file nor keys.ringDirectory contains it: restore it, or name the store of these keys in database.url`,
    ])
  return { store, vault: reportFailures(vault, onTrouble) }
}

/**
 * Wraps a vault. Reports to the operator why a key could not be created, because no answer and no decision names the
 * file.
 */
const reportFailures = (vault: KeyVault, onTrouble: (what: string) => void): KeyVault => ({
  ...vault,
  create: () =>
    vault.create().catch((thrown: unknown) => {
      if (thrown instanceof Unavailable) onTrouble(thrown.message)
      throw thrown
    }),
})
