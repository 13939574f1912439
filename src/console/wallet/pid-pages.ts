/** Renders the pages of an issuance: the choice of provider and format, and the link to the provider. */
import { html } from '../../http/index.ts'
import type { PageContext } from './home-page.ts'
import { type PhoneContent, renderPhoneCall, walletPaths } from './phone.ts'
import type { BegunLogin, PidIssuer } from './wallet-port.ts'

export function choicePage({ text, language, request }: PageContext, issuers: readonly PidIssuer[]): PhoneContent {
  const [first] = issuers
  if (first === undefined)
    return {
      title: text.add,
      heading: text.addPid,
      tab: 'add',
      body: html`<p id="wallet-no-provider" role="status">${text.noProvider}</p>`,
    }
  const options = issuers.map(({ issuer, name }) => html`<option value="${issuer}">${name}</option>`)
  const renderFormat = (value: string, label: string, isFirst: boolean) => html`<div class="form-check">
<input class="form-check-input" type="radio" name="format" id="wallet-format-${value}" value="${value}"${isFirst ? html` checked` : ''}>
<label class="form-check-label" for="wallet-format-${value}">${label}</label>
</div>`
  return {
    title: text.add,
    heading: text.addPid,
    tab: 'add',
    body: html`<p>${text.addLead}</p>
<form method="post" action="${walletPaths.pid}">
<label class="form-label" for="wallet-issuer">${text.provider}</label>
<select class="form-select mb-3" id="wallet-issuer" name="issuer">${options}</select>
<fieldset class="mb-3"><legend class="h6">${text.format}</legend>
${renderFormat('sd-jwt', 'SD-JWT', true)}
${renderFormat('mdoc', 'mdoc (ISO 18013-5)', false)}
</fieldset>
<button id="wallet-request-pid" class="btn btn-primary w-100">${text.request}</button>
</form>`,
    beside: renderPhoneCall(language, request, {
      id: 'wallet-request-pid-call',
      path: walletPaths.pid,
      form: { issuer: first.issuer, format: 'sd-jwt' },
    }),
  }
}

/** Returns the page with the link to the provider. Uses no form, because `form-action 'self'` forbids other origins. */
export const leavePage = ({ text }: PageContext, { authorizationUrl, issuerName }: BegunLogin): PhoneContent => ({
  title: text.add,
  heading: text.leave,
  tab: 'add',
  body: html`<p><strong>${issuerName}</strong></p>
<p>${text.leaveLead}</p>
<p><a id="wallet-go-to-provider" class="btn btn-primary w-100" href="${authorizationUrl}">${text.goOn}</a></p>`,
})
