/** Pages of the console's login, and the account in the header. */
import { type Html, html, type Language } from '../../http/index.ts'
import { ownMember } from '../own-member.ts'
import type { SecretLogin } from './secret-login.ts'

const texts = {
  it: {
    title: 'Accesso',
    account: 'Accesso effettuato come',
    logout: 'Esci',
    trace: 'Traccia',
    left: 'Hai chiuso la sessione in questa console.',
    leaveProvider: 'Esci anche dal tuo fornitore di identità',
    provider: 'Accedi con il tuo fornitore di identità',
    open: 'Apri la console',
    or: 'oppure',
    key: {
      label: 'Chiave monouso',
      hint: 'La chiave è nel terminale che ha avviato la sandbox e in .fiducia/sandbox.json. Ogni chiave vale una volta sola.',
    },
    token: { label: 'Token', hint: 'Il token che il gestore della console ti ha dato.' },
    errors: {
      login_secret_wrong: 'Il valore inserito non è valido, oppure è già stato usato.',
      login_attempts_exceeded: 'Troppi tentativi. Riprova tra poco.',
      login_state_unknown: "L'accesso è scaduto, oppure è iniziato in un altro browser. Ricomincia da qui.",
      login_provider_refused: 'Il fornitore di identità non ha completato l’accesso.',
      login_client_rejected: 'Il fornitore di identità non accetta questa console. Avvisa chi la gestisce.',
      login_answer_invalid: 'La risposta del fornitore di identità non è valida. Ricomincia da qui.',
      login_operator_unknown: 'Il tuo account non può aprire questa console. Chiedi a chi la gestisce.',
      other: 'L’accesso non è riuscito.',
    },
  },
  en: {
    title: 'Log in',
    account: 'Logged in as',
    logout: 'Log out',
    trace: 'Trace',
    left: 'You have logged out of this console.',
    leaveProvider: 'Log out of your identity provider too',
    provider: 'Log in with your identity provider',
    open: 'Open the console',
    or: 'or',
    key: {
      label: 'One-time key',
      hint: 'The key is in the terminal that started the sandbox, and in .fiducia/sandbox.json. Each key works once.',
    },
    token: { label: 'Token', hint: 'The token that you got from the person who runs this console.' },
    errors: {
      login_secret_wrong: 'This value is not valid, or it has already been used.',
      login_attempts_exceeded: 'Too many attempts. Try again soon.',
      login_state_unknown: 'This login has expired, or it was started in another browser. Start again here.',
      login_provider_refused: 'The identity provider did not complete the login.',
      login_client_rejected: 'The identity provider does not accept this console. Tell the person who runs it.',
      login_answer_invalid: 'The response of the identity provider is not valid. Start again here.',
      login_operator_unknown: 'Your account is not allowed to open this console. Ask the person who runs it.',
      other: 'The login failed.',
    },
  },
} as const

export interface LoginView {
  /** Path to which the operator returns after the login. */
  readonly back: string
  /** Absent if there is no login by key or token. */
  readonly secret?: SecretLogin['kind']
  /** Key from a link. Fills the field, and the operator confirms it. */
  readonly filledKey?: string
  readonly hasProvider: boolean
  /** Code and trace ID of the refused attempt. */
  readonly refusal?: { readonly code: string; readonly trace: string }
  /** Present after a logout. `providerUrl` ends the session at the provider. */
  readonly loggedOut?: { readonly providerUrl?: string }
}

export function loginPage(language: Language, view: LoginView): { readonly title: string; readonly main: Html } {
  const text = texts[language]
  const { secret, hasProvider, loggedOut } = view
  const main = html`<div class="row"><div class="col-md-8 col-lg-6"><div class="card"><div class="card-body">
${loggedOut === undefined ? '' : renderLoggedOut(language, loggedOut)}${renderError(language, view)}${
  hasProvider
    ? html`<p><a class="btn btn-primary" id="login-provider" href="/login/provider?${new URLSearchParams({ back: view.back })}">${text.provider}</a></p>\n`
    : ''
}${hasProvider && secret !== undefined ? html`<p>${text.or}</p>\n` : ''}${secret === undefined ? '' : renderForm(language, secret, view)}</div></div></div></div>`
  return { title: text.title, main }
}

function renderForm(
  language: Language,
  kind: SecretLogin['kind'],
  { back, filledKey, refusal, hasProvider }: LoginView,
): Html {
  const text = texts[language]
  const isWrong = refusal?.code === 'login_secret_wrong'
  return html`<form method="post" action="/login" id="login-form">
<input type="hidden" name="back" value="${back}">
<div class="mb-3">
<label class="form-label" for="login-secret">${text[kind].label}</label>
<input class="form-control" id="login-secret" name="secret" type="password" autocomplete="off" required maxlength="512" aria-describedby="login-hint"${isWrong ? html` aria-invalid="true"` : ''} value="${filledKey ?? ''}">
<p class="form-text" id="login-hint">${text[kind].hint}</p>
</div>
<button class="btn ${hasProvider ? 'btn-outline-primary' : 'btn-primary'}" id="login-open">${text.open}</button>
</form>
`
}

const renderLoggedOut = (language: Language, { providerUrl }: NonNullable<LoginView['loggedOut']>): Html =>
  html`<p role="status" id="login-left" class="alert alert-success">${texts[language].left}</p>
${providerUrl === undefined ? '' : html`<p><a id="login-leave-provider" href="${providerUrl}">${texts[language].leaveProvider}</a></p>\n`}`

function renderError(language: Language, { refusal }: LoginView): Html | '' {
  if (refusal === undefined) return ''
  const text = texts[language]
  const words = ownMember(text.errors, refusal.code) ?? text.errors.other
  return html`<p role="alert" id="login-error" class="alert alert-danger">${words} ${text.trace} <code>${refusal.trace}</code></p>\n`
}

/** Renders who is logged in, and the button that ends the session. */
export const renderAccount = (language: Language, name: string): Html =>
  html`<form method="post" action="/logout" class="d-flex flex-wrap gap-2 align-items-center">
<span id="account" class="text-break">${texts[language].account} <strong>${name}</strong></span>
<button class="btn btn-sm" id="logout">${texts[language].logout}</button>
</form>
`
