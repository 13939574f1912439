/** Lets administrators suspend, reinstate and revoke a credential (PP-111, PP-112). */
import { z } from 'zod'
import { type JsonObject, rules } from '../../base/index.ts'
import { type Administered, parseRequest } from '../../member/index.ts'
import { PP, type PpAnswer } from '../answers.ts'
import type { PidProviderServices } from '../context.ts'
import type { CredentialChange, IssuedCredential } from './issued-credential.ts'

/** Body of a change. */
export const statusChange = z.strictObject({
  status: z.enum(['valid', 'suspended', 'revoked']),
  reason: z.string().min(1).max(500),
})

export const CHANGE_RULES = rules<'change_malformed'>()(PP.changeMalformed, { 'PP-112': ['change_malformed'] })

type RegisterContext = Pick<PidProviderServices, 'config' | 'statusLists' | 'stores'>

export interface CredentialRecord {
  readonly credential: IssuedCredential
  readonly changes: readonly CredentialChange[]
}

/**
 * Changes the status of a credential and records the change. `body` is `{status, reason}`. Returns the record after the
 * change. Refuses a malformed body, an unknown credential, a suspension that the status lists cannot express, and a new
 * status of a revoked credential. Relying Parties see the change in the next status list.
 */
export async function changeCredentialStatus(
  ctx: RegisterContext,
  { decision, act }: Administered<PpAnswer>,
  id: string,
  body: JsonObject,
): Promise<CredentialRecord> {
  const { status, reason } = decision.checkNow(CHANGE_RULES, () => parseRequest(statusChange, 'change_malformed', body))
  const isPublishable = status !== 'suspended' || ctx.config.statusLists.suspension
  decision.that('PP-111', PP.suspensionUnpublished, isPublishable, 'suspension_unpublished', 'body.status')
  const { issuedCredentials } = ctx.stores
  const entry = await issuedCredentials.find(id)
  const credential = decision.found('PP-112', PP.unknownCredential, entry, 'credential_unknown')
  const outcome = await issuedCredentials.changeStatus({ credentialId: id, status, ...act(), reason }) // PP-112
  decision.that('PP-111', PP.statusFinal, outcome !== 'final', 'status_final', 'body.status')
  decision.note('credential', id)
  if (outcome === 'changed') decision.note('change', status)
  ctx.statusLists.changed(credential.statusList)
  return { credential: { ...credential, status }, changes: await issuedCredentials.changes(id) }
}
