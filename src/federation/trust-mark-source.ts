/**
 * A holder's own trust marks: asked of their issuers' endpoints (OpenID Federation 1.0 §8.6), or handed over. They are
 * asked for apart from the holder's entity configuration, which shows what there is: no issuer that is silent takes the
 * holder down (D-154).
 */
import {
  type Failure,
  type Fetch,
  type FetchCode,
  fail,
  failed,
  fetchText,
  isFresh,
  type NumericDate,
  parseEntityId,
  parseUrl,
  type UrlCode,
  type UrlPolicy,
} from '../base/index.ts'
import { defaultAlgorithms, type JwsAlgorithm } from '../jose/index.ts'
import {
  type EntityConfigurationCode,
  entityConfigurationUrl,
  verifyEntityConfiguration,
} from './entity-configuration.ts'
import type { PublisherContext } from './entity-configuration-publisher.ts'
import { entityStatementMediaType } from './entity-statement.ts'
import {
  parseTrustMark,
  type TrustMark,
  type TrustMarkEntry,
  type TrustMarkParseCode,
  trustMarkMediaType,
} from './trust-mark.ts'
import { createTrustMarkUrl } from './trust-mark-request.ts'

export interface TrustMarkSourceConfig {
  readonly holder: string
  readonly marks: readonly ShownTrustMark[]
  readonly urls: UrlPolicy
  readonly skewSeconds: number
  readonly algorithms?: readonly JwsAlgorithm[]
}

/** From an issuer that is asked for it, or handed over as it stands. */
export type ShownTrustMark =
  | { readonly trustMarkType: string; readonly issuer: string }
  | { readonly trustMarkType: string; readonly trustMark: string }

export interface TrustMarkSource {
  /**
   * For `PublisherConfig.trustMarks`: the marks that there are and that have not ended. The first call waits until every
   * issuer was asked once, 5 s at most; later ones ask nobody.
   */
  current(now: NumericDate): Promise<readonly TrustMarkEntry[]>
  /**
   * Asks the issuers of the marks that are missing, and of those whose renewal is due: after an hour, or half of the life
   * that was left. To be called each minute. What an issuer answers rejects nothing; what it does not give at the moment
   * is shown on as it was given last, until that ends.
   */
  renew(): Promise<void>
  /** Of each mark that is not as it should be a sentence that says why. */
  notes(now: NumericDate): readonly string[]
}

type SourceContext = Pick<PublisherContext, 'crypto' | 'clock' | 'fetch'>

interface KeptMark {
  readonly trustMarkType: string
  /** None of a mark that was handed over. */
  readonly issuer?: string
  mark?: TrustMark
  fault?: AskCode
  /** When it was given, and when its issuer is asked again. */
  givenAt: NumericDate
  dueAt: NumericDate
}

/** Seconds after which an issuer is asked again for a mark that it gave: it may have taken it back. */
const renewalSeconds = 3600
/** For all that is asked about one mark. */
const patienceMilliseconds = 5000

/**
 * Does not verify the marks' signatures: whoever relies on a mark does. Throws a TypeError for an issuer that is no entity
 * identifier, and for a mark that was handed over and is none of the holder's (`parseOwnTrustMark`).
 */
export function createTrustMarkSource(ctx: SourceContext, config: TrustMarkSourceConfig): TrustMarkSource {
  const kept = config.marks.map((shown) => keptMark(shown, config))

  const renewDue = async (): Promise<void> => {
    const now = ctx.clock.now()
    const due = kept.filter(
      ({ issuer, givenAt, dueAt }) => issuer !== undefined && !isFresh(givenAt, dueAt - givenAt, now),
    )
    await Promise.all(
      due.map(async (one) => {
        const given = await askForMark(ctx, config, one.trustMarkType, one.issuer ?? '')
        if (failed(given)) {
          one.fault = given.code
          if (given.code === 'mark_not_given') delete one.mark
          return
        }
        delete one.fault
        one.mark = given
        one.givenAt = now
        one.dueAt = now + Math.min(renewalSeconds, Math.ceil((endOf(given) - now) / 2))
      }),
    )
  }
  let pending: Promise<void> | undefined
  const renew = (): Promise<void> => {
    pending ??= renewDue().finally(() => {
      pending = undefined
    })
    return pending
  }

  let first: Promise<void> | undefined
  return {
    current: async (now) => {
      first ??= renew()
      await first
      return kept.flatMap(({ trustMarkType, mark }) =>
        mark && now < endOf(mark) ? [{ trust_mark_type: trustMarkType, trust_mark: mark.jws.compact }] : [],
      )
    },
    renew,
    notes: (now) => kept.flatMap((one) => noteOf(one, now) ?? []),
  }
}

function keptMark(shown: ShownTrustMark, config: TrustMarkSourceConfig): KeptMark {
  const { trustMarkType } = shown
  if ('issuer' in shown) {
    const issuer = parseEntityId(shown.issuer, config.urls, 'issuer')
    if (failed(issuer)) throw new TypeError(`${trustMarkType}: its issuer is no entity identifier (${issuer.code})`)
    return { trustMarkType, issuer: shown.issuer, givenAt: 0, dueAt: 0 }
  }
  const mark = parseOwnTrustMark(shown.trustMark, { ...config, trustMarkType })
  if (failed(mark))
    throw new TypeError(`${trustMarkType}: no such mark of ${config.holder} (${mark.code} at ${mark.at})`)
  return { trustMarkType, mark, givenAt: 0, dueAt: 0 }
}

const endOf = ({ exp = Number.POSITIVE_INFINITY }: TrustMark): NumericDate => exp

function noteOf({ trustMarkType, issuer, mark, fault }: KeptMark, now: NumericDate): string | undefined {
  const name = `the trust mark ${trustMarkType}`
  const shown = mark !== undefined && now < endOf(mark)
  if (fault === 'mark_not_given') return `${name} is not shown: ${issuer} does not give it`
  if (fault !== undefined)
    return `${name} is ${shown ? 'shown as it was given last' : 'not shown'}: ${issuer} cannot be asked for it (${fault})`
  if (issuer !== undefined || mark?.exp === undefined || now < mark.iat + ((mark.exp - mark.iat) * 3) / 4)
    return undefined
  const end = new Date(mark.exp * 1000).toISOString()
  return `${name} ${shown ? 'ends at' : 'is not shown, it ended at'} ${end}: a new one must be handed over`
}

export type OwnTrustMarkCode = TrustMarkParseCode | 'mark_sub_mismatch' | 'mark_type_mismatch'

/** Reads a mark that an entity is to show of itself. Does not check times, signature, or that anybody may issue it. */
export function parseOwnTrustMark(
  compact: string,
  config: Pick<TrustMarkSourceConfig, 'holder' | 'algorithms'> & { readonly trustMarkType: string },
): TrustMark | Failure<OwnTrustMarkCode> {
  const mark = parseTrustMark(compact, config.algorithms ?? defaultAlgorithms, 'trust_mark')
  if (failed(mark)) return mark
  if (mark.sub !== config.holder) return fail('mark_sub_mismatch', 'trust_mark.payload.sub') // FED-07
  if (mark.trust_mark_type !== config.trustMarkType)
    return fail('mark_type_mismatch', 'trust_mark.payload.trust_mark_type') // FED-07
  return mark
}

type AskCode = FetchCode | UrlCode | EntityConfigurationCode | OwnTrustMarkCode | 'mark_not_given' | 'expired'

async function askForMark(
  ctx: SourceContext,
  config: TrustMarkSourceConfig,
  trustMarkType: string,
  issuer: string,
): Promise<TrustMark | Failure<AskCode>> {
  const options = { redirect: 'error', signal: AbortSignal.timeout(patienceMilliseconds) } as const
  const compact = await fetchText(
    ctx.fetch,
    new Request(entityConfigurationUrl(issuer), options),
    entityStatementMediaType,
    'configuration',
  )
  if (failed(compact)) return compact
  const now = ctx.clock.now()
  const algorithms = config.algorithms ?? defaultAlgorithms
  const policy = { entityId: issuer, algorithms, urls: config.urls, now, skew: config.skewSeconds }
  const configuration = await verifyEntityConfiguration(ctx, compact, policy)
  if (failed(configuration)) return configuration
  const endpoint = configuration.metadata.federation_entity?.federation_trust_mark_endpoint
  const url = parseUrl(typeof endpoint === 'string' ? endpoint : '', config.urls)
  if (failed(url)) return url
  let given = true
  const fetch: Fetch = async (request) => {
    const response = await ctx.fetch(request)
    given = response.status !== 404 // §8.6.2
    return response
  }
  const request = new Request(createTrustMarkUrl(url, { trustMarkType, sub: config.holder }), options)
  const answer = await fetchText(fetch, request, trustMarkMediaType, 'trust_mark')
  if (!given) return fail('mark_not_given', 'trust_mark')
  if (failed(answer)) return answer
  const mark = parseOwnTrustMark(answer, { ...config, trustMarkType })
  return failed(mark) || now < endOf(mark) ? mark : fail('expired', 'trust_mark.payload.exp')
}
