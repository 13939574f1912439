/** Handles the requests of the pages about Wallet Instances and their groups. */
import {
  type EndpointRequest,
  formOf,
  type Html,
  type HttpResponse,
  html,
  type Language,
  redirect,
} from '../../http/index.ts'
import { describeCall } from '../administration.ts'
import { type CallResult, renderAnswerRefusal, statusOf, succeeded } from '../answer-refusal.ts'
import type { PageContent, Shell } from '../screen.ts'
import type { DevicesParts } from './devices-parts.ts'
import { texts } from './devices-texts.ts'
import { type GroupForm, groupOf, readGroupForm, renderChoice, renderReview } from './group-page.ts'
import { maximumListed, readFilter, renderList } from './instance-list.ts'
import { renderChange, renderInstance } from './instance-page.ts'
import {
  createInstancesClient,
  groupCall,
  type InstanceChange,
  type InstanceFilter,
  instanceCall,
  type ShownInstance,
  searchCall,
} from './instances-client.ts'

/** Maximum number of results of one search. */
const maximumResults = 1000

/**
 * Creates the handlers of the pages about Wallet Instances and their groups. Handlers of one instance read `thumbprint`
 * from the path. A change is a revocation unless `to` is `release`. If a call does not succeed, returns a page with the
 * status of the service, or 502. `applyGroup` does not check that only held instances are released, because the service
 * does.
 */
export function createInstanceDesk({ clock, administer, roles, phones }: DevicesParts, shell: Shell) {
  const client = createInstancesClient(administer)
  const hasPhones = phones !== undefined
  const page = (request: EndpointRequest, main: Html, status = 200, more: Partial<PageContent> = {}) =>
    shell.page(request, { title: texts[shell.language(request)].title, main, status, ...more })
  const refusal = (language: Language, result: CallResult): Html =>
    renderAnswerRefusal(language, 'devices-refusal', result)

  /**
   * Returns the number of held instances as text: `3`, or `at least 100`. Returns `undefined` if there is none, or if
   * the search fails.
   */
  const heldCount = async (language: Language): Promise<string | undefined> => {
    const { value: held = [] } = await client.search({ held: true }, maximumListed)
    if (held.length === 0) return undefined
    return held.length < maximumListed ? String(held.length) : texts[language].atLeast(maximumListed)
  }
  const list = async (
    request: EndpointRequest,
    filter: InstanceFilter,
    shownFilter = filter,
  ): Promise<HttpResponse> => {
    const language = shell.language(request)
    const [{ result, value: instances }, held] = await Promise.all([
      client.search(filter, maximumListed),
      heldCount(language),
    ])
    const main = renderList({
      ...{ language, hasPhones, now: clock.now(), filter: shownFilter, instances: instances ?? [] },
      call: describeCall(roles, searchCall(shownFilter, maximumListed)),
      ...(held !== undefined && { heldCount: held }),
      ...(instances === undefined && { notice: refusal(language, result) }),
    })
    return page(request, main, instances === undefined ? statusOf(result) : 200)
  }
  /**
   * Calls `render` with the instance whose thumbprint is in the path. Renders the refusal if the instance cannot be
   * read. For an unknown thumbprint, asks for an instance that does not exist, so that the service states the reason.
   */
  const withInstance = async (
    request: EndpointRequest,
    render: (instance: ShownInstance, language: Language) => Promise<HttpResponse>,
  ): Promise<HttpResponse> => {
    const language = shell.language(request)
    const search = await client.search({ thumbprint: request.path.thumbprint ?? '' }, 1)
    if (search.value === undefined) return page(request, refusal(language, search.result), statusOf(search.result))
    const { result, value } = await client.show(search.value[0]?.hardware_key_tag ?? '-')
    return value === undefined ? page(request, refusal(language, result), statusOf(result)) : render(value, language)
  }
  const confirm = (request: EndpointRequest, to: string | undefined, refused?: CallResult): Promise<HttpResponse> =>
    withInstance(request, (instance, language) => {
      const change: InstanceChange = to === 'release' ? 'release' : 'revoke'
      const call = describeCall(roles, instanceCall(change, instance.hardware_key_tag, 'revoked_by_provider'))
      const notice = refused && { notice: refusal(language, refused) }
      const text = texts[language]
      const main = renderChange({ language, instance, change, call, ...notice })
      return page(request, main, refused && statusOf(refused), {
        title: text[change],
        trail: [{ id: 'instance', label: text.instance, path: `/phones/instances/${instance.thumbprint}` }],
      })
    })
  const choose = (request: EndpointRequest, form: GroupForm, notice?: Html, status = 200): Promise<HttpResponse> =>
    page(
      request,
      renderChoice({ language: shell.language(request), form, hasPhones, ...(notice && { notice }) }),
      status,
      { title: texts[shell.language(request)].group },
    )

  return {
    list: (request: EndpointRequest) => list(request, readFilter(request.query)),
    /** Searches by a form, so that no URL names a user. Shows an ellipsis instead of the name in the API call. */
    find: (request: EndpointRequest) => list(request, { user: formOf(request).get('user') ?? '' }, { user: '…' }),
    show: (request: EndpointRequest) =>
      withInstance(request, (instance, language) =>
        page(request, renderInstance({ language, now: clock.now(), instance }), 200, {
          title: texts[language].instance,
        }),
      ),
    confirm: (request: EndpointRequest) => confirm(request, request.query.get('to')),
    change: (request: EndpointRequest): Promise<HttpResponse> =>
      withInstance(request, async ({ hardware_key_tag, thumbprint }) => {
        const form = formOf(request)
        const change: InstanceChange = form.get('to') === 'release' ? 'release' : 'revoke'
        const result = await client.change(change, hardware_key_tag, form.get('reason') ?? 'revoked_by_provider')
        return succeeded(result)
          ? redirect(`/phones/instances/${thumbprint}`, {}, 303)
          : confirm(request, change, result)
      }),
    chooseGroup: (request: EndpointRequest) => choose(request, readGroupForm(request.query)),
    reviewGroup: async (request: EndpointRequest): Promise<HttpResponse> => {
      const language = shell.language(request)
      const form = readGroupForm(formOf(request))
      const group = groupOf(form)
      if (form.to === 'release' && !('held' in group))
        return choose(request, form, renderNote('devices-only-held', texts[language].onlyHeld), 400)
      const { result, value: instances } = await client.search(group, maximumResults)
      if (instances === undefined) return choose(request, form, refusal(language, result), statusOf(result))
      const call = describeCall(roles, groupCall(form.to, group, form.reason))
      const isPartial = instances.length >= maximumResults
      const main = renderReview({ language, form, hasPhones, instances, isPartial, call })
      return page(request, main, 200, {
        title: texts[language].group,
        trail: [{ id: 'group', label: texts[language].of, path: `/phones/group?of=${form.of}` }],
      })
    },
    applyGroup: async (request: EndpointRequest): Promise<HttpResponse> => {
      const language = shell.language(request)
      const form = readGroupForm(formOf(request))
      const { result, value: count } = await client.changeGroup(form.to, groupOf(form), form.reason)
      if (count === undefined) return choose(request, form, refusal(language, result), statusOf(result))
      return choose(request, form, renderNote('devices-done', texts[language].done(count, form.to === 'release')))
    },
  }
}

const renderNote = (id: string, words: string): Html =>
  html`<p class="alert alert-info" id="${id}" role="status">${words}</p>`
