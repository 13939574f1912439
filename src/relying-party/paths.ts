/** Paths of the Relying Party for wallets and browsers. */
import { requestPath } from './request/wallet-link.ts'

export const paths = {
  home: '/',
  start: '/presentations/new',
  begin: '/presentations/begin',
  leave: '/presentations/leave',
  request: requestPath,
  response: '/response',
  sessionState: '/session-state',
  erasure: '/erasure',
  result: '/presentation-result',
  script: '/assets/presentation.js',
  styles: '/assets/relying-party.css',
  button: '/assets/it-wallet-button.js',
} as const
