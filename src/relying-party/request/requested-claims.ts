/** Names of the requested claims, for the page that shows the request to the user. */
import { failed } from '../../base/index.ts'
import { formatDcSdJwt, type VerifierFacet, verifierFacet } from '../../credential/index.ts'
import {
  answerFormat,
  asksAttestation,
  type ClaimPath,
  type DcqlQuery,
  isAttestationQuery,
  parseJsonPath,
  resolveScope,
} from '../../oid4vp/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import type { PresentationSession } from '../session/presentation-session.ts'

type Queried = Pick<RelyingPartyConfig, 'scope' | 'presentationDefinitions'>

/**
 * Returns the names of the requested claims, each once, in the order of the request. Omits technical claims, and the
 * claims of the Wallet Attestation.
 */
export function requestedClaims(config: Queried, { variant, query }: Pick<PresentationSession, 'variant' | 'query'>) {
  return [...new Set(variant === 'dcql' ? namesOfQuery(query as unknown as DcqlQuery) : namesOfScope(config))]
}

const namesOfQuery = ({ credentials }: DcqlQuery): readonly string[] =>
  credentials
    .filter((query) => !isAttestationQuery(query))
    .flatMap((query) => {
      const facet = verifierFacet(answerFormat(query))
      return (query.claims ?? []).flatMap(({ path }) => nameOf(facet, path))
    })

function namesOfScope({ scope, presentationDefinitions }: Queried): readonly string[] {
  const resolved = resolveScope(scope, presentationDefinitions)
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

/** Returns the name of the claim at a path. Empty for a technical claim, and for a path that names no claim. */
function nameOf(facet: VerifierFacet, path: ClaimPath): readonly string[] {
  const claim = facet.claimPath(path)
  const [name] = claim
  return typeof name === 'string' && !facet.isTechnical(claim) ? [name] : []
}
