/**
 * Google's list of revoked attestation certificates, read in the background and never while a wallet waits
 * (https://android.googleapis.com/attestation/status; WP-42, WP-52). An outage leaves the last good copy in use, which a
 * file keeps over restarts; how old it may get, and what then, is the deployment's to say. Whatever is read is handed on
 * whole, so that instances registered earlier are revoked too: also those that registered while it was on its way.
 */
import { readFileSync } from 'node:fs'
import {
  type Clock,
  type Failure,
  type Fetch,
  type FetchCode,
  fail,
  failed,
  type JsonCode,
  mediaTypeOf,
  type NumericDate,
  readText,
} from '../base/index.ts'
import { androidStatusListLimit, parseAndroidStatusList, type RevokedSerials } from '../device-integrity/index.ts'
import { writePrivateFile } from '../node/index.ts'

/** Why the vendor's list could not be had. The copy in use stays. */
export type StatusListRefreshCode = FetchCode | JsonCode | 'status_list_malformed'

/** With what the list is got, and who is told of it. */
export interface AndroidStatusListContext {
  readonly fetch: Fetch
  readonly clock: Clock
  /** Gets all serials after every good answer: `walletProvider.revokeBelowCertificates`. */
  readonly onSerials: (serials: readonly string[]) => Promise<unknown>
  /**
   * Told of every refresh that failed, with the age in seconds of the copy in use; of what `onSerials` throws; and of a
   * copy that could not be kept in its file.
   */
  readonly onTrouble: (trouble: Failure<StatusListRefreshCode> | Error, ageSeconds: number | undefined) => void
}

/** The `statusList` of `deviceVendorsConfig`, which has the defaults. */
export interface AndroidStatusListOptions {
  readonly url: string
  /** Older than this, a copy is too old. */
  readonly maximumAgeSeconds: number
  /** What a copy that is too old does to registrations: `refuse` (503) or `accept` it all the same. */
  readonly whenTooOld: 'refuse' | 'accept'
  /** Between two refreshes, whatever the answer's `max-age` says. */
  readonly maximumIntervalSeconds: number
  readonly minimumIntervalSeconds: number
  readonly timeoutMilliseconds: number
  /** Keeps the last good copy over restarts. */
  readonly file?: string | undefined
}

/** Google's list of revoked attestation certificates, as it was read last. */
export interface AndroidStatusList {
  /** For `AndroidTrust`: `undefined` when there is no copy, or a too old one that may not be used. */
  revokedSerials(): RevokedSerials | undefined
  /** Of the copy in use, since it was last confirmed; `undefined` without one. */
  ageSeconds(): number | undefined
  /** Asks once. Resolves to the seconds until the next time, and never rejects. */
  refresh(): Promise<number>
  /** Refreshes now and from then on, until `stop`. */
  start(): void
  stop(): void
}

interface Copy {
  readonly text: string
  readonly etag: string | undefined
  readonly checkedAt: NumericDate
  readonly serials: RevokedSerials
}

const at = 'status_list'

/** Reads the kept copy at once; asks nobody before `refresh` or `start`. A kept copy that cannot be read counts as none. */
export function createAndroidStatusList(
  ctx: AndroidStatusListContext,
  options: AndroidStatusListOptions,
): AndroidStatusList {
  let copy = options.file === undefined ? undefined : readCopy(options.file)
  let timer: NodeJS.Timeout | undefined
  let running = false

  const ageOf = (one: Copy | undefined) => one && ctx.clock.now() - one.checkedAt
  async function refresh(): Promise<number> {
    try {
      const answer = await ask(ctx, options, copy)
      if (failed(answer)) {
        ctx.onTrouble(answer, ageOf(copy))
        return options.minimumIntervalSeconds
      }
      copy = answer.copy
      await ctx.onSerials([...copy.serials]) // WP-52
      keep(copy)
      const wanted = answer.maxAge ?? options.maximumIntervalSeconds
      return Math.max(options.minimumIntervalSeconds, Math.min(wanted, options.maximumIntervalSeconds))
    } catch (thrown) {
      ctx.onTrouble(asError(thrown), ageOf(copy))
      return options.minimumIntervalSeconds
    }
  }
  /** After its effect: a file that cannot be written keeps no certificate from being revoked. */
  function keep({ text, etag, checkedAt }: Copy): void {
    if (options.file === undefined) return
    try {
      writePrivateFile(options.file, { text, etag, checkedAt }, { mode: 'replace' })
    } catch (thrown) {
      ctx.onTrouble(asError(thrown), ageOf(copy))
    }
  }
  async function run(): Promise<void> {
    const seconds = await refresh()
    if (!running) return
    timer = setTimeout(run, seconds * 1000)
    timer.unref()
  }

  return {
    revokedSerials: () => {
      const age = ageOf(copy)
      if (copy === undefined || age === undefined) return undefined
      const tooOld = age > options.maximumAgeSeconds
      return tooOld && options.whenTooOld === 'refuse' ? undefined : copy.serials // WP-52
    },
    ageSeconds: () => ageOf(copy),
    refresh,
    start: () => {
      if (running) return
      running = true
      void run()
    },
    stop: () => {
      running = false
      clearTimeout(timer)
    },
  }
}

/** One conditional request. 304 makes the copy that we have a fresh one. */
async function ask(
  { fetch, clock }: AndroidStatusListContext,
  { url, timeoutMilliseconds }: AndroidStatusListOptions,
  copy: Copy | undefined,
): Promise<{ readonly copy: Copy; readonly maxAge: number | undefined } | Failure<StatusListRefreshCode>> {
  const headers = { accept: 'application/json', ...(copy?.etag !== undefined && { 'if-none-match': copy.etag }) }
  const request = new Request(url, { headers, signal: AbortSignal.timeout(timeoutMilliseconds) })
  const response = await fetch(request).catch(() => undefined)
  if (response === undefined) return fail('unreachable', at)
  const maxAge = maxAgeOf(response.headers.get('cache-control'))
  const checkedAt = clock.now()
  if (response.status === 304 && copy !== undefined) return { copy: { ...copy, checkedAt }, maxAge }
  if (response.status !== 200) return fail('status_unexpected', at)
  if (mediaTypeOf(response.headers.get('content-type')) !== 'application/json') return fail('media_type_unexpected', at)
  const text = await readText(response, at, { size: androidStatusListLimit })
  if (failed(text)) return text
  const serials = parseAndroidStatusList(text)
  if (failed(serials)) return serials
  return { copy: { text, serials, checkedAt, etag: response.headers.get('etag') ?? undefined }, maxAge }
}

function maxAgeOf(header: string | null): number | undefined {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})(?:$|[\s,])/i.exec(header ?? '')?.[1]
  return seconds === undefined ? undefined : Number(seconds)
}

/** A copy that cannot be read is none: the next refresh makes another. */
function readCopy(file: string): Copy | undefined {
  try {
    const { text, etag, checkedAt } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    const serials = parseAndroidStatusList(String(text))
    if (failed(serials) || typeof checkedAt !== 'number') return undefined
    return { text: String(text), serials, checkedAt, etag: typeof etag === 'string' ? etag : undefined }
  } catch {
    return undefined
  }
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
