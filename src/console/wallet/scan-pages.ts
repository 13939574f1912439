/**
 * Renders the scanning page, on which a link or an image replaces a camera, and the page that a same-device link opens.
 * The script of scan-script.ts finds elements by their ids.
 */
import { type NumericDate, shownText } from '../../base/index.ts'
import { html } from '../../http/index.ts'
import { renderTime } from '../shell/parts.ts'
import type { PageContext } from './home-page.ts'
import { type PhoneContent, renderButton, renderPhoneCall, walletPaths } from './phone.ts'
import type { ScanCode } from './scan/read-scanned.ts'
import type { ShownCode } from './wallet-port.ts'

interface ScanPageContent {
  readonly codes: readonly ShownCode[]
  readonly now: NumericDate
  /** Reason why the submitted content could not be read. Absent before the user submits content. */
  readonly failure?: ScanCode
}

export function scanPage(page: PageContext, { codes, now, failure }: ScanPageContent): PhoneContent {
  const { text, language, request } = page
  return {
    title: text.toScan,
    heading: text.toScan,
    tab: 'scan',
    ...(failure !== undefined && { status: 400 }),
    body: html`<p>${text.scanLead} ${text.scanWarning}</p>
${failure === undefined ? '' : html`<p id="wallet-scan-failed" class="alert alert-danger" role="alert">${text.scanFailures[failure]}</p>`}
<h3 class="h6">${text.shownCodes}</h3>
${codes.length === 0 ? html`<p id="wallet-no-codes">${text.noCodes}</p>` : ''}
${codes.map(
  ({ party, link, at }, index) => html`<p class="mb-1">${party}, ${renderTime(language, at, now)}</p>
${renderButton(`wallet-take-${index}`, walletPaths.scan, text.take, { fields: { content: link } })}`,
)}
<form method="post" action="${walletPaths.scan}">
<label class="form-label" for="wallet-scan-text">${text.content}</label>
<textarea class="form-control mb-2" id="wallet-scan-text" name="content" rows="3" aria-describedby="wallet-scan-help"></textarea>
<p class="small" id="wallet-scan-help">${text.contentHelp}</p>
<button id="wallet-read" class="btn btn-outline-primary w-100">${text.read}</button>
</form>
<div id="wallet-drop" class="wallet-drop" hidden>
<p><strong>${text.dropTitle}</strong></p>
<label class="form-label" for="wallet-scan-image">${text.dropLead}</label>
<input class="form-control" id="wallet-scan-image" type="file" accept="image/*">
<p id="wallet-drop-failed" role="alert" hidden>${text.dropFailed}</p>
</div>
<script src="${walletPaths.script}" defer></script>`,
    beside: renderPhoneCall(language, request, {
      id: 'wallet-scan-call',
      path: walletPaths.scan,
      form: { content: codes[0]?.link ?? 'https://…' },
    }),
  }
}

/**
 * Returns the page that a same-device link opens. The wallet sends nothing before the user presses the button. Throws a
 * TypeError if the link is not a URL.
 */
export function openingPage({ text, language, request }: PageContext, link: string): PhoneContent {
  const clientId = (new URL(link).searchParams.get('client_id') ?? '').replace(/^openid_federation:/, '')
  const form = { content: link, flow: 'same-device' }
  return {
    title: text.requestTitle,
    heading: text.opening,
    tab: 'scan',
    body: html`<p>${text.openingLead}</p>
<p>${text.linkNames} <code id="wallet-named">${URL.parse(clientId)?.host || shownText(clientId, 100)}</code></p>
${renderButton('wallet-see', walletPaths.scan, text.see, { fields: form })}`,
    beside: renderPhoneCall(language, request, { id: 'wallet-see-call', path: walletPaths.scan, form }),
  }
}
