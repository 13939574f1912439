/** Names of the requested claims, for the page that shows the request to the user. */
import { failed, type JsonObject } from '../../base/index.ts'
import { unwrap, type VerifierFacet, verifierFacet } from '../../credential/index.ts'
import {
  answerFormat,
  type ClaimPath,
  type DcqlQuery,
  descriptorFacet,
  isAttestationDescriptor,
  isAttestationQuery,
  type PresentationDefinition,
  parseJsonPath,
  resolveScope,
} from '../../oid4vp/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import type { PresentationSession } from '../session/presentation-session.ts'

/**
 * Returns the names of the claims that the session requests, each once, in the order of the request. Omits technical
 * claims, which are about the credential and not about the person (`isTechnicalClaim`). Omits the claims of a Wallet
 * Attestation in the format `jwt`.
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
    .filter((descriptor) => !isAttestationDescriptor(descriptor))
    .flatMap((descriptor) => {
      const facet = descriptorFacet(descriptor)
      const { fields = [] } = descriptor.constraints
      return fields.flatMap(({ path: [text = ''] }) => nameOf(facet, parseJsonPath(text) ?? []))
    })
}

/**
 * Returns the name of the claim at a path, in a list. The list is empty for a technical claim, and for a path that
 * names no claim. A claim with a technical name inside a wrapper of older drafts is a claim about the person (D-266).
 */
function nameOf(facet: VerifierFacet, path: ClaimPath): readonly string[] {
  const claim = facet.claimPath(path)
  const [name] = unwrap(claim)
  return typeof name === 'string' && !facet.isTechnical(claim) ? [name] : []
}
