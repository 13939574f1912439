/** OpenAPI descriptions of the administration of certificates and announced keys. */
import { z } from 'zod'
import type { RouteDescription, RouteDescriptions } from '../../http/index.ts'
import { TA } from '../answers.ts'
import {
  announcementRequest,
  certificateQuery,
  certificateRenewalRequest,
  certificateRevocationRequest,
  withdrawalRequest,
} from '../onboarding/admin-requests.ts'
import { ADMINISTRATION_RULES } from '../onboarding/administrator-rules.ts'
import { certificatePaths } from '../paths.ts'
import { certificateRevocationReasons, certificateStates } from './issued-certificates.ts'

type Refusals = NonNullable<RouteDescription['refusals']>

const seconds = z.number()
const certificate = z.object({
  serial: z.string(),
  entity_id: z.string(),
  state: z.enum(certificateStates),
  kid: z.string(),
  issuer_kid: z.string(),
  not_before: seconds,
  not_after: seconds,
  revoked_at: seconds.optional(),
  code: z.enum(certificateRevocationReasons).optional(),
  held_at: seconds.optional(),
  certificate: z.string(),
})
const announcement = z.object({
  entity_id: z.string(),
  issued_at: seconds,
  received_at: seconds,
  keys: z.array(
    z.object({
      entity_type: z.string(),
      kid: z.string(),
      thumbprint: z.string(),
      change: z.enum(['kept', 'added', 'removed']),
    }),
  ),
})
const withdrawal = z.object({ entity_id: z.string(), status: z.string(), revoked: z.array(z.string()) })

const entity_id = 'https://wallet-provider.example/1.4'

/**
 * Returns the descriptions by method and path. `administrator` has the refusals of every request. `candidate` has those
 * of a request that evaluates a member's record.
 */
export const certificateDescriptions = (
  administrator: Refusals,
  candidate: Refusals,
  subordinate: z.ZodType,
): RouteDescriptions => ({
  [`GET ${certificatePaths.certificates}`]: {
    summary:
      'Lists certificates, latest first and at most 500: all, those of one entity or in one state, or only the one with a serial number',
    query: certificateQuery,
    answers: { 200: { schema: z.array(certificate) } },
    refusals: [...administrator, ADMINISTRATION_RULES, { certificate_unknown: ['FED-105', TA.unknownEntry] }],
  },
  [`POST ${certificatePaths.revokeCertificate}`]: {
    summary: 'Revokes one certificate, or all unexpired certificates of an entity',
    body: { schema: certificateRevocationRequest, example: { entity_id, code: 'keyCompromise', reason: 'ticket 7' } },
    answers: { 200: { schema: z.array(certificate) } },
    refusals: [
      ...administrator,
      ADMINISTRATION_RULES,
      {
        certificate_unknown: ['FED-105', TA.unknownEntry],
        certificate_of_authority: ['FED-105', TA.ownCertificate],
      },
    ],
  },
  [`POST ${certificatePaths.renewCertificate}`]: {
    summary: "Issues new certificates of a member's keys, also after a revocation",
    body: { schema: certificateRenewalRequest, example: { entity_id } },
    answers: { 200: { schema: z.array(certificate) } },
    refusals: [
      ...administrator,
      ADMINISTRATION_RULES,
      {
        subordinate_unknown: ['FED-105', TA.unknownEntry],
        subordinate_suspended: ['FED-105', TA.suspendedMember],
        key_unknown: ['FED-105', TA.unknownEntry],
        key_unusable: ['FED-105', TA.candidateRefused],
        key_uncertified: ['FED-105', TA.uncertifiedAuthority],
      },
    ],
  },
  [`POST ${certificatePaths.withdrawKey}`]: {
    summary: 'Withdraws a compromised key of a member immediately. Suspends a member without another federation key',
    body: { schema: withdrawalRequest, example: { entity_id, kid: 'key-1', reason: 'laptop lost' } },
    answers: { 200: { schema: withdrawal } },
    refusals: [
      ...administrator,
      ADMINISTRATION_RULES,
      { subordinate_unknown: ['FED-113', TA.unknownEntry], key_unknown: ['FED-113', TA.unknownEntry] },
    ],
  },
  [`GET ${certificatePaths.keyAnnouncements}`]: {
    summary:
      'Lists the pending announcements of keys by identifier, at most 200, or only that of the member that the query names',
    query: z.object({ entity_id: z.string().optional() }),
    answers: { 200: { schema: z.array(announcement) } },
    refusals: administrator,
  },
  [`POST ${certificatePaths.keyAnnouncements}`]: {
    summary: 'Approves or refuses the announced keys of a member',
    body: { schema: announcementRequest, example: { entity_id, issued_at: 1_796_000_000, decision: 'approve' } },
    answers: { 200: { schema: subordinate } },
    refusals: [
      ...administrator,
      ADMINISTRATION_RULES,
      ...candidate,
      {
        subordinate_unknown: ['FED-112', TA.unknownEntry],
        announcement_unknown: ['FED-112', TA.unknownEntry],
        announcement_replaced: ['FED-112', TA.outdated],
        subordinate_outdated: ['FED-112', TA.outdated],
        announcer_unknown: ['FED-112', TA.candidateRefused],
      },
    ],
  },
})
