/**
 * Fetches the revocation lists of a path's issuers, and checks each certificate (RFC 5280 §6.3). Called only for valid
 * paths to a pinned root. Otherwise a stranger's certificate could choose the URLs that are fetched.
 */
import {
  type Clock,
  createRecent,
  type Failure,
  type Fetch,
  fail,
  failed,
  fetchBytes,
  isFresh,
  type NumericDate,
  parseUrl,
  timeOfArrival,
  type UrlPolicy,
} from '../base/index.ts'
import {
  type CertificateList,
  type CertificateListCode,
  type CertificateListUseCode,
  certificateListMediaType,
  checkCertificateList,
  checkRevocation,
  maximumListBytes,
  type PathCertificate,
  parseCertificateList,
} from '../x509/index.ts'

type RevocationCode =
  | CertificateListCode
  | CertificateListUseCode
  | 'x509_revoked'
  | 'crl_location_missing'
  | 'crl_location_invalid'
  | 'crl_unavailable'

/** Services for fetching lists, and time limits. */
export interface RevocationContext {
  readonly clock: Clock
  readonly fetch: Fetch
  readonly urls: UrlPolicy
  /** Maximum clock difference in seconds. */
  readonly skewSeconds: number
  /** Seconds for which a list is still used after its `nextUpdate` if a new one cannot be fetched. */
  readonly graceSeconds: number
}

/**
 * Checks the revocation of certificates. Caches lists until their `nextUpdate`, and for `graceSeconds` more if no new
 * list can be fetched.
 */
export interface RevocationChecker {
  /**
   * Checks each certificate below the root, from the root's subordinate to the leaf. Of the URLs in a certificate, uses
   * only the first that `urls` accepts, even if no list can be fetched there. Accepts a certificate without URL if its
   * lifetime is at most one day. Returns the first failure, or `undefined`.
   */
  check(path: readonly PathCertificate[], at: string): Promise<undefined | Failure<RevocationCode>>
}

/** Accepted media types of a list. Servers of files often send the general type or none (D-1096). */
const listMediaTypes = [certificateListMediaType, 'application/x-pkcs7-crl', 'application/octet-stream', '']
/** Maximum lifetime in seconds of a certificate that needs no list (IT-Wallet 1.3.3, X.509 Certificate Revocation). */
const maximumUnlistedLifetime = 86_400
/** Seconds between two attempts to fetch a list after a failure. */
const pauseSeconds = 30

interface KeptList {
  readonly list: CertificateList | undefined
  readonly keptAt: NumericDate
  /** Time of the last failed attempt to fetch a list. */
  readonly failedAt: NumericDate
  readonly failure?: Failure<RevocationCode>
}

/** Creates a checker that caches at most 64 lists. */
export function createRevocationChecker(ctx: RevocationContext): RevocationChecker {
  const cache = createRecent<KeptList>(64)
  const fetching = new Map<string, Promise<CertificateList | Failure<RevocationCode>>>()

  const fetchOnce = (cacheKey: string, url: string, issuer: PathCertificate) => {
    const running = fetching.get(cacheKey)
    if (running) return running
    const started = fetchList(ctx, url, issuer).finally(() => fetching.delete(cacheKey))
    fetching.set(cacheKey, started)
    return started
  }
  /**
   * Returns the list of a URL, from the cache if possible. The cache key includes the issuer's key, because another
   * issuer may name the same URL.
   */
  const listAt = async (url: string, issuer: PathCertificate): Promise<CertificateList | Failure<RevocationCode>> => {
    const cacheKey = `${issuer.certificate.spkiDigest} ${url}`
    const now = ctx.clock.now()
    const kept = cache.get(cacheKey)
    if (kept?.list && isCurrent(kept.list, kept.keptAt, now, 0)) return kept.list
    if (kept?.failure && isFresh(kept.failedAt, pauseSeconds, now)) return withinGrace(kept, now) ?? kept.failure
    const outcome = await fetchOnce(cacheKey, url, issuer)
    const arrivedAt = timeOfArrival(now, ctx.clock)
    if (!failed(outcome)) {
      cache.set(cacheKey, { list: outcome, keptAt: arrivedAt, failedAt: Number.NEGATIVE_INFINITY })
      return outcome
    }
    const entry = { list: kept?.list, keptAt: kept?.keptAt ?? arrivedAt, failedAt: arrivedAt, failure: outcome }
    cache.set(cacheKey, entry)
    return withinGrace(entry, arrivedAt) ?? outcome
  }
  /** Returns an outdated list within the grace period, if the last attempt could not fetch a list. */
  const withinGrace = ({ list, keptAt, failure }: KeptList, now: NumericDate): CertificateList | undefined =>
    list && failure?.code === 'crl_unavailable' && isCurrent(list, keptAt, now, ctx.graceSeconds) ? list : undefined

  return {
    check: async (path, at) => {
      for (let index = path.length - 2; index >= 0; index -= 1) {
        const [certificate, issuer] = [path[index], path[index + 1]]
        if (certificate === undefined || issuer === undefined) continue
        const place = `${at}[${index}]`
        const url = locationOf(certificate, ctx.urls, place)
        if (failed(url)) return url
        const list = url === undefined ? undefined : await listAt(url, issuer)
        if (list && failed(list)) return fail(list.code, `${place}.${list.at}`, list.evidence)
        const revoked = list && checkRevocation(list, certificate, place)
        if (revoked) return revoked
      }
      return undefined
    },
  }
}

const isCurrent = (
  { nextUpdate = 0 }: CertificateList,
  keptAt: NumericDate,
  now: NumericDate,
  grace: number,
): boolean => isFresh(keptAt, nextUpdate + grace - keptAt, now)

/**
 * Returns the first URL of a list that the policy accepts. Returns `undefined` for a certificate that has no URL and is
 * too short-lived to need a list.
 */
function locationOf(
  { crlUrls, certificate: { notBefore, notAfter } }: PathCertificate,
  urls: UrlPolicy,
  at: string,
): string | undefined | Failure<'crl_location_missing' | 'crl_location_invalid'> {
  const isListed = crlUrls.length > 0
  if (!isListed && notAfter - notBefore > maximumUnlistedLifetime) return fail('crl_location_missing', at)
  if (!isListed) return undefined
  const url = crlUrls.map((text) => parseUrl(text, urls)).find((parsed) => !failed(parsed))
  if (url === undefined || failed(url)) return fail('crl_location_invalid', at)
  return url.href
}

async function fetchList(
  ctx: RevocationContext,
  url: string,
  issuer: PathCertificate,
): Promise<CertificateList | Failure<RevocationCode>> {
  const request = new Request(url, { headers: { accept: certificateListMediaType } })
  const der = await fetchBytes(ctx.fetch, request, listMediaTypes, 'crl', { size: maximumListBytes })
  if (failed(der))
    return fail(der.code === 'answer_too_large' ? 'crl_too_large' : 'crl_unavailable', der.at, der.evidence)
  const list = parseCertificateList(der, 'crl')
  if (failed(list)) return list
  const times = { now: ctx.clock.now(), skew: ctx.skewSeconds }
  return checkCertificateList(list, issuer, times, 'crl') ?? list
}
