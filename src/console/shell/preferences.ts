/** Language and theme that a reader of the console has chosen, stored in cookies. */
import { daySeconds } from '../../base/index.ts'
import {
  cookieName,
  type EndpointRequest,
  formOf,
  type Html,
  html,
  type Language,
  redirect,
  setCookie,
} from '../../http/index.ts'
import { ownPathOr } from '../own-path.ts'
import { cookiesOfChoice, switchFragment } from './live-updates.ts'
import { formRoute } from './page-routes.ts'

type Theme = 'light' | 'dark'

interface Preferences {
  readonly language: Language | undefined
  /** Defaults to the theme of the system. */
  readonly theme: Theme | undefined
}

/**
 * Returns the policy of a preference's cookie. The fixed http URL leaves out the prefix `__Host-` and `Secure`, so that
 * http and https share one cookie. A preference is not secret.
 */
const policy = (name: 'language' | 'theme') => ({ name: `console-${name}`, publicUrl: 'http://localhost' })
const yearSeconds = 365 * daySeconds

/** Reads the cookies of a request. Ignores unknown values. */
export function readPreferences({ cookie }: Pick<EndpointRequest, 'cookie'>): Preferences {
  const language = cookie(cookieName(policy('language')))
  const theme = cookie(cookieName(policy('theme')))
  return {
    language: language === 'it' || language === 'en' ? language : undefined,
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
  }
}

const texts = {
  it: { language: 'English', dark: 'Tema scuro', light: 'Tema chiaro' },
  en: { language: 'Italiano', dark: 'Dark theme', light: 'Light theme' },
} as const

/**
 * Renders the switches of the header. After a choice, the browser returns to `back`, a path of the console. The style
 * sheet hides the switch to the theme in effect, because only the browser knows the theme if none is chosen.
 */
export function renderPreferences(language: Language, back: string): Html {
  const text = texts[language]
  const nextLanguage = language === 'it' ? 'en' : 'it'
  return html`<form method="post" action="/preferences" class="preferences">
<input type="hidden" name="back" value="${back}">
<button class="btn btn-sm" id="switch-language" name="language" value="${nextLanguage}" lang="${nextLanguage}">${text.language}</button>
<button class="btn btn-sm" id="switch-dark" name="theme" value="dark">${text.dark}</button>
<button class="btn btn-sm" id="switch-light" name="theme" value="light">${text.light}</button>
</form>`
}

/**
 * Stores a choice in cookies. Redirects to the path in `back`, or to the home page if `back` is not a path of the
 * console. Ignores unknown values.
 */
export const preferencesRoute = formRoute('/preferences', (request) => {
  const form = formOf(request)
  const [language, theme, updates] = [form.get('language'), form.get('theme'), form.get('updates')]
  const cookies = [
    ...(language === 'it' || language === 'en' ? [setCookie(policy('language'), language, yearSeconds)] : []),
    ...(theme === 'light' || theme === 'dark' ? [setCookie(policy('theme'), theme, yearSeconds)] : []),
    ...cookiesOfChoice(updates),
  ]
  const back = `${ownPathOr(form.get('back'))}${updates === undefined ? '' : switchFragment}`
  return redirect(back, { 'set-cookie': cookies }, 303)
})
