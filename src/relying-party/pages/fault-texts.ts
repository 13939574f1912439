/** Title and advice of the error page for citizens, by the kind of fault: no codes, no protocol terms. */
import type { PageLanguage } from '../../http/index.ts'

/** Kind of a fault. */
export type Fault = 'input' | 'refused' | 'refusedOrder' | 'missing' | 'unavailable'

export const faultTexts: Readonly<
  Record<PageLanguage, Readonly<Record<Fault, readonly [title: string, advice: string]>>>
> = {
  it: {
    input: ['Richiesta non valida', 'L’indirizzo aperto non è completo. Ricomincia dall’inizio.'],
    refused: [
      'Non è possibile continuare qui',
      'Il collegamento è già stato usato, è scaduto o appartiene a un altro browser, oppure il browser non accetta i cookie. Ricomincia da questa pagina.',
    ],
    refusedOrder: [
      'Non è possibile continuare qui',
      'Il collegamento è già stato usato, è scaduto o appartiene a un altro browser, oppure il browser non accetta i cookie. Torna alla pagina del servizio da cui hai cominciato.',
    ],
    missing: ['Pagina non trovata', 'L’indirizzo non esiste.'],
    unavailable: ['Servizio non disponibile', 'Riprova tra qualche minuto.'],
  },
  en: {
    input: ['Invalid request', 'The address that was opened is not complete. Start again from the beginning.'],
    refused: [
      'You cannot continue here',
      'The link was already used, has expired or belongs to another browser, or the browser does not accept cookies. Start again from this page.',
    ],
    refusedOrder: [
      'You cannot continue here',
      'The link was already used, has expired or belongs to another browser, or the browser does not accept cookies. Go back to the page of the service where you began.',
    ],
    missing: ['Page not found', 'The address does not exist.'],
    unavailable: ['Service unavailable', 'Try again in a few minutes.'],
  },
  de: {
    input: ['Ungültige Anfrage', 'Die geöffnete Adresse ist nicht vollständig. Beginnen Sie von vorn.'],
    refused: [
      'Hier geht es nicht weiter',
      'Der Link wurde schon verwendet, ist abgelaufen oder gehört zu einem anderen Browser, oder der Browser nimmt keine Cookies an. Beginnen Sie auf dieser Seite von vorn.',
    ],
    refusedOrder: [
      'Hier geht es nicht weiter',
      'Der Link wurde schon verwendet, ist abgelaufen oder gehört zu einem anderen Browser, oder der Browser nimmt keine Cookies an. Gehen Sie zurück zu der Seite des Dienstes, auf der Sie begonnen haben.',
    ],
    missing: ['Seite nicht gefunden', 'Diese Adresse gibt es nicht.'],
    unavailable: ['Dienst nicht verfügbar', 'Versuchen Sie es in einigen Minuten noch einmal.'],
  },
  fr: {
    input: ['Demande non valide', 'L’adresse ouverte n’est pas complète. Recommencez depuis le début.'],
    refused: [
      'Vous ne pouvez pas continuer ici',
      'Le lien a déjà été utilisé, a expiré ou appartient à un autre navigateur, ou le navigateur n’accepte pas les cookies. Recommencez depuis cette page.',
    ],
    refusedOrder: [
      'Vous ne pouvez pas continuer ici',
      'Le lien a déjà été utilisé, a expiré ou appartient à un autre navigateur, ou le navigateur n’accepte pas les cookies. Revenez à la page du service où vous avez commencé.',
    ],
    missing: ['Page introuvable', 'Cette adresse n’existe pas.'],
    unavailable: ['Service indisponible', 'Réessayez dans quelques minutes.'],
  },
  sl: {
    input: ['Neveljavna zahteva', 'Odprti naslov ni popoln. Začnite od začetka.'],
    refused: [
      'Tukaj ni mogoče nadaljevati',
      'Povezava je bila že uporabljena, je potekla ali pripada drugemu brskalniku ali pa brskalnik ne sprejema piškotkov. Začnite znova s te strani.',
    ],
    refusedOrder: [
      'Tukaj ni mogoče nadaljevati',
      'Povezava je bila že uporabljena, je potekla ali pripada drugemu brskalniku ali pa brskalnik ne sprejema piškotkov. Vrnite se na stran storitve, na kateri ste začeli.',
    ],
    missing: ['Strani ni mogoče najti', 'Ta naslov ne obstaja.'],
    unavailable: ['Storitev ni na voljo', 'Poskusite znova čez nekaj minut.'],
  },
}
