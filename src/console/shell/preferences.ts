/** Language and theme that a reader of the console chose. Kept in cookies of the browser. */
import {
  cookieName,
  type EndpointRequest,
  formOf,
  type Html,
  html,
  type Language,
  type Route,
  redirect,
  setCookie,
} from '../../http/index.ts'

export type Theme = 'light' | 'dark'

interface Preferences {
  readonly language: Language | undefined
  /** Defaults to that of the system. */
  readonly theme: Theme | undefined
}

/** A preference is no secret, and the cookies of both schemes share one name. */
const policy = (name: 'language' | 'theme') => ({ name: `console-${name}`, publicUrl: 'http://localhost' })
const yearSeconds = 365 * 86_400

/** Returns what the cookies of a request state. */
export function readPreferences({ cookie }: Pick<EndpointRequest, 'cookie'>): Preferences {
  const language = cookie(cookieName(policy('language')))
  const theme = cookie(cookieName(policy('theme')))
  return {
    language: language === 'it' || language === 'en' ? language : undefined,
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
  }
}

const texts = {
  it: { language: 'English', theme: { light: 'Tema scuro', dark: 'Tema chiaro', system: 'Tema scuro' } },
  en: { language: 'Italiano', theme: { light: 'Dark theme', dark: 'Light theme', system: 'Dark theme' } },
} as const

/** Renders the two buttons of the header. They return to `back`, a path of the console. */
export function renderPreferences(language: Language, theme: Theme | undefined, back: string): Html {
  const text = texts[language]
  const other = language === 'it' ? 'en' : 'it'
  return html`<form method="post" action="/preferences" class="preferences">
<input type="hidden" name="back" value="${back}">
<button class="btn btn-sm" id="switch-language" name="language" value="${other}" lang="${other}">${text.language}</button>
<button class="btn btn-sm" id="switch-theme" name="theme" value="${theme === 'dark' ? 'light' : 'dark'}">${text.theme[theme ?? 'system']}</button>
</form>`
}

/** Accepts a path of this origin only. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\\]*$/.test(path)

/** Keeps a choice and returns to the page. */
export const preferencesRoute: Route = {
  method: 'POST',
  path: '/preferences',
  kind: 'page',
  accepts: ['form'],
  handle: (request) => {
    const form = formOf(request)
    const [language, theme] = [form.get('language'), form.get('theme')]
    const cookies = [
      ...(language === 'it' || language === 'en' ? [setCookie(policy('language'), language, yearSeconds)] : []),
      ...(theme === 'light' || theme === 'dark' ? [setCookie(policy('theme'), theme, yearSeconds)] : []),
    ]
    const back = form.get('back') ?? '/'
    return redirect(isOwnPath(back) ? back : '/', { 'set-cookie': cookies }, 303)
  },
}
