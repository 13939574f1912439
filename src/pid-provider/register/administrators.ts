/**
 * Who may look into the register and change it: administrators, each by a bearer token of their own (PP-112). Pages of
 * other sites do not come so far (`withAdministration`).
 */
import { type Decision, equalTexts } from '../../base/index.ts'
import { parseBearerAuthorization } from '../../oauth/index.ts'
import { PP, type PpAnswer } from '../answers.ts'
import type { PidProviderServices } from '../context.ts'

export interface AdministratorHeaders {
  readonly authorization: string | undefined
}

/** Returns the administrator's name. Compares with every token, in constant time. */
export function requireAdministrator(
  ctx: Pick<PidProviderServices, 'crypto' | 'administrators'>,
  decision: Decision<PpAnswer>,
  { authorization }: AdministratorHeaders,
): string {
  const sent = parseBearerAuthorization(authorization)
  const token = decision.found('PP-112', PP.adminTokenMissing, sent, 'admin_token_missing')
  const named = ctx.administrators.filter((administrator) => equalTexts(ctx, administrator.token, token))
  const { name } = decision.found('PP-112', PP.adminTokenUnknown, named[0], 'admin_token_unknown')
  decision.note('actor', name)
  return name
}
