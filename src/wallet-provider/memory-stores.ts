/**
 * The stores without a database: the reference of the contract suite, and what unit tests run on. Forgets at exit.
 */
import { createMemoryClaims } from '../base/index.ts'
import type { WalletProviderStores } from './stores.ts'
import { mayBecome, mayMoveTo, type WalletInstance } from './wallet-instance.ts'

export function createMemoryWalletProviderStores(): WalletProviderStores {
  const instances = new Map<string, WalletInstance>()
  const used = createMemoryClaims()
  const change = (instance: WalletInstance, changes: Partial<WalletInstance>): void =>
    void instances.set(instance.hardwareKeyTag, { ...instance, ...changes })
  return {
    walletInstances: {
      find: async (hardwareKeyTag) => instances.get(hardwareKeyTag),
      register: async ({ claims, instance }) => {
        const isKnown = (): boolean =>
          [...instances.values()].some(
            ({ hardwareKeyTag, hardwareKeyThumbprint }) =>
              hardwareKeyTag === instance.hardwareKeyTag || hardwareKeyThumbprint === instance.hardwareKeyThumbprint,
          )
        const add = (): 'registered' => {
          instances.set(instance.hardwareKeyTag, instance)
          return 'registered'
        }
        return used.claim(claims, add, () => (isKnown() ? 'known' : undefined))
      },
      beginAttestation: async ({ claims, hardwareKeyTag, counter }) => {
        const instance = instances.get(hardwareKeyTag)
        const begin = (): 'begun' => {
          if (instance !== undefined && counter !== undefined) change(instance, { counter })
          return 'begun'
        }
        return used.claim(claims, begin, () => {
          if (instance?.status === 'revoked') return 'revoked'
          return mayMoveTo(instance?.counter, counter) ? undefined : 'counter_not_above'
        })
      },
      becomeOperational: async (hardwareKeyTag, now) => {
        const instance = instances.get(hardwareKeyTag)
        if (instance === undefined || instance.status === 'revoked') return 'revoked'
        if (mayBecome(instance.status, 'operational')) change(instance, { status: 'operational', operationalAt: now })
        return 'operational'
      },
      revoke: async ({ hardwareKeyTag, reason, now }) => {
        const instance = instances.get(hardwareKeyTag)
        if (instance === undefined) return 'unknown'
        if (mayBecome(instance.status, 'revoked'))
          change(instance, { status: 'revoked', revokedAt: now, revocationReason: reason })
        return 'revoked'
      },
    },
  }
}
