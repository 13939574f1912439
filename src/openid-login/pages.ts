/** Pages of the OpenID Provider for people: after a logout, and at a login that has ended. */
import { type Html, html, type Language } from '../http/index.ts'

interface Texts {
  readonly loggedOut: { readonly title: string; readonly lead: string; readonly next: string }
  readonly ended: { readonly title: string; readonly lead: string; readonly goTo: string }
}

const texts: Readonly<Record<Language, Texts>> = {
  it: {
    loggedOut: {
      title: 'Nessun accesso aperto qui',
      lead: 'Questo servizio non conserva il tuo accesso: la prossima volta ti chiederà di nuovo i dati del portafoglio.',
      next: 'Se l’applicazione ti mostra ancora come connesso, esci anche da lì. Poi puoi chiudere questa pagina.',
    },
    ended: {
      title: 'Questo accesso è già concluso',
      lead: 'Hai già completato o annullato questo accesso. Continua dal servizio da cui sei partito.',
      goTo: 'Vai a',
    },
  },
  en: {
    loggedOut: {
      title: 'You are not logged in here',
      lead: 'This service keeps no login: the next time it asks your wallet again.',
      next: 'If the application still shows you as logged in, log out there too. You can then close this page.',
    },
    ended: {
      title: 'This login has ended',
      lead: 'You have already completed or cancelled this login. Continue at the service where you began.',
      goTo: 'Go to',
    },
  },
}

interface PageContext {
  readonly language: Language
  readonly stylesUrl: string
}

const layout = ({ language, stylesUrl }: PageContext, title: string, main: Html): Html => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${stylesUrl}">
</head>
<body>
<main id="main">
<h1 id="title">${title}</h1>
${main}
</main>
</body>
</html>
`

export function loggedOutPage(page: PageContext): Html {
  const { title, lead, next } = texts[page.language].loggedOut
  return layout(page, title, html`<p id="logged-out">${lead}</p>\n<p>${next}</p>`)
}

/** Renders a link to the first page of the application. */
export function endedPage(page: PageContext, application: { readonly name: string; readonly url: string }): Html {
  const { title, lead, goTo } = texts[page.language].ended
  return layout(
    page,
    title,
    html`<p id="login-ended">${lead}</p>
<p><a id="back-to-service" class="button" href="${application.url}">${goTo} ${application.name}</a></p>`,
  )
}
