/** Handles the requests of the pages about simulated phones. */
import { type EndpointRequest, formOf, type Html, type HttpResponse, html, redirect } from '../../http/index.ts'
import { renderAnswerRefusal, statusOf } from '../answer-refusal.ts'
import type { PageContent, Shell } from '../screen.ts'
import type { DevicesParts } from './devices-parts.ts'
import { texts } from './devices-texts.ts'
import { createInstancesClient } from './instances-client.ts'
import { renderPhone, renderPhones } from './phones-page.ts'
import type { SimulatedPhone, SimulatedPhones } from './simulated-phones.ts'

/** Maximum length of a challenge, in characters. The rest of a longer one is cut off. */
const maximumChallengeLength = 256

/**
 * Creates the handlers of the pages about simulated phones. Handlers of one phone read `id` from the path. Status 404
 * of the Wallet Provider means that no wallet has registered with the phone. For any other refusal, the page shows the
 * phone and the refusal.
 */
export function createPhoneDesk({ administer }: DevicesParts, phones: SimulatedPhones, shell: Shell) {
  const client = createInstancesClient(administer)
  const page = (request: EndpointRequest, main: Html, status = 200, more: Partial<PageContent> = {}) =>
    shell.page(request, { title: texts[shell.language(request)].phones, main, status, ...more })
  const list = (request: EndpointRequest, unknown?: 'unknownPhone' | 'unknownProfile'): Promise<HttpResponse> => {
    const language = shell.language(request)
    if (unknown === undefined) return page(request, renderPhones({ language, phones }))
    const words = texts[language][unknown]
    const notice = html`<p class="alert alert-danger" id="devices-unknown-phone" role="status">${words}</p>`
    return page(request, renderPhones({ language, phones, notice }), 404)
  }
  const withPhone = async (
    request: EndpointRequest,
    proofOf: (phone: SimulatedPhone) => Promise<{ challenge: string; keyAttestation: string } | undefined>,
  ): Promise<HttpResponse> => {
    const phone = await phones.find(request.path.id ?? '')
    if (phone === undefined) return list(request, 'unknownPhone')
    const language = shell.language(request)
    const [{ result, value: instance }, proof] = await Promise.all([client.show(phone.hardwareKeyTag), proofOf(phone)])
    const isRefused = instance === undefined && statusOf(result) !== 404
    const main = renderPhone({
      ...{ language, url: phones.url, phone },
      ...(instance && { instance }),
      ...(isRefused && { refusal: renderAnswerRefusal(language, 'devices-refusal', result) }),
      ...(proof && { proof }),
    })
    const { phone: title, phones: label } = texts[language]
    return page(request, main, 200, { title, trail: [{ id: 'phones', label, path: '/phones/simulated' }] })
  }
  return {
    list: (request: EndpointRequest) => list(request),
    order: async (request: EndpointRequest): Promise<HttpResponse> => {
      const [platform = '', profile = ''] = (formOf(request).get('profile') ?? '').split('/')
      const phone = await phones.order(platform, profile)
      return phone === undefined ? list(request, 'unknownProfile') : redirect(`/phones/simulated/${phone.id}`, {}, 303)
    },
    show: (request: EndpointRequest) => withPhone(request, async () => undefined),
    prove: (request: EndpointRequest) =>
      withPhone(request, async (phone) => {
        const challenge = (formOf(request).get('challenge') ?? 'challenge').slice(0, maximumChallengeLength)
        return { challenge, keyAttestation: await phone.keyAttestation(challenge) }
      }),
  }
}
