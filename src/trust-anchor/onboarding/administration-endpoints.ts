/**
 * `/admin/…`: the operator's endpoints, which no standard defines. Requests and answers are JSON. Each request needs a
 * bearer token.
 */
import type { JsonObject } from '../../base/index.ts'
import { type AnswerWithHeaders, jsonOf, type Route } from '../../http/index.ts'
import { createAdministrationRoute, type NeededRight } from '../../member/index.ts'
import {
  renewCertificates,
  revokeCertificates,
  showCertificates,
  withdrawKey,
} from '../certificates/administer-certificates.ts'
import type { TrustAnchorServices } from '../context.ts'
import { federationKeyAdministration } from '../keys/administer-keys.ts'
import { grantTrustMark, listTrustMarkGrants, revokeTrustMark } from '../marks/administer-trust-marks.ts'
import { adminPaths, certificatePaths } from '../paths.ts'
import type { AuthorityLogEntry } from '../stores.ts'
import type { Operator } from './admin-requests.ts'
import {
  changeSubordinate,
  onboardSubordinate,
  removeSubordinate,
  showSubordinates,
} from './administer-subordinates.ts'
import { decideAnnouncement } from './announce-keys.ts'
import { listAnnouncements } from './list-announcements.ts'

/** Maximum number of log entries in an answer. The OpenAPI description states it. */
const shownEvents = 200

const showEvent = ({ entityId: entity_id, trustMarkType, ...event }: AuthorityLogEntry): JsonObject => ({
  ...{ entity_id, ...event },
  ...(trustMarkType !== undefined && { trust_mark_type: trustMarkType }),
})

/** Returns the right that a request to add an entity needs: `read` for a dry run, which changes nothing. */
const rightToOnboard: NeededRight = (request) => (jsonOf(request).dry_run === true ? 'read' : 'members')

type AdministrationRoute = ReturnType<typeof createAdministrationRoute<AnswerWithHeaders>>
type PostedRoute = (
  path: string,
  right: NeededRight,
  run: (ctx: TrustAnchorServices, operator: Operator, body: JsonObject) => Promise<unknown>,
  status?: number,
) => Route

/** Creates the additional routes of a profile in which this entity issues certificates. */
const certificateRoutes = (
  ctx: TrustAnchorServices,
  route: AdministrationRoute,
  posted: PostedRoute,
): readonly Route[] => [
  route('GET', certificatePaths.certificates, 'read', async (operator, { query }) => ({
    body: await showCertificates(ctx, operator, query),
  })),
  posted(certificatePaths.revokeCertificate, 'members', revokeCertificates),
  posted(certificatePaths.renewCertificate, 'members', renewCertificates),
  posted(certificatePaths.withdrawKey, 'members', withdrawKey),
  route('GET', certificatePaths.keyAnnouncements, 'read', async (_, { query }) => ({
    body: await listAnnouncements(ctx, query),
  })),
  posted(certificatePaths.keyAnnouncements, 'members', decideAnnouncement),
]

/** Creates the routes of the administration. */
export function administrationEndpoints(ctx: TrustAnchorServices): readonly Route[] {
  const route = createAdministrationRoute('trust-anchor', ctx.administer)
  const posted: PostedRoute = (path, right, run, status = 200) =>
    route('POST', path, right, async (operator, request) => ({
      body: await run(ctx, operator, jsonOf(request)),
      status,
    }))
  const { subordinates, trustMarks, keys } = adminPaths
  const ring = federationKeyAdministration(ctx)
  return [
    route('GET', subordinates, 'read', async (operator, { query }) => ({
      body: await showSubordinates(ctx, operator, query),
    })),
    route('POST', subordinates, rightToOnboard, async (operator, request) => {
      const { added, view } = await onboardSubordinate(ctx, operator, jsonOf(request))
      return { body: view, status: added ? 201 : 200 }
    }),
    route('PATCH', subordinates, 'members', async (operator, request) => ({
      body: await changeSubordinate(ctx, operator, jsonOf(request)),
    })),
    posted(adminPaths.removeSubordinate, 'members', removeSubordinate),
    route('GET', adminPaths.log, 'read', async (_, { query }) => {
      const entityId = query.get('entity_id')
      const events = await ctx.subordinates.log({ limit: shownEvents, ...(entityId !== undefined && { entityId }) })
      return { body: events.map(showEvent) }
    }),
    route('GET', trustMarks, 'read', async (operator, { query }) => ({
      body: await listTrustMarkGrants(ctx, operator, query),
    })),
    posted(trustMarks, 'marks', grantTrustMark, 201),
    posted(adminPaths.revokeTrustMark, 'marks', revokeTrustMark),
    route('GET', keys, 'read', async (operator) => ({ body: await ring.list(operator) })),
    posted(keys, 'keys', (_, operator, body) => ring.add(operator, body), 201),
    posted(adminPaths.activateKey, 'keys', (_, operator, body) => ring.activate(operator, body)),
    posted(adminPaths.revokeKey, 'keys', (_, operator, body) => ring.revoke(operator, body)),
    ...(ctx.certification ? certificateRoutes(ctx, route, posted) : []),
  ]
}
