/**
 * Requests the advertised URLs of this service, as any other client would. Reports, with advice, URLs that do not
 * answer and URLs where another service answers. The service runs anyway, because DNS or a proxy may be set up later.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Clock, type Fetch, type FetchTrouble, fetchFailureOf, joinUrl, readTrouble } from '../base/index.ts'
import { entityConfigurationPath } from '../federation/index.ts'
import { describeOtherService } from './answering-service.ts'
import type { Service } from './service.ts'

interface RetryOptions {
  /**
   * Waits before a URL that answers 503 is requested again. A service is often overloaded while other programs start.
   * Defaults to a timer.
   */
  readonly pause?: (seconds: number) => Promise<void>
}

interface AdvertisedService extends Pick<Service, 'advertised'> {
  readonly publisher: Pick<Service['publisher'], 'entityConfiguration'>
}

interface AdvertisedReport {
  /** One sentence for each URL that does not answer as expected. */
  readonly sentences: readonly string[]
  /**
   * True if the URL of the entity configuration answers 200 with none of the keys of this service, or with something
   * else. False if the configuration could not be compared.
   */
  readonly anotherAnswers: boolean
}

const attempts = 4

/**
 * Requests each advertised URL, without following redirects. Repeats a request that is answered 503 up to three times,
 * every 5 seconds. Accepts 2xx, 405 and 429. Reads only the entity configuration, to compare its keys with those of
 * this service. Never rejects: returns a sentence for a URL that cannot be reached.
 */
export async function checkAdvertised(
  fetch: Fetch,
  publicUrl: string,
  { advertised, publisher }: AdvertisedService,
  clock: Clock,
  { pause = (seconds: number) => wait(seconds * 1000, undefined, { ref: false }) }: RetryOptions = {},
): Promise<AdvertisedReport> {
  let anotherAnswers = false
  const ask = async (url: string): Promise<Response> => {
    for (let left = attempts; ; left -= 1) {
      const response = await fetch(new Request(url, { redirect: 'manual' }))
      if (response.status !== 503 || left <= 1) return response
      await pause(5)
    }
  }
  const ownConfiguration = async (): Promise<string | undefined> => {
    try {
      return (await publisher.entityConfiguration(clock.now())).jwt
    } catch {
      return undefined
    }
  }
  const compare = async (url: string, response: Response): Promise<string | undefined> => {
    const own = await ownConfiguration()
    if (own === undefined)
      return `${url} cannot be compared with this service, which cannot sign its entity configuration now: check its key store.`
    const otherService = await describeOtherService(response, own)
    if (otherService === undefined) return undefined
    anotherAnswers = true
    return `${url} ${otherService}: correct publicUrl, or let the proxy lead to this service. If a replica of this service answers, it was started with another key file.`
  }
  const sentences = await Promise.all(
    advertised.map(async (path) => {
      const url = joinUrl(publicUrl, path)
      try {
        const response = await ask(url)
        const { status, headers } = response
        if (status === 200 && path === entityConfigurationPath) return await compare(url, response)
        if (status < 300 || status === 405 || status === 429) return undefined
        if (status === 503 && headers.has('retry-after') && headers.has('fiducia-trace'))
          return `${url} answers 503: this service answers, but it is overloaded or cannot reach its store.`
        if (status === 500 && headers.has('fiducia-trace'))
          return `${url} answers 500: this service answers, but it has a fault: the log says why.`
        return `${url} answers ${status} instead of a document of this service: let the proxy pass on the whole path, or correct publicUrl.`
      } catch (thrown) {
        return `${url} cannot be reached from here: ${describeFailure(thrown)}, or correct publicUrl.`
      }
    }),
  )
  return { sentences: sentences.filter((sentence) => sentence !== undefined), anotherAnswers }
}

type FailureReason = FetchTrouble | 'timeout' | 'address_forbidden' | 'coding_unexpected'

/** Cause and remedy for each reason. */
const reasons: Readonly<Record<FailureReason, string>> = {
  refused: 'nothing listens at that address and port: start the proxy, or correct listen.port',
  name: 'the host name does not exist, or no name server answers: add it to DNS, or check the name servers of this machine',
  route: 'there is no route to its addresses: check whether the name has an IPv6 address that does not work here',
  certificate:
    'its certificate is not trusted here: serve a public one with its whole chain, or name a private authority in network.certificateAuthorityFiles',
  other_name: 'its certificate is not for the name in publicUrl: serve a certificate for that name',
  tls: 'the port does not use TLS: configure TLS in the proxy, or listen.tls',
  cut: 'the connection ends without an answer, as a port with TLS does for plain http: see the log of the proxy',
  timeout: 'nobody answers in time: check whether a firewall drops packets from here',
  address_forbidden:
    'the host name resolves to an address that is not public: if this is intended, name the host in network.trustedHosts',
  coding_unexpected:
    'the answer is compressed although the request asks for "Accept-Encoding: identity": let the proxy compress only if the request asks for it',
}

/** Returns why a URL cannot be reached, and what to change. */
function describeFailure(thrown: unknown): string {
  const { code, at } = fetchFailureOf(thrown, 'document')
  const { trouble, asked, served } = readTrouble(at)
  if (asked !== undefined)
    return `its certificate is for ${served}, and publicUrl names ${asked}: let the proxy, or listen.tls, serve one for ${asked}`
  const reason = code === 'unreachable' ? trouble : code
  return reason !== undefined && Object.hasOwn(reasons, reason)
    ? reasons[reason as FailureReason]
    : 'check host name, certificate and proxy'
}

/** Check of one entity. It keeps its last result. */
export interface SelfCheck {
  /** Requests the URLs, keeps the result and returns its sentences. */
  look(): Promise<readonly string[]>
  /** Requests the URLs again if the last result contains a problem. */
  lookAgain(): Promise<void>
  /** Sentences of the last result. */
  notes(): readonly string[]
  /** Returns true if another service answered at the last check. Returns false before the first result. */
  anotherAnswers(): boolean
}

/** Creates a check that keeps its last result, so that readiness can report that result. */
export function createSelfCheck(...parameters: Parameters<typeof checkAdvertised>): SelfCheck {
  let lastReport: AdvertisedReport = { sentences: [], anotherAnswers: false }
  const look = async () => {
    lastReport = await checkAdvertised(...parameters)
    return lastReport.sentences
  }
  return {
    look,
    lookAgain: async () => {
      if (lastReport.sentences.length > 0) await look()
    },
    notes: () => lastReport.sentences,
    anotherAnswers: () => lastReport.anotherAnswers,
  }
}

/** Returns the check of several entities. */
export const combineSelfChecks = (checks: readonly SelfCheck[]): Omit<SelfCheck, 'anotherAnswers'> => ({
  look: async () => (await Promise.all(checks.map((check) => check.look()))).flat(),
  lookAgain: async () => {
    await Promise.all(checks.map((check) => check.lookAgain()))
  },
  notes: () => checks.flatMap((check) => check.notes()),
})
