/**
 * Variations of a PID Provider that a Wallet Instance should accept or must refuse: the wallet of the command line with
 * the PID Provider of these tests.
 */
import { accept, type Case, each, ok, type Rows, refuse } from './cases.ts'
import { breakSignature, type Json, newKey, now, randomText, signJwt } from './jose.ts'
import { type Credential, type Issuance, obtainPid } from './own-pid-provider.ts'
import type { World } from './world.ts'

const back = (change: (back: Json) => unknown) => (issuance: Issuance) => {
  issuance.back = (one) => void change(one)
}
const accessToken = (claims: Json) => (issuance: Issuance) => {
  issuance.accessToken = (token) => void Object.assign(token.claims, claims)
}
const token = (change: (body: Json) => unknown) => (issuance: Issuance) => {
  issuance.token = (body) => void change(body)
}
const credential = (change: (credential: Credential) => unknown) => (issuance: Issuance) => {
  issuance.credential = (one) => void change(one)
}
const answer = (change: (body: Json) => unknown) => (issuance: Issuance) => {
  issuance.answer = (body) => void change(body)
}

const checks = 'The Wallet Instance MUST check integrity and authenticity of the received PID'

const permitted: Rows<Issuance> = {
  'wi.pid | Area B, PID issuance | a PID of another PID Provider': () => {},
  'wi.pid.token-more | Token response | a further member in the token response': token((body) => {
    body.scope = 'pid'
  }),
  'wi.pid.sub | Access token, sub: pairwise subject identifier | another form of sub': accessToken({ sub: 'user-1' }),
  'wi.pid.answer-more | Credential response | a further member': answer((body) => {
    body.notification_id = 'x'
  }),
  'wi.pid.more-claims | Claims inside the PID: not shown | a further claim in the PID': credential(({ disclosed }) => {
    disclosed.email = 'anna@example.org'
  }),
}

const clientId =
  (make: (provider: string, thumbprint: string) => string) =>
  (issuance: Issuance, { sandbox }: World): void => {
    issuance.accessToken = ({ claims }) => {
      const client_id = make(sandbox.wallet_provider, String(claims.client_id))
      Object.assign(claims, { client_id, aud: client_id })
    }
  }

/** The specification defines neither the client's name in the token nor the content of a PID. */
const open: Rows<Issuance> = {
  'wi.pid.client-instance | client_id: HTTPS URL uniquely identifying the requesting party | the URL that the attestation request has':
    clientId((provider, thumbprint) => `${provider}/instance/${thumbprint}`),
  'wi.pid.token-type-case | RFC 6749 §5.1: token_type is case insensitive | dpop': token((body) => {
    body.token_type = 'dpop'
  }),
  'wi.pid.typ | Claims inside the PID: not shown | typ dc+sd-jwt': credential(({ header }) => {
    header.typ = 'dc+sd-jwt'
  }),
  'wi.pid.no-exp | Claims inside the PID: not shown | no exp': credential(({ claims }) => delete claims.exp),
  'wi.pid.no-type | Claims inside the PID: not shown | vct and no type': credential(({ claims }) => delete claims.type),
  'wi.pid.no-vct | Claims inside the PID: not shown | type and no vct': credential(({ claims }) => delete claims.vct),
  'wi.pid.no-sub | Claims inside the PID: not shown | no sub': credential(({ claims }) => delete claims.sub),
  'wi.pid.birthdate | Claims inside the PID: not shown | place_of_birth as text': credential(({ disclosed }) => {
    disclosed.place_of_birth = 'Roma'
  }),
  'wi.pid.plain | Claims inside the PID: not shown | a claim that is not selectively disclosed': credential(
    ({ claims, disclosed }) => {
      claims.unique_id = disclosed.unique_id
      delete disclosed.unique_id
    },
  ),
}

const refused: Rows<Issuance> = {
  'wi.pid.no-token-expiry | Token response: all mandatory | no expires_in': token((body) => delete body.expires_in),
  'wi.pid.no-nonce-expiry | Token response: all mandatory | no c_nonce_expires_in': token(
    (body) => delete body.c_nonce_expires_in,
  ),
  'wi.pid.no-par-expiry | PAR response: expires_in | no expires_in': ({ par }) => delete par.body.expires_in,
  'wi.pid.token-jkt | Access token, jkt: the DPoP public key | another key': accessToken({ jkt: newKey().thumbprint }),
  'wi.pid.token-expired | Access token, exp | an access token that has expired': accessToken({
    iat: now() - 7200,
    exp: now() - 3600,
  }),
  'wi.pid.token-text | access_token: in signed JWT form | text': token((body) => {
    body.access_token = randomText()
  }),
  'wi.pid.answer-no-nonce | Credential response: all mandatory | no c_nonce': answer((body) => delete body.c_nonce),
  'wi.pid.answer-no-nonce-expiry | Credential response: all mandatory | no c_nonce_expires_in': answer(
    (body) => delete body.c_nonce_expires_in,
  ),
  'wi.pid.state | state: returned unchanged | another state': back((one) => {
    one.state = randomText()
  }),
  'wi.pid.no-state | state: returned unchanged | no state': back((one) => {
    one.state = ''
  }),
  'wi.pid.iss | 302 with iss (provider URL) | the iss of another provider': (issuance, world) =>
    back((one) => {
      one.iss = world.sandbox.pid_provider
    })(issuance),
  'wi.pid.no-iss | 302 with iss (provider URL) | no iss': back((one) => delete one.iss),
  'wi.pid.no-code | 302 with code | no code': back((one) => delete one.code),
  'wi.pid.par-error | PAR: 201 | an error instead of a request_uri': (issuance) => {
    issuance.par = { status: 400, body: { error: 'invalid_request' } }
  },
  'wi.pid.par-status | PAR: 201 | status 200 with a request_uri': ({ par }) => {
    par.status = 200
  },
  'wi.pid.token-status | Token response: 200 | status 201': (issuance) => {
    issuance.tokenStatus = 201
  },
  'wi.pid.answer-status | Credential response: 200 | status 201': (issuance) => {
    issuance.answerStatus = 201
  },
  'wi.pid.par-empty | PAR response: request_uri | no request_uri': ({ par }) => delete par.body.request_uri,
  'wi.pid.token-type | token_type DPoP | token_type Bearer': token((body) => {
    body.token_type = 'Bearer'
  }),
  'wi.pid.no-token | Token response: all mandatory | no access_token': token((body) => delete body.access_token),
  'wi.pid.no-nonce | Token response: all mandatory | no c_nonce': token((body) => delete body.c_nonce),
  'wi.pid.token-iss | iss: the client MUST verify that it matches the provider | another iss': accessToken({
    iss: 'https://other.example',
  }),
  'wi.pid.token-aud | aud MUST equal client_id; the receiving party MUST verify it | another aud': accessToken({
    aud: newKey().thumbprint,
  }),
  'wi.pid.token-client | aud: the receiving party MUST verify it matches its client id | aud and client_id of another wallet':
    accessToken({ aud: 'https://other.example', client_id: 'https://other.example' }),
  [`wi.pid.signature | ${checks} | a broken signature`]: credential((one) => {
    one.sign = ({ key, header, claims }) => breakSignature(signJwt(key, header, claims))
  }),
  [`wi.pid.other-key | ${checks} | signed with another key`]: credential((one) => {
    one.key = newKey()
  }),
  [`wi.pid.alg-none | ${checks}: alg not none | alg none`]: credential(({ header }) => {
    header.alg = 'none'
  }),
  [`wi.pid.issuer | ${checks} | a PID of another issuer`]: credential(({ claims }) => {
    claims.iss = 'https://other.example'
  }),
  'wi.pid.bound | proof of possession of the key to bind | bound to another key': credential(({ claims }) => {
    claims.cnf = { jwk: newKey().jwk }
  }),
  'wi.pid.unbound | proof of possession of the key to bind | bound to no key': credential(
    ({ claims }) => delete claims.cnf,
  ),
  [`wi.pid.expired | ${checks} | a PID that has expired`]: credential(({ claims }) => {
    Object.assign(claims, { iat: now() - 7200, exp: now() - 3600 })
  }),
  'wi.pid.vct | credential_definition: the PID credential type | another credential': credential(({ claims }) => {
    Object.assign(claims, { vct: 'licence', type: 'licence' })
  }),
  'wi.pid.claim | credentialSubject: mandatory true for all six | no tax_id_number': credential(
    ({ disclosed }) => delete disclosed.tax_id_number,
  ),
  [`wi.pid.disclosure | ${checks} | a disclosure whose digest is not in the JWT`]: credential(({ disclosures }) => {
    disclosures.push(Buffer.from(JSON.stringify([randomText(16), 'email', 'x@example.org'])).toString('base64url'))
  }),
  'wi.pid.format | Credential response: format | another format': answer((body) => {
    body.format = 'ldp_vc'
  }),
  'wi.pid.no-credential | Credential response: all mandatory | no credential': answer((body) => delete body.credential),
}

export const walletIssuance: readonly Case[] = [
  ...each(accept, permitted, obtainPid, ok),
  ...each(accept, open, obtainPid, ok),
  ...each(refuse, refused, obtainPid),
]
