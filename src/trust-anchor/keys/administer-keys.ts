/**
 * Administration of the federation keys (FED-10). Every chain below this entity breaks if a superior's Subordinate
 * Statement lacks the active key.
 */
import { z } from 'zod'
import type { AnswerWithHeaders } from '../../http/index.ts'
import { createKeyRingAdministration, type KeyRingAdministration, keyRingRules } from '../../member/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import { ADMINISTRATION_RULES } from '../onboarding/administrator-rules.ts'

export const KEY_RING_RULES = keyRingRules('FED-10', TA.unknownEntry)

/** Schema of `kid` of a federation key. */
export const federationKid = z.string()

export const federationKeyAdministration = (ctx: TrustAnchorServices): KeyRingAdministration<AnswerWithHeaders> =>
  createKeyRingAdministration<AnswerWithHeaders, 'request_malformed'>(
    { ...ctx, chainAlgorithms: ctx.config.algorithms },
    {
      ring: ctx.keyRing,
      keys: ctx.keys,
      rules: KEY_RING_RULES,
      request: { rules: ADMINISTRATION_RULES, code: 'request_malformed' },
      kid: federationKid,
      publicationSeconds: ctx.config.keyPublicationSeconds,
      retirementSeconds: ctx.config.keyRetirementSeconds,
      keysOf: ({ federationKeys }) => federationKeys,
    },
  )
