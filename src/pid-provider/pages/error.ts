/**
 * The error page: an explanation in plain words, the way back to the wallet if there is one (PP-66), and the details
 * for developers and help desks.
 */
import { type Html, html, type Language } from '../../http/index.ts'
import { layout, type PageFrame } from './layout.ts'

type Words = Readonly<Record<Language, string>>

const titles: Words = { it: 'Non è possibile continuare', en: 'You cannot continue' }
const back: Words = { it: 'Torna al portafoglio digitale', en: 'Back to the wallet' }
const details: Words = { it: 'Dettagli tecnici', en: 'Technical details' }

const levelTooLow: Words = {
  it: 'L’accesso è avvenuto con un livello di sicurezza troppo basso. Riprova dal portafoglio digitale e accedi con il livello più alto (CIE con lettura della carta, o SPID di livello 3). Se non lo hai, rivolgiti al tuo gestore.',
  en: 'The login had too low a level of assurance. Try again from the wallet and log in at the highest level (CIE by reading the card, or SPID level 3). If you do not have it, ask your provider.',
}
const attributesMissing: Words = {
  it: 'La tua identità digitale non comunica tutti i dati necessari, per esempio il codice fiscale: senza di essi il rilascio non è possibile. Rivolgiti al tuo gestore.',
  en: 'Your digital identity does not provide all the necessary data, for example the tax number: without them nothing can be issued. Ask your provider.',
}
const attributesUnusable: Words = {
  it: 'I tuoi dati, come ci sono stati comunicati, non possono stare in un documento: la data di nascita è impossibile, o un carattere non si può mostrare. Rivolgiti al gestore della tua identità digitale.',
  en: 'Your data, as we received them, cannot be in a document: the date of birth is impossible, or a character cannot be shown. Ask the provider of your digital identity.',
}

const timedOut: Words = {
  it: 'Il tempo per l’accesso è scaduto. Riprova dal portafoglio digitale.',
  en: 'The time for the login has run out. Try again from the wallet.',
}

/** Explanations by failure code or by error code. The failure code has priority. */
const words: Readonly<Record<string, Words>> = {
  user_denied: {
    it: 'L’accesso è stato annullato, o non hai acconsentito alla trasmissione dei tuoi dati. Puoi riprovare dal portafoglio digitale.',
    en: 'The login was cancelled, or you did not agree to the transmission of your data. You can try again from the wallet.',
  },
  user_cancelled: {
    it: 'Hai annullato l’accesso. Puoi riprovare dal portafoglio digitale.',
    en: 'You cancelled the login. You can try again from the wallet.',
  },
  user_login_required: {
    it: 'L’accesso non è stato completato. Riprova dal portafoglio digitale.',
    en: 'The login was not completed. Try again from the wallet.',
  },
  user_consent_required: {
    it: 'Senza il tuo consenso alla trasmissione dei dati il rilascio non è possibile.',
    en: 'Without your consent to the transmission of your data nothing can be issued.',
  },
  user_consent_refused: {
    it: 'Non hai acconsentito alla trasmissione dei tuoi dati: il rilascio non è possibile.',
    en: 'You did not agree to the transmission of your data: nothing can be issued.',
  },
  user_credentials_failed: {
    it: 'Le credenziali inserite non sono corrette. Riprova dal portafoglio digitale.',
    en: 'The credentials that you entered are not correct. Try again from the wallet.',
  },
  user_level_unavailable: {
    it: 'La tua identità digitale non ha il livello di sicurezza più alto, che è necessario. Rivolgiti al tuo gestore.',
    en: 'Your digital identity does not have the highest level of assurance, which is needed. Ask your provider.',
  },
  user_timed_out: timedOut,
  pending_expired: timedOut,
  user_blocked: {
    it: 'La tua identità digitale è sospesa o revocata. Rivolgiti al tuo gestore.',
    en: 'Your digital identity is suspended or revoked. Ask your provider.',
  },
  user_card_invalid: {
    it: 'La tua carta d’identità elettronica è scaduta o revocata. Richiedine una nuova al tuo Comune, o usa un’altra identità digitale.',
    en: 'Your electronic identity card has expired or was revoked. Ask your municipality for a new one, or use another digital identity.',
  },
  user_identity_unsuitable: {
    it: 'La tua identità digitale non è del tipo richiesto: serve quella personale, non quella di un’organizzazione. Riprova dal portafoglio digitale.',
    en: 'Your digital identity is not of the required kind: use your personal one, not that of an organisation. Try again from the wallet.',
  },
  provider_error: {
    it: 'Il gestore della tua identità digitale non ha potuto eseguire l’accesso, per un motivo che non dipende da te. Riprova più tardi dal portafoglio digitale.',
    en: 'The provider of your digital identity could not carry out the login, for a reason that is not your fault. Try again later from the wallet.',
  },
  login_response_used: {
    it: 'La risposta a questo accesso è già in elaborazione. Ricarica la pagina; se non basta, ricomincia dal portafoglio digitale.',
    en: 'The answer to this login is already being processed. Reload the page; if that does not help, begin again in the wallet.',
  },
  level_too_low: levelTooLow,
  acr_unknown: levelTooLow,
  attribute_missing: attributesMissing,
  attribute_malformed: attributesMissing,
  birthdate_impossible: attributesUnusable,
  attribute_text_unusable: attributesUnusable,
  person_unknown: {
    it: 'I tuoi dati non risultano nell’archivio da cui provengono i dati del documento. Rivolgiti al tuo Comune, poi riprova dal portafoglio digitale.',
    en: 'Your data are not in the register from which the data of the document come. Ask your municipality, then try again from the wallet.',
  },
  person_source_unreachable: {
    it: 'L’archivio da cui provengono i tuoi dati non risponde al momento. Riprova tra qualche minuto dal portafoglio digitale.',
    en: 'The register from which your data come does not answer at the moment. Try again from the wallet in a few minutes.',
  },
  invalid_session: {
    it: 'Questa pagina non appartiene a una richiesta aperta in questo browser: forse hai già risposto. Guarda nel portafoglio digitale e, se serve, ricomincia da lì.',
    en: 'This page belongs to no open request in this browser: you may have answered already. Check the wallet and, if necessary, begin again there.',
  },
  temporarily_unavailable: {
    it: 'Il servizio non è al momento disponibile. Riprova più tardi.',
    en: 'The service is not available at the moment. Try again later.',
  },
  server_error: {
    it: 'Si è verificato un errore da parte nostra. Riprova più tardi.',
    en: 'Something went wrong on our side. Try again later.',
  },
}

const otherwise: Words = {
  it: 'La richiesta non è valida, è scaduta o è già stata usata. Ricomincia dal portafoglio digitale.',
  en: 'The request is not valid, has expired or was used already. Begin again in the wallet.',
}

interface ErrorView {
  readonly code: string
  readonly error: string
  /** Details for developers: text, code, place, requirement. */
  readonly description: string
  readonly trace: string
  /** Redirect that ends the authorization at the wallet. */
  readonly location?: string
}

export function errorPage(frame: PageFrame, view: ErrorView): Html {
  const { language } = frame
  const sentence = words[view.code] ?? words[view.error] ?? otherwise
  return layout(
    frame,
    titles[language],
    html`<p id="explanation">${sentence[language]}</p>
      ${view.location === undefined ? '' : html`<p><a id="return-to-wallet" class="button primary" href="${view.location}">${back[language]}</a></p>`}
      <details>
        <summary>${details[language]}</summary>
        <p><code id="error">${view.error}</code></p>
        <p id="error-description" lang="en">${view.description}</p>
        <p><code id="trace">${view.trace}</code></p>
      </details>`,
  )
}
