/** The consent page: the claims to issue, the wallet that gets them, and two buttons (PP-14). */
import { isJsonObject, type Json } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import type { ConsentView } from '../authorization/decide-consent.ts'
import { layout, type PageFrame } from './layout.ts'

const texts = {
  it: {
    title: 'Rilascio dei dati di identificazione personale',
    lead: 'Questi dati saranno rilasciati, firmati, al tuo portafoglio digitale:',
    wallet: 'Portafoglio digitale di',
    destination: 'Con il tuo consenso i dati vanno a chi ti aspetta su',
    warning:
      'Rifiuta se non hai chiesto tu questi dati nel tuo portafoglio digitale, o se sei qui per un collegamento che ti è stato inviato.',
    keep: 'Sarai tu a decidere, ogni volta, a chi mostrarli e quali.',
    accept: 'Acconsento al rilascio',
    refuse: 'Rifiuto',
  },
  en: {
    title: 'Issuance of person identification data',
    lead: 'These data will be issued, signed, to your wallet:',
    wallet: 'Wallet by',
    destination: 'If you agree, the data go to',
    warning:
      'Refuse if you did not ask for these data in your own wallet, or if you followed a link that somebody sent you.',
    keep: 'Each time, you decide which of them to show, and to whom.',
    accept: 'I agree to the issuance',
    refuse: 'I refuse',
  },
} as const

const locales: Readonly<Record<Language, string>> = { it: 'it-IT', en: 'en-US' }

const shown = (value: Json): string => (isJsonObject(value) ? Object.values(value).join(', ') : String(value))

export function consentPage(frame: PageFrame, action: string, view: ConsentView): Html {
  const { language } = frame
  const text = texts[language]
  return layout(
    frame,
    text.title,
    html`<p>${text.lead}</p>
      <dl id="claims">
        ${Object.entries(view.type.claims).map(
          ([name, { display }]) => html`<div>
          <dt>${display[locales[language]] ?? name}</dt>
          <dd id="claim-${name}">${shown(view.claims[name as keyof ConsentView['claims']] ?? '')}</dd>
        </div>`,
        )}
      </dl>
      <p>${text.wallet} <strong id="wallet-provider">${view.walletProviderName}</strong></p>
      <p>${text.destination} <strong id="destination">${view.destination}</strong>.</p>
      <p id="warning">${text.warning}</p>
      <p>${text.keep}</p>
      <form id="consent-form" method="post" action="${action}">
        <input type="hidden" name="consent_token" value="${view.consentToken}">
        <button id="consent-accept" class="primary" type="submit" name="decision" value="accept">${text.accept}</button>
        <button id="consent-refuse" type="submit" name="decision" value="refuse">${text.refuse}</button>
      </form>`,
  )
}
