/**
 * The consent page: the claims to issue, the Wallet Provider, the destination (PP-156), a warning, the end of its
 * validity (PP-215), and two buttons (PP-14).
 */
import type { Json } from '../../base/index.ts'
import { type Html, html, languageOfLocales, type PageLanguage } from '../../http/index.ts'
import { describeEntity, renderClaims } from '../../pages/index.ts'
import type { ConsentView } from '../authorization/decide-consent.ts'
import { layout, type PageFrame, renderValidity } from './layout.ts'

type Words = 'title' | 'lead' | 'wallet' | 'destination' | 'warning' | 'keep' | 'accept' | 'refuse'

const texts: Readonly<Record<PageLanguage, Readonly<Record<Words, string>>>> = {
  it: {
    title: 'Rilascio dei dati di identificazione personale',
    lead: 'Firmeremo questi dati e li invieremo al tuo portafoglio digitale:',
    wallet: 'Portafoglio digitale di',
    destination: 'Se acconsenti, i dati vanno a',
    warning:
      'Rifiuta se non hai chiesto tu questi dati nel tuo portafoglio digitale, o se sei qui per un collegamento che ti è stato inviato.',
    keep: 'Sarai tu a decidere, ogni volta, a chi mostrarli e quali.',
    accept: 'Acconsento al rilascio',
    refuse: 'Rifiuto',
  },
  en: {
    title: 'Issuance of person identification data',
    lead: 'We will sign these data and send them to your wallet:',
    wallet: 'Wallet by',
    destination: 'If you agree, the data go to',
    warning:
      'Refuse if you did not ask for these data in your own wallet, or if you followed a link that somebody sent you.',
    keep: 'Each time, you decide which of them to show, and to whom.',
    accept: 'I agree to the issuance',
    refuse: 'I refuse',
  },
  de: {
    title: 'Ausstellung der Personenidentifizierungsdaten',
    lead: 'Wir signieren diese Daten und senden sie an Ihre Wallet:',
    wallet: 'Wallet von',
    destination: 'Mit Ihrer Zustimmung gehen die Daten an',
    warning:
      'Lehnen Sie ab, wenn Sie diese Daten nicht selbst in Ihrer Wallet angefordert haben oder einem Link gefolgt sind, den Ihnen jemand geschickt hat.',
    keep: 'Sie entscheiden jedes Mal, welche Daten Sie wem zeigen.',
    accept: 'Ich stimme der Ausstellung zu',
    refuse: 'Ich lehne ab',
  },
  fr: {
    title: 'Délivrance des données d’identification personnelle',
    lead: 'Nous signerons ces données et les enverrons à votre portefeuille numérique :',
    wallet: 'Portefeuille numérique de',
    destination: 'Avec votre accord, les données vont à',
    warning:
      'Refusez si vous n’avez pas demandé ces données vous-même dans votre portefeuille numérique, ou si vous avez suivi un lien que quelqu’un vous a envoyé.',
    keep: 'Vous décidez chaque fois lesquelles montrer, et à qui.',
    accept: 'J’accepte la délivrance',
    refuse: 'Je refuse',
  },
  sl: {
    title: 'Izdaja osebnih identifikacijskih podatkov',
    lead: 'Te podatke bomo podpisali in poslali v vašo digitalno denarnico:',
    wallet: 'Digitalna denarnica ponudnika',
    destination: 'Z vašim soglasjem gredo podatki na',
    warning:
      'Zavrnite, če teh podatkov niste sami zahtevali v svoji denarnici ali če ste sledili povezavi, ki vam jo je nekdo poslal.',
    keep: 'Vsakič sami odločite, katere podatke pokažete in komu.',
    accept: 'Soglašam z izdajo',
    refuse: 'Zavračam',
  },
}

/** Returns the name of a claim in a language. Returns `undefined` if the claim has no name in this language. */
const displayedName = (display: Readonly<Record<string, string>>, language: PageLanguage): string | undefined =>
  Object.entries(display).find(([locale]) => languageOfLocales(locale) === language)?.[1]

/** Renders the page that asks for consent. `action` is the URL of its form. */
export function consentPage(frame: PageFrame, action: string, view: ConsentView): Html {
  const { language } = frame
  const text = texts[language]
  const values = new Map<string, Json>(Object.entries(view.claims))
  const claims = Object.entries(view.type.claims).flatMap(([name, { display }]) => {
    const value = values.get(name)
    return value === undefined ? [] : { name, value, id: `claim-${name}`, label: displayedName(display, language) }
  })
  return layout(
    frame,
    text.title,
    html`<p>${text.lead}</p>
<div id="claims">
${renderClaims(language, claims)}</div>
<p>${text.wallet} <strong id="wallet-provider">${describeEntity(view.walletProviderName)}</strong></p>
<p>${text.destination} <strong id="destination">${view.destination}</strong>.</p>
<p class="notice warning" id="warning">${text.warning}</p>
<p>${text.keep}</p>
${renderValidity(language, view.until)}
<form id="consent-form" method="post" action="${action}">
<input type="hidden" name="consent_token" value="${view.consentToken}">
<button id="consent-accept" class="primary" type="submit" name="decision" value="accept">${text.accept}</button>
<button id="consent-refuse" type="submit" name="decision" value="refuse">${text.refuse}</button>
</form>`,
  )
}
