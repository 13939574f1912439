/**
 * Lists the expiry times in an observed federation: of configurations, statements, trust marks, status lists, keys and
 * certificates.
 */
import { failed, isJsonObject, isNumericDate, type Json, type NumericDate } from '../../base/index.ts'
import { type EntityStatement, endOfMark, parseTrustMark, readTrustMarks } from '../../federation/index.ts'
import { allAlgorithms } from '../../jose/index.ts'
import { parseCertificate } from '../../x509/index.ts'
import type { ObservedFederation } from './observe-federation.ts'

export interface Expiry {
  readonly kind: 'configuration' | 'statement' | 'trust_mark' | 'status_list' | 'key' | 'certificate'
  /** Entity that has the configuration, mark, list, key or certificate. For a statement, its subject. */
  readonly entityId: string
  /** Issuer of a statement, type of a trust mark, URI of a list, `kid` of a key or of the key in a certificate. */
  readonly detail?: string
  readonly at: NumericDate
}

/** Maximum number of keys of one entity, and of its trust marks. Limits the certificates and JWTs to parse. */
const maximumPerEntity = 32

/** Returns the expiry times, the earliest first, of at most 32 keys and 32 trust marks of each entity. */
export function expiriesOf({ entities, edges, statusLists }: ObservedFederation): readonly Expiry[] {
  const ofConfigurations = entities.flatMap(({ entityId, configuration }) =>
    configuration === undefined ? [] : expiriesOfConfiguration(entityId, configuration),
  )
  const ofStatements = edges.flatMap(({ superior, subordinate, statement }) => {
    const at = statement?.jws.payload.exp
    return isNumericDate(at) ? [{ kind: 'statement', entityId: subordinate, detail: superior, at } as const] : []
  })
  const ofLists = statusLists.flatMap(({ entityId, lists }) =>
    lists.flatMap(({ uri, expiresAt: at }) =>
      at === undefined ? [] : [{ kind: 'status_list', entityId, detail: uri, at } as const],
    ),
  )
  return [...ofConfigurations, ...ofStatements, ...ofLists].toSorted((one, other) => one.at - other.at)
}

/**
 * Returns the expiry times without the status lists of an entity after its first one. Fresh lists of one role expire at
 * about the same time, and would otherwise fill a short list.
 */
export function keepOneListPerEntity(expiries: readonly Expiry[]): readonly Expiry[] {
  const seen = new Set<string>()
  return expiries.filter(({ kind, entityId }) => {
    if (kind !== 'status_list') return true
    const isFirst = !seen.has(entityId)
    seen.add(entityId)
    return isFirst
  })
}

function expiriesOfConfiguration(entityId: string, { jws, metadata }: EntityStatement): readonly Expiry[] {
  const { exp, jwks, trust_marks } = jws.payload
  const keys = [jwks, ...Object.values(metadata).map((members) => members.jwks)].flatMap(keysOf)
  return [
    ...(isNumericDate(exp) ? [{ kind: 'configuration', entityId, at: exp } as const] : []),
    ...readTrustMarks(trust_marks)
      .slice(0, maximumPerEntity)
      .flatMap(({ trust_mark, trust_mark_type: detail }): Expiry[] => {
        const mark = parseTrustMark(trust_mark, allAlgorithms, 'trust_mark')
        const at = failed(mark) ? Number.POSITIVE_INFINITY : endOfMark(mark)
        return Number.isFinite(at) ? [{ kind: 'trust_mark', entityId, detail, at }] : []
      }),
    ...keys.slice(0, maximumPerEntity).flatMap((key) => expiriesOfKey(entityId, key)),
  ]
}

/** Returns the keys of a JWK Set. Empty for any other value. */
export const keysOf = (jwks: Json | undefined): readonly { readonly [name: string]: Json }[] =>
  isJsonObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys.filter(isJsonObject) : []

function expiriesOfKey(entityId: string, { kid, exp, x5c }: { readonly [name: string]: Json }): readonly Expiry[] {
  const key = { entityId, ...(typeof kid === 'string' && { detail: kid }) }
  const end = certificateExpiry(x5c)
  return [
    ...(isNumericDate(exp) ? [{ ...key, kind: 'key', at: exp } as const] : []),
    ...(end === undefined ? [] : [{ ...key, kind: 'certificate', at: end } as const]),
  ]
}

/** Returns the earliest expiry of the first four certificates of a key (RFC 7517 §4.7), or `undefined` without any. */
export function certificateExpiry(x5c: Json | undefined): NumericDate | undefined {
  const ends = (Array.isArray(x5c) ? x5c : []).slice(0, 4).flatMap((text) => {
    const certificate = parseCertificate(Buffer.from(String(text), 'base64'), 'x5c')
    return failed(certificate) ? [] : [certificate.notAfter]
  })
  return ends.length === 0 ? undefined : Math.min(...ends)
}
