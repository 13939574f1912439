/** Parties for the measurement of `oidc-provider`, and distinct requests to it, signed before the measurement. */
import { formPost } from '../../client/http-request.ts'
import { walletKeys } from '../../floors/artefacts.ts'
import { seededKey, sha256, signJwt, thumbprint } from '../../floors/primitives.ts'

export const issuer = 'http://peer.example'
export const redirectUri = 'https://wallet.example/callback'
export const resource = 'https://peer.example/credential'
export const scope = 'pid'

/** Key that signs access tokens. */
export const providerKey = seededKey('peer')

const codeVerifier = 'v'.repeat(43)
export const codeChallenge = sha256(codeVerifier)

/** Registered clients, each with its own key. */
export const clientIds: readonly string[] = Array.from({ length: 64 }, (_, index) =>
  thumbprint(walletKeys(index).attested.publicJwk),
)

const wallets = clientIds.map((clientId, index) => ({ clientId, ...walletKeys(index) }))

let jtiCount = 0
const jti = (): string => {
  jtiCount += 1
  return `jti ${jtiCount}`
}

const times = (): { readonly iat: number; readonly exp: number } => {
  const iat = Math.floor(Date.now() / 1000)
  return { iat, exp: iat + 300 }
}

type Wallet = (typeof wallets)[number]

const authentication = ({ clientId, attested }: Wallet) => ({
  client_id: clientId,
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: signJwt({}, { iss: clientId, sub: clientId, aud: issuer, jti: jti(), ...times() }, attested),
})

const { host } = new URL(issuer)

function pushedRequest(wallet: Wallet): Buffer {
  const { clientId, attested } = wallet
  const request = {
    iss: clientId,
    aud: issuer,
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope,
    resource,
    state: jti(),
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  }
  const signed = signJwt({ typ: 'oauth-authz-req+jwt' }, { ...request, jti: jti(), ...times() }, attested)
  return formPost(host, '/request', { ...authentication(wallet), request: signed })
}

function tokenRequest(wallet: Wallet, code: string): Buffer {
  const { dpop } = wallet
  const claims = { jti: jti(), htm: 'POST', htu: `${issuer}/token`, iat: times().iat }
  const proof = signJwt({ typ: 'dpop+jwt', jwk: dpop.publicJwk }, claims, dpop)
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier }
  return formPost(host, '/token', { ...authentication(wallet), ...grant }, { dpop: proof })
}

const walletAt = (index: number): Wallet => wallets[index % wallets.length] as Wallet

export const pushedRequests = (count: number): Buffer[] =>
  Array.from({ length: count }, (_, index) => pushedRequest(walletAt(index)))

/** Returns one request for each code. The codes are in the order of the clients. */
export const tokenRequests = (codes: readonly string[]): Buffer[] =>
  codes.map((code, index) => tokenRequest(walletAt(index), code))
