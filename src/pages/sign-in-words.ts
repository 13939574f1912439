/** Words of the pages on which a presentation begins, at the Relying Party and in the middleware. */
import type { PageLanguage } from '../http/index.ts'

/** Label of the button, words before the purpose, and a warning of codes that other people send (RP-113). */
export const signInWords: Readonly<
  Record<PageLanguage, Readonly<Record<'signIn' | 'reason' | 'scanWarning', string>>>
> = {
  it: {
    signIn: 'Accedi con IT-Wallet',
    reason: 'Motivo:',
    scanWarning:
      'Inquadra soltanto il codice che hai aperto tu e che vedi su questo schermo. Chi ti invia un codice o un collegamento vuole entrare al tuo posto.',
  },
  en: {
    signIn: 'Sign in with IT-Wallet',
    reason: 'Reason:',
    scanWarning:
      'Scan only the code that you opened yourself and that you see on this screen. Somebody who sends you a code or a link wants to sign in as you.',
  },
  de: {
    signIn: 'Mit IT-Wallet anmelden',
    reason: 'Grund:',
    scanWarning:
      'Scannen Sie nur den Code, den Sie selbst geöffnet haben und auf diesem Bildschirm sehen. Wer Ihnen einen Code oder Link schickt, will sich an Ihrer Stelle anmelden.',
  },
  fr: {
    signIn: 'Se connecter avec IT-Wallet',
    reason: 'Motif :',
    scanWarning:
      'Scannez seulement le code que vous avez ouvert vous-même et que vous voyez sur cet écran. Quelqu’un qui vous envoie un code ou un lien veut se connecter à votre place.',
  },
  sl: {
    signIn: 'Prijava z IT-Wallet',
    reason: 'Razlog:',
    scanWarning:
      'Skenirajte samo kodo, ki ste jo odprli sami in jo vidite na tem zaslonu. Kdor vam pošlje kodo ali povezavo, se želi prijaviti namesto vas.',
  },
}
