/** Names of the requested claims, for the page that shows the request to the user. */
import { failed, type JsonObject } from '../../base/index.ts'
import { formatDcSdJwt, unwrap, type VerifierFacet, verifierFacet } from '../../credential/index.ts'
import {
  answerFormat,
  asksAttestation,
  type ClaimPath,
  type DcqlQuery,
  isAttestationQuery,
  type PresentationDefinition,
  parseJsonPath,
  resolveScope,
} from '../../oid4vp/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import type { PresentationSession } from '../session/presentation-session.ts'

/**
 * Returns the names of the claims that the session requests, each once, in the order of the request. Omits technical
 * claims, and the claims of a Wallet Attestation in the format `jwt`.
 */
export function requestedClaims(
  { presentationDefinitions }: Pick<RelyingPartyConfig, 'presentationDefinitions'>,
  { variant, query }: Pick<PresentationSession, 'variant' | 'query'>,
): readonly string[] {
  const isDcql = variant === 'dcql'
  const names = isDcql ? namesOfQuery(query as unknown as DcqlQuery) : namesOfScope(query, presentationDefinitions)
  return [...new Set(names)]
}

const namesOfQuery = ({ credentials }: DcqlQuery): readonly string[] =>
  credentials
    .filter((query) => !isAttestationQuery(query))
    .flatMap((query) => {
      const facet = verifierFacet(answerFormat(query))
      return (query.claims ?? []).flatMap(({ path }) => nameOf(facet, path))
    })

function namesOfScope({ scope }: JsonObject, definitions: readonly PresentationDefinition[]): readonly string[] {
  const resolved = resolveScope(String(scope), definitions)
  if (failed(resolved)) return []
  return resolved.descriptors
    .map(({ format = {}, constraints }) => ({ formats: Object.keys(format), fields: constraints?.fields ?? [] }))
    .filter(({ formats }) => !asksAttestation(formats))
    .flatMap(({ formats, fields }) => {
      const [only = formatDcSdJwt, ...others] = formats
      const facet = verifierFacet(others.length === 0 ? only : formatDcSdJwt)
      return fields.flatMap(({ path: [text = ''] }) => nameOf(facet, parseJsonPath(text) ?? []))
    })
}

/**
 * Returns the name of the claim at a path. Empty for a technical claim, and for a path that names no claim. A claim
 * with a technical name inside a wrapper of older drafts is a claim about the person (D-266).
 */
function nameOf(facet: VerifierFacet, path: ClaimPath): readonly string[] {
  const claim = facet.claimPath(path)
  const [name] = unwrap(claim)
  return typeof name === 'string' && !facet.isTechnical(claim) ? [name] : []
}
