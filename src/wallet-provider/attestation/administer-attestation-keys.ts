/**
 * Administration of the attestation keys. Attestations stay verifiable while keys change, unless their key is revoked
 * (WP-67).
 */
import { z } from 'zod'
import { rules } from '../../base/index.ts'
import { protocolKeys } from '../../federation/index.ts'
import { defaultAlgorithms } from '../../jose/index.ts'
import { createKeyRingAdministration, type KeyRingAdministration, keyRingRules } from '../../member/index.ts'
import { WP, type WpAnswer } from '../answers.ts'
import type { WalletProviderServices } from '../context.ts'

export const KEY_REQUEST_RULES = rules<'key_request_malformed'>()(WP.malformed, { 'WP-76': ['key_request_malformed'] })

export const KEY_RING_RULES = keyRingRules('WP-67', WP.unknownKey)

/** Schema of a key identifier (`kid`). */
export const attestationKid = z.string().min(1).max(256)

/**
 * Returns the administration of the attestation keys. After the revocation of a key, reports a change to the status
 * lists, because the attestation keys sign them.
 */
export const attestationKeyAdministration = (ctx: WalletProviderServices): KeyRingAdministration<WpAnswer> =>
  createKeyRingAdministration<WpAnswer, 'key_request_malformed'>(
    { ...ctx, chainAlgorithms: ctx.federationAlgorithms ?? defaultAlgorithms },
    {
      ring: ctx.attestationKeyRing,
      keys: ctx.attestationKeys,
      rules: KEY_RING_RULES,
      request: { rules: KEY_REQUEST_RULES, code: 'key_request_malformed' },
      kid: attestationKid,
      publicationSeconds: ctx.config.attestationKeyPublicationSeconds,
      retirementSeconds: ctx.config.attestationKeyRetirementSeconds,
      keysOf: (chain) => protocolKeys(chain, 'wallet_provider'),
      onRevoked: () => ctx.statusLists.changed(),
    },
  )
