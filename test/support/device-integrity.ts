/** A software vendor, and the provider's verifiers configured for it as in a deployment. */
import { type Crypto, Failure } from '../../src/base/index.ts'
import {
  type AndroidPolicy,
  type ApplePolicy,
  createAndroidVendor,
  createAppleVendor,
  createDeviceIntegrity,
  createLocalPlayDecoder,
  type DeviceIntegrity,
  type PlayIntegrityDecoder,
  type PlayIntegrityPolicy,
  parseAndroidStatusList,
} from '../../src/device-integrity/index.ts'
import { withKeyCache } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import { createSoftwareVendor, type SoftwareVendor } from '../../src/software-device/index.ts'
import { createCertificateCache, type IssuerKey, pinKey } from '../../src/x509/index.ts'
import { type FixedClock, fixedClock } from './fixed-clock.ts'
import { seededRandom } from './seeded-random.ts'

export interface DeviceBench {
  readonly clock: FixedClock
  readonly vendor: SoftwareVendor
  /** Returns the verifiers of a provider that trusts the software vendor, with changes. */
  provider(changes?: ProviderChanges): DeviceIntegrity
}

export interface ProviderChanges {
  readonly policy?: Partial<AndroidPolicy>
  readonly play?: Partial<PlayIntegrityPolicy>
  readonly roots?: readonly IssuerKey[]
  readonly decoder?: PlayIntegrityDecoder
  /** Cryptography of the verifiers. */
  readonly crypto?: Crypto
  /** Adds Apple's verifier. Defaults to Android's alone. */
  readonly apple?: { readonly policy?: Partial<ApplePolicy>; readonly roots?: readonly IssuerKey[] }
  /** True if the status list has never been fetched. */
  readonly withoutStatusList?: boolean
}

/** The vendor that benches share, so that its certificates are created only once per process. */
let usual: Promise<SoftwareVendor> | undefined

const usualVendor = (): Promise<SoftwareVendor> => {
  usual ??= createSoftwareVendor({ clock: fixedClock(), crypto: createNodeCrypto(), random: seededRandom('vendor') })
  return usual
}

/**
 * Creates a bench with its own clock and status list. Benches whose clock has the default time of `fixedClock` share
 * the vendor's certificates.
 */
export async function createDeviceBench(clock: FixedClock = fixedClock()): Promise<DeviceBench> {
  const ownCrypto = withKeyCache(createNodeCrypto())
  const surroundings = { clock, crypto: ownCrypto, random: seededRandom('device') }
  const isUsual = clock.now() === fixedClock().now()
  const vendor = isUsual ? (await usualVendor()).elsewhere(surroundings) : await createSoftwareVendor(surroundings)
  const { packageName, certificateDigest } = vendor.app
  const cache = createCertificateCache()
  const provider = (changes: ProviderChanges = {}): DeviceIntegrity => {
    const { policy, play, roots, decoder, withoutStatusList, crypto = ownCrypto } = changes
    const listedSerials = () => {
      const list = parseAndroidStatusList(vendor.statusList())
      return withoutStatusList || list instanceof Failure ? undefined : list
    }
    const android = createAndroidVendor({
      crypto,
      trust: {
        cache,
        listedSerials,
        roots: roots ?? vendor.androidRoots.map(pinKey),
        policy: {
          applications: [{ packageName, signatureDigests: [certificateDigest] }],
          requireStrongBox: false,
          ...policy,
        },
      },
      play: {
        decoder: decoder ?? createLocalPlayDecoder({ crypto }, vendor.playKeys),
        policy: {
          applications: [{ packageName, certificateDigests: [certificateDigest] }],
          maximumAgeSeconds: 900,
          skewSeconds: 60,
          requireStrongIntegrity: false,
          requireLicence: false,
          ...play,
        },
      },
    })
    if (changes.apple === undefined) return createDeviceIntegrity([android])
    const apple = createAppleVendor({
      crypto,
      trust: {
        cache,
        roots: changes.apple.roots ?? vendor.appleRoots.map(pinKey),
        policy: { appIds: [vendor.appleApp.appId], environment: 'production', ...changes.apple.policy },
      },
    })
    return createDeviceIntegrity([android, apple])
  }
  return { clock, vendor, provider }
}
