/**
 * A credential as an mdoc (ISO 18013-5; it-wallet §Data formats). It contains the elements of its type in their
 * namespaces, the holder's key, and a reference to a status list entry as in an SD-JWT. Dates are full-dates.
 */
import { daySeconds, type Json } from '../../base/index.ts'
import { type Cbor, hasCoseKey } from '../../cose/index.ts'
import { fullDate, fullDateOf, issueMdoc } from '../../mdoc/index.ts'
import type { ElementDefinition } from '../credential-type.ts'
import type { CredentialContent, IssuerFacet } from '../facets.ts'

/** A year, because a signer's certificate is valid for at most 457 days (ISO 18013-5 §B.1.4; D-129). */
const maximumLifetimeSeconds = 365 * daySeconds

/**
 * Operations of an issuer on an mdoc. `issue` returns `IssuerSigned` in base64url. Without `mdocIssuer`, `issue` throws
 * a TypeError, and `latestEnd` returns 0.
 */
export const mdocIssuerFacet: IssuerFacet = {
  canBind: hasCoseKey,
  lifetime: (wantedSeconds) => Math.min(wantedSeconds, maximumLifetimeSeconds),
  latestEnd: ({ mdocIssuer }) => mdocIssuer?.notAfter ?? 0, // PP-108
  issue: (ctx, { mdocIssuer }, content) => {
    if (mdocIssuer === undefined) throw new TypeError('mdocIssuer is missing: an mdoc cannot be signed')
    const { type, mdoc, status, issuedAt, expiresAt } = content
    const nameSpaces = [
      [mdoc.namespace, elementsOf(content, type.mdoc.main)], // PP-108
      [mdoc.domesticNamespace, elementsOf(content, type.mdoc.domestic)], // PP-108
    ] as const
    return issueMdoc(
      ctx,
      { signer: mdocIssuer.signer, x5chain: [mdocIssuer.certificate] }, // PP-108
      {
        docType: type.doctype, // PP-30
        nameSpaces: new Map(nameSpaces.filter(([, { size }]) => size > 0)),
        deviceKey: content.holderKey, // PP-30
        issuedAt, // PP-30
        expiresAt, // PP-30
        status: { status_list: { ...status } }, // PP-109
      },
    )
  },
}

const elementsOf = (
  content: CredentialContent,
  definitions: Readonly<Record<string, ElementDefinition>>,
): Map<string, Cbor> =>
  new Map(
    Object.entries(definitions).flatMap(([name, definition]) => {
      const value = 'fact' in definition ? facts(content)[definition.fact] : claimOf(content, definition)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )

const facts = ({ issuedAt, expiresAt, mdoc }: CredentialContent) => ({
  issuedAt: fullDateOf(issuedAt), // PP-108
  expiresAt: fullDateOf(expiresAt), // PP-108
  issuingAuthority: mdoc.issuingAuthority,
  issuingCountry: mdoc.issuingCountry,
})

function claimOf(
  { claims }: CredentialContent,
  { claim, form }: Extract<ElementDefinition, { claim: string }>,
): Cbor | undefined {
  const value = claims[claim]
  if (value === undefined) return undefined
  return form === 'date' ? fullDate(String(value)) : textOf(value) // PP-108
}

/** Returns the value as text. Joins the parts of an object or a list by commas: `Roma, RM` for a place. */
const textOf = (value: Json): string =>
  typeof value === 'object' && value !== null ? Object.values(value).map(textOf).join(', ') : String(value)
