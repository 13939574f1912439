/**
 * The parts of a sandbox that live in its data directory: keys, secrets, the device vendor. What is missing is
 * made; what is damaged is named and never replaced.
 */
import { z } from 'zod'
import { type Clock, type CryptoContext, encodeBase64url, type Random } from '../base/index.ts'
import { type KeyRingStore, seedKeyRing } from '../federation/index.ts'
import type { Decrypter, Signer } from '../jose/index.ts'
import {
  createKeyFileVault,
  keyPlans,
  loadKeys,
  loadSecrets,
  PrivateFileError,
  readPrivateFile,
  writePrivateFile,
} from '../node/index.ts'
import {
  loadMdocIssuer,
  loadNationalLoginKey,
  loadUserinfoDecrypter,
  type NationalLoginKey,
} from '../pid-provider-adapters/index.ts'
import { createSoftwareVendor, type SavedVendor, type SoftwareVendor, sandboxApp } from '../software-device/index.ts'
import type { EcosystemKeys, EcosystemParts, EcosystemSecrets } from './compose/parts.ts'
import { mdocIssuerRequest } from './compose/parts.ts'
import type { DataPaths } from './data-directory.ts'

type Context = CryptoContext & { readonly random: Random; readonly clock: Clock }

export interface StoredKeys {
  readonly keys: EcosystemKeys
  /** The private side of `keys.pidProvider.login`. */
  readonly loginKey: NationalLoginKey
  readonly decrypter: Decrypter | undefined
  /** Those of the key file, with which the anchor's ring begins. */
  readonly anchorKeys: readonly [Signer, ...Signer[]]
}

export async function loadEcosystemKeys(ctx: Context, data: DataPaths, pidProviderId: string): Promise<StoredKeys> {
  const at = (role: string): string => data.path('keys', `${role}.json`)
  const [anchor, walletProvider, pidProvider, relyingParty, login, decrypter, mdoc] = await Promise.all([
    loadKeys(ctx, at('trust-anchor'), keyPlans['trust-anchor']),
    loadKeys(ctx, at('wallet-provider'), keyPlans['wallet-provider']),
    loadKeys(ctx, at('pid-provider'), keyPlans['pid-provider']),
    loadKeys(ctx, at('relying-party'), keyPlans['relying-party']),
    loadNationalLoginKey(ctx, at('pid-provider-login')),
    loadUserinfoDecrypter(ctx, at('pid-provider-login-encryption')),
    loadMdocIssuer(ctx, at('pid-provider-mdoc'), mdocIssuerRequest(pidProviderId)),
  ])
  return {
    loginKey: login.key,
    decrypter,
    anchorKeys: anchor.signers.federation,
    keys: {
      trustAnchor: { federation: anchor.signers.federation[0] },
      walletProvider: {
        federation: walletProvider.signers.federation[0],
        attestation: walletProvider.signers.attestation[0],
      },
      pidProvider: {
        federation: pidProvider.signers.federation[0],
        credential: pidProvider.signers.credential[0],
        login: { keys: [login.publicJwk], algorithm: login.key.alg, decrypter },
        mdoc,
      },
      relyingParty: {
        federation: relyingParty.signers.federation[0],
        request: relyingParty.signers.request[0],
        response: relyingParty.agreementKeys.response[0],
      },
    },
  }
}

/** The administration's token and the application's key are others at each start. */
export function loadEcosystemSecrets(ctx: Context, data: DataPaths): Required<EcosystemSecrets> {
  const secrets = loadSecrets(ctx, data.path('secrets.json'), ['challenge', 'cNonce', 'person'])
  return {
    challenge: secrets.challenge,
    cNonce: secrets.cNonce,
    person: secrets.person[0].secret,
    adminToken: encodeBase64url(ctx.random.bytes(32)),
    applicationKey: encodeBase64url(ctx.random.bytes(32)),
  }
}

/** The ring of attestation keys, which begins with the one of the key file. */
export async function openAttestationKeyRing(
  ctx: Context,
  data: DataPaths,
  { store, held }: { readonly store: KeyRingStore; readonly held: Signer },
): Promise<NonNullable<EcosystemParts['attestationKeyRing']>> {
  await seedKeyRing(store, [held], ctx.clock.now())
  const directory = data.path('keys', 'wallet-provider-attestation')
  return { store, vault: createKeyFileVault(ctx, { directory, purpose: 'attestation', held: [held] }) }
}

const privateJwk = z.looseObject({ kty: z.literal('EC'), d: z.string() })
const storedRoot = z.object({ certificate: z.string(), key: privateJwk })
const storedVendor = z.object({
  root: storedRoot,
  play: z.object({ signingKey: privateJwk, encryptionKey: z.string() }),
  /** Directories of before have none. */
  appleRoot: storedRoot.optional(),
})

export async function loadSoftwareVendor(ctx: Context, data: DataPaths): Promise<SoftwareVendor> {
  const path = data.path('device-vendor.json')
  const content = readPrivateFile(path, {})
  if (content === undefined) {
    const vendor = await createSoftwareVendor(ctx, sandboxApp)
    writePrivateFile(path, vendor.save(), { mode: 'create' })
    return vendor
  }
  const parsed = storedVendor.safeParse(content)
  if (!parsed.success) throw new PrivateFileError(path, 'is no device vendor of a sandbox.')
  const vendor = await createSoftwareVendor(ctx, sandboxApp, parsed.data as Partial<SavedVendor>)
  if (parsed.data.appleRoot === undefined) writePrivateFile(path, vendor.save(), { mode: 'replace' })
  return vendor
}
