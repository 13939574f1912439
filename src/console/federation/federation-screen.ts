/** The federation desk: members, candidates, policies, expiries, keys and trust marks of one authority. */
import type { JsonObject } from '../../base/index.ts'
import {
  type EndpointRequest,
  formOf,
  type Html,
  type HttpResponse,
  html,
  type Language,
  type Route,
  redirect,
} from '../../http/index.ts'
import { adminPaths } from '../../trust-anchor/paths.ts'
import type { AdministrationAnswer } from '../administration.ts'
import { expiriesOf } from '../map/expiries.ts'
import type { FederationParts } from '../map/federation-parts.ts'
import { renderExpiries } from '../map/map-page.ts'
import type { ObserveFederation } from '../map/observe-federation.ts'
import type { Screen, Shell } from '../screen.ts'
import { formRoute, publicPageRoute } from '../shell/page-routes.ts'
import { renderApiCall } from '../shell/parts.ts'
import { actionWords } from './action-words.ts'
import { type Action, readAction } from './actions.ts'
import { type Administration, isDone, listOf, readEntries, shownCall, textOf } from './administration.ts'
import { type Applicant, renderCandidates } from './candidates-page.ts'
import { renderConfirmation } from './confirm-page.ts'
import { deskTitle, renderDesk, renderNotice, renderRefused, type TabName, tabTitle } from './desk-layout.ts'
import { retiringKeys } from './key-steps.ts'
import { renderKeyRing } from './keys-page.ts'
import { issuableTypes, renderMarkGrants } from './marks-page.ts'
import { renderMembers } from './members-page.ts'
import { renderPolicy } from './policy-page.ts'
import { authorityOf, dryRunAdmission, policyView } from './try-out.ts'

/** Dependencies of the desk. */
export interface FederationDeskParts extends FederationParts {
  readonly observe: ObserveFederation
  readonly administration: Administration
  /** Returns the entities that asked for a statement about themselves and got none, newest first. Defaults to none. */
  readonly applicants?: () => readonly Applicant[]
}

const maximumExpiries = 300
/** Maximum size in bytes of a form with a policy. */
const maximumFormBytes = 262_144

/** Creates the federation desk. */
export const createFederationScreen = (parts: FederationDeskParts): Screen => ({
  id: 'federation',
  path: '/federation',
  label: deskTitle,
  routes: (shell) => {
    const desk = createDesk(parts, shell)
    const form = (path: string, show: Route['handle']): Route => formRoute(path, show, maximumFormBytes)
    return [
      publicPageRoute('/federation', desk.members),
      publicPageRoute('/federation/candidates', (request) => desk.candidates(request)),
      form('/federation/candidates', (request) => desk.candidates(request, true)),
      publicPageRoute('/federation/policy', (request) => desk.policy(request)),
      form('/federation/policy', (request) => desk.policy(request, true)),
      publicPageRoute('/federation/calendar', desk.calendar),
      publicPageRoute('/federation/keys', desk.keys),
      publicPageRoute('/federation/marks', desk.marks),
      publicPageRoute('/federation/confirm', (request) => desk.confirm(request, readAction(request.query))),
      form('/federation/confirm', (request) => desk.confirm(request, readAction(formOf(request)))),
      form('/federation/act', (request) => desk.act(request, readAction(formOf(request)))),
    ]
  },
})

function createDesk(parts: FederationDeskParts, shell: Shell) {
  const { administration, clock, observe } = parts
  const read = (path: string): Promise<AdministrationAnswer> => administration.administer({ method: 'GET', path })
  const show = (request: EndpointRequest, tab: TabName, content: Html, status = 200): Promise<HttpResponse> => {
    const language = shell.language(request)
    const main = renderDesk(language, tab, content, renderNotice(language, request))
    return shell.page(request, { title: tabTitle(language, tab), main, status })
  }
  /** Renders the list that the authority returned, or its refusal with status 502. */
  const showList = (
    request: EndpointRequest,
    tab: TabName,
    path: string,
    answer: AdministrationAnswer,
    render: (language: Language, list: readonly JsonObject[]) => Html,
  ): Promise<HttpResponse> => {
    const language = shell.language(request)
    const content = isDone(answer)
      ? render(language, listOf(answer))
      : renderRefused(language, 'federation-refused', answer)
    const call = renderApiCall(language, 'federation-read', shownCall(administration, { method: 'GET', path }))
    return show(request, tab, html`${content}\n${call}`, isDone(answer) ? 200 : 502)
  }
  return {
    members: async (request: EndpointRequest) => {
      const [members, log] = await Promise.all([
        readEntries(administration, adminPaths.subordinates),
        read(adminPaths.log),
      ])
      return showList(request, 'members', adminPaths.subordinates, members, (language, list) =>
        renderMembers(language, list, log, clock.now()),
      )
    },
    candidates: async (request: EndpointRequest, isRun = false) => {
      const inputs = Object.fromEntries(isRun ? formOf(request) : request.query)
      const members = await readEntries(administration, adminPaths.subordinates)
      const result = isRun ? await dryRunAdmission(parts, inputs) : undefined
      const applicants = isDone(members) ? await applicantsOf(parts, memberIdsOf(members)) : undefined
      const view = {
        ...{ administration, inputs, now: clock.now() },
        ...(applicants && { applicants }),
        ...(result && { result }),
      }
      const language = shell.language(request)
      return show(request, 'candidates', html`${refusalOf(language, members)}${renderCandidates(language, view)}`)
    },
    policy: async (request: EndpointRequest, isRun = false) => {
      const members = await readEntries(administration, adminPaths.subordinates)
      const values = isRun ? formOf(request) : request.query
      const observed = await observe()
      const inputs = { entity: values.get('entity') ?? '', ...(isRun && { policy: values.get('policy') ?? '' }) }
      return showList(request, 'policy', adminPaths.subordinates, members, (language, list) =>
        renderPolicy(language, policyView(parts, observed, list, inputs)),
      )
    },
    calendar: async (request: EndpointRequest) => {
      const [observed, ring] = await Promise.all([observe(), read(adminPaths.keys)])
      const { authority } = administration
      const reader = { language: shell.language(request), now: clock.now() }
      const retirements = retiringKeys(listOf(ring), reader.now).map(
        ({ kid: detail, at }) => ({ kind: 'key', entityId: authority, detail, at }) as const,
      )
      const all = [...expiriesOf(observed), ...retirements].toSorted((one, other) => one.at - other.at)
      const list = renderExpiries(reader, 'federation-calendar', observed.entities, all.slice(0, maximumExpiries))
      return show(request, 'calendar', html`${refusalOf(reader.language, ring)}${list}`)
    },
    keys: async (request: EndpointRequest) => {
      const [ring, observed] = await Promise.all([read(adminPaths.keys), observe()])
      const jwks = authorityOf(parts, observed)?.configuration?.jws.payload.jwks
      return showList(request, 'keys', adminPaths.keys, ring, (language, list) =>
        renderKeyRing(language, list, jwks, clock.now()),
      )
    },
    marks: async (request: EndpointRequest) => {
      const [grants, members, observed] = await Promise.all([
        readEntries(administration, adminPaths.trustMarks),
        readEntries(administration, adminPaths.subordinates),
        observe(),
      ])
      const types = issuableTypes(observed, administration.authority)
      return showList(request, 'marks', adminPaths.trustMarks, grants, (language, list) => {
        const view = { grants: list, types, members: memberIdsOf(members), now: clock.now() }
        return html`${refusalOf(language, members)}${renderMarkGrants(language, view)}`
      })
    },
    confirm: async (request: EndpointRequest, action: Action | undefined) => {
      if (action === undefined) return redirect('/federation', {}, 303)
      const language = shell.language(request)
      const main = renderConfirmation(language, administration, action)
      return shell.page(request, { title: actionWords[language][action.name][0], main })
    },
    act: async (request: EndpointRequest, action: Action | undefined) => {
      if (action === undefined) return redirect('/federation', {}, 303)
      const answer = await administration.administer(action.call)
      if (isDone(answer)) return redirect(`${action.page}?${new URLSearchParams({ done: action.name })}`, {}, 303)
      const language = shell.language(request)
      const refused = renderRefused(language, 'federation-refused', answer)
      const main = html`${refused}\n${renderConfirmation(language, administration, action)}`
      const status = answer.status < 400 ? 502 : answer.status
      return shell.page(request, { title: actionWords[language][action.name][0], main, status })
    },
  }
}

/** Renders the authority's refusal of a page's second list. Renders nothing if the authority returned the list. */
const refusalOf = (language: Language, answer: AdministrationAnswer): Html | '' =>
  isDone(answer) ? '' : renderRefused(language, 'federation-part-refused', answer)

const memberIdsOf = (answer: AdministrationAnswer): readonly string[] =>
  listOf(answer).map(({ entity_id }) => textOf(entity_id))

/**
 * Returns the entities that asked for a statement, then those that name the authority as their superior. Leaves out the
 * members, which include suspended ones.
 */
async function applicantsOf(
  { applicants, observe, administration }: FederationDeskParts,
  members: readonly string[],
): Promise<readonly Applicant[]> {
  const asked = applicants?.() ?? []
  const naming = (await observe()).edges.flatMap(({ superior, subordinate: entityId }) =>
    superior === administration.authority && !asked.some((one) => one.entityId === entityId) ? [{ entityId }] : [],
  )
  return [...asked, ...naming].filter(({ entityId }) => !members.includes(entityId))
}
