/**
 * Who may look into the register and change it: administrators, each by a bearer token of their own (PP-112). Pages of
 * other sites do not come so far (`withAdministration`).
 */
import type { CryptoContext, Decision } from '../base/index.ts'
import { PP, type PpAnswer } from './answers.ts'
import type { PidProviderServices } from './context.ts'

export interface AdministratorHeaders {
  readonly authorization: string | undefined
}

/** Returns the administrator's name. Compares with every token, in constant time. */
export function requireAdministrator(
  ctx: Pick<PidProviderServices, 'crypto' | 'administrators'>,
  decision: Decision<PpAnswer>,
  { authorization }: AdministratorHeaders,
): string {
  const [, sent] = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization ?? '') ?? []
  const token = decision.found('PP-112', PP.adminTokenMissing, sent, 'admin_token_missing')
  const named = ctx.administrators.filter((administrator) => sameSecret(ctx, administrator.token, token))
  const { name } = decision.found('PP-112', PP.adminTokenUnknown, named[0], 'admin_token_unknown')
  decision.note('actor', name)
  return name
}

const sameSecret = ({ crypto }: CryptoContext, a: string, b: string): boolean =>
  crypto.equal(crypto.digest('sha-256', a), crypto.digest('sha-256', b))
