/** Renders the pages of one credential and of the device. */
import { type Html, html } from '../../http/index.ts'
import { describeCall } from '../administration.ts'
import { platformNames } from '../devices/group-phones.ts'
import type { ConsoleRole } from '../observe-roles.ts'
import { renderApiCall } from '../shell/parts.ts'
import { formatDay, formatTimeOfDay, formatValue, nameClaim, nameFormat, nameType } from './claim-words.ts'
import { nameDevice, type PageContext, renderStartOver, renderState } from './home-page.ts'
import { type PhoneContent, pathOf, renderPhoneCall, renderQuestion, walletPaths } from './phone.ts'
import type { PhoneChoice, WalletCredentialData, WalletOverview } from './wallet-port.ts'
import type { Text } from './wallet-texts.ts'

export function credentialPage(page: PageContext, credential: WalletCredentialData): PhoneContent {
  const { language, text, request } = page
  const { id, type, format, state, issuerName, issuer, receivedAt, expiresAt, claims } = credential
  return {
    title: text.document,
    heading: nameType(language, type),
    body: html`<p id="wallet-credential-state">${renderState(text, state)} ${text.stateLeads[state]}</p>
<h3 class="h6">${text.data}</h3>
<dl class="wallet-claims">${Object.entries(claims).map(([name, value]) => html`<dt>${nameClaim(language, name)}</dt><dd>${formatValue(language, name, value)}</dd>\n`)}</dl>
<dl class="wallet-facts">
<dt>${text.issuedBy}</dt><dd>${issuerName}</dd>
<dt>${text.format}</dt><dd>${nameFormat(format)}</dd>
<dt>${text.received}</dt><dd>${formatDay(language, receivedAt)}</dd>
<dt>${text.expires}</dt><dd>${expiresAt === undefined ? text.noExpiry : formatDay(language, expiresAt)}</dd>
</dl>
${renderQuestion('wallet-remove', pathOf(walletPaths.removal, id), text.remove, 'btn-outline-primary')}
<p><a id="wallet-back" href="${walletPaths.home}">${text.back}</a></p>`,
    beside: html`<p class="small">${text.issuedBy}: <code>${issuer}</code></p>
${renderPhoneCall(language, request, { id: 'wallet-remove-call', path: pathOf(walletPaths.removal, id) })}`,
  }
}

function renderDevice(text: Text, device: PhoneChoice): Html {
  const { name, lang } = nameDevice(text, device)
  return html`<span${lang}>${name}</span> (${text.groups[device.kind]})`
}

export function devicePage(page: PageContext, overview: WalletOverview, roles: readonly ConsoleRole[]): PhoneContent {
  const { language, text } = page
  const { device, hardwareKeyTag, attestations, walletProvider, state } = overview
  const call = describeCall(roles, {
    role: 'wallet-provider',
    method: 'POST',
    path: '/admin/wallet-instances/revoke',
    body: { hardware_key_tag: hardwareKeyTag ?? '', reason: 'revoked_by_user' },
  })
  const lastExpiry = attestations.length === 0 ? undefined : Math.max(...attestations)
  return {
    title: text.device,
    heading: text.device,
    tab: 'device',
    body: html`<p>${text.deviceLead}</p>
<dl class="wallet-facts">
<dt>${text.platform}</dt><dd>${device === undefined ? '' : platformNames[device.platform]}</dd>
<dt>${text.profile}</dt><dd>${device === undefined ? '' : renderDevice(text, device)}</dd>
<dt>${text.walletProvider}</dt><dd>${walletProvider}</dd>
<dt>${text.attestations}</dt><dd>${attestations.length}${lastExpiry === undefined ? '' : html`, ${text.attestationsUntil} ${formatTimeOfDay(language, lastExpiry)}`}</dd>
${hardwareKeyTag === undefined ? '' : html`<dt>${text.keyTag}</dt><dd><code>${hardwareKeyTag}</code></dd>`}
</dl>
${state === 'revoked' ? html`<p id="wallet-revoked">${text.revokedWallet}</p>` : renderQuestion('wallet-revoke', walletPaths.revocation, text.revoke, 'btn-danger')}
${renderStartOver(text)}`,
    beside: renderApiCall(language, 'wallet-revoke-call', call),
  }
}
