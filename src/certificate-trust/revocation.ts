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
  markStrangerRequest,
  type NumericDate,
  parseUrl,
  type Recent,
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
  type ListIssuer,
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
  check(
    path: readonly PathCertificate[],
    at: string,
    options: RevocationOptions,
  ): Promise<undefined | Failure<RevocationCode>>
  /** Checks the serial number of one certificate with the list of its issuer at this URL, which `urls` accepts. */
  checkSerial(
    serial: string,
    issuer: ListIssuer,
    from: { readonly url: string; readonly forStranger: boolean },
    at: string,
  ): Promise<undefined | Failure<RevocationCode>>
}

/** Options for the check of one path. */
interface RevocationOptions {
  /**
   * Returns true for the index of a certificate that a member may have signed. The member then chooses the URL of its
   * list, and the request has the limits for unknown parties (FED-50).
   */
  readonly isByMember: (index: number) => boolean
}

/** Accepted media types of a list. Servers of files often send the general type or none (D-1096). */
const listMediaTypes = [certificateListMediaType, 'application/x-pkcs7-crl', 'application/octet-stream']
/** Maximum lifetime in seconds of a certificate that needs no list (IT-Wallet 1.3.3, X.509 Certificate Revocation). */
const maximumUnlistedLifetime = 86_400
/** Seconds between two attempts to fetch a list after a failure. */
const pauseSeconds = 30

/** Maximum number of keys whose lists are cached. */
const maximumIssuers = 256
/** Maximum number of lists of one key, because its owner chooses their URLs. */
const maximumLists = 2
/** Maximum number of failures of one key. */
const maximumFailures = 16

interface KeptList {
  readonly list: CertificateList
  readonly keptAt: NumericDate
}

interface FailedAttempt {
  readonly failedAt: NumericDate
  readonly failure: Failure<RevocationCode>
}

/** Lists of one key and failed attempts to fetch a list of it, by URL. */
interface IssuerLists {
  readonly lists: Recent<KeptList>
  readonly failures: Recent<FailedAttempt>
}

/**
 * Creates a checker. It caches at most two lists and 16 failures for each of at most 256 keys, so that the owner of one
 * key cannot displace the lists of others.
 */
export function createRevocationChecker(ctx: RevocationContext): RevocationChecker {
  const issuers = createRecent<IssuerLists>(maximumIssuers)
  const fetching = new Map<string, Promise<CertificateList | Failure<RevocationCode>>>()

  const fetchOnce = (url: string, issuer: ListIssuer, forStranger: boolean) => {
    const name = `${issuer.certificate.spkiDigest} ${url}`
    const running = fetching.get(name)
    if (running) return running
    const started = fetchList(ctx, url, issuer, forStranger).finally(() => fetching.delete(name))
    fetching.set(name, started)
    return started
  }
  /** Returns the cached lists of an issuer's key. Another issuer may name the same URLs. */
  const listsOf = ({ certificate: { spkiDigest } }: ListIssuer): IssuerLists => {
    const known = issuers.get(spkiDigest)
    if (known) return known
    const added: IssuerLists = { lists: createRecent(maximumLists), failures: createRecent(maximumFailures) }
    issuers.set(spkiDigest, added)
    return added
  }
  /** Returns the list of a URL, from the cache if possible. */
  const listAt = async (
    url: string,
    issuer: ListIssuer,
    forStranger: boolean,
  ): Promise<CertificateList | Failure<RevocationCode>> => {
    const { lists, failures } = listsOf(issuer)
    const now = ctx.clock.now()
    const kept = lists.get(url)
    if (kept && isCurrent(kept, now, 0)) return kept.list
    const last = failures.get(url)
    if (last && isFresh(last.failedAt, pauseSeconds, now)) return withinGrace(kept, last.failure, now) ?? last.failure
    const outcome = await fetchOnce(url, issuer, forStranger)
    const arrivedAt = timeOfArrival(now, ctx.clock)
    if (failed(outcome)) {
      failures.set(url, { failedAt: arrivedAt, failure: outcome })
      return withinGrace(kept, outcome, arrivedAt) ?? outcome
    }
    lists.set(url, { list: outcome, keptAt: arrivedAt })
    failures.delete(url)
    return outcome
  }
  /** Returns an outdated list within the grace period, if the last attempt could not fetch a list. */
  const withinGrace = (kept: KeptList | undefined, { code }: Failure, now: NumericDate): CertificateList | undefined =>
    kept && code === 'crl_unavailable' && isCurrent(kept, now, ctx.graceSeconds) ? kept.list : undefined

  const checkSerial: RevocationChecker['checkSerial'] = async (serial, issuer, { url, forStranger }, at) => {
    const list = await listAt(url, issuer, forStranger)
    return failed(list) ? fail(list.code, `${at}.${list.at}`, list.evidence) : checkRevocation(list, serial, at)
  }
  return {
    checkSerial,
    check: async (path, at, { isByMember }) => {
      for (let index = path.length - 2; index >= 0; index -= 1) {
        const [certificate, issuer] = [path[index], path[index + 1]]
        if (certificate === undefined || issuer === undefined) continue
        const place = `${at}[${index}]`
        const url = locationOf(certificate, ctx.urls, place)
        if (url === undefined) continue
        if (typeof url !== 'string') return url
        const from = { url, forStranger: isByMember(index) }
        const fault = await checkSerial(certificate.certificate.serial, issuer, from, place)
        if (fault) return fault
      }
      return undefined
    },
  }
}

const isCurrent = ({ list: { nextUpdate = 0 }, keptAt }: KeptList, now: NumericDate, grace: number): boolean =>
  isFresh(keptAt, nextUpdate + grace - keptAt, now)

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
  return firstUsableUrl(crlUrls, urls) ?? fail('crl_location_invalid', at)
}

/** Returns the first URL that the policy accepts, or `undefined`. */
export function firstUsableUrl(crlUrls: readonly string[], urls: UrlPolicy): string | undefined {
  const url = crlUrls.map((text) => parseUrl(text, urls)).find((parsed) => !failed(parsed))
  return url === undefined || failed(url) ? undefined : url.href
}

async function fetchList(
  ctx: RevocationContext,
  url: string,
  issuer: ListIssuer,
  forStranger: boolean,
): Promise<CertificateList | Failure<RevocationCode>> {
  const request = new Request(url, { headers: { accept: listMediaTypes.join(', ') } })
  if (forStranger) markStrangerRequest(request, request) // FED-50
  const der = await fetchBytes(ctx.fetch, request, [...listMediaTypes, ''], 'crl', { size: maximumListBytes })
  if (failed(der))
    return fail(der.code === 'answer_too_large' ? 'crl_too_large' : 'crl_unavailable', der.at, der.evidence)
  const list = parseCertificateList(der, 'crl')
  if (failed(list)) return list
  const times = { now: ctx.clock.now(), skew: ctx.skewSeconds }
  return checkCertificateList(list, issuer, times, 'crl') ?? list
}
