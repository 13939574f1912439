/**
 * Users' access to the instances that are linked to them, in the format of IT-Wallet 1.0: users read whether an
 * instance is revoked, and revoke it (WP-88, WP-89). A token of the app's authorization server identifies the user
 * (D-337).
 */
import {
  type Decision,
  type Failure,
  fail,
  type JsonObject,
  joinRules,
  type NumericDate,
  rows,
  rules,
} from '../../base/index.ts'
import { type UserTokenCode, verifyUserToken } from '../../oauth/index.ts'
import { jwsRules } from '../../rules/index.ts'
import { WP, type WpAnswer } from '../answers.ts'
import { revokeInstance } from '../attestation/attestation-status.ts'
import type { UserConfig } from '../config.ts'
import type { WalletProviderServices } from '../context.ts'
import { ownActors, type RevocationReason, type WalletInstance } from './wallet-instance.ts'

export const USER_TOKEN_RULES = joinRules<UserTokenCode>()(
  jwsRules(WP.userTokenInvalid),
  rows(WP.userTokenInvalid, {
    'WP-87': [
      'typ_mismatch',
      'signature_invalid',
      'kid_unknown',
      'iss_mismatch',
      'aud_mismatch',
      'exp_missing',
      'sub_malformed',
    ],
  }),
  rows(WP.userUnknown, { 'WP-87': ['authorization_missing', 'authorization_malformed'] }),
)

export const STATUS_REQUEST_RULES = rules<'status_malformed'>()(WP.malformed, { 'WP-89': ['status_malformed'] })

const surface = 'wallet-provider/wallet-instances/:id/status'

/** Id in the URL for the user's most recently registered instance. */
const currentId = 'current'

type TokenContext = Pick<WalletProviderServices, 'crypto' | 'config'>
type UserContext = TokenContext & Pick<WalletProviderServices, 'decide' | 'clock' | 'walletInstances' | 'statusLists'>

/** A user's request. `id` is a hardware key tag or `current`. `authorization` is the header as received. */
export interface UserRequest {
  readonly users: UserConfig
  readonly id: string
  readonly authorization: string | undefined
}

/** Returns the user whom the token identifies. Refuses an absent or invalid token. */
export async function verifyUser(
  { crypto, config }: TokenContext,
  decision: Decision<WpAnswer>,
  { users, authorization, now }: Pick<UserRequest, 'users' | 'authorization'> & { readonly now: NumericDate },
): Promise<string> {
  const { issuer, audience = config.entityId, jwks, algorithms } = users
  const policy = { issuer, audience, keys: jwks.keys, algorithms, now, skew: config.clockSkewSeconds }
  const { user } = await decision.check(USER_TOKEN_RULES, () => verifyUserToken({ crypto }, authorization, policy))
  return user
}

/**
 * Returns the status of an instance. The id `current` means the user's most recently registered instance. Refuses an
 * instance that is unknown or not linked to the user, with the same answer for both.
 */
export function readInstanceStatus(ctx: UserContext, request: UserRequest): Promise<JsonObject> {
  return ctx.decide(surface, async (decision) => {
    const user = await verifyUser(ctx, decision, { ...request, now: ctx.clock.now() })
    const isCurrent = request.id === currentId
    const linkedInstance = await (isCurrent ? newestInstance(ctx, user) : findLinkedInstance(ctx, user, request.id))
    const instance = decision.found('WP-88', WP.notOfUser, linkedInstance, 'instance_unknown', 'path.id')
    return statusOf(instance)
  })
}

/**
 * Revokes an instance of the user. A second revocation changes nothing. Refuses an instance that is unknown or not
 * linked to the user, and the id `current`.
 */
export function setInstanceStatus(ctx: UserContext, request: UserRequest, body: JsonObject): Promise<void> {
  return ctx.decide(surface, async (decision) => {
    const now = ctx.clock.now()
    const user = await verifyUser(ctx, decision, { ...request, now })
    decision.checkNow(STATUS_REQUEST_RULES, () => parseStatusRequest(body))
    const linkedInstance = await findLinkedInstance(ctx, user, request.id)
    const instance = decision.found('WP-88', WP.notOfUser, linkedInstance, 'instance_unknown', 'path.id')
    decision.note('thumbprint', instance.hardwareKeyThumbprint)
    decision.note('actor', ownActors.user)
    const { hardwareKeyTag } = instance
    const revocation = { hardwareKeyTag, reason: 'revoked_by_user', actor: ownActors.user, now } as const
    const outcome = await revokeInstance(ctx, revocation) // WP-89
    if (outcome === 'revoked') decision.note('change', 'revoked') // WP-194
  })
}

const parseStatusRequest = ({ status }: JsonObject): 'REVOKED' | Failure<'status_malformed'> =>
  status === 'REVOKED' ? status : fail('status_malformed', 'body.status') // WP-89

async function newestInstance({ walletInstances }: UserContext, user: string): Promise<WalletInstance | undefined> {
  const [newest] = await walletInstances.search({ user, limit: 1 })
  return newest
}

/** Returns the instance with this hardware key tag, or `undefined` if it is unknown or not linked to the user. */
async function findLinkedInstance({ walletInstances }: UserContext, user: string, id: string) {
  const instance = await walletInstances.find(id)
  if (instance === undefined) return undefined
  const { hardwareKeyThumbprint: thumbprint } = instance
  const matches = await walletInstances.search({ user, thumbprint, limit: 1 })
  return matches.length > 0 ? instance : undefined
}

/** `revocation_reason` of IT-Wallet 1.0 for each reason. Absent in the response for a reason without a value. */
const reasonNames: { readonly [reason in RevocationReason]?: string } = {
  revoked_by_user: 'REVOKED_BY_USER',
  device_certificate_revoked: 'CERTIFICATE_REVOKED_BY_ISSUER',
}

function statusOf({ hardwareKeyTag, status, revocationReason }: WalletInstance): JsonObject {
  const reason = revocationReason && reasonNames[revocationReason]
  return {
    id: hardwareKeyTag, // WP-88
    is_revoked: status === 'revoked', // WP-88
    ...(reason && { revocation_reason: reason }), // WP-88
  }
}
