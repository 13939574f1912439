/** Checks of an entity's statement about itself (OpenID Federation 1.0 §3.2, §9). */
import { type CryptoContext, type Failure, fail, failed } from '../../base/index.ts'
import { type JwsVerifyCode, verifyJws } from '../../jose/index.ts'
import { findKey } from '../trust-evaluator.ts'
import type { EntityStatement } from './entity-statement.ts'

/** Verifies the signature of a configuration with the key in it that its `kid` names. Checks nothing else. */
export async function verifyOwnSignature(
  ctx: CryptoContext,
  { keys, kid, jws }: EntityStatement,
  at: string,
): Promise<undefined | Failure<JwsVerifyCode | 'kid_unknown'>> {
  const key = findKey(keys, kid)
  if (key === undefined) return fail('kid_unknown', `${at}.header.kid`, { found: kid }) // FED-11
  const signature = await verifyJws(ctx, jws, key, at)
  return failed(signature) ? signature : undefined
}

/** Checks that the document at the well-known URL of an entity is the entity's statement about itself. */
export function checkOwnStatement(
  { kind, iss, sub }: EntityStatement,
  entityId: string,
  at: string,
): undefined | Failure<'subject_mismatch' | 'not_a_configuration'> {
  if (sub !== entityId) return fail('subject_mismatch', `${at}.payload.sub`, { expected: entityId, found: sub }) // FED-28
  if (kind !== 'configuration')
    return fail('not_a_configuration', `${at}.payload.iss`, { expected: entityId, found: iss }) // FED-11
  return undefined
}
