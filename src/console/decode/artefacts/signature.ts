/** Verifies the signature of a JWS with keys from the decoded text, or with pasted keys. */
import {
  decodeLenientBase64,
  failed,
  isJsonObject,
  type Json,
  type JsonObject,
  type PublicJwk,
} from '../../../base/index.ts'
import { isKeyDid, keyFits, type ParsedJws, parseKeyDid, parsePublicJwk, verifyJws } from '../../../jose/index.ts'
import { parseCertificate } from '../../../x509/index.ts'
import type { Verdict } from '../decoded.ts'
import type { DecodedKind } from '../kinds.ts'
import { publicJwkOf, reasonWithoutKey } from '../pasted-keys.ts'
import type { Reading, SourceKeys } from '../reading.ts'
import { notValid, notVerifiable, passed } from '../verdicts.ts'
import type { KeySource } from '../words.ts'
import { openJws } from './open-jws.ts'

/** Maximum number of tried keys of one source. */
export const maximumTriedKeys = 8

/** Kinds that must be signed with the attested key. */
const signedByAttestedKey: readonly DecodedKind[] = ['attestation_pop', 'pushed_request_object']

/**
 * Returns the verdict about the signature. The first source with a usable key decides. The order is: pasted keys with
 * the same `kid`, keys in the artefact (`sources`), keys of related artefacts (`neighbours`), other pasted keys. A
 * failure with the attested key decides only for the kinds in `signedByAttestedKey`.
 */
export async function verifySignature(
  reading: Reading,
  kind: DecodedKind,
  jws: ParsedJws,
  sources: readonly SourceKeys[],
): Promise<Verdict> {
  const { pastedKeys, neighbours } = reading
  const isNamed = ({ kid }: PublicJwk): boolean => kid !== undefined && kid === jws.header.kid
  const all = [
    { source: 'pasted' as const, keys: pastedKeys.keys.filter(isNamed) },
    ...sources,
    ...neighbours,
    { source: 'pasted' as const, keys: pastedKeys.keys.filter((key) => !isNamed(key)) },
  ]
  for (const { source, keys } of all) {
    const refusal = await tryKeys(reading, jws, candidateKeys(keys, jws), source)
    if (refusal === undefined) continue
    const decides = source !== 'attestation' || signedByAttestedKey.includes(kind)
    if (refusal.result === 'verified' || decides) return refusal
  }
  return notVerifiable('signature', reasonWithoutKey(pastedKeys))
}

/**
 * Returns `verified` if the signature is valid with one of the keys, otherwise the failure of the first key. Returns
 * `undefined` without keys.
 */
async function tryKeys(
  { ctx }: Reading,
  jws: ParsedJws,
  keys: readonly PublicJwk[],
  by: KeySource,
): Promise<Verdict | undefined> {
  let refusal: Verdict | undefined
  for (const key of keys) {
    const signed = await verifyJws(ctx, jws, key, 'jws')
    if (!failed(signed)) return passed('signature', { by })
    refusal ??= notValid('signature', signed)
  }
  return refusal
}

/**
 * Returns the keys with the header's `kid`. If there are none, returns the keys that fit the algorithm, except those
 * with another `kid`. Returns at most 8.
 */
function candidateKeys(keys: readonly PublicJwk[], { header: { kid, alg } }: ParsedJws): readonly PublicJwk[] {
  const withKid = kid === undefined ? [] : keys.filter((key) => key.kid === kid)
  if (withKid.length > 0) return withKid.slice(0, maximumTriedKeys)
  return keys
    .filter((key) => (kid === undefined || key.kid === undefined) && keyFits(key, alg))
    .slice(0, maximumTriedKeys)
}

/** Returns the keys among the first 64 entries of a JWK set. Skips malformed, private and unsupported keys. */
export function keysOfSet(set: Json | undefined): readonly PublicJwk[] {
  const list = isJsonObject(set) && Array.isArray(set.keys) ? (set.keys as readonly Json[]) : []
  return list.slice(0, 64).flatMap(asKeys)
}

/** Returns the key as a list. Empty if the key is malformed, private or unsupported. */
export function asKeys(value: Json | undefined): readonly PublicJwk[] {
  const key = parsePublicJwk(value, 'jwk')
  return failed(key) ? [] : [key]
}

/** Returns the keys in a header: `jwk`, a DID in `kid`, the leaf of `x5c`, the metadata keys in `trust_chain[0]`. */
export function headerKeys(header: JsonObject): readonly SourceKeys[] {
  const { jwk, kid, x5c, trust_chain: chain } = header
  const did = isKeyDid(kid) ? parseKeyDid(kid, 'kid') : undefined
  const [leaf] = Array.isArray(x5c) ? x5c : []
  const [subject] = Array.isArray(chain) ? chain : []
  return [
    ...(jwk === undefined ? [] : [{ source: 'header_jwk' as const, keys: withoutKids(asKeys(jwk)) }]),
    ...(did === undefined || failed(did) ? [] : [{ source: 'kid_did' as const, keys: [did] }]),
    ...(typeof leaf === 'string'
      ? [{ source: 'x5c' as const, keys: keyOfCertificate(decodeLenientBase64(leaf)) }]
      : []),
    ...(typeof subject === 'string' ? [{ source: 'trust_chain' as const, keys: metadataKeys(subject) }] : []),
  ]
}

/** Returns the keys without `kid`, so that each is tried for any `kid` in the header. */
export const withoutKids = (keys: readonly PublicJwk[]): readonly PublicJwk[] => keys.map(({ kid: _, ...key }) => key)

/** Returns the key of a DER certificate as a list. Empty if the certificate is malformed or its key is unsupported. */
export function keyOfCertificate(der: Uint8Array | undefined): readonly PublicJwk[] {
  const certificate = der && parseCertificate(der, 'certificate')
  const key = certificate === undefined || failed(certificate) ? undefined : publicJwkOf(certificate.publicKey())
  return key === undefined ? [] : [key]
}

/** Returns the protocol keys in the metadata of an Entity Configuration. */
function metadataKeys(statement: string): readonly PublicJwk[] {
  const { payload } = openJws(statement) ?? {}
  const metadata = isJsonObject(payload?.metadata) ? Object.values(payload.metadata) : []
  return metadata.flatMap((type) => (isJsonObject(type) ? keysOfSet(type.jwks) : []))
}
