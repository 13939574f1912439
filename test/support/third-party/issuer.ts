/**
 * A PID Provider that implements the specification's wire format without code of ours: with `jose`, `@sd-jwt/core` and
 * `@owf/mdoc`. It verifies the wallet's requests. A test can change each of its outputs.
 */
import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, importJWK, type JWK, jwtVerify } from 'jose'
import { type ChainBends, createAuthority, type MemberChain } from './certificates.ts'
import { credentialRequest } from './credential-request.ts'
import {
  configurationEndpoint,
  configurationPath,
  type Superior,
  seconds,
  signed,
  thirdPartyKey,
  thirdPartyOrganization,
} from './federation.ts'
import { type DocumentSigner, documentSigner, issueMdoc, type MdocWish } from './mdoc.ts'
import { issueSdJwt } from './sd-jwt.ts'
import { type Asked, json, type Members, type Said, startThirdParty, type ThirdPartyServer, typed } from './server.ts'
import { type LaterVersion, laterCredentials, type Version } from './versions.ts'
import { verifyAttestation, verifyDpop } from './wallet-attestation.ts'

export const pidType = 'eu.eudiw.pid.it'
export const pidDoctype = 'eu.europa.ec.eudiw.pid.1'
export const person = {
  given_name: 'Ada',
  family_name: 'Rossi',
  birthdate: '1980-01-10',
  place_of_birth: { country: 'IT', locality: 'Roma' },
  unique_id: 'idANPR-1',
  tax_id_number: 'TINIT-RSSDAA80A50H501Z',
}
const elements = { given_name: 'Ada', family_name: 'Rossi', birth_date: '1980-01-10' }

type Bend<T> = (value: T) => T

/** Changes of the outputs. An absent member changes nothing. */
interface IssuerBends {
  configuration?: Bend<Members>
  metadata?: Bend<Members>
  pushed?: Bend<Members>
  redirect?: (url: URL) => string
  accessToken?: Bend<Members>
  token?: Bend<Members>
  /** Changes the claims of the PID before it is issued. */
  pid?: Bend<Members>
  pidHeader?: Bend<Members>
  /** Claims about the credential that are in Disclosures, too. */
  alsoHidden?: readonly string[]
  pidText?: (text: string) => string | Promise<string>
  mdoc?: Bend<MdocWish>
  mdocSigner?: DocumentSigner
  takes?: 'form'
  /** Changes the certificates of a credential of a later version. */
  chain?: ChainBends
  credential?: Bend<Members>
  /** Answers at `/status`. Defaults to 404. */
  statusList?: () => Promise<Said>
}

export interface ThirdPartyIssuer extends ThirdPartyServer {
  bends: IssuerBends
  readonly signingJwk: JWK
  readonly document: DocumentSigner | undefined
  /** Root of the certificates of later versions, DER in base64. */
  readonly root: string
  readonly sign: (claims: Members, header: Members) => Promise<string>
  /** Type of the person credential of a later version. */
  typeOf(version: LaterVersion): string
  /** Issues the person credential of a later version for the key of a proof. Accepts any nonce. */
  deliver(version: LaterVersion, keyProof: string): Promise<string>
  /** Returns the URL to which the issuer redirects a browser that opens an authorization URL. Asks for no login. */
  authorize(authorizationUrl: string): Promise<string>
}

const paths = { pushed: '/as/par', authorize: '/authorize', token: '/token', credential: '/credential' } as const
const nonce = (): string => randomBytes(30).toString('hex')
const form = ({ body }: Asked): Readonly<Record<string, string>> => Object.fromEntries(new URLSearchParams(body))

interface Pushed extends Members {
  readonly client_id: string
  readonly state: string
  readonly redirect_uri: string
  readonly code_challenge: string
}

export async function startIssuer(anchor: Superior, version: Version = 'seed'): Promise<ThirdPartyIssuer> {
  const [federationKey, key, documentKey] = [await thirdPartyKey(), await thirdPartyKey(), await thirdPartyKey()]
  const parties = {
    bends: {} as IssuerBends,
    signingJwk: key.publicJwk,
    document: undefined as DocumentSigner | undefined,
  }
  const authority = await createAuthority(anchor.origin)
  let chain: MemberChain | undefined
  const listed = (name: 'rootList' | 'memberList') => () =>
    typed('application/pkix-crl', chain?.[name] ?? new Uint8Array())
  const requests = new Map<string, { pushed: Pushed; jwk: JWK }>()
  const codes = new Map<string, { pushed: Pushed; jwk: JWK }>()
  const tokens = new Map<string, { jkt: string; cNonce: string; clientId: string }>()
  const bent = <T>(bend: Bend<T> | undefined, value: T): T => bend?.(value) ?? value

  const server = await startThirdParty(
    async (origin) => {
      parties.document = await documentSigner(documentKey, origin)
      const documentJwk = {
        ...documentKey.publicJwk,
        x5c: parties.document.chain.map((der) => Buffer.from(der).toString('base64')),
      }
      return {
        [configurationPath]: configurationEndpoint(
          federationKey,
          () => ({
            iss: origin,
            sub: origin,
            authority_hints: [anchor.origin],
            metadata: {
              federation_entity: thirdPartyOrganization,
              openid_credential_issuer: bent(
                parties.bends.metadata,
                issuerMetadata(origin, [key.publicJwk, documentJwk]),
              ),
            },
          }),
          (claims) => bent(parties.bends.configuration, claims),
        ),
        [paths.pushed]: async (asked) => {
          const sent = form(asked)
          const { jwk, payload } = await verifyAttestation(sent.client_assertion ?? '', anchor.origin)
          assert.equal(sent.client_assertion_type, 'urn:ietf:params:oauth:client-assertion-type:jwt-key-attestation')
          const request = await jwtVerify<Pushed>(sent.request ?? '', await importJWK(jwk, 'ES256'), {
            audience: origin,
          })
          const { client_id, code_challenge, response_type, code_challenge_method, authorization_details } =
            request.payload
          const repeated = [sent.client_id, sent.code_challenge, sent.response_type, sent.code_challenge_method]
          assert.deepEqual(repeated, [client_id, code_challenge, response_type, code_challenge_method])
          assert.deepEqual([client_id, response_type, code_challenge_method], [payload.sub, 'code', 'S256'])
          const [detail] = authorization_details as Members[]
          assert.deepEqual(detail?.credential_definition, { type: [pidType] })
          const request_uri = `urn:ietf:params:oauth:request_uri:${nonce()}`
          requests.set(request_uri, { pushed: request.payload, jwk })
          return json(bent(parties.bends.pushed, { request_uri, expires_in: 60 }), 201)
        },
        [paths.authorize]: async ({ url }) => ({ ...json({}, 302), headers: { location: await authorize(url.href) } }),
        [paths.token]: async (asked) => {
          const sent = form(asked)
          const found = codes.get(sent.code ?? '')
          assert.ok(found && codes.delete(sent.code ?? ''), 'the code is unknown or was used before')
          const { pushed, jwk } = found
          const challenge = createHash('sha256')
            .update(sent.code_verifier ?? '')
            .digest('base64url')
          assert.deepEqual(
            [sent.grant_type, sent.client_id, sent.redirect_uri, challenge],
            ['authorization_code', pushed.client_id, pushed.redirect_uri, pushed.code_challenge],
          )
          await jwtVerify(sent.client_assertion ?? '', await importJWK(jwk, 'ES256'), {
            audience: [origin, origin + paths.token],
            issuer: pushed.client_id,
            subject: pushed.client_id,
            requiredClaims: ['jti', 'exp'],
          })
          const jkt = await verifyDpop(asked)
          const cNonce = nonce()
          const claims = { sub: randomUUID(), client_id: pushed.client_id, aud: pushed.client_id, jti: randomUUID() }
          const accessToken = await signed(
            key,
            bent<Members>(parties.bends.accessToken, { iss: origin, ...claims, nonce: cNonce, jkt }),
            { typ: 'at+jwt' },
          )
          tokens.set(accessToken, { jkt, cNonce, clientId: pushed.client_id })
          const expiry = { expires_in: 300, c_nonce: cNonce, c_nonce_expires_in: 120 }
          return json(bent(parties.bends.token, { access_token: accessToken, token_type: 'DPoP', ...expiry }))
        },
        [paths.credential]: async (asked) => {
          const accessToken = String(asked.headers.authorization).replace(/^DPoP /, '')
          const grant = tokens.get(accessToken)
          assert.ok(grant, 'the access token is unknown')
          assert.equal(await verifyDpop(asked, accessToken), grant.jkt)
          const request = credentialRequest(asked, parties.bends.takes ?? 'json')
          if (request === undefined) return json({}, 415)
          const { format, credential_definition, proof, doctype } = request
          assert.deepEqual([credential_definition.type, proof.proof_type], [[pidType], 'jwt'])
          const { payload, protectedHeader } = await jwtVerify<Members>(proof.jwt, EmbeddedJWK, {
            typ: 'openid4vci-proof+jwt',
            audience: origin,
            issuer: grant.clientId,
          })
          assert.equal(payload.nonce, grant.cNonce)
          grant.cNonce = nonce()
          const issue = format === 'mso_mdoc' ? issueDocument : issueCredential
          if (format === 'mso_mdoc') assert.equal(doctype, pidDoctype)
          const credential = await issue(origin, protectedHeader.jwk as JWK)
          const body = { format, credential, c_nonce: grant.cNonce, c_nonce_expires_in: 120 }
          return json(bent(parties.bends.credential, body))
        },
        '/status': () => parties.bends.statusList?.() ?? json({}, 404),
        '/root.crl': listed('rootList'),
        '/member.crl': listed('memberList'),
      }
    },
    version === 'seed' ? undefined : 'localhost',
  )

  async function issueCredential(iss: string, jwk: JWK): Promise<string> {
    const { kty, crv, x, y } = jwk
    const times = { iat: seconds(), exp: seconds() + 86_400 }
    const claims = {
      iss,
      sub: await calculateJwkThumbprint(jwk),
      vct: pidType,
      cnf: { jwk: { kty, crv, x, y } },
      ...times,
    }
    const pid = bent<Members>(parties.bends.pid, { ...claims, ...person })
    const hidden = [...Object.keys(person), ...(parties.bends.alsoHidden ?? [])].filter((name) => name in pid)
    const text = await issueSdJwt(key, pid, hidden, bent(parties.bends.pidHeader, { typ: 'vc+sd-jwt' }))
    return (await parties.bends.pidText?.(text)) ?? text
  }

  async function deliver(version: LaterVersion, keyProof: string): Promise<string> {
    const { payload, protectedHeader } = await jwtVerify<Members>(keyProof, EmbeddedJWK, {
      typ: 'openid4vci-proof+jwt',
      audience: server.origin,
    })
    assert.ok(payload.nonce)
    const { vct, hidden, plain } = laterCredentials[version](anchor.origin)
    const { kty, crv, x, y } = protectedHeader.jwk as JWK
    const times = { iat: seconds(), exp: seconds() + 86_400 }
    const about = { iss: server.origin, sub: randomUUID(), vct, cnf: { jwk: { kty, crv, x, y } } }
    const claims = bent<Members>(parties.bends.pid, { ...about, ...times, ...plain, ...hidden })
    const kept = [...Object.keys(hidden), ...(parties.bends.alsoHidden ?? [])].filter((name) => name in claims)
    chain = version === 'it-wallet-1.4' ? await authority.certify(server.origin, key, parties.bends.chain) : undefined
    const header = { typ: 'dc+sd-jwt', ...(chain && { x5c: chain.x5c }) }
    return issueSdJwt(key, claims, kept, bent(parties.bends.pidHeader, header))
  }

  async function issueDocument(_: string, deviceKey: JWK): Promise<string> {
    const wish = bent<MdocWish>(parties.bends.mdoc, { docType: pidDoctype, elements, deviceKey })
    const text = await issueMdoc(parties.bends.mdocSigner ?? (parties.document as DocumentSigner), wish)
    return (await parties.bends.pidText?.(text)) ?? text
  }

  const authorize = async (authorizationUrl: string): Promise<string> => {
    const { origin, pathname, searchParams } = new URL(authorizationUrl)
    assert.equal(`${origin}${pathname}`, server.origin + paths.authorize)
    const found = requests.get(searchParams.get('request_uri') ?? '')
    assert.ok(found, 'the request was not pushed')
    assert.equal(searchParams.get('client_id'), found.pushed.client_id)
    const code = nonce()
    codes.set(code, found)
    const url = new URL(found.pushed.redirect_uri)
    for (const [name, value] of Object.entries({ code, state: found.pushed.state, iss: origin }))
      url.searchParams.set(name, value)
    return parties.bends.redirect?.(url) ?? url.href
  }
  anchor.members.set(server.origin, [federationKey.publicJwk])
  const sign = (claims: Members, header: Members) => signed(key, claims, header)
  const typeOf = (version: LaterVersion): string => laterCredentials[version](anchor.origin).vct
  return Object.assign(parties, server, { sign, authorize, deliver, typeOf, root: authority.root })
}

const issuerMetadata = (origin: string, keys: readonly JWK[]): Members => {
  const logo = { url: 'https://ente.example/logo.svg', alt_text: 'Ente' }
  const display = [{ name: 'PID', locale: 'it-IT', logo, background_color: '#fff', text_color: '#000' }]
  const subject = (name: string) => [name, { mandatory: true, display: [{ name, locale: 'it-IT' }] }]
  const credential_definition = {
    type: [pidType],
    credentialSubject: Object.fromEntries(Object.keys(person).map(subject)),
  }
  const entry = {
    cryptographic_binding_methods_supported: ['jwk'],
    cryptographic_suites_supported: ['ES256'],
    display,
    credential_definition,
  }
  return {
    credential_issuer: origin,
    authorization_endpoint: origin + paths.authorize,
    token_endpoint: origin + paths.token,
    pushed_authorization_request_endpoint: origin + paths.pushed,
    credential_endpoint: origin + paths.credential,
    dpop_signing_alg_values_supported: ['ES256'],
    credentials_supported: {
      [pidType]: { format: 'vc+sd-jwt', ...entry },
      [pidDoctype]: { format: 'mso_mdoc', doctype: pidDoctype, ...entry },
    },
    client_registration_types_supported: ['automatic'],
    jwks: { keys },
  }
}
