/** User-facing pages of the OpenID Provider: after a logout, and for a login that has ended. */
import { type Html, html, type PageLanguage } from '../http/index.ts'
import { type PageLook, renderCitizenPage } from '../pages/index.ts'

interface Texts {
  readonly loggedOut: { readonly title: string; readonly lead: string; readonly next: string }
  readonly ended: { readonly title: string; readonly lead: string; readonly goTo: string }
}

const texts: Readonly<Record<PageLanguage, Texts>> = {
  it: {
    loggedOut: {
      title: 'Nessun accesso aperto qui',
      lead: 'Questo servizio non conserva il tuo accesso: la prossima volta ti chiederà di nuovo i dati del portafoglio.',
      next: 'Se l’applicazione ti mostra ancora come connesso, esci anche da lì. Poi puoi chiudere questa pagina.',
    },
    ended: {
      title: 'Questo accesso è già concluso',
      lead: 'Continua dal servizio da cui sei partito.',
      goTo: 'Vai a',
    },
  },
  en: {
    loggedOut: {
      title: 'You are not logged in here',
      lead: 'This service does not keep you logged in: next time, it will ask your wallet again.',
      next: 'If the application still shows you as logged in, log out there too. You can then close this page.',
    },
    ended: {
      title: 'This login has ended',
      lead: 'Continue at the service where you began.',
      goTo: 'Go to',
    },
  },
  de: {
    loggedOut: {
      title: 'Sie sind hier nicht angemeldet',
      lead: 'Dieser Dienst behält keine Anmeldung: Beim nächsten Mal fragt er wieder Ihre Wallet.',
      next: 'Wenn die Anwendung Sie noch als angemeldet zeigt, melden Sie sich auch dort ab. Danach können Sie diese Seite schließen.',
    },
    ended: {
      title: 'Diese Anmeldung ist beendet',
      lead: 'Fahren Sie bei dem Dienst fort, bei dem Sie begonnen haben.',
      goTo: 'Weiter zu',
    },
  },
  fr: {
    loggedOut: {
      title: 'Vous n’êtes pas connecté ici',
      lead: 'Ce service ne garde aucune connexion : la prochaine fois, il interrogera de nouveau votre portefeuille.',
      next: 'Si l’application vous montre encore comme connecté, déconnectez-vous aussi là-bas. Vous pouvez ensuite fermer cette page.',
    },
    ended: {
      title: 'Cette connexion est terminée',
      lead: 'Continuez auprès du service où vous avez commencé.',
      goTo: 'Aller à',
    },
  },
  sl: {
    loggedOut: {
      title: 'Tukaj niste prijavljeni',
      lead: 'Ta storitev ne hrani prijave: naslednjič bo znova vprašala vašo denarnico.',
      next: 'Če vas aplikacija še vedno prikazuje kot prijavljene, se odjavite tudi tam. Nato lahko zaprete to stran.',
    },
    ended: {
      title: 'Ta prijava je končana',
      lead: 'Nadaljujte pri storitvi, kjer ste začeli.',
      goTo: 'Pojdi na',
    },
  },
}

interface PageContext {
  readonly language: PageLanguage
  readonly look: PageLook
}

const layout = (page: PageContext, title: string, main: Html): Html => renderCitizenPage({ ...page, title, main })

/** Renders the page after a logout. */
export function loggedOutPage(page: PageContext): Html {
  const { title, lead, next } = texts[page.language].loggedOut
  return layout(page, title, html`<p id="logged-out">${lead}</p>\n<p>${next}</p>`)
}

/** Renders the page of a login that has ended, with a link to the application. */
export function endedPage(page: PageContext, application: { readonly name: string; readonly url: string }): Html {
  const { title, lead, goTo } = texts[page.language].ended
  return layout(
    page,
    title,
    html`<p id="login-ended">${lead}</p>
<p><a id="back-to-service" class="button" href="${application.url}">${goTo} ${application.name}</a></p>`,
  )
}
