/** Handles the requests of the pages about simulated phones. */
import { type EndpointRequest, formOf, type Html, type HttpResponse, html, redirect } from '../../http/index.ts'
import type { PageContent, Shell } from '../screen.ts'
import type { DevicesParts } from './devices-parts.ts'
import { texts } from './devices-texts.ts'
import { createInstancesClient } from './instances-client.ts'
import { renderPhone, renderPhones } from './phones-page.ts'
import type { SimulatedPhone, SimulatedPhones } from './simulated-phones.ts'

/** Maximum length of a challenge, in characters. The rest is cut. */
const maximumChallengeLength = 256

/** Creates the handlers of the pages about simulated phones. */
export function createPhoneDesk({ administer, roles }: DevicesParts, phones: SimulatedPhones, shell: Shell) {
  const client = createInstancesClient(administer, roles)
  const page = (request: EndpointRequest, main: Html, status = 200, more: Partial<PageContent> = {}) =>
    shell.page(request, { title: texts[shell.language(request)].phones, main, status, ...more })
  const list = (request: EndpointRequest, status = 200): Promise<HttpResponse> => {
    const language = shell.language(request)
    const notice =
      status === 404 &&
      html`<p class="alert alert-danger" id="devices-unknown-phone" role="status">${texts[language].unknownPhone}</p>`
    return page(request, renderPhones({ language, phones, ...(notice && { notice }) }), status)
  }
  const withPhone = async (
    request: EndpointRequest,
    proofOf: (phone: SimulatedPhone) => Promise<{ challenge: string; keyAttestation: string } | undefined>,
  ): Promise<HttpResponse> => {
    const phone = await phones.find(request.path.id ?? '')
    if (phone === undefined) return list(request, 404)
    const [{ value: instance }, proof] = await Promise.all([client.show(phone.hardwareKeyTag), proofOf(phone)])
    const main = renderPhone({
      ...{ language: shell.language(request), url: phones.url, phone },
      ...(instance && { instance }),
      ...(proof && { proof }),
    })
    const { phone: title, phones: label } = texts[shell.language(request)]
    return page(request, main, 200, { title, trail: [{ id: 'phones', label, path: '/phones/simulated' }] })
  }
  return {
    list: (request: EndpointRequest) => list(request),
    order: async (request: EndpointRequest): Promise<HttpResponse> => {
      const [platform = '', profile = ''] = (formOf(request).get('profile') ?? '').split('/')
      const phone = await phones.order(platform, profile)
      return phone === undefined ? list(request, 404) : redirect(`/phones/simulated/${phone.id}`, {}, 303)
    },
    show: (request: EndpointRequest) => withPhone(request, async () => undefined),
    prove: (request: EndpointRequest) =>
      withPhone(request, async (phone) => {
        const challenge = (formOf(request).get('challenge') ?? 'challenge').slice(0, maximumChallengeLength)
        return { challenge, keyAttestation: await phone.keyAttestation(challenge) }
      }),
  }
}
