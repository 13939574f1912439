/** The switch with which a reader pauses the live updates of all pages (WCAG 2.2 §2.2.2). A cookie keeps the choice. */
import { daySeconds } from '../../base/index.ts'
import { cookieName, type EndpointRequest, type Html, html, type Language, setCookie } from '../../http/index.ts'

/** Policy of the cookie, without `__Host-` and `Secure` as for other preferences. */
const policy = { name: 'console-updates', publicUrl: 'http://localhost' }
const paused = 'paused'

const texts = {
  it: { pause: 'Ferma l’aggiornamento', paused: 'L’aggiornamento è fermo. Premi di nuovo per riprendere.' },
  en: { pause: 'Pause updates', paused: 'Updates are paused. Press again to resume.' },
} as const

/** Returns false if the reader has paused the live updates. Pages then contain no attribute that fetches a part. */
export const isLive = ({ cookie }: Pick<EndpointRequest, 'cookie'>): boolean => cookie(cookieName(policy)) !== paused

/** Fragment of the switch, so that the focus is there again after a choice. */
export const switchFragment = '#updates'

/** Renders the switch. After a choice, the browser returns to `back`, a path of the console. */
export function renderSwitch(language: Language, isLive: boolean, back: string): Html {
  const text = texts[language]
  return html`<form method="post" action="/preferences" class="mb-3 with-script-only">
<input type="hidden" name="back" value="${back}">
<button class="btn btn-xs btn-outline-secondary" id="updates" name="updates" value="${isLive ? paused : 'live'}" aria-pressed="${String(!isLive)}">${text.pause}</button>
${isLive ? '' : html`<span id="updates-paused">${text.paused}</span>`}</form>`
}

/** Returns the cookie for a choice: none for an unknown one. */
export const cookiesOfChoice = (choice: string | undefined): readonly string[] => {
  if (choice === paused) return [setCookie(policy, paused, 365 * daySeconds)]
  return choice === 'live' ? [setCookie(policy, '', 0)] : []
}
