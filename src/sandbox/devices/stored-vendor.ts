/**
 * Device vendor of the sandbox. Its keys are in the data directory. The Wallet Provider verifies the vendor's devices
 * with the same code as real devices.
 */
import { z } from 'zod'
import { type Clock, type CryptoContext, failed, type Random } from '../../base/index.ts'
import {
  createAndroidVendor,
  createAppleVendor,
  createDeviceIntegrity,
  createLocalPlayDecoder,
  type ListedSerials,
  parseAndroidStatusList,
} from '../../device-integrity/index.ts'
import { PrivateFileError, readPrivateFile, writePrivateFile } from '../../node/index.ts'
import type { ServiceParts } from '../../serve/index.ts'
import { createSoftwareVendor, type SavedVendor, type SoftwareVendor, sandboxApp } from '../../software-device/index.ts'
import { createCertificateCache, pinKey } from '../../x509/index.ts'
import type { DataPaths } from '../data-directory.ts'

type Context = CryptoContext & { readonly random: Random; readonly clock: Clock }

const privateJwk = z.looseObject({ kty: z.literal('EC'), d: z.string() })
const storedRoot = z.object({ certificate: z.string(), key: privateJwk })
const storedVendor = z.object({
  root: storedRoot,
  play: z.object({ signingKey: privateJwk, encryptionKey: z.string() }),
  /** Absent in data directories of earlier versions of this package. */
  appleRoot: storedRoot.optional(),
})

/** Loads the vendor, or creates it. Rejects with `PrivateFileError` for a damaged file. */
export async function loadSoftwareVendor(ctx: Context, data: DataPaths): Promise<SoftwareVendor> {
  const path = data.path('device-vendor.json')
  const content = readPrivateFile(path, {})
  if (content === undefined) {
    const vendor = await createSoftwareVendor(ctx, sandboxApp)
    writePrivateFile(path, vendor.save(), { mode: 'create' })
    return vendor
  }
  const parsed = storedVendor.safeParse(content)
  const damaged = (): never => {
    throw new PrivateFileError(path, 'is not a device vendor of a sandbox: restore the file, or remove it.')
  }
  if (!parsed.success) return damaged()
  const vendor = await createSoftwareVendor(ctx, sandboxApp, parsed.data as Partial<SavedVendor>).catch(damaged)
  if (parsed.data.appleRoot === undefined) writePrivateFile(path, vendor.save(), { mode: 'replace' })
  return vendor
}

/**
 * Creates the verifiers for Android and Apple devices of the software vendor. Each registration of an Android device
 * uses the vendor's current status list.
 */
export function createSoftwareVendors(
  { crypto }: CryptoContext,
  vendor: SoftwareVendor,
): NonNullable<ServiceParts<'wallet-provider'>['vendors']> {
  const { packageName, certificateDigest } = vendor.app
  const cache = createCertificateCache()
  const android = createAndroidVendor({
    crypto,
    trust: {
      cache,
      roots: vendor.androidRoots.map(pinKey),
      listedSerials: parseWhenChanged(vendor.statusList),
      policy: { applications: [{ packageName, signatureDigests: [certificateDigest] }], requireStrongBox: false },
    },
    play: {
      decoder: createLocalPlayDecoder({ crypto }, vendor.playKeys),
      policy: {
        applications: [{ packageName, certificateDigests: [certificateDigest] }],
        maximumAgeSeconds: 900,
        skewSeconds: 60,
        requireStrongIntegrity: false,
        requireLicence: false,
      },
    },
  })
  const apple = createAppleVendor({
    crypto,
    trust: {
      cache,
      roots: vendor.appleRoots.map(pinKey),
      policy: { appIds: [vendor.appleApp.appId], environment: 'production' },
    },
  })
  return {
    deviceIntegrity: createDeviceIntegrity([android, apple]),
    relaxations: [],
    statusList: () => undefined,
    start: () => undefined,
    stop: () => undefined,
  }
}

function parseWhenChanged(statusList: () => string): () => ListedSerials | undefined {
  let last: { readonly text: string; readonly serials: ListedSerials | undefined } | undefined
  return () => {
    const text = statusList()
    if (last?.text === text) return last.serials
    const list = parseAndroidStatusList(text)
    last = { text, serials: failed(list) ? undefined : list }
    return last.serials
  }
}
