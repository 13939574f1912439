/** The sandbox's Wallet Provider: trusts devices of the sandbox's own vendor, judged by the code that judges real ones. */
import { failed } from '../../base/index.ts'
import {
  createAndroidVendor,
  createAppleVendor,
  createDeviceIntegrity,
  createLocalPlayDecoder,
  type DeviceIntegrity,
  parseAndroidStatusList,
  type RevokedSerials,
} from '../../device-integrity/index.ts'
import { createWalletProvider, type WalletProvider, walletProviderConfig } from '../../wallet-provider/index.ts'
import { createCertificateCache, pinKey } from '../../x509/index.ts'
import {
  anchorsOf,
  attestationKeptSeconds,
  commonParts,
  type EcosystemParts,
  loopbackHttp,
  organizationOf,
  statusTtlSeconds,
} from './parts.ts'

export function composeWalletProvider(parts: EcosystemParts): WalletProvider {
  const { origins, keys, walletApp } = parts
  return createWalletProvider({
    ...commonParts(parts, 'wallet-provider'),
    config: walletProviderConfig.parse({
      entityId: origins.walletProvider,
      environment: 'test',
      organization: organizationOf('wallet-provider', origins.walletProvider),
      authorityHints: [origins.trustAnchor],
      statusLists: { ttlSeconds: statusTtlSeconds, count: 1 },
      attestationStatusKeptSeconds: attestationKeptSeconds,
      ...(walletApp && { users: { issuer: walletApp.issuer, jwks: { keys: [walletApp.signer.publicJwk] } } }),
      loopbackHttp: loopbackHttp(parts),
    }),
    anchors: anchorsOf(parts),
    federationSigner: keys.walletProvider.federation,
    attestationSigner: keys.walletProvider.attestation,
    ...(parts.attestationKeyRing && { attestationKeyRing: parts.attestationKeyRing }),
    challengeKeys: parts.secrets.challenge,
    deviceIntegrity: composeDeviceIntegrity(parts),
    stores: parts.stores.walletProvider,
    administrators: [{ name: 'sandbox', token: parts.secrets.adminToken }],
  })
}

/** Android and Apple devices of the software vendor. */
export function composeDeviceIntegrity({ crypto, vendor }: Pick<EcosystemParts, 'crypto' | 'vendor'>): DeviceIntegrity {
  const { packageName, certificateDigest } = vendor.app
  const cache = createCertificateCache()
  const android = createAndroidVendor({
    crypto,
    trust: {
      cache,
      roots: vendor.androidRoots.map(pinKey),
      revokedSerials: readsWhenItChanges(vendor.statusList),
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
  return createDeviceIntegrity([android, apple])
}

function readsWhenItChanges(statusList: () => string): () => RevokedSerials | undefined {
  let read: { readonly text: string; readonly serials: RevokedSerials | undefined } | undefined
  return () => {
    const text = statusList()
    if (read?.text === text) return read.serials
    const list = parseAndroidStatusList(text)
    read = { text, serials: failed(list) ? undefined : list }
    return read.serials
  }
}
