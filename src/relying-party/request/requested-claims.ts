/** Names of the requested claims, for the page that shows the request to the user. */
import { failed } from '../../base/index.ts'
import { formatMdoc } from '../../credential/index.ts'
import { type DcqlQuery, isTechnicalClaim, resolveScope } from '../../oid4vp/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import type { PresentationSession } from '../session/presentation-session.ts'

type Queried = Pick<RelyingPartyConfig, 'scope' | 'presentationDefinitions'>

/**
 * Returns the names of the requested claims, each once, in the order of the request. Omits technical claims, and the
 * claims of every query or descriptor of the format `jwt`, which the Wallet Attestation has.
 */
export function requestedClaims(config: Queried, { variant, query }: Pick<PresentationSession, 'variant' | 'query'>) {
  const names = variant === 'dcql' ? namesOfQuery(query as unknown as DcqlQuery) : namesOfScope(config)
  return [...new Set(names)].filter((name) => !isTechnicalClaim(name))
}

const namesOfQuery = ({ credentials }: DcqlQuery): readonly string[] =>
  credentials
    .filter(({ format }) => format !== 'jwt')
    .flatMap(({ format, claims = [] }) => claims.map(({ path }) => String(format === formatMdoc ? path[1] : path[0])))

function namesOfScope({ scope, presentationDefinitions }: Queried): readonly string[] {
  const resolved = resolveScope(scope, presentationDefinitions)
  if (failed(resolved)) return []
  return resolved.descriptors
    .filter(({ format }) => format === undefined || !('jwt' in format))
    .flatMap(({ constraints }) => constraints?.fields ?? [])
    .flatMap(({ path }) => path[0]?.replace(/^\$\.?/, '').split(/[.[]/)[0] || [])
}
