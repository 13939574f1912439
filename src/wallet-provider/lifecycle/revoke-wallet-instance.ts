/**
 * Revokes a Wallet Instance: by the provider, on its own account or because the user asked for it (WP-28, WP-76).
 * Revoking twice is once: the first time and reason stay.
 */
import { z } from 'zod'
import { type Decision, type Failure, fail, type Json, joinRules, placeOf, rows, rules } from '../../base/index.ts'
import { WP, type WpAnswer } from '../answers.ts'
import { revokeInstance } from '../attestation/attestation-status.ts'
import type { WalletProviderServices } from '../context.ts'
import { type AdministratorCode, checkAdministrator } from './administrator.ts'

export type RevocationRequestCode = 'revocation_malformed'

const revocation = z.strictObject({
  hardware_key_tag: z.string().min(1).max(256),
  reason: z.enum(['revoked_by_provider', 'revoked_by_user']),
})

export type RevocationRequest = Readonly<z.infer<typeof revocation>>

export function parseRevocationRequest(body: Json): RevocationRequest | Failure<RevocationRequestCode> {
  const parsed = revocation.safeParse(body)
  if (!parsed.success) return fail('revocation_malformed', placeOf('body', parsed.error))
  return parsed.data
}

export const ADMINISTRATOR_RULES = joinRules<AdministratorCode>()(
  rows(WP.unauthorized, { 'WP-76': ['authorization_missing', 'authorization_malformed'] }),
  rows(WP.tokenUnknown, { 'WP-76': ['token_unknown'] }),
  rows(WP.forbidden, { 'WP-76': ['right_missing'] }),
)

export const REVOCATION_RULES = rules<RevocationRequestCode>()(WP.malformed, { 'WP-76': ['revocation_malformed'] })

type RevokeContext = Pick<
  WalletProviderServices,
  'decide' | 'clock' | 'crypto' | 'administrators' | 'walletInstances' | 'statusLists'
>

/** `authorization` is the header as it came. */
export function revokeWalletInstance(ctx: RevokeContext, authorization: string | undefined, body: Json): Promise<void> {
  return ctx.decide('wallet-provider/admin/wallet-instances/revoke', async (decision) => {
    const now = ctx.clock.now()
    const { name: actor } = decision.checkNow(ADMINISTRATOR_RULES, () =>
      checkAdministrator(ctx, ctx.administrators ?? [], authorization, 'revoke_wallet_instance'),
    )
    decision.note('actor', actor)
    const request = decision.checkNow(REVOCATION_RULES, () => parseRevocationRequest(body))
    const { hardware_key_tag: hardwareKeyTag, reason } = request
    await noteInstance(ctx, decision, hardwareKeyTag)
    const outcome = await revokeInstance(ctx, { hardwareKeyTag, reason, actor, now }) // WP-28
    decision.that('WP-76', WP.unknownInstance, outcome === 'revoked', 'instance_unknown', 'hardware_key_tag')
    decision.note('change', 'revoked')
  })
}

/** Which instance a change is about, by what the search finds it again; before the change, which is not to be lost. */
export async function noteInstance(
  { walletInstances }: Pick<WalletProviderServices, 'walletInstances'>,
  decision: Decision<WpAnswer>,
  hardwareKeyTag: string,
): Promise<void> {
  const instance = await walletInstances.find(hardwareKeyTag)
  if (instance) decision.note('thumbprint', instance.hardwareKeyThumbprint)
}
