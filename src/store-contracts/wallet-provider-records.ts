/** Instances, challenges and calls for the tests of the Wallet Provider's stores. */
import type { WalletInstance, WalletInstances } from '../wallet-provider/index.ts'

export const instance = (name: string, changes: Partial<WalletInstance> = {}): WalletInstance => ({
  hardwareKeyTag: `tag-${name}`,
  hardwareKey: { kty: 'EC', crv: 'P-256', x: name, y: name },
  hardwareKeyThumbprint: `thumbprint-${name}`,
  device: { platform: 'android', attestationSecurityLevel: 'strongbox', application: 'it.example.wallet' },
  status: 'registered',
  registeredAt: 1000,
  ...changes,
})
/** Records an attestation at this index of list 0, and keeps it for 100 seconds. */
export const record = (store: WalletInstances, index: number, now = 1010, hardwareKeyTag = 'tag-a') =>
  store.recordAttestation({ hardwareKeyTag, place: { list: 0, index }, keptUntil: now + 100, now })
/** Calls `revokeSome` and returns only the number of newly revoked instances. */
export const revokeAndCount = async (
  store: WalletInstances,
  input: Parameters<typeof revokeSome>[1],
): Promise<number> => (await revokeSome(store, input)).revoked
/** Revokes the instances of a group that follow `after`. `limit` defaults to 100. */
export const revokeSome = (
  store: WalletInstances,
  input: Omit<Parameters<WalletInstances['revokeSome']>[0], 'after' | 'limit'> & { after?: string; limit?: number },
) => store.revokeSome({ after: undefined, limit: 100, ...input })
/** Returns the claims of one challenge, which expires at 2000. */
export const challenge = (value: string) => [{ name: 'challenge', value, expiresAt: 2000 }] as const

/** Registers one instance on Android and one on Apple, whose certificate chains share one certificate. */
export const registerTwo = async (store: WalletInstances): Promise<WalletInstances> => {
  await store.register({ claims: challenge('a'), instance: instance('a'), certificateSerials: ['1f', '2'] })
  await store.register({
    claims: challenge('b'),
    instance: instance('b', { device: { platform: 'apple', application: 'TEAM.app' }, registeredAt: 1005 }),
    certificateSerials: ['2', '3'],
  })
  return store
}
