/** The page on which a person confirms the deletion of presented claims, before the wallet opens (RP-140). */
import { encodeParameters, type Html, html, type PageLanguage } from '../../http/index.ts'
import { urlOf } from '../metadata.ts'
import { layout, type PageContext } from './layout.ts'

type Words = 'title' | 'deletes' | 'asks' | 'warning' | 'proceed'

const texts: Readonly<Record<PageLanguage, Readonly<Record<Words, string>>>> = {
  it: {
    title: 'Cancellare i tuoi dati',
    deletes:
      'cancella i dati che hai presentato con IT-Wallet e ne chiede la cancellazione ai servizi che li hanno ricevuti.',
    asks: 'Per riconoscerti, il portafoglio digitale ti chiede nome e identificativo. Se li invii, la cancellazione comincia.',
    warning: 'Se non hai chiesto tu la cancellazione, chiudi questa pagina.',
    proceed: 'Continua e cancella i dati',
  },
  en: {
    title: 'Delete your data',
    deletes:
      'deletes the data that you presented with IT-Wallet, and asks the services that received the data to delete it.',
    asks: 'To recognise you, the wallet asks you for your name and identifier. If you send them, the deletion begins.',
    warning: 'If you did not ask for the deletion, close this page.',
    proceed: 'Continue and delete the data',
  },
  de: {
    title: 'Ihre Daten löschen',
    deletes:
      'löscht die Daten, die Sie mit IT-Wallet vorgelegt haben, und bittet die Dienste, die sie erhalten haben, sie zu löschen.',
    asks: 'Um Sie zu erkennen, fragt die Wallet nach Ihrem Namen und Ihrer Kennung. Wenn Sie beides senden, beginnt die Löschung.',
    warning: 'Wenn Sie die Löschung nicht verlangt haben, schließen Sie diese Seite.',
    proceed: 'Weiter und Daten löschen',
  },
  fr: {
    title: 'Supprimer vos données',
    deletes:
      'supprime les données que vous avez présentées avec IT-Wallet et demande aux services qui les ont reçues de les supprimer.',
    asks: 'Pour vous reconnaître, le portefeuille demande votre nom et votre identifiant. Si vous les envoyez, la suppression commence.',
    warning: 'Si vous n’avez pas demandé la suppression, fermez cette page.',
    proceed: 'Continuer et supprimer les données',
  },
  sl: {
    title: 'Izbris vaših podatkov',
    deletes:
      'izbriše podatke, ki ste jih predložili z IT-Wallet, in prosi storitve, ki so jih prejele, naj jih izbrišejo.',
    asks: 'Da vas storitev prepozna, vas denarnica vpraša po imenu in identifikatorju. Če ju pošljete, se izbris začne.',
    warning: 'Če izbrisa niste zahtevali, zaprite to stran.',
    proceed: 'Naprej in izbriši podatke',
  },
}

/** Query parameter that the button of the page adds. */
export const confirmedParameter = 'confirmed'

/** Renders the page. Its button opens the erasure endpoint again, with `confirmedParameter` in the query. */
export function erasurePage({ config, language }: Omit<PageContext, 'url'>, callbackUrl: string | undefined): Html {
  const words = texts[language]
  const action = urlOf(config, 'erasure')
  return layout(
    { config, language, url: `${action}?${encodeParameters({ callback_url: callbackUrl })}` },
    words.title,
    html`<p id="erasure"><strong>${config.clientName}</strong> ${words.deletes}</p>
<p>${words.asks}</p>
<p class="notice warning">${words.warning}</p>
<form method="get" action="${action}">
${callbackUrl === undefined ? '' : html`<input type="hidden" name="callback_url" value="${callbackUrl}">\n`}<button class="button primary" id="confirm-erasure" type="submit" name="${confirmedParameter}" value="1">${words.proceed}</button>
</form>`,
  )
}
