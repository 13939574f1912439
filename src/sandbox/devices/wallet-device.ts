/**
 * A simulated device for the wallet library. The sandbox's device vendor attests the hardware key. All other keys are
 * in the memory of this process. For demonstrations and tests only, because it has no secure hardware.
 */
import type { CryptoContext } from '../../base/index.ts'
import { algorithmRow, jwkThumbprint } from '../../jose/index.ts'
import type { DeviceIntegrityService, SecureEnvironment, SecureKey, SecureKeys } from '../../wallet/index.ts'
import type { DeviceEvidence } from './device-client.ts'

/** A simulated device as the two interfaces that the wallet library requires. */
export interface WalletDevice {
  readonly secureKeys: SecureKeys
  readonly deviceIntegrity: DeviceIntegrityService
}

interface DeviceKind {
  readonly platform: SecureKeys['platform']
  /** Secure environment of all its keys. */
  readonly environment: SecureEnvironment
}

/**
 * Creates the simulated device. `createDevice` returns a new device for each new hardware key. The key is attested at
 * once, as on Android. `deviceIntegrity` rejects if the device has no hardware key with the tag. The kind defaults to
 * an Android device with a trusted environment.
 */
export function createWalletDevice(
  ctx: CryptoContext,
  createDevice: () => Promise<DeviceEvidence>,
  { platform, environment }: DeviceKind = { platform: 'android', environment: 'trusted-environment' },
): WalletDevice {
  const { scheme } = algorithmRow('ES256')
  const devices = new Map<string, { readonly evidence: DeviceEvidence; readonly keyAttestation: string }>()
  const keys = new Map<string, SecureKey>()
  const deviceOf = (tag: string) => {
    const device = devices.get(tag)
    if (device === undefined) throw new Error('the device has no hardware key with this tag')
    return device
  }
  return {
    secureKeys: {
      platform,
      environments: async () => [environment],
      deleteHardwareKeys: async () => devices.clear(),
      generateHardwareKey: async (_environment, _suggestedTag, challenge) => {
        const evidence = await createDevice()
        const tag = evidence.hardwareKeyTag
        devices.set(tag, { evidence, keyAttestation: await evidence.keyAttestation(challenge) })
        return { tag }
      },
      generateKey: async () => {
        const key = await ctx.crypto.generateSigningKey(scheme)
        const tag = jwkThumbprint(ctx, key.publicJwk)
        const signer = { tag, publicJwk: key.publicJwk, sign: (data: Uint8Array) => ctx.crypto.sign(scheme, key, data) }
        keys.set(tag, signer)
        return signer
      },
      openKey: async (tag) => keys.get(tag),
      deleteKey: async (tag) => void keys.delete(tag),
    },
    deviceIntegrity: {
      status: async () => ({ meetsMinimumSecurity: true, available: true }),
      keyAttestation: async (_challenge, tag) => deviceOf(tag).keyAttestation,
      assertion: async (clientData, tag) => deviceOf(tag).evidence.assertion(clientData),
    },
  }
}
