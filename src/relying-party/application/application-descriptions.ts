/** Descriptions of the API for applications (`/api/…`) in the API document: answers, failure codes, examples. */
import { z } from 'zod'
import type { RouteDescriptions } from '../../http/index.ts'
import { describeDecisions, rightRefusals } from '../../member/index.ts'
import { ADMINISTRATOR_RULES } from '../administrator-rules.ts'
import { RP } from '../answers.ts'
import { ORDER_BOUNDS_RULES } from './order-presentation.ts'
import { ORDER_QUERY_RULES, ORDER_RULES, orderSchema } from './order-rules.ts'
import { REDEMPTION_RULES, redemptionSchema } from './redeem-reference.ts'
import { registeredApplicationsDescriptions } from './registered-applications-endpoints.ts'

const seconds = z.number().describe('Seconds since 1970.')
const presentationId = z.string()

const ordered = z.object({ id: presentationId, start_url: z.string(), expires_at: seconds })

const credential = z.object({
  format: z.string(),
  type: z.string().nullable(),
  issuer: z.string(),
  status: z.enum(['valid', 'suspended', 'unknown', 'none']),
  issued_at: seconds.optional(),
  expires_at: seconds.optional(),
  surplus_dropped: z.array(z.string()),
  claims: z.record(z.string(), z.unknown()),
})

const presented = z.object({
  id: presentationId,
  state: z.string().optional(),
  status: z.literal('presented'),
  presented_at: seconds,
  trace: z.string().optional(),
  wallet: z.object({ attested: z.boolean(), level: z.string(), level_proven: z.boolean() }).optional(),
  credentials: z.record(z.string(), z.union([credential, z.array(credential)])).optional(),
})

const notPresented = z.object({
  id: presentationId,
  state: z.string().optional(),
  status: z.enum(['refused', 'cancelled', 'expired']),
  reason: z.string(),
})

const result = z.union([presented, notPresented])

const open = z.object({
  id: presentationId,
  status: z.enum(['ordered', 'issued', 'fetched', 'completed', 'rejected', 'expired']),
  expires_at: seconds,
})

const redeemed = z.object({ redeemed_at: seconds })
const shown = z.union([open, presented.extend(redeemed.shape), notPresented.extend(redeemed.shape)])

const auditEntry = z.object({
  at: seconds,
  application: z.string(),
  presentation: presentationId,
  event: z.enum(['begun', 'redeemed', 'erased', 'erasure_unconfirmed']),
  outcome: z.string().optional(),
})

const keyRefusals = {
  api_key_missing: ['RP-89', RP.apiKeyMissing],
  api_key_unknown: ['RP-89', RP.apiKeyUnknown],
  origin_foreign: ['RP-89', RP.foreignOrigin],
} as const
const unknownPresentation = { presentation_unknown: ['RP-94', RP.unknownPresentation] } as const

const id = 'Vd0T3kYbJ1uX5cQ8nW2rZ7mLpA9sEfGhIjKoBtUvNxM'
const issued = 1_796_000_000

/** Descriptions by method and path. */
export const applicationDescriptions: RouteDescriptions = {
  'POST /api/presentations': {
    summary: 'Orders a presentation, for the browser that is sent to `start_url`',
    body: {
      schema: orderSchema,
      example: {
        dcql_query: {
          credentials: [
            {
              ...{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] } },
              claims: [{ path: ['given_name'] }],
            },
          ],
        },
        return_url: 'https://portal.example/wallet',
        state: 'a-fresh-random-value',
        purpose: { it: 'Accesso al portale', en: 'Access to the portal' },
      },
    },
    answers: {
      201: {
        schema: ordered,
        example: { id, start_url: `https://rp.example/presentations/begin?id=${id}`, expires_at: issued + 120 },
      },
    },
    refusals: [
      keyRefusals,
      ORDER_RULES,
      ORDER_QUERY_RULES,
      ORDER_BOUNDS_RULES,
      { return_url_unknown: ['RP-90', RP.returnUrlForeign] },
    ],
  },
  'POST /api/results': {
    summary: 'Returns the result for the reference that came back with the browser',
    body: { schema: redemptionSchema, example: { reference: 'kYbJ1uX5cQ8nW2rZ7mLpA9sEfGhIjKoBtUvNxMVd0T3' } },
    answers: {
      200: {
        schema: result,
        example: {
          ...{ id, state: 'a-fresh-random-value', status: 'presented', presented_at: issued, trace: '5f0c1a2b3c4d' },
          wallet: { attested: true, level: 'https://trust-list.eu/aal/high', level_proven: true },
          credentials: {
            pid: {
              ...{ format: 'dc+sd-jwt', type: 'eu.eudiw.pid.it', issuer: 'https://pid.example', status: 'valid' },
              ...{ issued_at: issued - 86_400, expires_at: issued + 31_536_000, surplus_dropped: [] },
              claims: { given_name: 'Mario' },
            },
          },
        },
      },
    },
    refusals: [
      keyRefusals,
      REDEMPTION_RULES,
      { reference_unknown: ['RP-91', RP.referenceInvalid], reference_expired: ['RP-91', RP.referenceInvalid] },
    ],
  },
  'GET /api/presentations/:id': {
    summary: 'Shows the status of a presentation',
    answers: { 200: { schema: shown, example: { id, status: 'issued', expires_at: issued + 120 } } },
    refusals: [keyRefusals, unknownPresentation],
  },
  'DELETE /api/presentations/:id': {
    summary: 'Erases a presentation with all its data',
    answers: { 204: undefined },
    refusals: [keyRefusals, unknownPresentation],
  },
  'GET /api/audit': {
    summary:
      'Lists when presentations were begun, redeemed and erased, and erasure requests that the application did not confirm; no personal data, at most 1000 entries',
    query: z.object({
      since: z
        .string()
        .regex(/^\d{1,12}$/)
        .optional(),
    }),
    answers: {
      200: {
        schema: z.object({ entries: z.array(auditEntry) }),
        example: {
          entries: [{ at: issued, application: 'portal', presentation: id, event: 'redeemed', outcome: 'presented' }],
        },
      },
    },
    refusals: [keyRefusals, { time_malformed: ['RP-90', RP.malformed] }],
  },
  ...registeredApplicationsDescriptions,
  ...describeDecisions([ADMINISTRATOR_RULES, rightRefusals]),
}
