/**
 * A ring of keys at the start of its service: it begins with the keys of the key file, and the one that the store says
 * signs must be at hand (FED-10, WP-67). A service without it would take requests and answer none of them.
 */
import { type NumericDate, Unavailable } from '../base/index.ts'
import { type KeyRing, type KeyVault, seedKeyRing } from '../federation/index.ts'
import type { Signer } from '../jose/index.ts'
import { ConfigError } from '../node/index.ts'

/** Throws `ConfigError` where the active key is not in the vault. What the vault cannot do later is told to `onTrouble`. */
export async function beginKeyRing(
  { store, vault }: KeyRing,
  held: readonly [Signer, ...Signer[]],
  now: NumericDate,
  onTrouble: (what: string) => void = () => undefined,
): Promise<KeyRing> {
  await seedKeyRing(store, held, now)
  const active = (await store.list()).find(({ state }) => state === 'active')
  if (active !== undefined && (await vault.open(active.kid)) === undefined)
    throw new ConfigError([
      `keys: the store says that ${active.kid} signs, and neither the key file nor keys.ringDirectory holds it: restore it`,
    ])
  return { store, vault: telling(vault, onTrouble) }
}

/** Answers and decisions name no file: which one could not be written, and why, is for whoever runs the service. */
const telling = (vault: KeyVault, onTrouble: (what: string) => void): KeyVault => ({
  ...vault,
  create: () =>
    vault.create().catch((thrown: unknown) => {
      if (thrown instanceof Unavailable) onTrouble(thrown.message)
      throw thrown
    }),
})
