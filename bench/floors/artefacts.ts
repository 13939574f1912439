/**
 * Inputs of the floors: texts with the size and structure of real artefacts, signed with keys of the bench. Each of the
 * 256 inputs has its own wallet keys. With one input, the processor's caches would be warmer than in real use.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { encodeJson, type FloorKey, seededKey, sha256, signJwt, thumbprint } from './primitives.ts'

export const inputCount = 256

export const authorityKey: FloorKey = seededKey('floor authority')

const now = 1_767_225_600
const filler = (length: number): string => 'x'.repeat(length)

/** Two statements, in the form of a `trust_chain` header. */
export const trustChainHeader: readonly string[] = [
  signJwt(
    { typ: 'entity-statement+jwt', kid: filler(43) },
    { iss: 'https://wp.example', metadata: filler(1900) },
    authorityKey,
  ),
  signJwt(
    { typ: 'entity-statement+jwt', kid: filler(43) },
    { iss: 'https://ta.example', metadata_policy: filler(900) },
    authorityKey,
  ),
]

interface WalletKeys {
  readonly attested: FloorKey
  readonly hardware: FloorKey
  readonly dpop: FloorKey
  readonly holder: FloorKey
}

export const walletKeys = (index: number): WalletKeys => ({
  attested: seededKey(`floor attested ${index}`),
  hardware: seededKey(`floor hardware ${index}`),
  dpop: seededKey(`floor dpop ${index}`),
  holder: seededKey(`floor holder ${index}`),
})

const capabilities = {
  authorization_endpoint: 'https://wallet.example/authorization',
  response_types_supported: ['vp_token'],
  response_modes_supported: ['form_post.jwt'],
  vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512'] } },
  request_object_signing_alg_values_supported: ['ES256'],
  presentation_definition_uri_supported: false,
}

export const walletAttestation = ({ attested }: WalletKeys): string =>
  signJwt(
    { typ: 'wallet-attestation+jwt', kid: filler(43), trust_chain: trustChainHeader },
    {
      iss: 'https://wallet-provider.example',
      sub: thumbprint(attested.publicJwk),
      cnf: { jwk: attested.publicJwk },
      aal: 'https://trust-list.eu/aal/high',
      ...capabilities,
      status: { status_list: { idx: 4711, uri: 'https://wallet-provider.example/status/1' } },
      iat: now,
      exp: now + 3600,
    },
    authorityKey,
  )

export const attestationRequest = ({ attested }: WalletKeys): string =>
  signJwt(
    { typ: 'war+jwt', kid: thumbprint(attested.publicJwk) },
    {
      iss: `https://wallet-provider.example/instance/${filler(43)}`,
      aud: 'https://wallet-provider.example',
      challenge: filler(76),
      hardware_key_tag: filler(36),
      hardware_signature: filler(96),
      integrity_assertion: filler(1600),
      cnf: { jwk: attested.publicJwk },
      iat: now,
      exp: now + 300,
    },
    attested,
  )

const integrityKey = Buffer.alloc(32, 5)
/** Initial value of RFC 3394. */
const wrapCheck = Buffer.alloc(8, 0xa6)

/** Returns a verdict in a JWE of A256KW and A256GCM, as the vendor encrypts it for the owner of an app. */
export function integrityVerdict(): string {
  const verdict = { requestDetails: { nonce: filler(43) }, deviceIntegrity: filler(400) }
  const [key, iv] = [Buffer.alloc(32, 6), Buffer.alloc(12, 3)]
  const wrap = createCipheriv('aes256-wrap', integrityKey, wrapCheck)
  const wrapped = Buffer.concat([wrap.update(key), wrap.final()])
  const header = encodeJson({ alg: 'A256KW', enc: 'A256GCM' })
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(header))
  const text = Buffer.concat([cipher.update(signJwt({}, verdict, authorityKey)), cipher.final()])
  const parts = [wrapped, iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url'))
  return [header, ...parts].join('.')
}

/** Decrypts a verdict. Returns its JWS. */
export function decryptVerdict(token: string): string {
  const [header = '', ...parts] = token.split('.')
  JSON.parse(Buffer.from(header, 'base64url').toString())
  const [wrapped, iv, text, tag] = parts.map((part) => Buffer.from(part, 'base64url')) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ]
  const unwrap = createDecipheriv('aes256-wrap', integrityKey, wrapCheck)
  const key = Buffer.concat([unwrap.update(wrapped), unwrap.final()])
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(header)).setAuthTag(tag)
  return Buffer.concat([decipher.update(text), decipher.final()]).toString()
}

export const requestObject = ({ attested }: WalletKeys): string =>
  signJwt(
    { typ: 'oauth-authz-req+jwt', kid: thumbprint(attested.publicJwk) },
    {
      iss: filler(43),
      aud: 'https://pid-provider.example',
      client_id: filler(43),
      state: filler(43),
      code_challenge: filler(43),
      code_challenge_method: 'S256',
      authorization_details: [{ type: 'openid_credential', format: 'vc+sd-jwt', credential_definition: filler(60) }],
      redirect_uri: 'https://wallet.example/callback',
      response_type: 'code',
      jti: filler(36),
      iat: now,
      exp: now + 300,
    },
    attested,
  )

export const clientAssertion = ({ attested }: WalletKeys): string =>
  signJwt(
    { typ: 'JWT', kid: filler(43) },
    { iss: filler(43), sub: filler(43), aud: 'https://pid-provider.example', jti: filler(36), iat: now, exp: now + 60 },
    attested,
  )

export const dpopProof = ({ dpop }: WalletKeys): string =>
  signJwt(
    { typ: 'dpop+jwt', jwk: dpop.publicJwk },
    { jti: filler(36), htm: 'POST', htu: 'https://pid-provider.example/token', iat: now, ath: filler(43) },
    dpop,
  )

export const keyProof = ({ holder }: WalletKeys): string =>
  signJwt(
    { typ: 'openid4vci-proof+jwt', kid: filler(43), jwk: holder.publicJwk },
    { iss: filler(43), aud: 'https://pid-provider.example', nonce: filler(76), iat: now },
    holder,
  )

export const accessToken = (): object => ({
  iss: 'https://pid-provider.example',
  sub: filler(43),
  client_id: `https://wallet-provider.example/instance/${filler(43)}`,
  aud: `https://wallet-provider.example/instance/${filler(43)}`,
  jti: filler(36),
  jkt: filler(43),
  cnf: { jkt: filler(43) },
  iat: now,
  exp: now + 900,
})

/** Eight selectively disclosable claims, as many as in a PID. One is an object. */
export const hiddenClaims: readonly (readonly [string, unknown])[] = [
  ['given_name', 'Ada'],
  ['family_name', 'Rossi'],
  ['birthdate', '1984-02-29'],
  ['place_of_birth', { country: 'IT', locality: 'Roma' }],
  ['tax_id_number', 'TINIT-RSSDAA84B69H501X'],
  ['unique_id', filler(36)],
  ['nationality', 'IT'],
  ['email', 'ada@example.org'],
]

export function sdJwtOf(salts: readonly string[], holder: FloorKey, key: FloorKey = authorityKey): string {
  const texts = hiddenClaims.map(([name, value], index) =>
    Buffer.from(JSON.stringify([salts[index], name, value])).toString('base64url'),
  )
  const issued = signJwt(
    { typ: 'vc+sd-jwt', kid: filler(43) },
    {
      iss: 'https://pid-provider.example',
      sub: filler(43),
      iat: now,
      exp: 4_102_444_800,
      type: 'eu.eudiw.pid.it',
      vct: 'eu.eudiw.pid.it',
      cnf: { jwk: holder.publicJwk },
      status: { status_list: { idx: 4711, uri: 'https://pid-provider.example/status/1' } },
      _sd: texts.map(sha256).sort(),
      _sd_alg: 'sha-256',
    },
    key,
  )
  return `${issued}~${texts.join('~')}~`
}

export const relyingPartyId = 'https://relying-party.example'
export const presentationNonce = filler(43)
export const boundAt = now

export function presentationOf({ holder }: WalletKeys): string {
  const credential = sdJwtOf(
    hiddenClaims.map(() => filler(22)),
    holder,
  )
  const binding = { aud: relyingPartyId, nonce: presentationNonce, sd_hash: sha256(credential), iat: boundAt }
  return credential + signJwt({ typ: 'kb+jwt' }, binding, holder)
}

export const presentationRequest = (): object => ({
  iss: relyingPartyId,
  client_id: relyingPartyId,
  aud: 'https://self-issued.me/v2',
  response_type: 'vp_token',
  response_mode: 'direct_post.jwt',
  response_uri: `${relyingPartyId}/response`,
  nonce: presentationNonce,
  state: filler(43),
  dcql_query: filler(300),
  iat: now,
  exp: now + 300,
})
