/** Holder facet of SD-JWTs. */
import { decodeLenientBase64, type Failure, failed, type Json } from '../../base/index.ts'
import { authorityKeyIds } from '../../mdoc/index.ts'
import {
  createKeyBindingJwt,
  listDisclosableClaims,
  type PresentCode,
  placeDisclosures,
  presentSdJwt,
  readIssuerHeader,
  readIssuerPayload,
} from '../../sd-jwt/index.ts'
import { findClaims, startsWith } from '../claim-path.ts'
import type { HolderFacet } from '../facets.ts'

/**
 * Operations of a wallet on an SD-JWT. `present` adds a Key Binding JWT (WI-17, WI-87). For a malformed SD-JWT,
 * `present` rejects, and `open` and `disclosable` return no claims.
 */
export const sdJwtHolderFacet: HolderFacet = {
  open: (ctx, { credential }) => {
    const [issuerJwt = '', ...rest] = credential.split('~')
    const payload = readIssuerPayload(issuerJwt)
    const placed = failed(payload) ? payload : placeDisclosures(ctx, payload, rest.slice(0, -1), 'credential')
    return failed(placed) ? {} : placed.claims
  },
  display: (claims, type) => {
    const entries = Object.keys(type.claims).map((name) => [name, findClaims(claims, [name])[0]?.value] as const)
    return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  },
  disclosable: (ctx, { credential }) => {
    const claims = listDisclosableClaims(ctx, credential)
    return failed(claims) ? [] : claims
  },
  doctype: () => ({}),
  authorityKeyIds: ({ credential }) => {
    const header = readIssuerHeader(credential)
    return failed(header) ? [] : authorityKeyIds(certificatesIn(header.x5c)) // WI-206
  },
  present: async (ctx, { credential }, claims, holder, session) => {
    const disclosable = orThrow(listDisclosableClaims(ctx, credential))
    const nested = disclosable.map(({ path }) => path).filter((path) => claims.some((one) => startsWith(path, one)))
    const presented = orThrow(presentSdJwt(ctx, credential, [...claims, ...nested]))
    const keyBinding = await createKeyBindingJwt(ctx, holder, presented, {
      aud: session.clientId, // WI-87, WI-140
      nonce: session.nonce, // WI-87
      now: session.now,
    })
    return presented + orThrow(keyBinding)
  },
}

/** Returns the certificates of an `x5c` member as DER. Skips members that are not base64. */
const certificatesIn = (x5c: Json | undefined): readonly Uint8Array[] =>
  (Array.isArray(x5c) ? x5c : []).flatMap((text: Json) => {
    const der = typeof text === 'string' ? decodeLenientBase64(text) : undefined
    return der ? [der] : []
  })

/** Returns a result. Throws an Error for a Failure, which is a bug: the credential was verified before. */
function orThrow<T>(value: T | Failure<PresentCode>): T {
  if (failed(value)) throw new Error(`a stored credential cannot be presented: ${value.code}`)
  return value
}
