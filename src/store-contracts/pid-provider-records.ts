/** Requests, sessions, grants and credentials for the tests of the PID Provider's stores. */
import type {
  AuthorizationSession,
  Grant,
  IssuedCredential,
  PidProviderStores,
  PushedRequest,
  UserLogin,
} from '../pid-provider/index.ts'

/** Returns the claim of one single-use value, which expires at 2000. */
export const claim = <N extends string>(name: N, value: string) => [{ name, value, expiresAt: 2000 }] as const
/** End of the titles of tests in which calls race. */
export const once = 'only one succeeds'

export const pushed = (requestUri: string): PushedRequest => ({
  requestUri,
  clientId: 'thumbprint',
  attestedKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
  walletProvider: 'https://wallet-provider.example',
  attestationExpiresAt: 5000,
  redirectUri: 'https://wallet.example/cb',
  state: 'state',
  codeChallenge: 'challenge',
  authorizationDetails: [
    { type: 'openid_credential', format: 'vc+sd-jwt', credential_definition: { type: ['eu.eudiw.pid.it'] } },
  ],
  expiresAt: 1060,
})
export const login: UserLogin = {
  claims: {
    given_name: 'Ada',
    family_name: 'Rossi',
    birthdate: '1984-02-29',
    place_of_birth: { locality: 'H501' },
    unique_id: 'unique',
    tax_id_number: 'TINIT-X',
  },
}
export const session = (id: string): AuthorizationSession => ({
  id,
  request: pushed('urn:1'),
  provider: 'cie',
  pendingLogin: { state: 's' },
  loginRequestId: 's',
  consentToken: 'token',
  expiresAt: 1300,
})
export const grant = (code: string): Grant => ({
  code,
  codeExpiresAt: 1060,
  request: pushed('urn:1'),
  login,
  subject: 'pairwise',
})
export const token = (jti: string) => ({ jti, expiresAt: 1600 })
export const credential = (id: string, changes: Partial<IssuedCredential> = {}): IssuedCredential => ({
  id,
  format: 'vc+sd-jwt',
  holderThumbprint: `holder-${id}`,
  subject: 'pairwise',
  clientId: 'thumbprint',
  walletProvider: 'https://wallet-provider.example',
  tokenId: 'token-1',
  statusList: 0,
  statusIndex: Number.parseInt(id, 36),
  issuedAt: 1000,
  expiresAt: 9000,
  status: 'valid',
  ...changes,
})

/** Runs 50 calls at the same time and returns their results. */
export const race = async <T>(run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 50 }, (_, n) => run(n)))
/** Returns the number of results with this outcome. */
export const winners = (results: readonly unknown[], word: string): number =>
  results.filter((result) => result === word).length

/** Stores a redeemed grant, through all steps that lead to it. */
export async function withGrant(
  stores: PidProviderStores,
  code = 'code-1',
  jti = 'token-1',
  tokenExpiresAt = 1600,
): Promise<void> {
  await stores.authorizationSessions.begin(session(`session-${code}`))
  await stores.authorizationSessions.end({
    id: `session-${code}`,
    requestUri: `urn:${code}`,
    claims: claim('request_uri', `urn:${code}`),
    grant: grant(code),
  })
  await stores.grants.redeem({ code, claims: [], token: { ...token(jti), expiresAt: tokenExpiresAt } })
}

/** Stores this number of redeemed grants, with the tokens `token-1` and so on. Returns the register of credentials. */
export async function withTokens(
  stores: PidProviderStores,
  count = 1,
): Promise<PidProviderStores['issuedCredentials']> {
  for (let n = 1; n <= count; n += 1) await withGrant(stores, `code-${n}`, `token-${n}`)
  return stores.issuedCredentials
}

/** Returns a function that registers a credential and claims a `c_nonce` of its own. */
export const putting =
  (register: PidProviderStores['issuedCredentials']) =>
  (id: string, changes: Partial<IssuedCredential> = {}) =>
    register.register({ claims: claim('c_nonce', `n-${id}`), credential: credential(id, changes) })
