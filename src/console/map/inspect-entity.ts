/**
 * Inspects one entity by public endpoints: its configuration, its paths to an anchor, and its resolved metadata, trust
 * marks and keys. Uses no cached verdicts.
 */
import {
  failed,
  fetchText,
  type JsonObject,
  markForeignEndpoint,
  type NumericDate,
  parseUrl,
} from '../../base/index.ts'
import {
  type EntityStatement,
  type ExplainedLink,
  type ExplainedTrustMark,
  explainLinks,
  explainResolvedChains,
  type HistoricalKey,
  jwkSetMediaType,
  type Metadata,
  parseEntityStatement,
  parseTrustMark,
  type ResolveOptions,
  readTrustMarks,
  resolveTrustChains,
  type TrustExplanation,
  verifyHistoricalKeys,
} from '../../federation/index.ts'
import { chainOptions, type FederationParts } from './federation-parts.ts'

/** One path from the entity to an anchor, as far as its statements were fetched. */
export interface InspectedPath {
  /** Entity identifiers, subject first. */
  readonly path: readonly string[]
  readonly isValid: boolean
  readonly links: readonly ExplainedLink[]
}

/**
 * A trust mark that the entity shows. `verdict` is absent without a valid chain, because only the anchor of a valid
 * chain names the issuers.
 */
export interface InspectedMark {
  readonly trustMarkType: string
  readonly issuer?: string
  readonly expiresAt?: NumericDate
  readonly verdict?: ExplainedTrustMark
}

/** An entity, with the result of the inspection. */
export interface InspectedEntity {
  readonly entityId: string
  readonly explanation: TrustExplanation
  /** Paths in the order of `explanation.paths`: valid ones first. At most 8. */
  readonly paths: readonly InspectedPath[]
  /** Absent if the entity publishes none that can be parsed. Not verified unless a path is valid. */
  readonly configuration?: EntityStatement
  /** Resolved metadata. Absent without a valid path. */
  readonly metadata?: Metadata
  /** The first 16 trust marks of the configuration. */
  readonly marks: readonly InspectedMark[]
  /** `kid` of each key in a superior's statement about the entity. Absent if no such statement was fetched. */
  readonly statedKids?: readonly string[]
  /** Keys that the entity no longer uses, from its own endpoint. Verified with the keys in `configuration`. */
  readonly historical: readonly HistoricalKey[]
}

const limits = { paths: 8, marks: 16 } as const

/**
 * Inspects an entity. Set `forStranger` if the user entered the identifier (`chainOptions`). Does not reject for
 * missing or malformed responses of other parties.
 */
export async function inspectEntity(
  parts: FederationParts,
  entityId: string,
  forStranger = false,
): Promise<InspectedEntity> {
  const options = chainOptions(parts, forStranger)
  const resolved = await resolveTrustChains(parts, entityId, options)
  const explanation = await explainResolvedChains(parts, entityId, [], resolved, options)
  const valid = resolved.chains.map(({ path, statements }) => ({
    ...{ path, isValid: true },
    statements: statements.flatMap((compact, index) => {
      const statement = parseEntityStatement(compact, options, `statement[${index}]`)
      return failed(statement) ? [] : [statement]
    }),
  }))
  // `explainResolvedChains` lists chains and rejected paths in this order.
  const paths = [
    ...valid,
    ...resolved.rejected.map(({ path, statements = [] }) => ({ path, statements, isValid: false })),
  ].slice(0, limits.paths)
  const configuration = paths.flatMap(({ statements }) => statements.slice(0, 1))[0]
  const metadata = resolved.chains[0]?.metadata
  const superiorStatement = paths
    .flatMap(({ statements }) => statements.slice(1, 2))
    .find(({ kind }) => kind === 'subordinate')
  return {
    ...{ entityId, explanation },
    paths: await Promise.all(
      paths.map(async ({ path, isValid, statements }) => ({
        ...{ path, isValid },
        links: await explainLinks(parts, statements, options),
      })),
    ),
    ...(configuration && { configuration }),
    ...(metadata && { metadata }),
    ...(superiorStatement && { statedKids: superiorStatement.keys.flatMap(({ kid = [] }) => kid) }),
    marks: configuration ? marksOf(configuration.jws.payload, explanation, options) : [],
    historical: configuration ? await historicalKeys(parts, entityId, configuration, options) : [],
  }
}

function marksOf(
  { trust_marks }: JsonObject,
  { trustMarks: explained }: TrustExplanation,
  { algorithms }: ResolveOptions,
): readonly InspectedMark[] {
  return readTrustMarks(trust_marks)
    .slice(0, limits.marks)
    .map(({ trust_mark, trust_mark_type: trustMarkType }, position) => {
      const mark = parseTrustMark(trust_mark, algorithms, 'trust_mark')
      const verdict = explained.find(({ index }) => index === position)
      return {
        trustMarkType,
        ...(!failed(mark) && { issuer: mark.iss }),
        ...(!failed(mark) && mark.exp !== undefined && { expiresAt: mark.exp }),
        ...(verdict && { verdict }),
      }
    })
}

/**
 * Fetches and verifies the list of keys that the entity no longer uses. Empty if there is none, or if it is not valid.
 */
async function historicalKeys(
  parts: FederationParts,
  entityId: string,
  { sub, keys, metadata }: EntityStatement,
  options: ResolveOptions,
): Promise<readonly HistoricalKey[]> {
  const endpoint = metadata.federation_entity?.federation_historical_keys_endpoint
  const url = typeof endpoint === 'string' ? parseUrl(endpoint, parts.urls) : undefined
  if (url === undefined || failed(url)) return []
  const { deadline: signal } = options
  const request = new Request(url, { redirect: 'error', credentials: 'omit', ...(signal && { signal }) })
  if (!options.anchors.has(entityId)) markForeignEndpoint(request, entityId) // FED-125
  const compact = await fetchText(parts.fetch, request, jwkSetMediaType, 'jwk_set', { size: 65_536 })
  if (failed(compact)) return []
  const read = await verifyHistoricalKeys(parts, compact, { ...options, issuer: sub, issuerKeys: keys })
  return failed(read) ? [] : read
}
