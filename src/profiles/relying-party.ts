/** What a Relying Party has on the wire in each profile (it-wallet §Remote presentation; IT-Wallet 1.0.2 and 1.4.6). */
import { columnsOf, wireRow } from './wire-row.ts'

export const relyingPartyRows = {
  clientIdPrefix: wireRow<'' | 'openid_federation:'>({
    says: 'Prefix of the client identifier in link, Request Object and Key Binding JWT',
    source: 'IT-Wallet 1.3.3 and later, remote-flow, Authorization Request; OpenID4VP 1.0 §5.9.3',
    seed: '',
    'it-wallet-1.0': '',
    'it-wallet-1.4': 'openid_federation:',
  }),
} as const

/** Values of the Relying Party, by profile. */
export const relyingPartyWire = columnsOf(relyingPartyRows)
