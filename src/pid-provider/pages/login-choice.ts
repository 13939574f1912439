/**
 * The page that offers the national identity providers: one form with the official buttons of CIE and SPID, and with a
 * button for each other provider. Another form cancels (PP-215). If CIE or SPID has several providers, its button opens
 * their list in the given order. `beginAuthorization` shuffles the SPID providers, as AgID requires in "Regole tecniche
 * SPID".
 */
import { type Html, html, type PageLanguage } from '../../http/index.ts'
import { spidMark } from '../../pages/index.ts'
import { cancelParameter, type ProviderChoice } from '../authorization/begin-authorization.ts'
import { layout, type PageFrame, renderValidity } from './layout.ts'

type Words = 'title' | 'lead' | 'cie' | 'spid' | 'choose' | 'cancel'

const texts: Readonly<Record<PageLanguage, Readonly<Record<Words, string>>>> = {
  it: {
    title: 'Accedi',
    lead: 'Per ricevere i tuoi dati di identificazione personale, scegli come accedere. Serve il livello di sicurezza più alto: la CIE con lettura della carta, oppure SPID di livello 3.',
    cie: 'Entra con CIE',
    spid: 'Entra con SPID',
    choose: 'Scegli il tuo gestore',
    cancel: 'Annulla e torna al portafoglio digitale',
  },
  en: {
    title: 'Log in',
    lead: 'To receive your person identification data, choose how to log in. The highest level of assurance is needed: CIE by reading the card, or SPID level 3.',
    cie: 'Log in with CIE',
    spid: 'Log in with SPID',
    choose: 'Choose your provider',
    cancel: 'Cancel and return to the wallet',
  },
  de: {
    title: 'Anmelden',
    lead: 'Wählen Sie, wie Sie sich anmelden, um Ihre Personenidentifizierungsdaten zu erhalten. Das höchste Sicherheitsniveau ist nötig: CIE mit Auslesen der Karte oder SPID der Stufe 3.',
    cie: 'Mit CIE anmelden',
    spid: 'Mit SPID anmelden',
    choose: 'Wählen Sie Ihren Anbieter',
    cancel: 'Abbrechen und zur Wallet zurückkehren',
  },
  fr: {
    title: 'Se connecter',
    lead: 'Pour recevoir vos données d’identification personnelle, choisissez comment vous connecter. Le niveau de sécurité le plus élevé est nécessaire : la CIE avec lecture de la carte, ou SPID de niveau 3.',
    cie: 'Se connecter avec CIE',
    spid: 'Se connecter avec SPID',
    choose: 'Choisissez votre fournisseur',
    cancel: 'Annuler et revenir au portefeuille numérique',
  },
  sl: {
    title: 'Prijava',
    lead: 'Izberite način prijave, da prejmete svoje osebne identifikacijske podatke. Potrebna je najvišja raven zanesljivosti: CIE z branjem kartice ali SPID ravni 3.',
    cie: 'Prijava s CIE',
    spid: 'Prijava s SPID',
    choose: 'Izberite svojega ponudnika',
    cancel: 'Prekliči in se vrni v denarnico',
  },
}

type Provider = ProviderChoice['providers'][number]

/**
 * Renders the page on which the person chooses an identity provider. `action` is the URL of its form. The sandbox's
 * login submits this form with a value of `provider`.
 */
export function loginChoicePage(
  frame: PageFrame,
  action: string,
  { providers, reference, until }: ProviderChoice,
): Html {
  const { language } = frame
  const text = texts[language]
  const nameOf = ({ displayName }: Provider): string => (language === 'it' ? displayName.it : displayName.en)
  const byScheme = (scheme: Provider['scheme']): readonly Provider[] => providers.filter((one) => one.scheme === scheme)
  const markOf = ({ logoUrl }: Provider, fallback: Html | string = ''): Html | string =>
    logoUrl === undefined ? fallback : html`<img class="mark" src="${logoUrl}" alt="">`
  const button = ({ id, scheme }: Provider, label: string, mark: Html | string = '', note = ''): Html =>
    html`<button id="provider-${id}" class="primary"${scheme === undefined ? '' : html` data-scheme="${scheme}"`} type="submit" name="provider" value="${id}">${mark}<span>${label}${note === '' || note === label ? '' : html`<small>${note}</small>`}</span></button>
`
  const [cie, spid, others] = [byScheme('cie'), byScheme('spid'), byScheme(undefined)]
  const buttonOf = (candidates: readonly Provider[], label: string, mark: Html | string): Html | string => {
    const [provider] = candidates
    if (provider === undefined) return ''
    if (candidates.length === 1) return button(provider, label, markOf(provider, mark), nameOf(provider))
    return html`<details class="providers"><summary class="button primary login official">${mark}<span>${label}</span></summary>
<p>${text.choose}</p>
${candidates.map((one) => button(one, nameOf(one), markOf(one)))}</details>`
  }
  const hidden = html`<input type="hidden" name="client_id" value="${reference.client_id}">
<input type="hidden" name="request_uri" value="${reference.request_uri}">
`
  return layout(
    frame,
    text.title,
    html`<p>${text.lead}</p>
<form id="login-choice" class="logins" method="get" action="${action}">
${hidden}${buttonOf(cie, text.cie, '')}${others.map((one) => button(one, nameOf(one), markOf(one)))}${buttonOf(spid, text.spid, spidMark)}</form>
${renderValidity(language, until)}
<form method="get" action="${action}">
${hidden}<button id="cancel" type="submit" name="${cancelParameter}" value="yes">${text.cancel}</button>
</form>`,
  )
}
