/**
 * Explains the wallet's refusals to its user. Italian pages show the sentences of this file. English pages show the
 * wallet's own explanation, and so do Italian pages for a refusal without a sentence here.
 */
import { type Html, html, type Language } from '../../http/index.ts'
import { renderRefusal } from '../shell/parts.ts'
import type { WalletRefusal } from './wallet-port.ts'
import type { Text } from './wallet-texts.ts'

const italian: Readonly<Record<string, string>> = {
  address_forbidden: 'L’altra parte indica un indirizzo non pubblico. Non le è stato inviato niente.',
  algorithm_not_taken:
    'Il servizio non accetta il formato o l’algoritmo di firma dei tuoi documenti. Non è stato inviato nessun dato.',
  answer_unreadable: 'La risposta dell’altra parte non si può leggere.',
  attestation_ended: 'La chiave di questo rilascio non c’è più: richiedi di nuovo il documento.',
  credential_discarded: 'Il documento ricevuto non è valido ed è stato scartato.',
  credential_expired:
    'Il documento che risponde a questa richiesta è scaduto: richiedine uno nuovo. Non è stato inviato nessun dato.',
  credential_outdated:
    'I dati del documento che risponde a questa richiesta sono cambiati dopo il rilascio: richiedine uno nuovo. Non è stato inviato nessun dato.',
  credential_revoked:
    'Il documento che risponde a questa richiesta è stato revocato da chi lo ha emesso: richiedine uno nuovo. Non è stato inviato nessun dato.',
  credential_suspended:
    'Il documento che risponde a questa richiesta è sospeso. Solo chi lo ha emesso può riattivarlo. Non è stato inviato nessun dato.',
  credential_unknown: 'Il wallet non contiene questo documento.',
  device_below_minimum: 'Questo telefono non è abbastanza sicuro per il wallet.',
  engagement_unreadable: 'Questo codice o collegamento non è una richiesta di presentazione.',
  engagement_used: 'Questa richiesta è già stata usata: chiedine una nuova al servizio.',
  foreign_redirect:
    'La risposta con cui si è aperto il wallet non appartiene a nessuno dei suoi rilasci ed è stata scartata.',
  integrity_service_unavailable: 'Su questo telefono il servizio di integrità del produttore non è disponibile.',
  issuance_cut_off: 'Il fornitore di PID non risponde, e l’accesso non vale due volte: richiedi il PID più tardi.',
  issuance_unauthorized:
    'Il rilascio non è stato autorizzato: non hai completato l’accesso, non hai dato il consenso, oppure il tuo accesso non basta per questo documento. Puoi ricominciare quando vuoi.',
  issuance_ended: 'Questo rilascio è finito: richiedi di nuovo il documento.',
  issuer_faulty: 'La risposta del fornitore di PID non è valida. Il rilascio è finito.',
  issuer_refused: 'Il fornitore di PID ha rifiutato il rilascio.',
  issuer_unavailable: 'Il fornitore di PID non è disponibile: riprova più tardi.',
  issuer_untrusted: 'Questo fornitore di PID non è un membro fidato della federazione.',
  no_secure_hardware: 'Questo telefono non ha un hardware sicuro per le chiavi del wallet.',
  not_set_up: 'Il wallet non è ancora attivo.',
  nothing_fits: 'Nessun documento valido del wallet risponde a questa richiesta. Non è stato inviato nessun dato.',
  other_profile: 'Il servizio usa un’altra versione di IT-Wallet, non quella scelta. Non è stato inviato nessun dato.',
  redirect_untrusted:
    'Il servizio ha ricevuto i dati, ma indica una pagina che non gli appartiene. La pagina non è stata aperta.',
  redirect_without_code:
    'Il servizio ha ricevuto i dati, ma indica una pagina incompleta. La pagina non è stata aperta.',
  relying_party_untrusted: 'Il servizio non è un membro fidato della federazione. Non gli è stato inviato nessun dato.',
  renewal_over: 'Questo documento non si può più rinnovare senza un nuovo accesso: richiedilo di nuovo.',
  request_ended:
    'Il tempo per rispondere è finito. Non è stato inviato nessun dato: chiedi al servizio una nuova richiesta.',
  request_excessive: 'Il servizio chiede più di quanto la federazione gli permette. Non è stato inviato nessun dato.',
  request_invalid: 'La richiesta di questo servizio non è valida. Non è stato inviato nessun dato.',
  request_not_received:
    'Il servizio non ha inviato la sua richiesta: inquadra di nuovo il codice o riapri il collegamento.',
  request_unreadable: 'La risposta del servizio non si può leggere come richiesta.',
  request_uri_untrusted:
    'L’indirizzo in questo codice non appartiene al servizio che nomina. Non è stato inviato niente.',
  response_refused: 'Il servizio non ha accettato la presentazione.',
  response_unanswered: 'Il servizio ha ricevuto i dati, ma non indica come continuare.',
  response_unconfirmed: 'Forse il servizio ha ricevuto i dati, ma non lo ha confermato: chiedigli una nuova richiesta.',
  response_unprotectable: 'Il servizio non permette di proteggere la risposta. Non è stato inviato nessun dato.',
  token_unusable: 'L’autorizzazione ricevuta non è valida per questo wallet. Non viene usata.',
  unreachable: 'L’altra parte non risponde: riprova più tardi.',
  wallet_instance_revoked:
    'Il fornitore del wallet non conosce più questo wallet, o lo ha revocato: attivalo di nuovo.',
  wallet_provider_faulty: 'La risposta del fornitore del wallet non è valida ed è stata scartata.',
  wallet_provider_refused: 'Il fornitore del wallet ha rifiutato la richiesta.',
  wallet_provider_untrusted:
    'Il fornitore del wallet non è un membro fidato della federazione. Non gli è stato inviato nessun dato.',
}

/** Text between the wallet's explanation and the other party's reason. The wallet writes it (`withStatedReason`). */
const descriptionMark = ' It said: '

/** Renders the explanation for the user, without the other party's reason. */
export function renderRefusalSentence(language: Language, { error, text }: WalletRefusal): Html {
  const translated = language === 'it' ? italian[error] : undefined
  if (translated !== undefined) return html`<p id="wallet-refusal-sentence">${translated}</p>`
  return html`<p id="wallet-refusal-sentence" lang="en">${text.split(descriptionMark)[0]}</p>`
}

/** Renders the failed check with its remedy, and then the other party's reason, if it gave one. */
export function renderRefusalDetails(text: Text, language: Language, { text: sentence, block }: WalletRefusal): Html {
  const at = sentence.indexOf(descriptionMark)
  const statedReason = at < 0 ? '' : sentence.slice(at + descriptionMark.length)
  return html`${renderRefusal(language, 'wallet-refusal', block)}
${statedReason === '' ? '' : html`<p id="wallet-refusal-said">${text.said}: <span lang="en">${statedReason}</span></p>`}`
}
