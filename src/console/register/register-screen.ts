/**
 * The register's screen: credentials of the PID Provider, changes of their status, and which parties have fetched a
 * changed status.
 */
import { type Clock, createRecent, type Fetch, isFresh, type NumericDate } from '../../base/index.ts'
import {
  type EndpointRequest,
  encodeParameters,
  formOf,
  type Html,
  type HttpResponse,
  html,
  type Language,
  redirect,
} from '../../http/index.ts'
import type { DecisionLog } from '../../node/index.ts'
import { type Administer, describeCall } from '../administration.ts'
import { renderAnswerRefusal, statusOf } from '../answer-refusal.ts'
import type { ConsoleRole } from '../observe-roles.ts'
import type { PageContent, Screen, Shell } from '../screen.ts'
import { formRoute, pageRoute } from '../shell/page-routes.ts'
import { type FilterForm, filterOf, pageSize, readFilter, renderList } from './credential-list.ts'
import { isStatus, renderChange, renderCredential, renderTravel } from './credential-page.ts'
import { changeCall, createRegisterClient, type ShownCredential, searchCall } from './register-client.ts'
import { texts } from './register-texts.ts'
import { fetchStatusList, followStatus, type StatusListCopies, statusListUriOf } from './status-travel.ts'

/** Dependencies of the register's screen. */
export interface RegisterParts {
  readonly clock: Clock
  readonly fetch: Fetch
  readonly roles: readonly ConsoleRole[]
  readonly administer: Administer
  readonly decisions: Pick<DecisionLog, 'latest'>
  /** Status lists that parties fetched. Absent if the console records no messages. */
  readonly copies?: StatusListCopies
}

/** Creates the screen of the register. */
export const createRegisterScreen = (parts: RegisterParts): Screen => ({
  id: 'register',
  path: '/register',
  label: { it: texts.it.title, en: texts.en.title },
  routes: (shell) => {
    const handlers = createHandlers(parts, shell)
    return [
      pageRoute('/register', (request) => handlers.list(request, readFilter(request.query))),
      formRoute('/register/find', handlers.find),
      pageRoute('/register/:id', handlers.show),
      pageRoute('/register/:id/travel', handlers.travel),
      pageRoute('/register/:id/change', handlers.confirm),
      formRoute('/register/:id/status', handlers.change),
    ]
  },
})

const idOf = ({ path }: EndpointRequest): string => path.id ?? ''

/**
 * Seconds for which refreshes of the page's status section use the same fetched status list. Loading a whole page
 * always fetches the list. The credential is not cached, because the role decides at each request whether the operator
 * may read the credential.
 */
const cacheSeconds = 5

/** A published status list, at the time of fetching. */
interface FetchedList {
  readonly uri: string
  readonly token: string | undefined
  readonly readAt: NumericDate
}

function createHandlers(parts: RegisterParts, shell: Shell) {
  const { clock, administer, roles } = parts
  const client = createRegisterClient(administer)
  const provider = roles.find(({ name }) => name === 'pid-provider')?.url ?? ''
  const relyingParties = roles.flatMap(({ name }) => (name === 'relying-party' ? [name] : []))
  const cache = createRecent<FetchedList>(50)
  const page = (request: EndpointRequest, content: Omit<PageContent, 'title'> & Partial<PageContent>) =>
    shell.page(request, { title: texts[shell.language(request)].title, ...content })
  /** Fetches the status list of a credential, and caches it. */
  const fetchList = async ({ credential }: ShownCredential): Promise<FetchedList> => {
    const uri = statusListUriOf(provider, credential.statusList)
    const list = { uri, token: await fetchStatusList(parts.fetch, uri), readAt: clock.now() }
    cache.set(uri, list)
    return list
  }
  const cachedList = async (shown: ShownCredential): Promise<FetchedList> => {
    const known = cache.get(statusListUriOf(provider, shown.credential.statusList))
    return known && isFresh(known.readAt, cacheSeconds, clock.now()) ? known : fetchList(shown)
  }
  const travelOf = ({ uri, token }: FetchedList, shown: ShownCredential) =>
    followStatus({ uri, token, relyingParties, copies: parts.copies }, shown.credential, clock.now())
  /** Calls `render` with the credential, or renders the refusal of the register. */
  const withCredential = async (
    request: EndpointRequest,
    render: (shown: ShownCredential, language: Language) => Promise<HttpResponse>,
  ): Promise<HttpResponse> => {
    const language = shell.language(request)
    const { result, value } = await client.show(idOf(request))
    if (value === undefined)
      return page(request, {
        main: renderAnswerRefusal(language, 'register-refusal', result),
        status: statusOf(result),
      })
    return render(value, language)
  }
  const list = async (
    request: EndpointRequest,
    form: FilterForm,
    notice?: Html,
    status = 200,
  ): Promise<HttpResponse> => {
    const language = shell.language(request)
    const filter = filterOf(form)
    // One more credential than a page shows tells whether there is another page.
    const { result, value } = await client.search(filter, pageSize + 1)
    const refusal = value === undefined ? renderAnswerRefusal(language, 'register-refusal', result) : notice
    const main = renderList({
      ...{ language, call: describeCall(roles, searchCall(filter, pageSize + 1)), now: clock.now(), filter: form },
      ...{ credentials: (value ?? []).slice(0, pageSize), hasMore: (value ?? []).length > pageSize },
      ...(refusal && { notice: refusal }),
    })
    return page(request, { main, status: value === undefined ? statusOf(result) : status })
  }
  return {
    list,
    find: async (request: EndpointRequest): Promise<HttpResponse> => {
      const language = shell.language(request)
      const number = (formOf(request).get('tax_number') ?? '').trim().toUpperCase()
      const { result, value } = await client.search({ tax_id_number: number }, 1)
      if (value === undefined)
        return list(request, {}, renderAnswerRefusal(language, 'register-refusal', result), statusOf(result))
      const [credential] = value
      if (credential === undefined) return list(request, {}, renderNobody(language))
      return redirect(`/register?${encodeParameters({ subject: credential.subject })}`, {}, 303)
    },
    show: (request: EndpointRequest): Promise<HttpResponse> =>
      withCredential(request, async (shown, language) => {
        const { id } = shown.credential
        const decisions = parts.decisions.latest(10, ({ evidence }) => evidence.credential === id)
        const travel = await travelOf(await fetchList(shown), shown)
        const main = renderCredential({
          language,
          now: clock.now(),
          shown,
          travel,
          decisions,
          isLive: shell.isLive(request),
        })
        return page(request, { title: texts[language].credential, main, isLive: true })
      }),
    travel: (request: EndpointRequest): Promise<HttpResponse> =>
      withCredential(request, async (shown, language) => {
        const travel = await travelOf(await cachedList(shown), shown)
        return shell.part(renderTravel(language, clock.now(), travel))
      }),
    confirm: (request: EndpointRequest): Promise<HttpResponse> =>
      withCredential(request, (shown) => confirmPage(request, shown, request.query.get('to'))),
    change: async (request: EndpointRequest): Promise<HttpResponse> => {
      const form = formOf(request)
      const status = form.get('status') ?? ''
      const { result, value } = await client.change(idOf(request), status, form.get('reason') ?? '')
      if (value !== undefined) return redirect(`/register/${encodeURIComponent(idOf(request))}`, {}, 303)
      const notice = renderAnswerRefusal(shell.language(request), 'register-refusal', result)
      const refused = { notice, status: statusOf(result) }
      if (!isStatus(status)) return page(request, { main: notice, status: refused.status })
      return withCredential(request, (shown) => confirmPage(request, shown, status, refused))
    },
  }

  async function confirmPage(
    request: EndpointRequest,
    shown: ShownCredential,
    to: string | undefined,
    refused?: { readonly notice: Html; readonly status: number },
  ): Promise<HttpResponse> {
    const { id } = shown.credential
    if (!isStatus(to)) return redirect(`/register/${encodeURIComponent(id)}`, {}, 303)
    const language = shell.language(request)
    const text = texts[language]
    const main = renderChange({
      ...{ language, shown, to },
      call: describeCall(roles, changeCall(id, to, '…')),
      ttlSeconds: (await travelOf(await fetchList(shown), shown)).published?.ttlSeconds,
      ...(refused && { notice: refused.notice }),
    })
    return page(request, {
      ...{ title: text.verbs[to], main },
      trail: [{ id: 'credential', label: text.credential, path: `/register/${id}` }],
      ...(refused && { status: refused.status }),
    })
  }
}

const renderNobody = (language: Language): Html =>
  html`<p class="alert alert-info" id="register-nobody" role="status">${texts[language].nobody}</p>`
