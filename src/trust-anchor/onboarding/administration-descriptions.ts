/** OpenAPI descriptions of the administration (`/admin/…`). */
import { z } from 'zod'
import type { RouteDescriptions } from '../../http/index.ts'
import { describeDecisions, describeKeyRing, rightRefusals } from '../../member/index.ts'
import { TA } from '../answers.ts'
import { certificateDescriptions } from '../certificates/certificate-descriptions.ts'
import { federationKid, KEY_RING_RULES } from '../keys/administer-keys.ts'
import { adminPaths } from '../paths.ts'
import {
  changeRequest,
  grantQuery,
  grantRequest,
  onboardRequest,
  removalRequest,
  subordinateQuery,
} from './admin-requests.ts'
import { ADMINISTRATION_RULES, ADMINISTRATOR_RULES } from './administrator-rules.ts'
import { CANDIDATE_CHAIN_RULES, CANDIDATE_METADATA_RULES, CANDIDATE_RULES } from './check-candidate.ts'

const seconds = z.number()
const jsonObject = z.record(z.string(), z.unknown())

const subordinate = z.object({
  entity_id: z.string(),
  status: z.enum(['active', 'suspended', 'candidate']),
  revision: z.int().optional(),
  entity_types: z.array(z.string()),
  intermediate: z.boolean(),
  kids: z.array(z.string()),
  protocol_kids: z.record(z.string(), z.array(z.string())).optional(),
  accepts_announced_keys: z.boolean().optional(),
  metadata_policy: jsonObject,
  constraints: jsonObject,
  unknown: z.array(z.string()).optional(),
  emptied: z.array(z.string()).optional(),
  key_set_urls: z.array(z.string()).optional(),
  resolved_metadata: jsonObject.optional(),
})

const logEntry = z.object({
  entity_id: z.string(),
  action: z.enum([
    ...(['added', 'changed', 'suspended', 'resumed', 'removed', 'mark_granted', 'mark_revoked'] as const),
    ...(['certificate_issued', 'certificate_revoked', 'keys_announced'] as const),
  ]),
  at: seconds,
  actor: z.string(),
  reason: z.string().optional(),
  members: z.array(z.string()).optional(),
  trust_mark_type: z.string().optional(),
  serial: z.string().optional(),
})

const trustMarkGrant = z.object({ trust_mark_type: z.string(), sub: z.string() })

const administratorRefusals = [ADMINISTRATOR_RULES, rightRefusals]
const unknownEntry = { subordinate_unknown: ['FED-06', TA.unknownEntry] } as const
const outdated = { subordinate_outdated: ['FED-06', TA.outdated] } as const
const candidateRefusals = [
  CANDIDATE_RULES,
  CANDIDATE_CHAIN_RULES,
  CANDIDATE_METADATA_RULES,
  {
    entity_id_invalid: ['FED-28', TA.candidateRefused],
    sub_is_issuer: ['FED-06', TA.candidateRefused],
    host_uncertifiable: ['FED-120', TA.candidateRefused],
    kid_too_long: ['FED-120', TA.candidateRefused],
    intermediate_unbounded: ['FED-53', TA.candidateRefused],
    endpoint_stated: ['FED-122', TA.candidateRefused],
    protocol_keys_missing: ['FED-108', TA.candidateRefused],
  },
] as const

const keys = describeKeyRing(
  federationKid,
  { administrator: administratorRefusals, request: ADMINISTRATION_RULES, ring: KEY_RING_RULES },
  (list) => list,
  201,
)
const entity = 'https://wallet-provider.example'
const grant = { trust_mark_type: 'https://anchor.example/marks/public', sub: entity }
const view = {
  ...{ entity_id: entity, status: 'active', revision: 1, entity_types: ['wallet_provider'], intermediate: false },
  ...{ kids: ['nTf3C8Q7yq4l2kKk0m4oJb6sQv9wXyZ1aBcDeFgHiJk'], metadata_policy: {}, constraints: {} },
}

/** Descriptions by method and path. `describeApi` throws for an administration route without a description. */
export const administrationDescriptions: RouteDescriptions = {
  [`GET ${adminPaths.subordinates}`]: {
    summary:
      'Lists subordinates in order of their identifiers, at most 1000 after the one that `after` names, or returns the one that the query names',
    query: subordinateQuery,
    answers: { 200: { schema: z.union([z.array(subordinate), subordinate]), example: [view] } },
    refusals: [...administratorRefusals, ADMINISTRATION_RULES, unknownEntry],
  },
  [`POST ${adminPaths.subordinates}`]: {
    summary: 'Evaluates an entity and adds it. With `dry_run`, only evaluates it',
    body: { schema: onboardRequest, example: { entity_id: entity, dry_run: true } },
    answers: { 200: { schema: subordinate }, 201: { schema: subordinate, example: view } },
    refusals: [
      ...administratorRefusals,
      ADMINISTRATION_RULES,
      ...candidateRefusals,
      { subordinate_known: ['FED-06', TA.alreadyKnown] },
    ],
  },
  [`PATCH ${adminPaths.subordinates}`]: {
    summary: 'Changes a subordinate, suspends it or resumes it',
    body: { schema: changeRequest, example: { entity_id: entity, status: 'suspended', reason: 'under inspection' } },
    answers: { 200: { schema: subordinate, example: { ...view, status: 'suspended', revision: 2 } } },
    refusals: [
      ...administratorRefusals,
      ADMINISTRATION_RULES,
      ...candidateRefusals,
      { ...unknownEntry, ...outdated, subject_key_mismatch: ['FED-14', TA.candidateRefused] },
    ],
  },
  [`POST ${adminPaths.removeSubordinate}`]: {
    summary: 'Removes a subordinate and revokes its trust marks',
    body: { schema: removalRequest, example: { entity_id: entity, reason: 'has left the federation' } },
    answers: { 204: undefined },
    refusals: [...administratorRefusals, ADMINISTRATION_RULES, { subordinate_unknown: ['FED-38', TA.unknownEntry] }],
  },
  [`GET ${adminPaths.log}`]: {
    summary: 'Lists the latest changes of all entities, or of the one that the query names. At most 200 entries',
    query: z.object({ entity_id: z.string().optional() }),
    answers: { 200: { schema: z.array(logEntry) } },
    refusals: administratorRefusals,
  },
  [`GET ${adminPaths.trustMarks}`]: {
    summary:
      'Lists the holders of trust marks of all types, or of the one that the query names, at most 1000 after the grant that `after` and `after_type` name',
    query: grantQuery,
    answers: { 200: { schema: z.array(trustMarkGrant.extend({ granted_at: seconds })) } },
    refusals: [...administratorRefusals, ADMINISTRATION_RULES],
  },
  [`POST ${adminPaths.trustMarks}`]: {
    summary: 'Grants a trust mark. Its holder fetches it from the trust mark endpoint',
    body: { schema: grantRequest, example: grant },
    answers: { 201: { schema: trustMarkGrant, example: grant } },
    refusals: [
      ...administratorRefusals,
      ADMINISTRATION_RULES,
      {
        trust_mark_type_unknown: ['FED-31', TA.unknownMark],
        entity_id_invalid: ['FED-28', TA.malformed],
        trust_mark_known: ['FED-31', TA.alreadyKnown],
      },
    ],
  },
  [`POST ${adminPaths.revokeTrustMark}`]: {
    summary: 'Revokes a trust mark',
    body: { schema: grantRequest, example: { ...grant, reason: 'contract has ended' } },
    answers: { 204: undefined },
    refusals: [...administratorRefusals, ADMINISTRATION_RULES, { trust_mark_unknown: ['FED-31', TA.unknownMark] }],
  },
  [`GET ${adminPaths.keys}`]: keys.list,
  [`POST ${adminPaths.keys}`]: keys.add,
  [`POST ${adminPaths.activateKey}`]: keys.activate,
  [`POST ${adminPaths.revokeKey}`]: keys.revoke,
  ...certificateDescriptions(administratorRefusals, candidateRefusals, subordinate),
  ...describeDecisions(administratorRefusals),
}
