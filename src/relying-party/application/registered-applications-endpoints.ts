/** `/admin/applications…`: administration of the applications in the store (RP-150). */
import { z } from 'zod'
import { jsonOf, type Route, type RouteDescriptions } from '../../http/index.ts'
import { createAdministrationRoute, parseRequest, rightRefusals } from '../../member/index.ts'
import { ADMINISTRATOR_RULES } from '../administrator-rules.ts'
import { RP } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { paths } from '../paths.ts'
import type { RegisteredApplications } from '../stores.ts'
import { applicationSchema } from './applications.ts'
import {
  listApplications,
  maximumPageSize,
  putApplication,
  REGISTRATION_RULES,
  removalSchema,
  removeApplication,
} from './registered-applications.ts'

const { adminApplications } = paths

const page = z.strictObject({
  /** Lists only the application with this id. */
  id: z.string().max(64).optional(),
  /** Id of the last application of the previous page. */
  after: z.string().max(64).default(''),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(maximumPageSize))
    .default(100),
})

/** Returns the routes of the administration of applications. */
export function registeredApplicationsEndpoints(
  ctx: RelyingPartyServices,
  store: RegisteredApplications,
): readonly Route[] {
  const route = createAdministrationRoute('relying-party', ctx.administer)
  return [
    route('GET', adminApplications, 'read', async ({ decision }, { query }) => {
      const asked = decision.checkNow(REGISTRATION_RULES, () =>
        parseRequest(page, 'application_malformed', Object.fromEntries(query), 'query'),
      )
      return { body: { applications: await listApplications(store, asked) } }
    }),
    route('POST', adminApplications, 'applications', async (by, request) => ({
      body: await putApplication(ctx, store, by, jsonOf(request)),
    })),
    route('POST', `${adminApplications}/remove`, 'applications', async (by, request) => {
      await removeApplication(store, by, jsonOf(request))
      return {}
    }),
  ]
}

const administrator = [ADMINISTRATOR_RULES, rightRefusals]
const unknown = { application_unregistered: ['RP-150', RP.unknownApplication] } as const
const example = {
  id: 'library',
  apiKeyDigests: ['dQnlvaDHYtK6x_kNdYtbImP6Acy8VCq1498WO-CObKk'],
  returnUrls: ['https://library.example/wallet'],
}
const stored = { ...example, loopbackReturnUrls: false }

/** Descriptions by method and path. */
export const registeredApplicationsDescriptions: RouteDescriptions = {
  [`GET ${adminApplications}`]: {
    summary:
      'Lists the applications in the store in order of id, or only the one with `id`. Omits those of the settings',
    query: page,
    answers: {
      200: { schema: z.object({ applications: z.array(applicationSchema) }), example: { applications: [stored] } },
    },
    refusals: [...administrator, REGISTRATION_RULES],
  },
  [`POST ${adminApplications}`]: {
    summary: 'Adds an application, or replaces the one with its id',
    body: { schema: applicationSchema, example },
    answers: { 200: { schema: applicationSchema, example: stored } },
    refusals: [
      ...administrator,
      REGISTRATION_RULES,
      {
        application_configured: ['RP-150', RP.applicationConfigured],
        api_key_shared: ['RP-150', RP.apiKeyShared],
      },
    ],
  },
  [`POST ${adminApplications}/remove`]: {
    summary: 'Removes an application. Its keys are refused from then on',
    body: { schema: removalSchema, example: { id: example.id } },
    answers: { 204: undefined },
    refusals: [...administrator, REGISTRATION_RULES, unknown],
  },
}
