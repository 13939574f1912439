/**
 * The Entity Configuration of an intermediate (OpenID Federation 1.0 §3.2). A search takes the fetch endpoint and the
 * hints from it. It is no part of the Trust Chain, so `validateTrustChain` does not see it.
 */
import { type CryptoContext, type Failure, fail, failed, type PublicJwk } from '../../base/index.ts'
import { checkJwtTimes, type JwsVerifyCode, type JwtTimeCode, type JwtTimePolicy, sameKey } from '../../jose/index.ts'
import type { EntityStatement } from '../statement/entity-statement.ts'
import { verifyOwnSignature } from '../statement/own-statement.ts'
import { findKey } from '../trust-evaluator.ts'

/** Verifies the signature of a configuration with the key in it that its `kid` names. */
type VerifyOwnSignature = (
  configuration: EntityStatement,
) => Promise<undefined | Failure<JwsVerifyCode | 'kid_unknown'>>

/**
 * Creates a function that verifies each configuration only once. `at` names the place of the configuration in failures.
 */
export function createOwnSignatureCheck(ctx: CryptoContext, at: string): VerifyOwnSignature {
  const verdicts = new Map<EntityStatement, ReturnType<VerifyOwnSignature>>()
  return (configuration) => {
    const verdict = verdicts.get(configuration) ?? verifyOwnSignature(ctx, configuration, at)
    verdicts.set(configuration, verdict)
    return verdict
  }
}

/**
 * Checks the times and the signature of an intermediate's configuration. The configuration must contain
 * `statementKey`, the key that signed the intermediate's statement about the entity below it. Does not check `sub`.
 */
export async function checkIntermediate(
  configuration: EntityStatement,
  statementKey: PublicJwk,
  times: JwtTimePolicy,
  verifySignature: VerifyOwnSignature,
): Promise<undefined | Failure<JwtTimeCode | JwsVerifyCode | 'kid_unknown'>> {
  const outdated = checkJwtTimes(configuration.jws.payload, times, 'configuration.payload') // FED-127
  if (failed(outdated)) return outdated
  const ownKey = findKey(configuration.keys, statementKey.kid)
  if (ownKey === undefined || !sameKey(ownKey, statementKey))
    return fail('kid_unknown', 'configuration.payload.jwks', {
      expected: statementKey.kid,
      found: configuration.keys.map(({ kid }) => kid),
    }) // FED-127
  return verifySignature(configuration) // FED-127
}
