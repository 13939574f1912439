/** OpenAPI descriptions of the administration (`/admin/…`). */
import { z } from 'zod'
import type { RouteDescription, RouteDescriptions } from '../../http/index.ts'
import { describeDecisions, describeKeyRing, rightRefusals } from '../../member/index.ts'
import { WP } from '../answers.ts'
import { attestationKid, KEY_REQUEST_RULES, KEY_RING_RULES } from '../attestation/administer-attestation-keys.ts'
import { paths } from '../paths.ts'
import {
  GROUP_RULES,
  groupSchema,
  holdReason,
  instanceSchema,
  LINK_RULES,
  linkSchema,
  SEARCH_RULES,
  SHOW_RULES,
  searchSchema,
} from './administer-wallet-instances.ts'
import { ADMINISTRATOR_RULES } from './administrator.ts'
import { RELEASE_RULES, releaseAllSchema } from './release-wallet-instances.ts'
import { REVOCATION_RULES, revocationSchema } from './revoke-wallet-instance.ts'

const seconds = z.number()
const evidenceReason = z.enum(['evidence_forged', 'integrity_denied', 'device_below_minimum'])
const revocationReason = z.enum([
  ...evidenceReason.options,
  'revoked_by_provider',
  'revoked_by_user',
  'device_certificate_revoked',
])

const instance = z.object({
  hardware_key_tag: z.string(),
  thumbprint: z.string(),
  status: z.enum(['registered', 'operational', 'revoked']),
  registered_at: seconds,
  operational_at: seconds.optional(),
  revoked_at: seconds.optional(),
  revocation_reason: revocationReason.optional(),
  held_at: seconds.optional(),
  held_reason: holdReason.optional(),
  device: z.looseObject({ platform: z.enum(['android', 'apple']), application: z.string() }),
})

const event = z.object({
  at: seconds,
  actor: z.string(),
  change: z.enum(['registered', 'operational', 'held', 'released', 'revoked', 'linked', 'unlinked']),
  reason: z.enum([...revocationReason.options, ...holdReason.options]).optional(),
})

const refusal = z.object({
  requirement: z.string(),
  code: z.string(),
  count: z.int(),
  first_at: seconds,
  last_at: seconds,
})

const shownInstance = instance.extend({ history: z.array(event), refusals: z.array(refusal) })

const administrator = [ADMINISTRATOR_RULES, rightRefusals]
const unknownInstance = { instance_unknown: ['WP-76', WP.unknownInstance] } as const
const keys = describeKeyRing(
  attestationKid,
  { administrator, request: KEY_REQUEST_RULES, ring: KEY_RING_RULES },
  (list) => z.object({ attestation_keys: list }),
  200,
)
const tag = 'q1w2e3r4t5y6u7i8o9p0'
const example = {
  hardware_key_tag: tag,
  thumbprint: 'nTf3C8Q7yq4l2kKk0m4oJb6sQv9wXyZ1aBcDeFgHiJk',
  status: 'operational',
  registered_at: 1_796_000_000,
  operational_at: 1_796_000_060,
  device: { platform: 'android', application: 'org.example.wallet' },
}

/** Returns the description of a change whose response has no body. */
const change = (
  summary: string,
  schema: z.ZodType,
  body: object,
  refusals: RouteDescription['refusals'],
): RouteDescription => ({
  summary,
  body: { schema, example: body },
  answers: { 204: undefined },
  refusals: [...administrator, ...refusals, unknownInstance],
})

/** Descriptions by method and path. */
export const administrationDescriptions: RouteDescriptions = {
  [`POST ${paths.instanceSearch}`]: {
    summary: 'Lists Wallet Instances that match the body, newest first',
    body: { schema: searchSchema, example: { status: 'operational', limit: 10 } },
    answers: {
      200: { schema: z.object({ wallet_instances: z.array(instance) }), example: { wallet_instances: [example] } },
    },
    refusals: [...administrator, SEARCH_RULES],
  },
  [`POST ${paths.showInstance}`]: {
    summary: 'Shows a Wallet Instance with its history and its refused requests',
    body: { schema: instanceSchema, example: { hardware_key_tag: tag } },
    answers: { 200: { schema: shownInstance, example: { ...example, history: [], refusals: [] } } },
    refusals: [...administrator, SHOW_RULES, unknownInstance],
  },
  [`POST ${paths.revocation}`]: change(
    'Revokes a Wallet Instance permanently',
    revocationSchema,
    { hardware_key_tag: tag, reason: 'revoked_by_user' },
    [REVOCATION_RULES],
  ),
  [`POST ${paths.groupRevocation}`]: {
    summary:
      'Revokes all Wallet Instances that belong to a user, have the given certificate in their chain, or are held',
    body: {
      schema: groupSchema,
      example: { held: true, held_reason: 'evidence_forged', reason: 'revoked_by_provider' },
    },
    answers: { 200: { schema: z.object({ revoked: z.int() }), example: { revoked: 2 } } },
    refusals: [...administrator, GROUP_RULES],
  },
  [`POST ${paths.release}`]: change('Releases a held Wallet Instance', instanceSchema, { hardware_key_tag: tag }, [
    RELEASE_RULES,
    { instance_not_held: ['WP-193', WP.notHeld] },
  ]),
  [`POST ${paths.heldRelease}`]: {
    summary: 'Releases all held Wallet Instances, or those that are held for one reason',
    body: { schema: releaseAllSchema, example: { held: true, held_reason: 'device_certificate_suspended' } },
    answers: { 200: { schema: z.object({ released: z.int() }), example: { released: 2 } } },
    refusals: [...administrator, RELEASE_RULES],
  },
  [`POST ${paths.userLink}`]: change(
    'Links a Wallet Instance to a user',
    linkSchema,
    { hardware_key_tag: tag, user: 'user-42' },
    [LINK_RULES],
  ),
  [`POST ${paths.userUnlink}`]: change(
    'Removes the link of a Wallet Instance to its user',
    instanceSchema,
    { hardware_key_tag: tag },
    [LINK_RULES],
  ),
  [`GET ${paths.attestationKeys}`]: keys.list,
  [`POST ${paths.attestationKeys}`]: keys.add,
  [`POST ${paths.keyActivation}`]: keys.activate,
  [`POST ${paths.keyRevocation}`]: keys.revoke,
  ...describeDecisions(administrator),
}
