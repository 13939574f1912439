/** Paths of the endpoints, except well-known documents and the endpoints that all members of the federation have. */
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
