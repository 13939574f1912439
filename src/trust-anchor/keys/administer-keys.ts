/** Administration of the federation keys (FED-10). A key that the superiors do not state would break every chain below. */
import { z } from 'zod'
import type { Rules } from '../../base/index.ts'
import type { AnswerWithHeaders } from '../../http/index.ts'
import { createKeyRingAdministration, type KeyRingAdministration, type KeyRingCode } from '../../member/index.ts'
import { TA, type TrustAnchorAnswer } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import { ADMIN_RULES } from '../onboarding/operator-rules.ts'

export const KEY_RING_RULES = {
  keys_are_configured: ['FED-10', TA.keyState],
  vault_unavailable: ['FED-10', TA.vaultDown],
  key_unknown: ['FED-10', TA.unknownEntry],
  key_too_young: ['FED-10', TA.keyState],
  key_unattested: ['FED-10', TA.keyState],
  key_not_held: ['FED-10', TA.keyState],
  key_not_pending: ['FED-10', TA.keyState],
  key_signs: ['FED-10', TA.keyState],
} as const satisfies Rules<KeyRingCode, TrustAnchorAnswer>

/** Returns the administration of the federation keys. */
export const federationKeyAdministration = (ctx: TrustAnchorServices): KeyRingAdministration<AnswerWithHeaders> =>
  createKeyRingAdministration<AnswerWithHeaders, 'request_malformed'>(
    { ...ctx, chainAlgorithms: ctx.config.algorithms },
    {
      ring: ctx.keyRing,
      keys: ctx.keys,
      rules: KEY_RING_RULES,
      request: { rules: ADMIN_RULES, code: 'request_malformed' },
      kid: z.string(),
      publicationSeconds: ctx.config.keyPublicationSeconds,
      retirementSeconds: ctx.config.keyRetirementSeconds,
      keysOf: ({ federationKeys }) => federationKeys,
    },
  )
