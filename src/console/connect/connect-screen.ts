/** The screen "Connect yours": registers foreign parties in the federation of a sandbox. */
import { failed } from '../../base/index.ts'
import { type EndpointRequest, formOf, type HttpResponse, type Route, redirect, respondJson } from '../../http/index.ts'
import { adminPaths } from '../../trust-anchor/paths.ts'
import { statusOf, succeeded } from '../answer-refusal.ts'
import type { Screen, Shell } from '../screen.ts'
import { formRoute, publicPageRoute } from '../shell/page-routes.ts'
import { type ConnectNotice, renderConnectPage } from './connect-page.ts'
import type { ConnectParts } from './connect-parts.ts'
import { texts } from './connect-texts.ts'
import { listConnected } from './connected-parties.ts'
import { emptyForm, onboardingOf, type PartyForm, readPartyForm } from './party-form.ts'
import { documentPath, sandboxDocument } from './sandbox-document.ts'

const path = '/connect'

/** Creates the screen, and the route of the JSON document for foreign parties. */
export const createConnectScreen = (parts: ConnectParts): Screen => ({
  id: 'connect',
  path,
  label: { it: texts.it.title, en: texts.en.title },
  routes: (shell) => connectRoutes(parts, shell),
})

function connectRoutes(parts: ConnectParts, shell: Shell): readonly Route[] {
  const post = (path: string, body: object) => parts.administer({ role: 'trust-anchor', method: 'POST', path, body })
  const show = async (
    request: EndpointRequest,
    notice?: ConnectNotice,
    form: PartyForm = emptyForm,
    status = 200,
  ): Promise<HttpResponse> => {
    const language = shell.language(request)
    const [keys, parties] = await Promise.all([parts.anchorKeys(), listConnected(parts)])
    const main = renderConnectPage(language, { parts, form, keys, parties, now: parts.clock.now(), notice })
    return shell.page(request, { title: texts[language].title, main, status })
  }
  return [
    publicPageRoute(path, (request) => {
      const done = (['registered', 'removed'] as const).find((one) => one === request.query.get('done'))
      return show(request, done && { done })
    }),
    {
      ...{ method: 'GET', path: documentPath, kind: 'document' },
      handle: async () => respondJson(sandboxDocument(parts, await parts.anchorKeys())),
    },
    formRoute(path, async (request) => {
      const form = readPartyForm(formOf(request))
      const isDryRun = formOf(request).get('action') !== 'register'
      const body = onboardingOf(form, isDryRun)
      if (failed(body)) return show(request, { cannot: body.code }, form, 400)
      const result = await post(adminPaths.subordinates, body)
      if (succeeded(result) && !isDryRun) return redirect(`${path}?done=registered`, {}, 303)
      return show(request, { body, result, isDryRun }, form, succeeded(result) ? 200 : statusOf(result))
    }),
    formRoute(`${path}/remove`, async (request) => {
      const entityId = formOf(request).get('entity_id') ?? ''
      const result = await post(adminPaths.removeSubordinate, { entity_id: entityId, reason: 'removed at the console' })
      if (succeeded(result)) return redirect(`${path}?done=removed`, {}, 303)
      return show(request, { removal: result }, emptyForm, statusOf(result))
    }),
  ]
}
