/**
 * A PID Provider under the control of a test. It uses the create functions of the artefacts, and a test can change each
 * output. It does not verify the wallet's requests, which a test reads from the record of the network.
 */
import type { JsonObject } from '../../src/base/index.ts'
import { entityConfigurationPath } from '../../src/federation/index.ts'
import { bareJwk, generateSigner, jwkThumbprint, type Signer } from '../../src/jose/index.ts'
import { fullDate, issueMdoc, type MdocContent, type MdocSigner } from '../../src/mdoc/index.ts'
import {
  type CredentialFormat,
  createAccessToken,
  createAuthorizationResponse,
  createPushedAuthorizationResponse,
  createRequestUri,
  createTokenResponse,
  formatMdoc,
  formatSdJwt,
} from '../../src/oauth/index.ts'
import {
  createCertifiedJwk,
  createCredentialResponse,
  createIssuerMetadata,
  pidSupport,
} from '../../src/oid4vci/index.ts'
import type { MdocIssuer } from '../../src/pid-provider/index.ts'
import { issueSdJwt, type SdJwtContent } from '../../src/sd-jwt/index.ts'
import { walletInstanceUrl } from '../../src/wallet-attestation/index.ts'
import {
  configurationOf,
  connectEndpoints,
  crypto,
  sign,
  statementResponse,
  type TestEntity,
  testEntity,
} from './federation.ts'
import { decodeJwt } from './forge-jwt.ts'
import { seededRandom } from './seeded-random.ts'
import { sharedMdocIssuer } from './shared-fixtures.ts'
import { walletRedirectUri } from './wallet-parts.ts'
import { anchorId, type WalletProviderFixture, walletProviderId } from './wallet-provider-fixture.ts'

export const issuerId = 'https://pid.example'
export const pidClaims = {
  given_name: 'Ada',
  family_name: 'Rossi',
  birthdate: '1980-01-10',
  place_of_birth: { country: 'IT', locality: 'Roma' },
  unique_id: 'idANPR-1',
  tax_id_number: 'TINIT-RSSDAA80A50H501Z',
}

export const domesticNamespace = 'eu.europa.ec.eudiw.pid.it.1'
export const mdocElements = { given_name: 'Ada', family_name: 'Rossi', birth_date: '1980-01-10' }
const cborOf = (name: string, value: string) => (name.endsWith('_date') ? fullDate(value) : value)

interface CredentialRequest {
  readonly format: string
  readonly proof: { readonly jwt: string }
}

/** Returns the members of a JSON body, or of a form whose objects are JSON texts (D-429). */
async function readCredentialRequest(request: Request): Promise<CredentialRequest> {
  if (request.headers.get('content-type') === 'application/json') return (await request.json()) as CredentialRequest
  const { proof = '', format = '' } = Object.fromEntries(new URLSearchParams(await request.text()))
  return { format, proof: JSON.parse(proof) }
}

/** Changes, each of one output. An absent member changes nothing. */
export interface IssuerBends {
  metadata?: (metadata: JsonObject) => JsonObject
  parBody?: (body: object) => object
  redirect?: (url: URL) => string
  accessToken?: (input: Parameters<typeof createAccessToken>[1]) => Parameters<typeof createAccessToken>[1]
  tokenText?: (token: string) => string | Promise<string>
  tokenBody?: (body: Record<string, unknown>) => object
  pid?: (content: SdJwtContent) => SdJwtContent
  /** Signs the PID instead of the issuer. */
  pidSigner?: Signer
  pidText?: (sdJwt: string) => string | Promise<string>
  mdoc?: (content: MdocContent) => MdocContent
  /** Signs the mdoc instead of the issuer. */
  mdocSigner?: MdocSigner
  mdocText?: (issuerSigned: string) => string | Promise<string>
  credentialBody?: (body: Record<string, unknown>) => object
  /** Answers in place of the endpoint of that path. */
  answer?: (path: string, request: Request) => Response | undefined | Promise<Response | undefined>
}

export interface ScriptedIssuer {
  readonly signer: Signer
  readonly mdocIssuer: MdocIssuer
  readonly federationSigner: Signer
  readonly entity: TestEntity
  readonly bends: IssuerBends
  /** Removes all changes. */
  removeBends(): void
  /** Returns the URL with the authorization response, to which the browser is redirected. */
  readonly browser: (url: string) => Promise<string>
}

const paths = { par: '/my/push', authorize: '/my/login', token: '/my/token', credential: '/my/pid' }
const cNonce = 'c'.repeat(40)

export async function createScriptedIssuer(fixture: WalletProviderFixture): Promise<ScriptedIssuer> {
  const { clock, network } = fixture
  const ctx = { crypto, random: seededRandom('issuer') }
  const signer = await generateSigner(ctx)
  const request = {
    entityId: issuerId,
    organizationName: 'Ente di Prova',
    country: 'IT',
    credentialLifetimeSeconds: 86_400,
  }
  const mdocIssuer = await sharedMdocIssuer({ clock }, request)
  const bends: IssuerBends = {}
  const own: TestEntity = await testEntity(issuerId, { hints: [anchorId] })
  const display = { name: 'PID', locale: 'it-IT', logo: { url: 'https://pid.example/l.svg', alt_text: 'PID' } }
  const metadata = createIssuerMetadata({
    issuer: issuerId,
    authorizationEndpoint: `${issuerId}${paths.authorize}`,
    tokenEndpoint: `${issuerId}${paths.token}`,
    pushedAuthorizationRequestEndpoint: `${issuerId}${paths.par}`,
    credentialEndpoint: `${issuerId}${paths.credential}`,
    nonceEndpoint: `${issuerId}/nonce`,
    algorithms: ['ES256'],
    type: pidSupport,
    display: [{ ...display, background_color: '#fff', text_color: '#000' }],
    keys: [signer.publicJwk],
    documentKeys: [createCertifiedJwk(mdocIssuer.signer.publicJwk, [mdocIssuer.certificate, mdocIssuer.authority])],
  }) as JsonObject
  const published = (): TestEntity => ({
    ...own,
    metadata: { ...own.metadata, openid_credential_issuer: bends.metadata?.(metadata) ?? metadata },
  })
  fixture.admit({ ...own, types: ['openid_credential_issuer'] })

  let pushed: { readonly client_id: string; readonly state: string } = { client_id: '', state: '' }
  const par = async (request: Request): Promise<Response> => {
    const { payload } = decodeJwt(new URLSearchParams(await request.text()).get('request') ?? '')
    pushed = { client_id: String(payload.client_id), state: String(payload.state) }
    const body = createPushedAuthorizationResponse(createRequestUri(ctx.random), 60)
    return Response.json(bends.parBody?.(body) ?? body, { status: 201 })
  }
  const token = async (request: Request): Promise<Response> => {
    const jwk = decodeJwt(request.headers.get('dpop') ?? '').header.jwk as Signer['publicJwk']
    const input = {
      issuer: issuerId,
      subject: 'pairwise',
      clientId: walletInstanceUrl(walletProviderId, pushed.client_id),
      now: clock.now(),
      lifetime: 300,
      jti: '0f8fad5b-d9cb-469f-a165-70867728950e',
      cNonce,
      jkt: jwkThumbprint(ctx, jwk),
    }
    const made = await createAccessToken(signer, bends.accessToken?.(input) ?? input)
    const body = createTokenResponse({
      accessToken: (await bends.tokenText?.(made)) ?? made,
      expiresIn: 300,
      cNonce,
      cNonceExpiresIn: 120,
      authorizationDetails: [],
    })
    return Response.json(bends.tokenBody?.({ ...body }) ?? body)
  }
  const credential = async (request: Request): Promise<Response> => {
    const { proof, format } = await readCredentialRequest(request)
    const jwk = decodeJwt(proof.jwt).header.jwk as Signer['publicJwk']
    if (format === formatMdoc) return credentialAnswer(formatMdoc, await makeMdoc(jwk))
    const content: SdJwtContent = {
      header: { typ: 'vc+sd-jwt', kid: signer.kid },
      plain: {
        iss: issuerId,
        sub: jwkThumbprint(ctx, jwk),
        iat: clock.now(),
        exp: clock.now() + 86_400,
        type: pidSupport.credentialType,
        vct: pidSupport.credentialType,
        cnf: { jwk: bareJwk(jwk) as unknown as JsonObject },
      },
      disclosable: pidClaims,
    }
    const issued = await issueSdJwt(ctx, bends.pidSigner ?? signer, bends.pid?.(content) ?? content)
    return credentialAnswer(formatSdJwt, (await bends.pidText?.(issued)) ?? issued)
  }
  const credentialAnswer = (format: CredentialFormat, text: string): Response => {
    const nonce = { c_nonce: 'd'.repeat(40), c_nonce_expires_in: 120 }
    const body = createCredentialResponse({ format, credential: text, ...nonce })
    return Response.json(bends.credentialBody?.({ ...body }) ?? body)
  }
  const makeMdoc = async (deviceKey: Signer['publicJwk']): Promise<string> => {
    const content: MdocContent = {
      docType: pidSupport.doctype,
      nameSpaces: new Map([
        [pidSupport.doctype, new Map(Object.entries(mdocElements).map(([name, value]) => [name, cborOf(name, value)]))],
        [domesticNamespace, new Map([['tax_id_code', pidClaims.tax_id_number]])],
      ]),
      deviceKey,
      issuedAt: clock.now(),
      expiresAt: clock.now() + 86_400,
    }
    const own: MdocSigner = { signer: mdocIssuer.signer, x5chain: [mdocIssuer.certificate] }
    const issued = await issueMdoc(ctx, bends.mdocSigner ?? own, bends.mdoc?.(content) ?? content)
    return (await bends.mdocText?.(issued)) ?? issued
  }
  const endpoints = {
    [entityConfigurationPath]: async () => statementResponse(await sign(configurationOf(published(), clock.now()))),
    [paths.par]: par,
    [paths.token]: token,
    [paths.credential]: credential,
  }
  connectEndpoints(network, issuerId, endpoints, (path, request) => bends.answer?.(path, request))
  return {
    signer,
    mdocIssuer,
    federationSigner: own.signer,
    entity: own,
    bends,
    removeBends: () => {
      for (const name of Object.keys(bends) as (keyof IssuerBends)[]) delete bends[name]
    },
    browser: async () => {
      const response = { code: 'the-code', state: pushed.state, iss: issuerId }
      const url = new URL(createAuthorizationResponse(walletRedirectUri, response))
      return bends.redirect?.(url) ?? url.href
    },
  }
}

/** Paths of the issuer's endpoints. Each differs from the specification's examples (WI-35). */
export const issuerPaths = paths
