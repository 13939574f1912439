/** A third-party PID Provider over `node:http`: variations that a wallet must accept or refuse. */
import * as crypto from 'node:crypto'
import type { Answer, Change } from './http.ts'
import { claimsOf, headerOf, type Json, type Key, now, randomText, sha256, signJwt } from './jose.ts'
import { type OwnEntity, published, startEntity } from './own-entity.ts'
import { pidType } from './steps-pid-provider.ts'
import type { RunWallet, World } from './world.ts'

export interface OwnPidProvider extends OwnEntity {
  readonly signing: Key
  issuance: Issuance | undefined
}

/** One issuance with all its answers before they are sent; a case changes them. */
export interface Issuance {
  readonly provider: OwnPidProvider
  /** The claims of the pushed Request Object. */
  pushed?: Json
  par: { status: number; body: Json }
  /** The parameters of the authorization response. */
  back: Change<Json>
  accessToken: Change<{ key: Key; header: Json; claims: Json }>
  token: Change<Json>
  tokenStatus?: number
  /** The Issuer-signed JWT before it is signed, and its disclosures. */
  credential: Change<Credential>
  answer: Change<Json>
  answerStatus?: number
}

export interface Credential {
  key: Key
  header: Json
  claims: Json
  /** Names and values of the disclosures. */
  disclosed: Json
  /** Disclosures that follow the JWT, built from `disclosed`. */
  disclosures: string[]
  sign: (credential: Credential) => string
}

const person = {
  given_name: 'Anna',
  family_name: 'Neri',
  birthdate: '1980-01-01',
  place_of_birth: { country: 'IT', locality: 'Roma' },
  unique_id: 'b1946ac9-2492-4d3c-8d2f-4a5e6b7c8d9e',
  tax_id_number: 'TINIT-NRENNA80A41H501X',
}

async function issue(issuance: Issuance, proof: string): Promise<string> {
  const { provider } = issuance
  const { kid: _, ...jwk } = headerOf(proof).jwk as Json
  const credential: Credential = {
    key: provider.signing,
    header: { typ: 'vc+sd-jwt', kid: provider.signing.thumbprint },
    claims: {
      iss: provider.url,
      sub: randomText(),
      iat: now(),
      exp: now() + 86400,
      type: pidType,
      vct: pidType,
      cnf: { jwk },
      _sd_alg: 'sha-256',
    },
    disclosed: { ...person },
    disclosures: [],
    sign: ({ key, header, claims }) => signJwt(key, header, claims),
  }
  await issuance.credential(credential)
  const made = Object.entries(credential.disclosed).map(([name, value]) =>
    Buffer.from(JSON.stringify([randomText(16), name, value])).toString('base64url'),
  )
  credential.claims._sd ??= made.map(sha256).sort()
  return [credential.sign(credential), ...made, ...credential.disclosures, ''].join('~')
}

async function answerToken(issuance: Issuance, form: URLSearchParams, dpop: string): Promise<Json> {
  const { provider } = issuance
  const { crv, kty, x, y } = headerOf(dpop).jwk as Json
  const client = form.get('client_id')
  const c_nonce = crypto.randomBytes(32).toString('hex')
  const token = {
    key: provider.signing,
    header: { typ: 'at+jwt', kid: provider.signing.thumbprint } as Json,
    claims: {
      iss: provider.url,
      sub: randomText(),
      client_id: client,
      aud: client,
      iat: now(),
      exp: now() + 300,
      jti: crypto.randomUUID(),
      nonce: c_nonce,
      jkt: sha256(JSON.stringify({ crv, kty, x, y })),
    } as Json,
  }
  await issuance.accessToken(token)
  const access_token = signJwt(token.key, token.header, token.claims)
  const body: Json = { access_token, token_type: 'DPoP', expires_in: 300, c_nonce, c_nonce_expires_in: 300 }
  await issuance.token(body)
  return body
}

/** Starts the provider and has the Trust Anchor add it. */
export async function startPidProvider(world: World, signing: Key, fiducia: RunWallet): Promise<OwnPidProvider> {
  const { metadata } = await world.configuration(world.sandbox.pid_provider)
  const entity = await startEntity(
    world,
    'openid_credential_issuer',
    (url) => {
      const text = JSON.stringify(metadata).replaceAll(world.sandbox.pid_provider, url)
      const { federation_entity, openid_credential_issuer } = JSON.parse(text) as Record<string, Json>
      const jwks = { keys: [published(signing, 'sig')] }
      return { federation_entity, openid_credential_issuer: { ...openid_credential_issuer, jwks } }
    },
    fiducia,
  )
  const provider: OwnPidProvider = Object.assign(entity, { signing, issuance: undefined })
  entity.answer = async ({ url, headers }, body) => {
    const { issuance } = provider
    if (issuance === undefined) return { status: 404, body: '{}' }
    const { pathname } = new URL(url, provider.url)
    const json = (status: number, value: unknown) => ({ status, body: JSON.stringify(value) })
    if (pathname === '/as/par') {
      issuance.pushed = claimsOf(new URLSearchParams(body).get('request') ?? '')
      return json(issuance.par.status, issuance.par.body)
    }
    if (pathname === '/authorize') {
      const back: Json = { code: randomText(), state: issuance.pushed?.state, iss: provider.url }
      await issuance.back(back)
      const location = new URL(String(issuance.pushed?.redirect_uri))
      for (const [name, value] of Object.entries(back)) location.searchParams.set(name, String(value))
      return { status: 302, body: '', headers: { location: location.href } }
    }
    if (pathname === '/token')
      return json(
        issuance.tokenStatus ?? 200,
        await answerToken(issuance, new URLSearchParams(body), headers.dpop ?? ''),
      )
    const { proof } = JSON.parse(body) as { proof: { jwt: string } }
    const credential = await issue(issuance, proof.jwt)
    const answer: Json = { format: 'vc+sd-jwt', credential, c_nonce: randomText(), c_nonce_expires_in: 300 }
    await issuance.answer(answer)
    return json(issuance.answerStatus ?? 200, answer)
  }
  return provider
}

const nothing = (): void => {}

/** Has the wallet obtain a PID. The answer is 200 if the wallet reported no error. */
export async function obtainPid(world: World, change: Change<Issuance>): Promise<Answer> {
  const { provider, wallet } = await world.walletParts()
  const body = { request_uri: `urn:ietf:params:oauth:request_uri:${randomText()}`, expires_in: 60 }
  const answers = { back: nothing, accessToken: nothing, token: nothing, credential: nothing, answer: nothing }
  const issuance: Issuance = { provider, par: { status: 201, body }, ...answers }
  await change(issuance)
  provider.issuance = issuance
  const words = ['add-pid', '--provider', provider.url, '--username', 'mario.rossi', '--password', 'sandbox']
  const { code, err } = await wallet(words)
  provider.issuance = undefined
  return { status: code === 0 ? 200 : 400, headers: new Headers(), text: err, json: { error: err } }
}
