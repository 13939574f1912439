/**
 * Creates Play Integrity tokens with the payload of a standard or classic request. All tokens have the format of a
 * classic token, so that the provider's local decoder can read them (DIS-08).
 */
import { sign, type webcrypto } from 'node:crypto'
import { type CryptoContext, encodeBase64url, type Json, type JsonObject, type Random } from '../base/index.ts'
import { createNestedJwe, jwkThumbprint, type NestedJweKeys, type Signer, signJwt } from '../jose/index.ts'
import { openPrivateKey, publicJwkOf } from './hardware-key.ts'

interface PlayFacts {
  readonly packageName: string
  readonly packageVersion: number
  /** Hexadecimal. */
  readonly certificateDigest: string
  readonly labels: readonly string[]
  readonly clientData: string
  /** Seconds. */
  readonly now: number
}

/** Forms and faults of a token. Most members have the names of Google's verdict. */
export interface PlayKnobs {
  /** Age of the token in seconds. Negative for the future. */
  readonly ageSeconds?: number
  readonly requestPackageName?: string
  /** Type of the request: a standard one has `requestHash`, a classic one `nonce`. Defaults to standard. */
  readonly request?: 'standard' | 'classic'
  /** Replaces the hash of the client data, in either request. */
  readonly requestHash?: string
  /** Defaults to hexadecimal in a standard request, and to base64url in a classic one. */
  readonly requestHashEncoding?: 'hex' | 'base64' | 'base64url'
  readonly appRecognitionVerdict?: string
  readonly packageName?: string
  readonly certificateDigests?: readonly string[]
  readonly versionCode?: number
  readonly labels?: readonly string[]
  readonly appLicensingVerdict?: string
  /** Member that only verdicts for testers have. */
  readonly testingDetails?: { readonly isTestingResponse: boolean }
  /** Omitted member, for example `requestDetails` or `requestDetails.requestHash`. */
  readonly omitted?: string
  readonly signedByAnother?: boolean
  readonly encryptedForAnother?: boolean
  /** Changes the payload before it is signed, for fuzzing the code after signature checks. */
  readonly alteredPayload?: (payload: PlayPayload) => JsonObject
}

/** The vendor's keys for one app. */
export interface PlayAppKeys extends NestedJweKeys {
  readonly signer: Signer
  save(): SavedPlayKeys
}

/** Saved keys: a private JWK, and 32 bytes in base64url. */
export interface SavedPlayKeys {
  readonly signingKey: webcrypto.JsonWebKey
  readonly encryptionKey: string
}

/** Creates new keys or restores saved ones. */
export function createPlayKeys(ctx: CryptoContext & { readonly random: Random }, saved?: SavedPlayKeys): PlayAppKeys {
  const key = openPrivateKey(saved?.signingKey)
  const encryptionKey = saved ? new Uint8Array(Buffer.from(saved.encryptionKey, 'base64url')) : ctx.random.bytes(32)
  const publicJwk = publicJwkOf(key)
  const kid = jwkThumbprint(ctx, publicJwk)
  const signer: Signer = {
    kid,
    alg: 'ES256',
    publicJwk: { ...publicJwk, kid, use: 'sig', alg: 'ES256' },
    sign: (data) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }),
  }
  return {
    signer,
    verificationKey: signer.publicJwk,
    encryptionKey,
    save: () => ({
      signingKey: key.export({ format: 'jwk' }),
      encryptionKey: encodeBase64url(encryptionKey),
    }),
  }
}

/** Creates a Play Integrity token: a JWE with a signed verdict. The knobs make it deviate. */
export async function createPlayToken(
  ctx: CryptoContext,
  keys: { readonly own: PlayAppKeys; readonly foreign: PlayAppKeys },
  facts: PlayFacts,
  knobs: PlayKnobs = {},
): Promise<string> {
  const { signer } = knobs.signedByAnother ? keys.foreign : keys.own
  const { encryptionKey } = knobs.encryptedForAnother ? keys.foreign : keys.own
  const payload = without(createPayload(ctx, facts, knobs), knobs.omitted)
  return createNestedJwe(await signJwt(signer, {}, knobs.alteredPayload?.(payload) ?? payload), encryptionKey)
}

type PlayPayload = Readonly<Record<string, Readonly<Record<string, Json>>>>

function createPayload(ctx: CryptoContext, facts: PlayFacts, knobs: PlayKnobs): PlayPayload {
  const digest = ctx.crypto.digest('sha-256', facts.clientData)
  const isClassic = knobs.request === 'classic'
  const encoding = knobs.requestHashEncoding ?? (isClassic ? 'base64url' : 'hex')
  const hash = knobs.requestHash ?? Buffer.from(digest).toString(encoding)
  return {
    requestDetails: {
      requestPackageName: knobs.requestPackageName ?? facts.packageName,
      [isClassic ? 'nonce' : 'requestHash']: hash,
      timestampMillis: String(Math.round((facts.now - (knobs.ageSeconds ?? 0)) * 1000)),
    },
    appIntegrity: {
      appRecognitionVerdict: knobs.appRecognitionVerdict ?? 'PLAY_RECOGNIZED',
      packageName: knobs.packageName ?? facts.packageName,
      certificateSha256Digest: (knobs.certificateDigests ?? [facts.certificateDigest]).map((hex) =>
        encodeBase64url(Buffer.from(hex, 'hex')),
      ),
      versionCode: String(knobs.versionCode ?? facts.packageVersion),
    },
    deviceIntegrity: { deviceRecognitionVerdict: knobs.labels ?? facts.labels },
    accountDetails: { appLicensingVerdict: knobs.appLicensingVerdict ?? 'LICENSED' },
    ...(knobs.testingDetails && { testingDetails: { ...knobs.testingDetails } }),
  }
}

function without(payload: PlayPayload, path = ''): PlayPayload {
  const [section = '', member] = path.split('.')
  const { [section]: members, ...others } = payload
  if (members === undefined) return payload
  if (member === undefined) return others
  const { [member]: _, ...otherMembers } = members
  return { ...others, [section]: otherMembers }
}
