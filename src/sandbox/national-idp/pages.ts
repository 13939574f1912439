/**
 * Pages of both national identity providers of the sandbox: plain HTML forms without script, in Italian or English. A
 * person, a screen reader or a program with a cookie jar can fill them in. `interaction.ts` and `saml/interaction.ts`
 * read the field names.
 */
import type { JsonObject } from '../../base/index.ts'
import { type Html, html, type Language, preferredLanguage, toolLanguage } from '../../http/index.ts'
import { describeClaim, labelClaim } from '../../pages/index.ts'
import { fiscalNumberClaim } from '../../pid-provider/login/national-attributes.ts'
import type { LevelOfAssurance } from '../../pid-provider/login/national-identity-provider.ts'

const texts = {
  it: {
    title: 'Identità nazionale (sandbox)',
    notice: 'Ambiente di prova: nessun dato è reale.',
    signIn: 'Accedi a',
    username: 'Nome utente',
    password: 'Password',
    level: 'Livello di autenticazione',
    levels: {
      '': 'Il più alto di cui dispone',
      low: 'Basso (L1)',
      substantial: 'Significativo (L2)',
      high: 'Elevato (L3)',
    },
    enter: 'Entra',
    cancel: 'Annulla',
    wrong: 'Nome utente o password errati, oppure livello non disponibile.',
    consent: 'Dati che saranno inviati a',
    allow: 'Acconsento',
    refuse: 'Rifiuto',
    refused: 'Accesso non possibile',
    fault: 'La richiesta non può essere accolta',
    answered: 'Autenticazione conclusa',
    proceed: 'Torna al servizio',
    unregistered: 'Il servizio non è registrato: non è un openid_relying_party della federazione della sandbox',
    unverifiable:
      'Il servizio ora non può essere verificato, perché il servizio o la federazione non risponde: riprova tra poco',
    over: 'Sessione scaduta',
    expired: 'La sessione di accesso è scaduta. Ricomincia dal servizio di partenza.',
  },
  en: {
    title: 'National identity (sandbox)',
    notice: 'Test environment: no data is real.',
    signIn: 'Sign in to',
    username: 'Username',
    password: 'Password',
    level: 'Level of authentication',
    levels: { '': 'The highest available', low: 'Low (L1)', substantial: 'Substantial (L2)', high: 'High (L3)' },
    enter: 'Sign in',
    cancel: 'Cancel',
    wrong: 'Wrong username or password, or the level is not available.',
    consent: 'Data that will be sent to',
    allow: 'I consent',
    refuse: 'I refuse',
    refused: 'Sign-in not possible',
    fault: 'The request cannot be accepted',
    answered: 'Authentication completed',
    proceed: 'Return to the service',
    unregistered: "The service is not registered: it is not an openid_relying_party of the sandbox's federation",
    unverifiable:
      'The service cannot be verified now, because it or the federation does not answer: try again in a moment',
    over: 'Session expired',
    expired: 'The sign-in session has expired. Start again from the service.',
  },
} as const

/** Names of claims as the labels of the pages for citizens know them. */
const knownNames: Readonly<Record<string, string>> = { [fiscalNumberClaim]: 'fiscal_number' }
const emailLabel: Readonly<Record<Language, string>> = { it: 'Posta elettronica', en: 'E-mail' }

export const style = `body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:2rem auto;padding:0 1rem;color:#17324d;background:#fff;overflow-wrap:anywhere}
h1{font-size:1.4rem}label,select,input{display:block;width:100%;box-sizing:border-box;font:inherit}
label{margin-top:1rem}input,select{padding:.5rem;border:1px solid #5b6f82;border-radius:4px}
button{font:inherit;margin:1.5rem .5rem 0 0;padding:.5rem 1.5rem;border:2px solid #06c;border-radius:4px;background:#fff;color:#06c}
button.primary{background:#06c;color:#fff}.error{border-left:4px solid #cc334d;padding-left:.75rem}
.notice{font-size:.9rem;color:#455b71}dt{font-weight:600}dd{margin:0 0 .5rem}
`

interface LoginPage {
  readonly clientName: string
  readonly username?: string
  readonly wrong?: boolean
}

export function renderLoginPage(language: Language, page: LoginPage): Html {
  const t = texts[language]
  const option = (level: '' | LevelOfAssurance): Html => html`<option value="${level}">${t.levels[level]}</option>`
  return layout(
    language,
    `${t.signIn} ${page.clientName}`,
    html`${page.wrong ? html`<p class="error" role="alert">${t.wrong}</p>` : ''}
      <form method="post">
        <label for="username">${t.username}</label>
        <input id="username" name="username" value="${page.username ?? ''}" autocomplete="username" required autofocus>
        <label for="password">${t.password}</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required>
        <label for="level">${t.level}</label>
        <select id="level" name="level">${(['', 'high', 'substantial', 'low'] as const).map(option)}</select>
        <button class="primary" type="submit">${t.enter}</button>
        <button type="submit" name="action" value="cancel" formnovalidate>${t.cancel}</button>
      </form>`,
  )
}

interface ConsentPage {
  readonly clientName: string
  readonly claims: JsonObject
}

export function renderConsentPage(language: Language, page: ConsentPage): Html {
  const t = texts[language]
  const rows = Object.entries(page.claims).map(([fullName, value]) => {
    const name = knownNames[fullName] ?? fullName
    const label = name === 'email' ? emailLabel[language] : labelClaim(language, name)
    return html`<dt>${label}</dt><dd>${describeClaim(language, name, value)}</dd>`
  })
  return layout(
    language,
    `${t.consent} ${page.clientName}`,
    html`<dl>${rows}</dl>
      <form method="post">
        <button class="primary" type="submit" name="action" value="consent">${t.allow}</button>
        <button type="submit" name="action" value="cancel">${t.refuse}</button>
      </form>`,
  )
}

/** Renders a page whose only button posts a SAML response to another site (SAML 2.0 bindings §3.5.4). */
export function renderAnswerPage(language: Language, action: string, fields: Readonly<Record<string, string>>): Html {
  const t = texts[language]
  return layout(
    language,
    t.answered,
    html`<form method="post" action="${action}">
        ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
        <button class="primary" type="submit" autofocus>${t.proceed}</button>
      </form>`,
  )
}

/**
 * Renders a page with a message: `fault` for a refused request, `unregistered` for a service outside the federation,
 * `unverifiable` for a service whose trust cannot be evaluated now, `expired` for a login that has ended. `detail` is
 * the machine-readable error.
 */
export function renderMessagePage(
  acceptLanguage: string,
  message: 'fault' | 'unregistered' | 'unverifiable' | 'expired',
  detail = '',
): Html {
  const language = toolLanguage(preferredLanguage(acceptLanguage))
  const code = detail === '' ? '' : html` (<code>${detail}</code>)`
  return layout(
    language,
    texts[language][message === 'expired' ? 'over' : 'refused'],
    html`<p class="error" role="alert">${texts[language][message]}${code}</p>`,
  )
}

const layout = (language: Language, title: string, content: Html): Html => html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} – ${texts[language].title}</title>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${content}
      <p class="notice">${texts[language].notice}</p>
    </main>
  </body>
</html>
`
