/** Paths of the Relying Party for wallets, browsers and administrators, below its entity identifier. */
export const paths = {
  home: '/',
  start: '/presentations/new',
  begin: '/presentations/begin',
  leave: '/presentations/leave',
  /** `request_uri` without its query (RP-22). */
  request: '/request',
  response: '/response',
  sessionState: '/session-state',
  erasure: '/erasure',
  adminApplications: '/admin/applications',
  result: '/presentation-result',
  script: '/assets/presentation.js',
  styles: '/assets/relying-party.css',
  button: '/assets/it-wallet-button.js',
} as const
