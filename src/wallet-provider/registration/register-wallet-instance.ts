/**
 * Registers a Wallet Instance. The vendor of the device certifies the hardware key for a challenge of this provider
 * (it-wallet §Endpoints, "Registration checks"). A refused registration does not spend its challenge (WP-35).
 */
import { type Json, rules } from '../../base/index.ts'
import { jwkThumbprint } from '../../jose/index.ts'
import {
  parseRegistrationRequest,
  type RegistrationRequestCode,
  type WalletAttestationProfile,
} from '../../wallet-attestation/index.ts'
import { WP } from '../answers.ts'
import type { WalletProviderServices } from '../context.ts'
import { verifyUser } from '../lifecycle/user-instances.ts'
import { CHALLENGE_RULES, challengeClaim, checkChallenge } from './challenge.ts'
import { KEY_ATTESTATION_RULES } from './evidence-rules.ts'

export const REGISTRATION_RULES = rules<RegistrationRequestCode>()(WP.malformed, {
  'WP-05': ['member_missing', 'member_malformed'],
  'WP-06': ['member_unknown'],
  'WP-53': ['tag_malformed'],
})

type RegisterContext = Pick<
  WalletProviderServices,
  'decide' | 'clock' | 'crypto' | 'challengeKeys' | 'config' | 'deviceIntegrity' | 'walletInstances'
>

/**
 * Values that depend on the endpoint and the request. Wallets of IT-Wallet 1.0 register at another endpoint, in another
 * format (WP-80).
 */
interface RegistrationInput {
  readonly surface: string
  readonly wireProfile: WalletAttestationProfile
  /**
   * The header `Authorization`, which may contain a user's bearer token (WP-90). Ignored if it has another scheme, or
   * if the settings have no `users`.
   */
  readonly authorization: string | undefined
}

/**
 * Registers the instance. Refuses a malformed body, a foreign, expired or used challenge, an invalid user token,
 * invalid evidence, and a hardware key or tag that is already registered. Does not make the instance operational: its
 * first attestation does (WP-31).
 */
export function registerWalletInstance(
  ctx: RegisterContext,
  { surface, wireProfile, authorization }: RegistrationInput,
  body: Json,
): Promise<void> {
  return ctx.decide(surface, async (decision) => {
    const now = ctx.clock.now()
    const request = decision.checkNow(REGISTRATION_RULES, () => parseRegistrationRequest(body, wireProfile))
    const { expiresAt } = await decision.check(CHALLENGE_RULES, () => checkChallenge(ctx, request.challenge, now))
    const { users } = ctx.config
    const hasUserToken = users && authorization && /^Bearer(?: |$)/i.test(authorization)
    const user = hasUserToken ? await verifyUser(ctx, decision, { users, authorization, now }) : undefined
    const { hardwareKey, device, counter, receipt, certificateSerials } = await decision.check(
      KEY_ATTESTATION_RULES,
      () => ctx.deviceIntegrity.verifyKeyAttestation({ ...request, now }),
    )
    const hardwareKeyThumbprint = jwkThumbprint(ctx, hardwareKey)
    decision.note('thumbprint', hardwareKeyThumbprint)
    decision.note('platform', device.platform)
    const outcome = await ctx.walletInstances.register({
      claims: challengeClaim(request.challenge, expiresAt),
      instance: {
        hardwareKeyTag: request.hardware_key_tag, // WP-11, WP-53
        hardwareKey, // WP-09
        hardwareKeyThumbprint,
        device, // WP-11
        ...(counter === undefined ? {} : { counter }), // WP-61
        ...(receipt === undefined ? {} : { receipt }),
        status: 'registered',
        registeredAt: now,
      },
      certificateSerials, // WP-52
      ...(user !== undefined && { user }), // WP-90
    })
    decision.that('WP-02', WP.staleChallenge, typeof outcome === 'string', 'challenge_used', 'challenge')
    decision.that('WP-13', WP.known, outcome === 'registered', 'hardware_key_known', 'hardware_key_tag')
  })
}
