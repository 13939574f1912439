/** Title and advice of the error page for citizens, by the kind of fault: no codes, no protocol terms. */
import type { PageLanguage } from '../../http/index.ts'

/** Kind of a fault that the error page explains. The page chooses it by the HTTP status. */
export type Fault = 'input' | 'method' | 'size' | 'mediaType' | 'slow' | 'refused' | 'missing' | 'unavailable'

/** `startHere` or `backToOrigin` completes the advice of `refused`. */
type FaultTexts = Readonly<Record<Fault, readonly [title: string, advice: string]>> &
  Readonly<Record<'startHere' | 'backToOrigin', string>>

export const faultTexts: Readonly<Record<PageLanguage, FaultTexts>> = {
  it: {
    input: ['Richiesta non valida', 'L’indirizzo aperto non è completo. Ricomincia dall’inizio.'],
    method: ['Richiesta non valida', 'Questo indirizzo non si può aprire in questo modo. Ricomincia dall’inizio.'],
    size: ['Richiesta non valida', 'Il browser ha inviato troppi dati. Ricomincia dall’inizio.'],
    mediaType: [
      'Richiesta non valida',
      'Il browser ha inviato i dati in un formato che questo servizio non legge. Ricomincia dall’inizio.',
    ],
    slow: ['Connessione troppo lenta', 'I dati del browser non sono arrivati in tempo. Riprova.'],
    refused: [
      'Non è possibile continuare qui',
      'Il collegamento è già stato usato, è scaduto o appartiene a un altro browser, oppure il browser non accetta i cookie.',
    ],
    startHere: 'Ricomincia da questa pagina.',
    backToOrigin: 'Torna alla pagina del servizio da cui hai cominciato.',
    missing: ['Pagina non trovata', 'L’indirizzo non esiste.'],
    unavailable: ['Servizio non disponibile', 'Riprova tra qualche minuto.'],
  },
  en: {
    input: ['Invalid request', 'The address that was opened is not complete. Start again from the beginning.'],
    method: ['Invalid request', 'This address cannot be opened in this way. Start again from the beginning.'],
    size: ['Invalid request', 'The browser sent too much data. Start again from the beginning.'],
    mediaType: [
      'Invalid request',
      'The browser sent data in a format that this service does not read. Start again from the beginning.',
    ],
    slow: ['Connection too slow', 'The data of the browser did not arrive in time. Try again.'],
    refused: [
      'You cannot continue here',
      'The link was already used, has expired or belongs to another browser, or the browser does not accept cookies.',
    ],
    startHere: 'Start again from this page.',
    backToOrigin: 'Go back to the page of the service where you began.',
    missing: ['Page not found', 'The address does not exist.'],
    unavailable: ['Service unavailable', 'Try again in a few minutes.'],
  },
  de: {
    input: ['Ungültige Anfrage', 'Die geöffnete Adresse ist nicht vollständig. Beginnen Sie von vorn.'],
    method: ['Ungültige Anfrage', 'Diese Adresse lässt sich so nicht öffnen. Beginnen Sie von vorn.'],
    size: ['Ungültige Anfrage', 'Der Browser hat zu viele Daten gesendet. Beginnen Sie von vorn.'],
    mediaType: [
      'Ungültige Anfrage',
      'Der Browser hat Daten in einem Format gesendet, das dieser Dienst nicht liest. Beginnen Sie von vorn.',
    ],
    slow: [
      'Verbindung zu langsam',
      'Die Daten des Browsers sind nicht rechtzeitig angekommen. Versuchen Sie es noch einmal.',
    ],
    refused: [
      'Hier geht es nicht weiter',
      'Der Link wurde schon verwendet, ist abgelaufen oder gehört zu einem anderen Browser, oder der Browser nimmt keine Cookies an.',
    ],
    startHere: 'Beginnen Sie auf dieser Seite von vorn.',
    backToOrigin: 'Gehen Sie zurück zu der Seite des Dienstes, auf der Sie begonnen haben.',
    missing: ['Seite nicht gefunden', 'Diese Adresse gibt es nicht.'],
    unavailable: ['Dienst nicht verfügbar', 'Versuchen Sie es in einigen Minuten noch einmal.'],
  },
  fr: {
    input: ['Demande non valide', 'L’adresse ouverte n’est pas complète. Recommencez depuis le début.'],
    method: [
      'Demande non valide',
      'Cette adresse ne peut pas être ouverte de cette façon. Recommencez depuis le début.',
    ],
    size: ['Demande non valide', 'Le navigateur a envoyé trop de données. Recommencez depuis le début.'],
    mediaType: [
      'Demande non valide',
      'Le navigateur a envoyé des données dans un format que ce service ne lit pas. Recommencez depuis le début.',
    ],
    slow: ['Connexion trop lente', 'Les données du navigateur ne sont pas arrivées à temps. Réessayez.'],
    refused: [
      'Vous ne pouvez pas continuer ici',
      'Le lien a déjà été utilisé, a expiré ou appartient à un autre navigateur, ou le navigateur n’accepte pas les cookies.',
    ],
    startHere: 'Recommencez depuis cette page.',
    backToOrigin: 'Revenez à la page du service où vous avez commencé.',
    missing: ['Page introuvable', 'Cette adresse n’existe pas.'],
    unavailable: ['Service indisponible', 'Réessayez dans quelques minutes.'],
  },
  sl: {
    input: ['Neveljavna zahteva', 'Odprti naslov ni popoln. Začnite od začetka.'],
    method: ['Neveljavna zahteva', 'Tega naslova ni mogoče odpreti na ta način. Začnite od začetka.'],
    size: ['Neveljavna zahteva', 'Brskalnik je poslal preveč podatkov. Začnite od začetka.'],
    mediaType: [
      'Neveljavna zahteva',
      'Brskalnik je poslal podatke v obliki, ki je ta storitev ne bere. Začnite od začetka.',
    ],
    slow: ['Povezava je prepočasna', 'Podatki brskalnika niso prispeli pravočasno. Poskusite znova.'],
    refused: [
      'Tukaj ni mogoče nadaljevati',
      'Povezava je bila že uporabljena, je potekla ali pripada drugemu brskalniku ali pa brskalnik ne sprejema piškotkov.',
    ],
    startHere: 'Začnite znova s te strani.',
    backToOrigin: 'Vrnite se na stran storitve, na kateri ste začeli.',
    missing: ['Strani ni mogoče najti', 'Ta naslov ne obstaja.'],
    unavailable: ['Storitev ni na voljo', 'Poskusite znova čez nekaj minut.'],
  },
}
