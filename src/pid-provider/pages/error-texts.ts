/** Texts of the error page: explanations of the faults that a person can encounter, and one for all others. */
import type { PageLanguage } from '../../http/index.ts'

type Words = Readonly<Record<PageLanguage, string>>

export const title: Words = {
  it: 'Non è possibile continuare',
  en: 'You cannot continue',
  de: 'Sie können nicht fortfahren',
  fr: 'Vous ne pouvez pas continuer',
  sl: 'Nadaljevanje ni mogoče',
}
export const back: Words = {
  it: 'Torna al portafoglio digitale',
  en: 'Back to the wallet',
  de: 'Zurück zur Wallet',
  fr: 'Retour au portefeuille numérique',
  sl: 'Nazaj v denarnico',
}
export const details: Words = {
  it: 'Dettagli tecnici',
  en: 'Technical details',
  de: 'Technische Angaben',
  fr: 'Détails techniques',
  sl: 'Tehnične podrobnosti',
}

export const notFoundTitle: Words = {
  it: 'Pagina non trovata',
  en: 'Page not found',
  de: 'Seite nicht gefunden',
  fr: 'Page introuvable',
  sl: 'Strani ni mogoče najti',
}
export const reference: Words = {
  it: 'Codice per l’assistenza:',
  en: 'Reference for support:',
  de: 'Kennung für den Support:',
  fr: 'Référence pour l’assistance :',
  sl: 'Oznaka za podporo:',
}
export const help: Words = {
  it: 'Chiedi assistenza',
  en: 'Ask for help',
  de: 'Hilfe anfordern',
  fr: 'Demander de l’aide',
  sl: 'Zaprosite za pomoč',
}

const levelTooLow: Words = {
  it: 'L’accesso è avvenuto con un livello di sicurezza troppo basso. Riprova dal portafoglio digitale e accedi con il livello più alto (CIE con lettura della carta, o SPID di livello 3). Se non lo hai, rivolgiti al tuo gestore.',
  en: 'The login had too low a level of assurance. Try again from the wallet and log in at the highest level (CIE by reading the card, or SPID level 3). If you do not have it, ask your provider.',
  de: 'Die Anmeldung hatte ein zu niedriges Sicherheitsniveau. Versuchen Sie es in der Wallet noch einmal und melden Sie sich auf dem höchsten Niveau an (CIE mit Auslesen der Karte oder SPID der Stufe 3). Wenn Sie es nicht haben, wenden Sie sich an Ihren Anbieter.',
  fr: 'La connexion avait un niveau de sécurité trop bas. Réessayez depuis le portefeuille numérique et connectez-vous au niveau le plus élevé (CIE avec lecture de la carte, ou SPID de niveau 3). Si vous ne l’avez pas, adressez-vous à votre fournisseur.',
  sl: 'Raven zanesljivosti prijave je bila prenizka. Poskusite znova iz denarnice in se prijavite na najvišji ravni (CIE z branjem kartice ali SPID ravni 3). Če je nimate, se obrnite na svojega ponudnika.',
}
const attributesMissing: Words = {
  it: 'La tua identità digitale non comunica tutti i dati necessari, per esempio il codice fiscale: senza di essi il rilascio non è possibile. Rivolgiti al tuo gestore.',
  en: 'Your digital identity does not provide all the necessary data, for example the Italian tax code: without them nothing can be issued. Ask your provider.',
  de: 'Ihre digitale Identität übermittelt nicht alle nötigen Daten, zum Beispiel die Steuernummer. Ohne sie kann nichts ausgestellt werden. Wenden Sie sich an Ihren Anbieter.',
  fr: 'Votre identité numérique ne communique pas toutes les données nécessaires, par exemple le numéro fiscal : sans elles, rien ne peut être délivré. Adressez-vous à votre fournisseur.',
  sl: 'Vaša digitalna identiteta ne posreduje vseh potrebnih podatkov, na primer davčne številke. Brez njih izdaja ni mogoča. Obrnite se na svojega ponudnika.',
}
const attributesMalformed: Words = {
  it: 'Un dato comunicato dalla tua identità digitale non ha la forma prescritta, per esempio il codice fiscale o la data di nascita: il rilascio non è possibile. Rivolgiti al tuo gestore.',
  en: 'A value that your digital identity provides does not have the required form, for example the Italian tax code or the date of birth: nothing can be issued. Ask your provider.',
  de: 'Eine Angabe, die Ihre digitale Identität übermittelt, hat nicht die vorgeschriebene Form, zum Beispiel die Steuernummer oder das Geburtsdatum. Es kann nichts ausgestellt werden. Wenden Sie sich an Ihren Anbieter.',
  fr: 'Une donnée communiquée par votre identité numérique n’a pas la forme requise, par exemple le numéro fiscal ou la date de naissance : rien ne peut être délivré. Adressez-vous à votre fournisseur.',
  sl: 'Podatek, ki ga posreduje vaša digitalna identiteta, nima predpisane oblike, na primer davčna številka ali datum rojstva. Izdaja ni mogoča. Obrnite se na svojega ponudnika.',
}
const attributesUnusable: Words = {
  it: 'I tuoi dati, come ci sono stati comunicati, non possono stare in un documento: la data di nascita è impossibile, o un carattere non si può mostrare. Rivolgiti al gestore della tua identità digitale.',
  en: 'Your data, as we received them, cannot be used in a document: the date of birth is impossible, or a character cannot be shown. Ask the provider of your digital identity.',
  de: 'Ihre Daten, wie wir sie erhalten haben, können nicht in einem Dokument stehen: Das Geburtsdatum ist unmöglich, oder ein Zeichen lässt sich nicht darstellen. Wenden Sie sich an den Anbieter Ihrer digitalen Identität.',
  fr: 'Vos données, telles que nous les avons reçues, ne peuvent pas figurer dans un document : la date de naissance est impossible, ou un caractère ne peut pas être affiché. Adressez-vous au fournisseur de votre identité numérique.',
  sl: 'Vaši podatki, kakor smo jih prejeli, ne morejo biti v dokumentu: datum rojstva ni mogoč ali pa znaka ni mogoče prikazati. Obrnite se na ponudnika svoje digitalne identitete.',
}

const timedOut: Words = {
  it: 'Il tempo per l’accesso è scaduto. Riprova dal portafoglio digitale.',
  en: 'The time for the login has run out. Try again from the wallet.',
  de: 'Die Zeit für die Anmeldung ist abgelaufen. Versuchen Sie es in der Wallet noch einmal.',
  fr: 'Le temps pour se connecter est écoulé. Réessayez depuis le portefeuille numérique.',
  sl: 'Čas za prijavo je potekel. Poskusite znova iz denarnice.',
}

/** Explanations by failure code or by error code. The failure code has priority. A renamed code gets `fallback`. */
export const explanations: Readonly<Record<string, Words>> = {
  user_denied: {
    it: 'L’accesso è stato annullato, o non hai acconsentito alla trasmissione dei tuoi dati. Puoi riprovare dal portafoglio digitale.',
    en: 'The login was cancelled, or you did not agree to the transmission of your data. You can try again from the wallet.',
    de: 'Die Anmeldung wurde abgebrochen, oder Sie haben der Übermittlung Ihrer Daten nicht zugestimmt. Sie können es in der Wallet noch einmal versuchen.',
    fr: 'La connexion a été annulée, ou vous n’avez pas accepté la transmission de vos données. Vous pouvez réessayer depuis le portefeuille numérique.',
    sl: 'Prijava je bila preklicana ali pa se niste strinjali s posredovanjem svojih podatkov. Lahko poskusite znova iz denarnice.',
  },
  user_cancelled: {
    it: 'Hai annullato l’accesso. Puoi riprovare dal portafoglio digitale.',
    en: 'You cancelled the login. You can try again from the wallet.',
    de: 'Sie haben die Anmeldung abgebrochen. Sie können es in der Wallet noch einmal versuchen.',
    fr: 'Vous avez annulé la connexion. Vous pouvez réessayer depuis le portefeuille numérique.',
    sl: 'Prijavo ste preklicali. Lahko poskusite znova iz denarnice.',
  },
  user_login_required: {
    it: 'L’accesso non è stato completato. Riprova dal portafoglio digitale.',
    en: 'The login was not completed. Try again from the wallet.',
    de: 'Die Anmeldung wurde nicht abgeschlossen. Versuchen Sie es in der Wallet noch einmal.',
    fr: 'La connexion n’a pas été terminée. Réessayez depuis le portefeuille numérique.',
    sl: 'Prijava ni bila dokončana. Poskusite znova iz denarnice.',
  },
  user_consent_required: {
    it: 'Senza il tuo consenso alla trasmissione dei dati il rilascio non è possibile.',
    en: 'Without your consent to the transmission of your data nothing can be issued.',
    de: 'Ohne Ihre Zustimmung zur Übermittlung Ihrer Daten kann nichts ausgestellt werden.',
    fr: 'Sans votre accord pour transmettre vos données, rien ne peut être délivré.',
    sl: 'Brez vašega soglasja za posredovanje podatkov izdaja ni mogoča.',
  },
  user_consent_refused: {
    it: 'Non hai acconsentito alla trasmissione dei tuoi dati: il rilascio non è possibile.',
    en: 'You did not agree to the transmission of your data: nothing can be issued.',
    de: 'Sie haben der Übermittlung Ihrer Daten nicht zugestimmt: Es kann nichts ausgestellt werden.',
    fr: 'Vous n’avez pas accepté la transmission de vos données : rien ne peut être délivré.',
    sl: 'S posredovanjem svojih podatkov se niste strinjali: izdaja ni mogoča.',
  },
  user_credentials_failed: {
    it: 'Le credenziali inserite non sono corrette. Riprova dal portafoglio digitale.',
    en: 'The credentials that you entered are not correct. Try again from the wallet.',
    de: 'Die eingegebenen Zugangsdaten sind nicht richtig. Versuchen Sie es in der Wallet noch einmal.',
    fr: 'Les identifiants saisis ne sont pas corrects. Réessayez depuis le portefeuille numérique.',
    sl: 'Vneseni podatki za prijavo niso pravilni. Poskusite znova iz denarnice.',
  },
  user_level_unavailable: {
    it: 'La tua identità digitale non ha il livello di sicurezza più alto, che è necessario. Rivolgiti al tuo gestore.',
    en: 'Your digital identity does not have the highest level of assurance, which is needed. Ask your provider.',
    de: 'Ihre digitale Identität hat nicht das höchste Sicherheitsniveau, das nötig ist. Wenden Sie sich an Ihren Anbieter.',
    fr: 'Votre identité numérique n’a pas le niveau de sécurité le plus élevé, qui est nécessaire. Adressez-vous à votre fournisseur.',
    sl: 'Vaša digitalna identiteta nima najvišje ravni zanesljivosti, ki je potrebna. Obrnite se na svojega ponudnika.',
  },
  user_timed_out: timedOut,
  pending_expired: timedOut,
  user_blocked: {
    it: 'La tua identità digitale è sospesa o revocata. Rivolgiti al tuo gestore.',
    en: 'Your digital identity is suspended or revoked. Ask your provider.',
    de: 'Ihre digitale Identität ist gesperrt oder widerrufen. Wenden Sie sich an Ihren Anbieter.',
    fr: 'Votre identité numérique est suspendue ou révoquée. Adressez-vous à votre fournisseur.',
    sl: 'Vaša digitalna identiteta je začasno ali trajno preklicana. Obrnite se na svojega ponudnika.',
  },
  user_card_invalid: {
    it: 'La tua carta d’identità elettronica è scaduta o revocata. Richiedine una nuova al tuo Comune, o usa un’altra identità digitale.',
    en: 'Your electronic identity card has expired or was revoked. Ask your municipality for a new one, or use another digital identity.',
    de: 'Ihre elektronische Identitätskarte ist abgelaufen oder widerrufen. Beantragen Sie bei Ihrer Gemeinde eine neue, oder verwenden Sie eine andere digitale Identität.',
    fr: 'Votre carte d’identité électronique est expirée ou révoquée. Demandez-en une nouvelle à votre commune, ou utilisez une autre identité numérique.',
    sl: 'Vaša elektronska osebna izkaznica je potekla ali je preklicana. Zaprosite za novo pri svoji občini ali uporabite drugo digitalno identiteto.',
  },
  user_identity_unsuitable: {
    it: 'La tua identità digitale non è del tipo richiesto: serve quella personale, non quella di un’organizzazione. Riprova dal portafoglio digitale.',
    en: 'Your digital identity is not of the required kind: use your personal one, not that of an organisation. Try again from the wallet.',
    de: 'Ihre digitale Identität ist nicht von der verlangten Art: Verwenden Sie Ihre persönliche, nicht die einer Organisation. Versuchen Sie es in der Wallet noch einmal.',
    fr: 'Votre identité numérique n’est pas du type demandé : utilisez votre identité personnelle, non celle d’une organisation. Réessayez depuis le portefeuille numérique.',
    sl: 'Vaša digitalna identiteta ni zahtevane vrste: uporabite osebno, ne identitete organizacije. Poskusite znova iz denarnice.',
  },
  provider_error: {
    it: 'Il gestore della tua identità digitale non ha potuto eseguire l’accesso, per un motivo che non dipende da te. Riprova più tardi dal portafoglio digitale.',
    en: 'The provider of your digital identity could not carry out the login, for a reason that is not your fault. Try again later from the wallet.',
    de: 'Der Anbieter Ihrer digitalen Identität konnte die Anmeldung nicht durchführen. Der Grund liegt nicht bei Ihnen. Versuchen Sie es später in der Wallet noch einmal.',
    fr: 'Le fournisseur de votre identité numérique n’a pas pu effectuer la connexion, pour une raison qui ne dépend pas de vous. Réessayez plus tard depuis le portefeuille numérique.',
    sl: 'Ponudnik vaše digitalne identitete ni mogel izvesti prijave iz razloga, ki ni odvisen od vas. Poskusite pozneje znova iz denarnice.',
  },
  login_response_used: {
    it: 'La risposta a questo accesso è già in elaborazione. Ricarica la pagina; se non basta, ricomincia dal portafoglio digitale.',
    en: 'The answer to this login is already being processed. Reload the page; if that does not help, begin again in the wallet.',
    de: 'Die Antwort auf diese Anmeldung wird schon verarbeitet. Laden Sie die Seite neu; wenn das nicht hilft, beginnen Sie in der Wallet von vorn.',
    fr: 'La réponse à cette connexion est déjà en cours de traitement. Rechargez la page ; si cela ne suffit pas, recommencez depuis le portefeuille numérique.',
    sl: 'Odgovor na to prijavo se že obdeluje. Znova naložite stran; če to ne pomaga, začnite znova v denarnici.',
  },
  level_too_low: levelTooLow,
  acr_unknown: levelTooLow,
  attribute_missing: attributesMissing,
  attribute_malformed: attributesMalformed,
  birthdate_impossible: attributesUnusable,
  attribute_text_unusable: attributesUnusable,
  person_unknown: {
    it: 'I tuoi dati non risultano nell’archivio da cui provengono i dati del documento. Rivolgiti al tuo Comune, poi riprova dal portafoglio digitale.',
    en: 'Your data are not in the register from which the data of the document come. Ask your municipality, then try again from the wallet.',
    de: 'Ihre Daten stehen nicht in dem Register, aus dem die Daten des Dokuments stammen. Wenden Sie sich an Ihre Gemeinde und versuchen Sie es dann in der Wallet noch einmal.',
    fr: 'Vos données ne figurent pas dans le registre d’où proviennent les données du document. Adressez-vous à votre commune, puis réessayez depuis le portefeuille numérique.',
    sl: 'Vaših podatkov ni v registru, iz katerega so podatki dokumenta. Obrnite se na svojo občino, nato poskusite znova iz denarnice.',
  },
  person_source_unreachable: {
    it: 'L’archivio da cui provengono i tuoi dati non risponde al momento. Riprova tra qualche minuto dal portafoglio digitale.',
    en: 'The register from which your data come does not answer at the moment. Try again from the wallet in a few minutes.',
    de: 'Das Register, aus dem Ihre Daten stammen, antwortet im Moment nicht. Versuchen Sie es in einigen Minuten in der Wallet noch einmal.',
    fr: 'Le registre d’où proviennent vos données ne répond pas pour le moment. Réessayez dans quelques minutes depuis le portefeuille numérique.',
    sl: 'Register, iz katerega so vaši podatki, trenutno ne odgovarja. Čez nekaj minut poskusite znova iz denarnice.',
  },
  invalid_session: {
    it: 'Questa pagina non appartiene a una richiesta aperta in questo browser: forse hai già risposto, oppure il browser non accetta i cookie. Guarda nel portafoglio digitale e, se serve, ricomincia da lì.',
    en: 'This page belongs to no open request in this browser: you may have answered already, or the browser does not accept cookies. Check the wallet and, if necessary, begin again there.',
    de: 'Diese Seite gehört zu keiner offenen Anfrage in diesem Browser: Vielleicht haben Sie schon geantwortet, oder der Browser nimmt keine Cookies an. Sehen Sie in der Wallet nach, und beginnen Sie wenn nötig dort von vorn.',
    fr: 'Cette page n’appartient à aucune demande ouverte dans ce navigateur : vous avez peut-être déjà répondu, ou le navigateur n’accepte pas les cookies. Regardez dans le portefeuille numérique et, si nécessaire, recommencez là.',
    sl: 'Ta stran ne pripada nobeni odprti zahtevi v tem brskalniku: morda ste že odgovorili ali pa brskalnik ne sprejema piškotkov. Poglejte v denarnico in po potrebi začnite znova tam.',
  },
  not_found: {
    it: 'L’indirizzo non esiste. Per ricevere i tuoi dati comincia dal portafoglio digitale.',
    en: 'The address does not exist. To receive your data, begin in your wallet.',
    de: 'Diese Adresse gibt es nicht. Um Ihre Daten zu erhalten, beginnen Sie in Ihrer Wallet.',
    fr: 'Cette adresse n’existe pas. Pour recevoir vos données, commencez dans votre portefeuille numérique.',
    sl: 'Ta naslov ne obstaja. Za prejem svojih podatkov začnite v svoji digitalni denarnici.',
  },
  temporarily_unavailable: {
    it: 'Il servizio non è al momento disponibile. Riprova più tardi.',
    en: 'The service is not available at the moment. Try again later.',
    de: 'Der Dienst ist im Moment nicht verfügbar. Versuchen Sie es später noch einmal.',
    fr: 'Le service n’est pas disponible pour le moment. Réessayez plus tard.',
    sl: 'Storitev trenutno ni na voljo. Poskusite pozneje.',
  },
  server_error: {
    it: 'Si è verificato un errore da parte nostra. Riprova più tardi.',
    en: 'Something went wrong on our side. Try again later.',
    de: 'Bei uns ist ein Fehler aufgetreten. Versuchen Sie es später noch einmal.',
    fr: 'Une erreur s’est produite de notre côté. Réessayez plus tard.',
    sl: 'Pri nas je prišlo do napake. Poskusite pozneje.',
  },
}

/** Explanation for every other code. */
export const fallback: Words = {
  it: 'La richiesta non è valida, è scaduta o è già stata usata. Ricomincia dal portafoglio digitale.',
  en: 'The request is not valid, has expired or was used already. Begin again in the wallet.',
  de: 'Die Anfrage ist nicht gültig, ist abgelaufen oder wurde schon verwendet. Beginnen Sie in der Wallet von vorn.',
  fr: 'La demande n’est pas valide, a expiré ou a déjà été utilisée. Recommencez depuis le portefeuille numérique.',
  sl: 'Zahteva ni veljavna, je potekla ali je že bila uporabljena. Začnite znova v denarnici.',
}
