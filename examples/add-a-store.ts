/**
 * A store of one's own: the Wallet Provider's port over a plain Map, held to the contract that every store must pass. Over a
 * database each verb is one statement or one transaction; here nothing can come in between, since no verb awaits.
 *
 *     node add-a-store.ts
 */
import type { Claim, Lost } from 'fiducia/base'
import { walletProviderStoresContract } from 'fiducia/store-contracts'
import { mayBecome, mayMoveTo, type WalletInstance, type WalletProviderStores } from 'fiducia/wallet-provider'

function createMapStores(): WalletProviderStores {
  const instances = new Map<string, WalletInstance>()
  const spent = new Set<string>()

  // Single use: everything at once and together with the effect, or nothing. A real store also forgets after `expiresAt`.
  function lostOf<N extends string>(claims: readonly Claim<N>[]): Lost<N> | undefined {
    const lost = claims.find(({ name, value }) => spent.has(`${name} ${value}`))
    return lost && { lost: lost.name }
  }
  function spend(claims: readonly Claim[]): void {
    for (const { name, value } of claims) spent.add(`${name} ${value}`)
  }
  const isKnown = ({ hardwareKeyTag, hardwareKeyThumbprint }: WalletInstance): boolean =>
    instances.has(hardwareKeyTag) ||
    [...instances.values()].some((other) => other.hardwareKeyThumbprint === hardwareKeyThumbprint)

  return {
    walletInstances: {
      find: async (tag) => instances.get(tag),

      register: async ({ claims, instance }) => {
        const lost = lostOf(claims)
        if (lost) return lost
        if (isKnown(instance)) return 'known'
        spend(claims)
        instances.set(instance.hardwareKeyTag, instance)
        return 'registered'
      },

      beginAttestation: async ({ claims, hardwareKeyTag, counter }) => {
        const lost = lostOf(claims)
        if (lost) return lost
        const instance = instances.get(hardwareKeyTag)
        if (instance?.status === 'revoked') return 'revoked'
        if (!mayMoveTo(instance?.counter, counter)) return 'counter_not_above'
        spend(claims)
        if (instance && counter !== undefined) instances.set(hardwareKeyTag, { ...instance, counter })
        return 'begun'
      },

      becomeOperational: async (hardwareKeyTag, now) => {
        const instance = instances.get(hardwareKeyTag)
        if (instance === undefined || instance.status === 'revoked') return 'revoked'
        if (mayBecome(instance.status, 'operational'))
          instances.set(hardwareKeyTag, { ...instance, status: 'operational', operationalAt: now })
        return 'operational'
      },

      revoke: async ({ hardwareKeyTag, reason, now }) => {
        const instance = instances.get(hardwareKeyTag)
        if (instance === undefined) return 'unknown'
        if (mayBecome(instance.status, 'revoked'))
          instances.set(hardwareKeyTag, { ...instance, status: 'revoked', revokedAt: now, revocationReason: reason })
        return 'revoked'
      },
    },
  }
}

walletProviderStoresContract('a plain Map', createMapStores)
