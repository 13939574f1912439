/**
 * A Relying Party under the control of a test. It uses the create functions of the artefacts, and a test can change
 * each output. It does not verify the wallet's requests, which a test reads from the record of the network.
 */
import { Failure, type JsonObject } from '../../src/base/index.ts'
import { entityConfigurationPath } from '../../src/federation/index.ts'
import { type Decrypter, generateDecrypter, generateSigner, type Signer } from '../../src/jose/index.ts'
import {
  createDcqlRequestObject,
  createEngagementUrl,
  createRedirectUri,
  createRelyingPartyMetadata,
  createScopeRequestObject,
  type DcqlQuery,
  type Engagement,
  type PresentationDefinition,
} from '../../src/oid4vp/index.ts'
import { askForPid } from './dcql.ts'
import {
  configurationOf,
  connectEndpoints,
  crypto,
  sign,
  statementResponse,
  type TestEntity,
  testEntity,
  urls,
} from './federation.ts'
import { forgeJwt, type JwtChange } from './forge-jwt.ts'
import { anchorId, type WalletProviderFixture } from './wallet-provider-fixture.ts'

export const relyingPartyId = 'https://rp.example'
export const requestUri = `${relyingPartyId}/request`
export const responseUri = `${relyingPartyId}/response`
export const attestedRedirectUri = `${relyingPartyId}/done`
export const presentationNonce = 'n'.repeat(43)
export const responseCode = 'r'.repeat(32)

export const pidQuery: DcqlQuery = {
  credentials: [askForPid('given_name', 'place_of_birth'), { id: 'wallet', format: 'jwt' }],
}

const field = (path: string, filter?: Record<string, unknown>) => ({ path: [path], ...(filter && { filter }) })
export const pidDefinition: PresentationDefinition = {
  id: 'definition-1',
  input_descriptors: [
    {
      id: 'PersonIdentificationData',
      purpose: 'To open your account',
      format: { 'vc+sd-jwt': { alg: ['ES256'] } },
      constraints: {
        limit_disclosure: 'required',
        fields: [field('$.vct', { type: 'string', const: 'eu.eudiw.pid.it' }), field('$.unique_id')],
      },
    },
    {
      id: 'WalletAttestation',
      format: { jwt: { alg: ['ES256'] } },
      constraints: { fields: [field('$.iss')] },
    },
  ],
}

export interface RelyingPartyBends {
  variant: 'dcql' | 'scope'
  responseMode: 'direct_post' | 'direct_post.jwt'
  query: DcqlQuery
  definition: PresentationDefinition
  scope: string
  metadata?: (metadata: JsonObject, type: string) => JsonObject
  /** Entity types in the metadata. Defaults to `wallet_relying_party` and `openid_credential_verifier`. */
  types?: readonly string[]
  engagement: Partial<Engagement>
  /** Changes the valid Request Object, which is then signed again. */
  request?: JwtChange
  /** Returns the `wallet_nonce` of the Request Object. Defaults to the value that the wallet sent. */
  walletNonce?: (sent: string | undefined) => string | undefined
  text?: (jwt: string) => string | Promise<string>
  mediaType?: string
  redirect?: (url: string) => string
  answer?: (path: string, request: Request) => Response | undefined | Promise<Response | undefined>
}

export interface ScriptedRelyingParty {
  readonly bends: RelyingPartyBends
  readonly signer: Signer
  readonly decrypter: Decrypter
  readonly entity: TestEntity
  /** Removes all changes. */
  removeBends(): void
  /** Returns a new link for the current variant. */
  engagement(): string
}

/** Values without a change of a test. */
const unchanged: RelyingPartyBends = {
  variant: 'dcql',
  responseMode: 'direct_post.jwt',
  query: pidQuery,
  definition: pidDefinition,
  scope: 'PersonIdentificationData WalletAttestation',
  engagement: {},
}

let serial = 0

export async function createScriptedRelyingParty(
  fixture: WalletProviderFixture,
  entityId = relyingPartyId,
): Promise<ScriptedRelyingParty> {
  const { clock, network } = fixture
  const signer = await generateSigner({ crypto })
  const decrypter = await generateDecrypter({ crypto })
  const bends: RelyingPartyBends = { ...unchanged }
  const at = (url: string): string => url.replace(relyingPartyId, entityId)
  const own: TestEntity = await testEntity(entityId, { hints: [anchorId] })
  const metadata = (type: string): JsonObject => {
    const built = createRelyingPartyMetadata(
      {
        clientId: entityId,
        clientName: 'Banca di Prova',
        requestUris: [at(requestUri)],
        responseUris: [at(responseUri)],
        redirectUris: [at(attestedRedirectUri)],
        signedResponseAlg: 'ES256',
        responseEncryption: { alg: 'ECDH-ES', enc: 'A256GCM' },
        sdJwtAlgorithms: ['ES256'],
        presentationDefinitions: [bends.definition],
        keys: [signer.publicJwk, decrypter.publicJwk],
      },
      urls,
    )
    if (built instanceof Failure) throw new Error(built.code)
    const { wallet_relying_party: metadata = {} } = built
    return bends.metadata?.(metadata, type) ?? metadata
  }
  const published = (): TestEntity => {
    const types = bends.types ?? ['wallet_relying_party', 'openid_credential_verifier']
    return { ...own, metadata: { ...own.metadata, ...Object.fromEntries(types.map((type) => [type, metadata(type)])) } }
  }
  fixture.admit({ ...own, types: ['openid_credential_verifier'] })

  const requestObject = async (walletNonce: string | undefined): Promise<Response> => {
    const now = clock.now()
    const settings = {
      clientId: entityId,
      responseUri: at(responseUri),
      responseMode: bends.responseMode,
      presentationNonce,
      state: 'the-state',
      walletNonce: bends.walletNonce ? bends.walletNonce(walletNonce) : walletNonce,
      trustChain: [await sign(configurationOf(published(), now)), await fixture.anchorStatement(entityId)],
      lifetimeSeconds: 240,
    }
    const made =
      bends.variant === 'scope'
        ? await createScopeRequestObject(signer, { ...settings, scope: bends.scope }, now)
        : await createDcqlRequestObject(signer, { ...settings, dcqlQuery: bends.query, requestUriMethod: 'get' }, now)
    const jwt = bends.request ? await forgeJwt(made, signer, bends.request) : made
    const type = bends.mediaType ?? 'application/oauth-authz-req+jwt'
    return new Response((await bends.text?.(jwt)) ?? jwt, { headers: { 'content-type': type } })
  }
  const request = async (received: Request): Promise<Response> => {
    const form = received.method === 'POST' ? new URLSearchParams(await received.text()) : undefined
    return requestObject(form?.get('wallet_nonce') ?? undefined)
  }
  const response = async (): Promise<Response> => {
    const url = createRedirectUri(at(attestedRedirectUri), responseCode)
    if (url instanceof Failure) throw new Error(url.code)
    return Response.json({ redirect_uri: bends.redirect?.(url) ?? url })
  }
  const endpoints = {
    [entityConfigurationPath]: async () => statementResponse(await sign(configurationOf(published(), clock.now()))),
    '/request': request,
    '/response': response,
    '/done': async () => new Response('Welcome'),
  }
  connectEndpoints(network, entityId, endpoints, (path, request) => bends.answer?.(path, request))
  return {
    bends,
    signer,
    decrypter,
    entity: own,
    removeBends: () => {
      for (const name of Object.keys(bends)) Reflect.deleteProperty(bends, name)
      Object.assign(bends, unchanged)
    },
    engagement: () => {
      serial += 1
      const variant2 = { state: 'the-state', request_uri_method: 'get' } as const
      const url = createEngagementUrl('https://wallet.example/authorization', {
        client_id: entityId,
        request_uri: `${at(requestUri)}?id=${serial}`,
        ...(bends.variant === 'dcql' ? variant2 : {}),
        ...bends.engagement,
      })
      if (url instanceof Failure) throw new Error(url.code)
      return url
    },
  }
}
