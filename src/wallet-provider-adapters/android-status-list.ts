/**
 * Google's list of revoked attestation certificates, fetched in the background
 * (https://android.googleapis.com/attestation/status; WP-42, WP-52). If a refresh fails, the last copy stays in use. A
 * configured file keeps the last copy over restarts. The settings limit the age of a copy and state whether a copy that
 * is too old is used. Each successful refresh passes all serials to `onSerials`, not only the new ones, because an
 * instance may have been registered while the previous refresh ran.
 */
import { readFileSync } from 'node:fs'
import {
  type Clock,
  createTimedRequest,
  type Failure,
  type Fetch,
  type FetchCode,
  fail,
  failed,
  fetchFailureOf,
  type JsonCode,
  mediaTypeOf,
  type NumericDate,
  readText,
} from '../base/index.ts'
import { androidStatusListLimit, type ListedCertificates, parseAndroidStatusList } from '../device-integrity/index.ts'
import { writePrivateFile } from '../node/index.ts'

/** Reasons for a failed refresh. The last copy stays in use. */
export type StatusListRefreshCode = FetchCode | JsonCode | 'status_list_malformed'

/** Client, clock and callbacks of the list. */
export interface AndroidStatusListContext {
  readonly fetch: Fetch
  readonly clock: Clock
  /** Receives the whole list after every successful refresh. */
  readonly onList: (certificates: ListedCertificates) => Promise<unknown>
  /**
   * Receives each failed refresh, each error of `onList` and each failure to write the file, with the age of the
   * copy in seconds. The age is `undefined` without a copy.
   */
  readonly onTrouble: (trouble: Failure<StatusListRefreshCode> | Error, ageSeconds: number | undefined) => void
}

/** Settings `statusList` of `deviceVendorsConfig`. The defaults are in `deviceVendorsConfig`. */
export interface AndroidStatusListOptions {
  readonly url: string
  /** Maximum age of a copy in seconds. A copy from the future counts as too old. */
  readonly maximumAgeSeconds: number
  /** Effect of a copy that is too old on registrations of Android devices: `refuse` (503) or `accept`. */
  readonly whenTooOld: 'refuse' | 'accept'
  /** Maximum seconds between two requests. Used if the answer has no `max-age`, or a longer one. */
  readonly maximumIntervalSeconds: number
  /** Minimum seconds between two requests. Used after a failure, or if `max-age` of the answer is shorter. */
  readonly minimumIntervalSeconds: number
  readonly timeoutMilliseconds: number
  /** File that keeps the last copy over restarts. */
  readonly file?: string | undefined
}

/** Google's list of revoked attestation certificates, as last fetched. */
export interface AndroidStatusList {
  /** Input of `AndroidTrust`: `undefined` if there is no usable copy. */
  certificates(): ListedCertificates | undefined
  /**
   * Returns the seconds since the copy was last confirmed, or `undefined` without a copy. Negative for a copy from the
   * future.
   */
  ageSeconds(): number | undefined
  /** Refreshes once. Resolves to the seconds until the next refresh. Never rejects. */
  refresh(): Promise<number>
  /** Refreshes the list now, and then repeatedly until `stop`. */
  start(): void
  stop(): void
}

interface Copy {
  readonly text: string
  readonly etag: string | undefined
  readonly checkedAt: NumericDate
  readonly certificates: ListedCertificates
}

const at = 'status_list'
/** Maximum delay of a timer in milliseconds. A timer with a longer delay runs at once. */
const maximumDelay = 2_147_483_647

/**
 * Creates the list from the copy in the file, if there is one. Sends no request before `refresh` or `start`. Ignores an
 * unreadable file.
 */
export function createAndroidStatusList(
  ctx: AndroidStatusListContext,
  options: AndroidStatusListOptions,
): AndroidStatusList {
  let copy = options.file === undefined ? undefined : readCopy(options.file)
  let timer: NodeJS.Timeout | undefined
  /** Identity of the running loop. A stopped loop ends after its request, even if another loop was started. */
  let running: symbol | undefined

  const age = (): number | undefined => copy && ctx.clock.now() - copy.checkedAt
  async function refresh(): Promise<number> {
    try {
      const answer = await fetchList(ctx, options, copy)
      if (failed(answer)) {
        ctx.onTrouble(answer, age())
        return options.minimumIntervalSeconds
      }
      copy = answer.copy
      await ctx.onList(copy.certificates) // WP-52
      writeCopy(copy)
      const seconds = answer.maxAge ?? options.maximumIntervalSeconds
      return Math.max(options.minimumIntervalSeconds, Math.min(seconds, options.maximumIntervalSeconds))
    } catch (thrown) {
      ctx.onTrouble(asError(thrown), age())
      return options.minimumIntervalSeconds
    }
  }
  /** Writes the copy. Called after `onList`, so that a failed write does not prevent revocations. */
  function writeCopy({ text, etag, checkedAt }: Copy): void {
    if (options.file === undefined) return
    try {
      writePrivateFile(options.file, { text, etag, checkedAt }, { mode: 'replace' })
    } catch (thrown) {
      ctx.onTrouble(asError(thrown), age())
    }
  }
  async function run(loop: symbol): Promise<void> {
    const seconds = await refresh()
    if (running !== loop) return
    timer = setTimeout(run, Math.min(seconds * 1000, maximumDelay), loop)
    timer.unref()
  }

  return {
    certificates: () => {
      const seconds = age() ?? -1
      const isCurrent = seconds >= 0 && seconds <= options.maximumAgeSeconds
      return isCurrent || options.whenTooOld === 'accept' ? copy?.certificates : undefined // WP-52
    },
    ageSeconds: age,
    refresh,
    start: () => {
      if (running) return
      running = Symbol('loop')
      void run(running)
    },
    stop: () => {
      running = undefined
      clearTimeout(timer)
    },
  }
}

/** Sends a conditional request. A 304 confirms the copy. */
async function fetchList(
  { fetch, clock }: AndroidStatusListContext,
  { url, timeoutMilliseconds }: AndroidStatusListOptions,
  copy: Copy | undefined,
): Promise<{ readonly copy: Copy; readonly maxAge: number | undefined } | Failure<StatusListRefreshCode>> {
  const headers = { accept: 'application/json', ...(copy?.etag !== undefined && { 'if-none-match': copy.etag }) }
  let response: Response
  try {
    response = await fetch(createTimedRequest(timeoutMilliseconds, url, { headers }))
  } catch (thrown) {
    return fetchFailureOf(thrown, at)
  }
  const maxAge = maxAgeOf(response.headers.get('cache-control'))
  const checkedAt = clock.now()
  if (response.status === 304 && copy !== undefined) return { copy: { ...copy, checkedAt }, maxAge }
  if (response.status !== 200) return fail('status_unexpected', at)
  if (mediaTypeOf(response.headers.get('content-type')) !== 'application/json') return fail('media_type_unexpected', at)
  const text = await readText(response, at, { size: androidStatusListLimit })
  if (failed(text)) return text
  const certificates = parseAndroidStatusList(text)
  if (failed(certificates)) return certificates
  return { copy: { text, certificates, checkedAt, etag: response.headers.get('etag') ?? undefined }, maxAge }
}

function maxAgeOf(header: string | null): number | undefined {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})(?:$|[\s,])/i.exec(header ?? '')?.[1]
  return seconds === undefined ? undefined : Number(seconds)
}

/** Reads the copy from the file. Returns `undefined` if the file is missing or unreadable. */
function readCopy(file: string): Copy | undefined {
  try {
    const { text, etag, checkedAt } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    const certificates = parseAndroidStatusList(String(text))
    if (failed(certificates) || typeof checkedAt !== 'number') return undefined
    return { text: String(text), certificates, checkedAt, etag: typeof etag === 'string' ? etag : undefined }
  } catch {
    return undefined
  }
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
