/**
 * Checks a DPoP proof against its request. Calls the verifier once for each check, because the verifier reports its
 * first failure only. In each call, the values of the other checks come from the proof and therefore match.
 */
import { failed, isNumericDate, type JsonObject } from '../../../base/index.ts'
import { allAlgorithms, type JwsVerifyCode } from '../../../jose/index.ts'
import { type DpopPolicy, verifyDpopProof } from '../../../oauth/index.ts'
import type { Verdict } from '../decoded.ts'
import { type Reading, skew } from '../reading.ts'
import { type Findings, notVerifiable, passed, verdictOf } from '../verdicts.ts'
import type { OpenedJws } from './open-jws.ts'

/** Default time for which a server accepts a proof, in seconds (it-wallet §Limits). */
const lifetime = 60

const signatureCodes: readonly string[] = [
  'key_mismatch',
  'key_unusable',
  'signature_invalid',
] satisfies JwsVerifyCode[]

/**
 * Returns the verdicts about form, times, `htm`, `htu`, `ath` and single use. If the form is not valid, returns only
 * those about form and single use. The following are `not_verifiable`: `htm` and `htu` without the request, `ath`
 * without the access token, and always single use.
 */
export async function checkDpop(reading: Reading, { compact }: OpenedJws, payload: JsonObject): Promise<Findings> {
  const { method, url } = reading.options.request ?? {}
  const { accessToken } = reading.options
  const matching: DpopPolicy = {
    method: String(payload.htm),
    url: String(payload.htu),
    now: isNumericDate(payload.iat) ? payload.iat : reading.now,
    ...{ algorithms: allAlgorithms, skew, lifetime },
  }
  const verify = async (check: Verdict['check'], change: Partial<DpopPolicy>): Promise<Verdict> => {
    const result = await verifyDpopProof(reading.ctx, compact, { ...matching, ...change })
    // The verifier checks the signature last, so this check has passed if the signature fails. The signature has a
    // verdict of its own.
    return failed(result) && signatureCodes.includes(result.code) ? passed(check) : verdictOf(check, result)
  }
  const form = await verify('form', {})
  const verdicts =
    form.result === 'not_valid'
      ? [form]
      : [
          form,
          await verify('times', { now: reading.now }),
          method === undefined
            ? notVerifiable('htm', 'request_absent')
            : await verify('htm', { method: method.toUpperCase() }),
          url === undefined ? notVerifiable('htu', 'request_absent') : await verify('htu', { url }),
          accessToken === undefined
            ? notVerifiable('ath', 'access_token_absent')
            : await verify('ath', { accessToken }),
        ]
  return { verdicts: [...verdicts, notVerifiable('single_use', 'store_only')] }
}
