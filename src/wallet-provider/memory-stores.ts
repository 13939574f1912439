/**
 * The stores without a database: the reference of the contract suite, and what unit tests run on. Forgets at exit.
 */
import { createMemoryClaims } from '../base/index.ts'
import type { WalletProviderStores } from './stores.ts'
import { mayBecome, type WalletInstance } from './wallet-instance.ts'

export function createMemoryWalletProviderStores(): WalletProviderStores {
  const instances = new Map<string, WalletInstance>()
  const used = createMemoryClaims()
  const change = (instance: WalletInstance, changes: Partial<WalletInstance>): void =>
    void instances.set(instance.hardwareKeyTag, { ...instance, ...changes })
  return {
    walletInstances: {
      find: async (hardwareKeyTag) => instances.get(hardwareKeyTag),
      register: async ({ claims, instance }) => {
        const isKnown = [...instances.values()].some(
          ({ hardwareKeyTag, hardwareKeyThumbprint }) =>
            hardwareKeyTag === instance.hardwareKeyTag || hardwareKeyThumbprint === instance.hardwareKeyThumbprint,
        )
        if (isKnown) return 'known'
        return used.claim(claims, () => {
          instances.set(instance.hardwareKeyTag, instance)
          return 'registered'
        })
      },
      beginAttestation: async ({ claims, hardwareKeyTag }) =>
        instances.get(hardwareKeyTag)?.status === 'revoked' ? 'revoked' : used.claim(claims, () => 'begun'),
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
