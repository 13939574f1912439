/**
 * Judges a DPoP proof against its request. Calls the verifier once for each check. Each call takes the values of the
 * other checks from the proof itself.
 */
import { isNumericDate, type JsonObject } from '../../../base/index.ts'
import { type DpopPolicy, verifyDpopProof } from '../../../oauth/index.ts'
import type { Verdict } from '../decoded.ts'
import { anyAlgorithm, type Reading, skew } from '../reading.ts'
import { notHere, verdictOf } from '../verdicts.ts'
import type { Findings } from './findings.ts'
import type { OpenedJws } from './open-jws.ts'

/** Seconds for which a server accepts a proof by default (it-wallet §Limits). */
const lifetime = 60

/**
 * Returns a verdict for each check: form, times, `htm`, `htu` and `ath`. Returns that of the form alone if it is not
 * valid. The single use of the proof is never judged.
 */
export async function judgeDpop(reading: Reading, { compact }: OpenedJws, payload: JsonObject): Promise<Findings> {
  const { method, url } = reading.options.request ?? {}
  const { accessToken } = reading.options
  const own: DpopPolicy = {
    method: String(payload.htm),
    url: String(payload.htu),
    now: isNumericDate(payload.iat) ? payload.iat : reading.now,
    ...{ algorithms: anyAlgorithm, skew, lifetime },
  }
  const ask = async (check: Verdict['check'], change: Partial<DpopPolicy>): Promise<Verdict> =>
    verdictOf(check, await verifyDpopProof(reading.ctx, compact, { ...own, ...change }))
  const form = await ask('form', {})
  const verdicts =
    form.result === 'not_valid'
      ? [form]
      : [
          form,
          await ask('times', { now: reading.now }),
          method === undefined ? notHere('htm', 'request_absent') : await ask('htm', { method: method.toUpperCase() }),
          url === undefined ? notHere('htu', 'request_absent') : await ask('htu', { url }),
          accessToken === undefined ? notHere('ath', 'access_token_absent') : await ask('ath', { accessToken }),
        ]
  return { verdicts: [...verdicts, notHere('single_use', 'store_only')] }
}
