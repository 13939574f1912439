/**
 * The page that offers a choice of national identity providers: one form, one button. The first provider is
 * preselected.
 */
import { type Html, html, type PageLanguage } from '../../http/index.ts'
import type { ProviderChoice } from '../authorization/begin-authorization.ts'
import { layout, type PageFrame } from './layout.ts'

const texts: Readonly<Record<PageLanguage, Readonly<Record<'title' | 'lead' | 'legend' | 'submit', string>>>> = {
  it: {
    title: 'Accedi',
    lead: 'Per ricevere i tuoi dati di identificazione personale, scegli come accedere. Serve il livello di sicurezza più alto.',
    legend: 'Identità digitale',
    submit: 'Continua',
  },
  en: {
    title: 'Log in',
    lead: 'To receive your person identification data, choose how to log in. The highest level of assurance is needed.',
    legend: 'Digital identity',
    submit: 'Continue',
  },
  de: {
    title: 'Anmelden',
    lead: 'Wählen Sie, wie Sie sich anmelden, um Ihre Personenidentifizierungsdaten zu erhalten. Das höchste Sicherheitsniveau ist nötig.',
    legend: 'Digitale Identität',
    submit: 'Weiter',
  },
  fr: {
    title: 'Se connecter',
    lead: 'Pour recevoir vos données d’identification personnelle, choisissez comment vous connecter. Le niveau de sécurité le plus élevé est nécessaire.',
    legend: 'Identité numérique',
    submit: 'Continuer',
  },
  sl: {
    title: 'Prijava',
    lead: 'Izberite način prijave, da prejmete svoje osebne identifikacijske podatke. Potrebna je najvišja raven zanesljivosti.',
    legend: 'Digitalna identiteta',
    submit: 'Naprej',
  },
}

export function loginChoicePage(frame: PageFrame, action: string, { providers, reference }: ProviderChoice): Html {
  const text = texts[frame.language]
  const nameOf = (name: ProviderChoice['providers'][number]['displayName']): string =>
    frame.language === 'it' ? name.it : name.en
  return layout(
    frame,
    text.title,
    html`<p>${text.lead}</p>
<form id="login-choice" method="get" action="${action}">
<input type="hidden" name="client_id" value="${reference.client_id}">
<input type="hidden" name="request_uri" value="${reference.request_uri}">
<fieldset>
<legend>${text.legend}</legend>
${providers.map(
  ({ id, displayName }, index) => html`<p class="choice">
<input type="radio" id="provider-${id}" name="provider" value="${id}"${index === 0 ? html` checked` : ''}>
<label for="provider-${id}">${nameOf(displayName)}</label>
</p>
`,
)}</fieldset>
<button id="login-submit" class="primary" type="submit">${text.submit}</button>
</form>`,
  )
}
