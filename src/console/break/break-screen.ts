/** The screen "Break it": arms a fault of one message, and shows how its receiver reacts. */
import { type Clock, failed } from '../../base/index.ts'
import {
  type EndpointRequest,
  formOf,
  type HttpResponse,
  type Parameters,
  type Route,
  redirect,
  respondEvents,
} from '../../http/index.ts'
import type { Screen, Shell, Texts } from '../screen.ts'
import { formRoute, pageRoute, publicPageRoute } from '../shell/page-routes.ts'
import type { MessageLog } from '../traffic/message-log.ts'
import { type BreakPage, renderBreakPage } from './break-page.ts'
import { texts } from './break-texts.ts'
import { renderFaultList } from './fault-list.ts'
import type { Faults } from './faults.ts'
import { faultRoutes } from './faults-api.ts'

/** Dependencies of the screen. */
export interface BreakParts {
  readonly clock: Clock
  readonly faults: Faults
  readonly messages: Pick<MessageLog, 'find'>
  readonly publicUrl: string
}

const path = '/break'

/** Creates the screen, with the endpoints of `/faults`. */
export const createBreakScreen = (parts: BreakParts): Screen => ({
  id: 'break',
  path,
  label: { it: texts.it.title, en: texts.en.title },
  ribbon: () => ribbonOf(parts.faults),
  routes: (shell) => [...pageRoutes(parts, shell), ...faultRoutes(parts.faults)],
})

/** Returns the warning for the pages of other screens, or `undefined` if no fault is armed. */
function ribbonOf(faults: Faults): Texts | undefined {
  const count = faults.list().filter(({ state }) => state === 'armed').length
  return count === 0 ? undefined : { it: texts.it.ribbon(count), en: texts.en.ribbon(count) }
}

function pageRoutes(parts: BreakParts, shell: Shell): readonly Route[] {
  const { faults, clock } = parts
  const list = () => ({ faults: faults.list(), now: clock.now(), messages: parts.messages })
  const armCall: BreakPage['armCall'] = (step, fault) =>
    shell.programCall({
      ...{ method: 'POST', url: `${parts.publicUrl}/faults`, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ step, fault }),
    })
  const show = (
    request: EndpointRequest,
    inputs: Parameters,
    notice: BreakPage['notice'] | undefined,
  ): Promise<HttpResponse> => {
    const language = shell.language(request)
    const chosen = faults.steps.find(({ step }) => step === inputs.get('step'))
    const page = {
      ...list(),
      ...{ armCall, steps: faults.steps, search: (inputs.get('q') ?? '').trim(), chosen },
      isLive: shell.isLive(request),
      ...(notice !== undefined && { notice }),
    }
    const status = notice !== undefined && 'refused' in notice ? 400 : 200
    const main = renderBreakPage(language, page)
    return shell.page(request, { title: texts[language].title, main, status, isLive: true })
  }
  return [
    publicPageRoute(path, (request) => {
      const armed = faults.steps.find(({ step }) => step === request.query.get('armed'))
      return show(request, request.query, armed && { armed })
    }),
    publicPageRoute(`${path}/list`, (request) => shell.part(renderFaultList(shell.language(request), list()))),
    // `hx-trigger` of the list in `break-page.ts` names this event.
    pageRoute(`${path}/events`, () => respondEvents((send) => faults.watch(() => send({ event: 'faults' })))),
    formRoute(path, (request) => {
      const form = formOf(request)
      const [step = '', q = ''] = [form.get('step'), form.get('q')]
      const armed = faults.arm(step, form.get('fault') ?? '')
      if (failed(armed)) return show(request, form, { refused: armed.code })
      const query = new URLSearchParams({ step, armed: step, ...(q !== '' && { q }) })
      return redirect(`${path}?${query}`, {}, 303)
    }),
    formRoute(`${path}/cancel`, (request) => {
      faults.cancel(formOf(request).get('id') ?? '')
      return redirect(path, {}, 303)
    }),
  ]
}
