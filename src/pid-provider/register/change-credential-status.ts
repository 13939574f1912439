/**
 * The administrators' hand on a credential: suspend it, reinstate it, revoke it (PP-111, PP-112).
 */
import { z } from 'zod'
import { type Failure, fail, type JsonObject, placeOf, rules } from '../../base/index.ts'
import { PP } from '../answers.ts'
import type { PidProviderServices } from '../context.ts'
import { type AdministratorHeaders, requireAdministrator } from './administrators.ts'
import type { CredentialChange, IssuedCredential } from './issued-credential.ts'

const schema = z.strictObject({
  status: z.enum(['valid', 'suspended', 'revoked']),
  reason: z.string().min(1).max(500),
})

export type StatusChange = z.infer<typeof schema>

export function parseStatusChange(body: JsonObject): StatusChange | Failure<'change_malformed'> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) return fail('change_malformed', placeOf('body', parsed.error)) // PP-112
  return parsed.data
}

export const CHANGE_RULES = rules<'change_malformed'>()(PP.changeMalformed, { 'PP-112': ['change_malformed'] })

type RegisterContext = Pick<
  PidProviderServices,
  'decide' | 'clock' | 'config' | 'crypto' | 'administrators' | 'statusLists' | 'stores'
>

export interface CredentialRecord {
  readonly credential: IssuedCredential
  readonly changes: readonly CredentialChange[]
}

/**
 * `body` is `{status, reason}`. Returns the record as it is since then; throws a `Refusal` for who is no administrator, a
 * credential that is not in the register and a change that its status does not allow. Relying Parties see it when they take
 * the next status list.
 */
export function changeCredentialStatus(
  ctx: RegisterContext,
  headers: AdministratorHeaders,
  id: string,
  body: JsonObject,
): Promise<CredentialRecord> {
  return ctx.decide('pid-provider/admin/credentials/:id/status', async (decision) => {
    const actor = requireAdministrator(ctx, decision, headers)
    const { status, reason } = decision.checkNow(CHANGE_RULES, () => parseStatusChange(body))
    const publishable = status !== 'suspended' || ctx.config.statusLists.suspension
    decision.that('PP-111', PP.suspensionUnpublished, publishable, 'suspension_unpublished', 'body.status')
    const { issuedCredentials } = ctx.stores
    const credential = decision.found(
      'PP-112',
      PP.unknownCredential,
      await issuedCredentials.find(id),
      'credential_unknown',
    )
    const outcome = await issuedCredentials.changeStatus({
      credentialId: id,
      status,
      at: ctx.clock.now(),
      actor,
      reason,
    }) // PP-112
    decision.that('PP-111', PP.statusFinal, outcome !== 'final', 'status_final', 'body.status')
    decision.note('credential', id)
    if (outcome === 'changed') decision.note('change', status)
    ctx.statusLists.changed(credential.statusList)
    return { credential: { ...credential, status }, changes: await issuedCredentials.changes(id) }
  })
}
