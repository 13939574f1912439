/** Records of a wallet, and its stores, for tests of its files. */
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import { formatSdJwt } from '../../src/oauth/index.ts'
import type { BlobStore } from '../../src/wallet/ports/blob-store.ts'
import { createSealedRecords, type SealedRecords } from '../../src/wallet/storage/sealed-records.ts'
import type { CredentialGrant, HeldCredential, PendingIssuance } from '../../src/wallet/storage/wallet-record.ts'
import { seededRandom } from './seeded-random.ts'

export const now = 1_780_000_000

export const credential = (id: string): HeldCredential => ({
  id,
  format: formatSdJwt,
  credential: `${id}.b.c~`,
  issuer: 'https://pid.example',
  type: 'pid',
  alg: 'ES256',
  keyTag: id,
  receivedAt: now,
  expiresAt: now + 60,
  status: { idx: 7, uri: 'https://pid.example/statuslists/1' },
})

export const grant = (cNonce = 'n'): CredentialGrant => ({
  issuer: 'https://pid.example',
  clientId: 'client',
  accessToken: 'token',
  dpopKeyTag: 'dpop',
  expiresAt: now + 60,
  cNonce,
  cNonceExpiresAt: now + 60,
})

export const issuance = (state: string, expiresAt = now + 60): PendingIssuance => ({
  state,
  issuer: 'https://pid.example',
  redirectUri: 'https://wallet.example/issued',
  codeVerifier: 'verifier',
  attestationThumbprint: 'thumbprint',
  expiresAt,
})

/** Returns the sealed records in these files, always with the same key. */
export function sealedRecordsIn(blobs: BlobStore): SealedRecords {
  const ctx = { crypto: createNodeCrypto(), random: seededRandom('wallet-records') }
  return createSealedRecords(ctx, blobs, { storageKey: async () => new Uint8Array(32).fill(9) })
}
