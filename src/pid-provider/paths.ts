/** Paths of the endpoints for wallets, browsers and administrators. */
export const paths = {
  par: '/as/par',
  authorize: '/authorize',
  loginCallback: '/login/callback',
  serviceProvider: '/saml/metadata',
  cieServiceProvider: '/saml/metadata/cie',
  consent: '/consent',
  token: '/token',
  credential: '/credential',
  nonce: '/nonce',
  statusLists: '/statuslists',
  adminCredentials: '/admin/credentials',
  styleSheet: '/assets/pid-provider.css',
} as const
