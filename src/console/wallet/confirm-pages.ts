/** Renders the pages that ask for confirmation before the phone deletes or revokes something. */
import { html } from '../../http/index.ts'
import type { PageContext } from './home-page.ts'
import { type PhoneContent, pathOf, renderButton, renderPhoneCall, walletPaths } from './phone.ts'
import type { WalletCredentialData } from './wallet-port.ts'

interface Confirmation {
  readonly heading: string
  readonly lead: string
  /** Path to which the form is sent. */
  readonly action: string
  /** Path of the page to return to. */
  readonly back: string
}

function confirmPage(
  { text, language, request }: PageContext,
  { heading, lead, action, back }: Confirmation,
): PhoneContent {
  return {
    title: heading,
    heading,
    body: html`<p id="wallet-effect">${lead}</p>
${renderButton('wallet-confirm', action, text.confirm, { look: 'btn-danger' })}
<p><a id="wallet-cancel" class="btn btn-outline-primary w-100" href="${back}">${text.cancel}</a></p>`,
    beside: renderPhoneCall(language, request, { id: 'wallet-confirm-call', path: action }),
  }
}

export function confirmRemovalPage(page: PageContext, { id }: WalletCredentialData): PhoneContent {
  const { remove, removeLead } = page.text
  const [action, back] = [pathOf(walletPaths.removal, id), pathOf(walletPaths.credential, id)]
  return confirmPage(page, { heading: remove, lead: removeLead, action, back })
}

export function confirmRevocationPage(page: PageContext): PhoneContent {
  const { revoke, revokeLead } = page.text
  return confirmPage(page, {
    ...{ heading: revoke, lead: revokeLead },
    ...{ action: walletPaths.revocation, back: walletPaths.device },
  })
}

export function confirmStartOverPage(page: PageContext): PhoneContent {
  const { startOver, startOverLead } = page.text
  return confirmPage(page, {
    ...{ heading: startOver, lead: startOverLead },
    ...{ action: walletPaths.forget, back: walletPaths.home },
  })
}
