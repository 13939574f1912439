/**
 * A credential as an SD-JWT (it-wallet §Data formats; SD-JWT VC drafts of 2023): plain claims, claims that the holder
 * can withhold, and the signature.
 */
import type { Json, JsonObject } from '../../base/index.ts'
import { type ConcretePath, issueSdJwt } from '../../sd-jwt/index.ts'
import type { PlainFact } from '../credential-type.ts'
import type { ClaimsLayout, CredentialContent, IssuerFacet } from '../facets.ts'

/** Returns the path from the top of an SD-JWT to its claims. */
export const claimsPathOf = (layout: ClaimsLayout): readonly string[] =>
  layout === 'flat' ? [] : ['verified_claims', 'claims']

/**
 * Operations of an issuer on an SD-JWT. `issue` returns `<issuer JWT>~<disclosures>~` (RFC 9901 §4). `issue` throws a
 * TypeError without the certificates that a type requires.
 */
export const sdJwtIssuerFacet: IssuerFacet = {
  canBind: () => true,
  lifetime: (wantedSeconds) => wantedSeconds,
  latestEnd: () => undefined,
  issue: (ctx, { credentialSigner: signer, x5c }, { type, claims, layout, ...content }) => {
    const about: JsonObject = {
      iss: content.issuer, // PP-29
      sub: content.holderThumbprint,
      iat: content.issuedAt, // PP-29
      exp: content.expiresAt, // PP-29
      ...(type.sdJwt === undefined && { type: type.credentialType }), // PP-104
      vct: type.credentialType, // PP-104
      cnf: { jwk: { ...content.holderKey } as JsonObject }, // PP-29
      status: { status_list: { ...content.status } }, // PP-109
      ...factsOf({ ...content, type }),
    }
    const header = { typ: content.formatName, kid: signer.kid, ...certificatesOf(type, x5c) } // PP-103, PP-121
    const entries = Object.entries(claims)
    const isPlain = (name: string): boolean => type.claims[name]?.isPlain === true
    const hidden = entries.filter(([name]) => !isPlain(name))
    if (layout === 'flat') {
      const plain = { ...about, ...Object.fromEntries(entries.filter(([name]) => isPlain(name))) }
      return issueSdJwt(ctx, signer, { header, plain, disclosable: Object.fromEntries(hidden) }) // PP-29
    }
    return issueSdJwt(ctx, signer, {
      header,
      plain: { ...about, verified_claims: { verification: type.assurance, claims } }, // PP-104
      disclosable: {},
      nested: hidden.map(([name]): ConcretePath => [...claimsPathOf(layout), name]), // PP-29
    })
  },
}

/** Returns `x5c` for the header if the type requires it. Throws a TypeError if the required `x5c` is empty. */
function certificatesOf({ sdJwt, credentialType }: CredentialContent['type'], x5c: readonly string[] = []) {
  if (sdJwt?.requiresX5c !== true) return {}
  if (x5c.length === 0)
    throw new TypeError(`x5c is missing: ${credentialType} requires the certificates of its signing key`)
  return { x5c: [...x5c] }
}

type Facts = Omit<CredentialContent, 'claims' | 'layout'>

const factsOf = (content: Facts): JsonObject =>
  Object.fromEntries(
    Object.entries(content.type.sdJwt?.facts ?? {}).flatMap(([name, fact]) => {
      const value = facts[fact](content)
      return value === undefined ? [] : [[name, value]]
    }),
  )

const facts: Readonly<Record<PlainFact, (content: Facts) => Json | undefined>> = {
  expiresAt: ({ expiresAt }) => new Date(expiresAt * 1000).toISOString().slice(0, 10),
  issuingAuthority: ({ mdoc }) => mdoc.issuingAuthority,
  issuingCountry: ({ mdoc }) => mdoc.issuingCountry,
  assurance: ({ type }) => ({ ...type.assurance }),
  typeIntegrity: ({ typeIntegrity }) => typeIntegrity,
}
