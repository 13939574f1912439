/**
 * Looks at one entity from outside: what it publishes, every path to an anchor, and its resolved metadata, trust marks
 * and keys. Everything comes from public endpoints. Evaluated without any cache of verdicts.
 */
import { failed, fetchText, type JsonObject, type NumericDate, parseUrl } from '../../base/index.ts'
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

/** A trust mark that the entity shows. `verdict` is absent without a valid chain, which would name the issuers. */
export interface InspectedMark {
  readonly trustMarkType: string
  readonly issuer?: string
  readonly expiresAt?: NumericDate
  readonly verdict?: ExplainedTrustMark
}

/** An entity, and what is known of it. */
export interface InspectedEntity {
  readonly entityId: string
  readonly explanation: TrustExplanation
  /** Valid paths first. */
  readonly paths: readonly InspectedPath[]
  /** Absent if it publishes none that can be parsed. Not verified unless a path is valid. */
  readonly configuration?: EntityStatement
  /** Resolved metadata. Absent without a valid path. */
  readonly metadata?: Metadata
  readonly marks: readonly InspectedMark[]
  /** Names of its federation keys in the statement of its superior, if that was fetched. */
  readonly statedKids?: readonly string[]
  /** Keys that the entity no longer uses, from its own endpoint. */
  readonly historical: readonly HistoricalKey[]
}

const limits = { paths: 8, marks: 16 } as const

/** Inspects an entity. `forStranger`: somebody typed in the identifier. Never throws because of answers of others. */
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
  const paths = [
    ...valid,
    ...resolved.rejected.map(({ path, statements = [] }) => ({ path, statements, isValid: false })),
  ].slice(0, limits.paths)
  const configuration = paths.flatMap(({ statements }) => statements.slice(0, 1))[0]
  const metadata = resolved.chains[0]?.metadata
  const stated = paths.flatMap(({ statements }) => statements.slice(1, 2)).find(({ kind }) => kind === 'subordinate')
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
    ...(stated && { statedKids: stated.keys.flatMap(({ kid = [] }) => kid) }),
    marks: configuration ? marksOf(configuration.jws.payload, explanation, options) : [],
    historical: configuration ? await historicalKeys(parts, configuration, options) : [],
  }
}

function marksOf(
  { trust_marks }: JsonObject,
  { trustMarks: judged }: TrustExplanation,
  { algorithms }: ResolveOptions,
): readonly InspectedMark[] {
  return readTrustMarks(trust_marks)
    .slice(0, limits.marks)
    .map(({ trust_mark, trust_mark_type: trustMarkType }) => {
      const mark = parseTrustMark(trust_mark, algorithms, 'trust_mark')
      const verdict = judged.find((one) => one.trustMarkType === trustMarkType)
      return {
        trustMarkType,
        ...(!failed(mark) && { issuer: mark.iss }),
        ...(!failed(mark) && mark.exp !== undefined && { expiresAt: mark.exp }),
        ...(verdict && { verdict }),
      }
    })
}

/** Fetches the keys that the entity no longer uses. Returns none if it does not publish them. */
async function historicalKeys(
  parts: FederationParts,
  { sub, keys, metadata }: EntityStatement,
  options: ResolveOptions,
): Promise<readonly HistoricalKey[]> {
  const endpoint = metadata.federation_entity?.federation_historical_keys_endpoint
  const url = typeof endpoint === 'string' ? parseUrl(endpoint, parts.urls) : undefined
  if (url === undefined || failed(url)) return []
  const { deadline: signal } = options
  const request = new Request(url, { redirect: 'error', credentials: 'omit', ...(signal && { signal }) })
  const compact = await fetchText(parts.fetch, request, jwkSetMediaType, 'jwk_set', { size: 65_536 })
  if (failed(compact)) return []
  const read = await verifyHistoricalKeys(parts, compact, { ...options, issuer: sub, issuerKeys: keys })
  return failed(read) ? [] : read
}
