/**
 * A Relying Party of both variants that uses no code of ours: `jose` for the Request Object and the response,
 * `@sd-jwt/core` and `@owf/mdoc` for credentials, `@openid-federation/core` for trust. A test can change each of its
 * outputs.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, compactDecrypt, decodeJwt, decodeProtectedHeader, type JWK } from 'jose'
import { type ChainBends, createAuthority, type MemberChain } from './certificates.ts'
import {
  configurationEndpoint,
  configurationPath,
  resolvedKeys,
  type Superior,
  signed,
  type ThirdPartyKey,
  thirdPartyKey,
  thirdPartyOrganization,
} from './federation.ts'
import { pidDoctype, pidType } from './issuer.ts'
import { type OpenId4VpSession, verifyDeviceResponse } from './mdoc.ts'
import { verifyPresentation } from './sd-jwt.ts'
import { type Asked, json, type Members, startThirdParty, type ThirdPartyServer, typed } from './server.ts'
import { laterCredentials, relyingPartyWires, type Version } from './versions.ts'
import { verifyAttestation, verifyDpop } from './wallet-attestation.ts'

type Bend<T> = (value: T) => T

interface RelyingPartyBends {
  configuration?: Bend<Members>
  metadata?: Bend<Members>
  /** Parameters of the link or the QR code. */
  engagement?: Bend<Record<string, string>>
  request?: Bend<Members>
  requestHeader?: Bend<Members>
  requestText?: (jwt: string) => string | Promise<string>
  answer?: Bend<Members>
  /** Changes the body of the answer. */
  answerText?: (text: string) => string
  /** Answer to an error response. */
  errorAnswer?: Bend<Members>
  /** Changes the certificates of the signing key. */
  chain?: ChainBends
}

export type Variant = 'scope' | 'dcql' | 'dcql-mdoc'

/** Verified content of a presentation. */
interface Presented {
  readonly claims: unknown
  readonly attested: string | undefined
}

export interface ThirdPartyRelyingParty extends ThirdPartyServer {
  bends: RelyingPartyBends
  /** Audience that a Key Binding JWT must name. Defaults to the client identifier. */
  audience: string | undefined
  /** Content encryption of responses. */
  enc: string
  /** Set to false if responses are encrypted to the key of the metadata. Defaults to the rule of the version. */
  usesRequestKey: boolean | undefined
  /** Values that the signature of an mdoc must cover, in place of those of the version. */
  transcript: Partial<OpenId4VpSession>
  /** Authority of mdocs, DER. Defaults to that of an issuer below the same anchor. */
  mdocAuthority: Uint8Array | undefined
  /** Encryption key in the metadata. */
  readonly encryptionJwk: JWK
  readonly presented: Presented[]
  /** Errors that the wallet sent instead of presentations. */
  readonly refused: string[]
  /** Returns a link, or the content of a QR code. `method` applies to variant 2. */
  ask(variant: Variant, method?: 'get' | 'post'): string
  /** Root of the certificates, DER in base64. */
  readonly root: string
  /** Returns a link that contains the Request Object. */
  askByValue(): Promise<string>
}

const sdJwtClaims = ['given_name', 'tax_id_number'] as const
const credentialQuery = {
  dcql: {
    id: 'pid',
    format: 'dc+sd-jwt',
    meta: { vct_values: [pidType] },
    claims: sdJwtClaims.map((name) => ({ path: [name] })),
  },
  'dcql-mdoc': {
    id: 'pid',
    format: 'mso_mdoc',
    meta: { doctype_value: pidDoctype },
    claims: [{ path: [pidDoctype, 'family_name'] }],
  },
} as const

const definition = {
  id: 'definition',
  input_descriptors: [
    {
      id: 'eid',
      purpose: 'To open your account',
      format: { 'vc+sd-jwt': { alg: ['ES256'] } },
      constraints: {
        limit_disclosure: 'required',
        fields: [
          { path: ['$.vct'], filter: { type: 'string', const: pidType } },
          ...sdJwtClaims.map((name) => ({ path: [`$.${name}`] })),
        ],
      },
    },
    { id: 'attestation', format: { jwt: { alg: ['ES256'] } }, constraints: { fields: [{ path: ['$.iss'] }] } },
  ],
}

interface Session {
  readonly variant: Variant
  readonly nonce: string
  readonly state: string
  /** Key of this request alone, in `client_metadata`. */
  readonly requestKey: ThirdPartyKey
}

/** Expectations of a response that no test has changed. */
export const usual: Pick<ThirdPartyRelyingParty, 'audience' | 'enc' | 'usesRequestKey' | 'transcript'> = {
  audience: undefined,
  transcript: {},
  enc: 'A256GCM',
  usesRequestKey: undefined,
}

/** Creates keys for requests in advance, because `ask` is synchronous. */
async function keysInTurn(count = 8): Promise<{ next(): ThirdPartyKey }> {
  const keys = await Promise.all(Array.from({ length: count }, () => thirdPartyKey('ECDH-ES', 'enc')))
  let used = 0
  return { next: () => keys[used++ % count] as ThirdPartyKey }
}

const clientMetadata = ({ publicJwk }: ThirdPartyKey): Members => ({
  jwks: { keys: [publicJwk] },
  encrypted_response_enc_values_supported: ['A128GCM', 'A256GCM'],
  vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] } },
  client_name: 'Banca Forestiera',
})

const fresh = (): string => randomBytes(24).toString('hex')

/** Returns the DCQL query of a version: a person credential, and the Wallet Attestation as the version asks for it. */
function dcqlQueryOf(version: Version, variant: keyof typeof credentialQuery, anchor: string): Members {
  if (version === 'seed') return { credentials: [credentialQuery[variant], { id: 'wallet', format: 'jwt' }] }
  if (variant === 'dcql-mdoc') return { credentials: [credentialQuery[variant]] }
  const { vct } = laterCredentials[version](anchor)
  const claims = ['given_name', 'tax_id_code'].map((name) => ({ path: [name] }))
  const pid = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: [vct] }, claims }
  if (version === 'it-wallet-1.4') return { credentials: [pid] }
  const wallet = { id: 'wallet', format: 'dc+sd-jwt', meta: { vct_values: [`${anchor}/WalletAttestation`] } }
  const sets = [{ options: [['pid']] }, { options: [['wallet']], required: false }]
  return { credentials: [pid, wallet], credential_sets: sets }
}

export async function startRelyingParty(anchor: Superior, version: Version = 'seed'): Promise<ThirdPartyRelyingParty> {
  const wire = relyingPartyWires[version]
  const [federationKey, key] = [await thirdPartyKey(), await thirdPartyKey()]
  const encryption = await thirdPartyKey('ECDH-ES', 'enc')
  const parties = {
    bends: {} as RelyingPartyBends,
    ...usual,
    mdocAuthority: undefined as Uint8Array | undefined,
    presented: [] as Presented[],
    refused: [] as string[],
  }
  const sessions = new Map<string, Session>()
  const requestKeys = await keysInTurn()
  const authority = await createAuthority(anchor.origin)
  let chain: MemberChain | undefined
  let byValue: (session: Session) => Promise<string>
  const bent = <T>(bend: Bend<T> | undefined, value: T): T => bend?.(value) ?? value

  const server = await startThirdParty(
    async (origin) => {
      const responseUri = `${origin}/response`
      const metadata = {
        ...wire.metadata(origin, [key.publicJwk, encryption.publicJwk]),
        ...(version === 'seed' && { presentation_definitions_supported: [definition] }),
      }
      const configuration = () => {
        const own = bent<Members>(parties.bends.metadata, metadata)
        return {
          iss: origin,
          sub: origin,
          authority_hints: [anchor.origin],
          metadata: {
            federation_entity: thirdPartyOrganization,
            ...Object.fromEntries(wire.types.map((type) => [type, own])),
          },
        }
      }
      const queryOf = (variant: Variant): Members =>
        variant === 'scope'
          ? { scope: 'eid attestation', client_id_scheme: 'entity_id' }
          : { dcql_query: dcqlQueryOf(version, variant, anchor.origin) }
      const trustChain = async (): Promise<readonly string[]> => {
        const own = await fetch(origin + configurationPath)
        const stated = await fetch(`${anchor.origin}/fetch?${new URLSearchParams({ sub: origin })}`)
        return [await own.text(), await stated.text()]
      }

      async function requestObject(asked: Asked) {
        const session = sessions.get(asked.url.searchParams.get('id') ?? '')
        assert.ok(session, 'the session is unknown')
        const sent = new URLSearchParams(asked.body)
        if (session.variant === 'scope') {
          const attestation = String(asked.headers.authorization).replace(/^DPoP /, '')
          const { payload } = await verifyAttestation(attestation, anchor.origin)
          assert.equal(await verifyDpop(asked, attestation), payload.sub)
        }
        if (asked.method === 'POST') assert.ok(JSON.parse(sent.get('wallet_metadata') ?? '').vp_formats_supported)
        return typed('application/oauth-authz-req+jwt', await requestText(session, sent.get('wallet_nonce')))
      }

      async function requestText(session: Session, walletNonce: string | null): Promise<string> {
        const claims = bent<Members>(parties.bends.request, {
          iss: origin,
          client_id: wire.prefix + origin,
          response_type: 'vp_token',
          response_mode: 'direct_post.jwt',
          response_uri: responseUri,
          nonce: session.nonce,
          state: session.state,
          ...queryOf(session.variant),
          ...(wire.hasRequestKey && { client_metadata: clientMetadata(session.requestKey) }),
          ...(walletNonce !== null && { wallet_nonce: walletNonce }),
        })
        const header = bent<Members>(parties.bends.requestHeader, {
          typ: 'oauth-authz-req+jwt',
          ...(wire.hasTrustChain && { trust_chain: await trustChain() }),
          ...(wire.isCertified && { x5c: (await certify()).x5c }),
        })
        const text = await signed(key, claims, header)
        return (await parties.bends.requestText?.(text)) ?? text
      }
      const certify = async (): Promise<MemberChain> => {
        chain = await authority.certify(origin, key, parties.bends.chain)
        return chain
      }
      const listed = (name: 'rootList' | 'memberList') => () =>
        typed('application/pkix-crl', chain?.[name] ?? new Uint8Array())
      byValue = (session) => requestText(session, null)

      async function receive({ body }: Asked) {
        const sent = new URLSearchParams(body)
        const error = sent.get('error')
        if (error !== null) {
          parties.refused.push(error)
          return json(bent<Members>(parties.bends.errorAnswer, {}))
        }
        const jwe = sent.get('response') ?? ''
        const { kid } = decodeProtectedHeader(jwe)
        const own = [...sessions.values()].find(({ requestKey }) => requestKey.kid === kid)?.requestKey
        const { plaintext, protectedHeader } = await compactDecrypt(jwe, (own ?? encryption).privateKey)
        assert.deepEqual([protectedHeader.alg, protectedHeader.enc], ['ECDH-ES', parties.enc])
        const isOwn = parties.usesRequestKey ?? wire.hasRequestKey
        assert.equal(own !== undefined, isOwn, 'encryption to the key of the request')
        const response = JSON.parse(Buffer.from(plaintext).toString())
        const isAnswered = ({ state, requestKey }: Session): boolean =>
          response.state === undefined ? requestKey === own : state === response.state
        const session = [...sessions.values()].findLast(isAnswered)
        assert.ok(session, 'neither the state nor the key belongs to a session')
        const shown = session.variant === 'scope' ? bySubmission(response) : response.vp_token
        assert.deepEqual(Object.keys(shown), version === 'seed' ? ['pid', 'wallet'] : ['pid'])
        assert.equal(Array.isArray(shown.pid), wire.answersInArrays)
        const claims = await verifyShown(session, [shown.pid].flat()[0], own ?? encryption)
        const attestation = version === 'seed' ? await verifyAttestation(shown.wallet, anchor.origin) : undefined
        parties.presented.push({ claims, attested: attestation?.payload.iss })
        const done = { redirect_uri: `${origin}/done?response_code=${fresh()}` }
        const said = json(bent<Members>(parties.bends.answer, done))
        return { ...said, body: parties.bends.answerText?.(String(said.body)) ?? said.body }
      }

      async function verifyShown(
        { variant, nonce }: Session,
        text: string,
        recipient: ThirdPartyKey,
      ): Promise<unknown> {
        const keysOf = (issuer: string) => resolvedKeys(issuer, anchor.origin, 'openid_credential_issuer')
        if (variant === 'dcql-mdoc') {
          const jwkThumbprint = await calculateJwkThumbprint(recipient.publicJwk)
          const clientId = wire.prefix + origin
          const expected = { clientId, nonce, jwkThumbprint, responseUri, ...parties.transcript }
          const issuers = [...anchor.members.keys()].filter((member) => member !== origin)
          const authorities = (await Promise.all(issuers.map(keysOf))).flat()
          const published = Buffer.from(authorities.find(({ x5c }) => x5c)?.x5c?.at(-1) ?? '', 'base64')
          return verifyDeviceResponse(text, expected, parties.mdocAuthority ?? published, pidDoctype)
        }
        const [issuerJwk] = await keysOf(decodeJwt(text.split('~')[0] ?? '').iss ?? '')
        return verifyPresentation(text, { issuerJwk, nonce, audience: parties.audience ?? wire.prefix + origin })
      }
      return {
        [configurationPath]: configurationEndpoint(federationKey, configuration, (claims) =>
          bent(parties.bends.configuration, claims),
        ),
        '/request': requestObject,
        '/response': receive,
        '/done': () => typed('text/html', '<p>Done'),
        '/root.crl': listed('rootList'),
        '/member.crl': listed('memberList'),
      }
    },
    wire.isCertified ? 'localhost' : undefined,
  )

  const ask = (variant: Variant, method: 'get' | 'post' = 'get'): string => {
    const { id, state } = begin(variant)
    return linkOf({
      request_uri: `${server.origin}/request?id=${id}`,
      ...(variant !== 'scope' && { ...(wire.linkHasState && { state }), request_uri_method: method }),
    })
  }
  const linkOf = (parameters: Record<string, string>): string => {
    const all = { client_id: wire.prefix + server.origin, ...parameters }
    const sent = bent<Record<string, string>>(parties.bends.engagement, all)
    return `https://wallet.example/authorization?${new URLSearchParams(sent)}`
  }
  const begin = (variant: Variant) => {
    const session = { variant, nonce: fresh(), state: fresh(), requestKey: requestKeys.next() }
    const id = fresh()
    sessions.set(id, session)
    return { id, ...session }
  }
  const askByValue = async (): Promise<string> => linkOf({ request: await byValue(begin('dcql')) })
  anchor.members.set(server.origin, [federationKey.publicJwk])
  const { publicJwk: encryptionJwk } = encryption
  return Object.assign(parties, server, { ask, askByValue, root: authority.root, encryptionJwk })
}

interface SubmittedResponse {
  readonly vp_token: string | readonly string[]
  readonly presentation_submission: {
    readonly definition_id: string
    readonly descriptor_map: readonly { readonly id: string; readonly path: string }[]
  }
}

/** Presentation Exchange 2.0 §6: selects by the paths of the descriptors. */
function bySubmission({ vp_token: token, presentation_submission: submission }: SubmittedResponse) {
  const at = (id: string): string => {
    const { path = '' } = submission.descriptor_map.find((one) => one.id === id) ?? {}
    const index = /^\$\[(\d+)\]$/.exec(path)?.[1]
    const one = index === undefined ? token : token[Number(index)]
    assert.equal(typeof one, 'string', `descriptor ${id}`)
    return one as string
  }
  return { pid: at('eid'), wallet: at('attestation') }
}
