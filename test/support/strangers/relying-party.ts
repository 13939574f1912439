/**
 * A Relying Party of both variants that uses no code of ours: `jose` for the Request Object and the response,
 * `@sd-jwt/core` and `@owf/mdoc` for credentials, `@openid-federation/core` for trust. A test can change each of its
 * outputs.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, compactDecrypt, decodeJwt } from 'jose'
import {
  configurationEndpoint,
  configurationPath,
  resolvedKeys,
  type Superior,
  signed,
  strangerKey,
  strangerOrganization,
} from './federation.ts'
import { pidDoctype, pidType } from './issuer.ts'
import { verifyDeviceResponse } from './mdoc.ts'
import { verifyPresentation } from './sd-jwt.ts'
import { type Asked, json, type Members, type StrangerServer, startStranger, typed } from './server.ts'
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
}

export type Variant = 'scope' | 'dcql' | 'dcql-mdoc'

/** Verified content of a presentation. */
interface Presented {
  readonly claims: unknown
  readonly attested: string | undefined
}

export interface StrangerRelyingParty extends StrangerServer {
  bends: RelyingPartyBends
  readonly presented: Presented[]
  /** Errors that the wallet sent instead. */
  readonly refused: string[]
  /** Returns a link, or the content of a QR code. `method` applies to variant 2. */
  ask(variant: Variant, method?: 'get' | 'post'): string
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
}

const fresh = (): string => randomBytes(24).toString('hex')

export async function startRelyingParty(anchor: Superior): Promise<StrangerRelyingParty> {
  const [federationKey, key] = [await strangerKey(), await strangerKey()]
  const encryption = await strangerKey('ECDH-ES', 'enc')
  const parties = { bends: {} as RelyingPartyBends, presented: [] as Presented[], refused: [] as string[] }
  const sessions = new Map<string, Session>()
  const bent = <T>(bend: Bend<T> | undefined, value: T): T => bend?.(value) ?? value

  const server = await startStranger(async (origin) => {
    const responseUri = `${origin}/response`
    const metadata = {
      client_id: origin,
      client_name: 'Banca Forestiera',
      application_type: 'web',
      request_uris: [`${origin}/request`],
      response_uris_supported: [responseUri],
      redirect_uris: [`${origin}/done`],
      authorization_signed_response_alg: 'ES256',
      authorization_encrypted_response_alg: 'ECDH-ES',
      authorization_encrypted_response_enc: 'A256GCM',
      vp_formats: {
        'vc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] },
        'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] },
        mso_mdoc: { alg: ['ES256'] },
      },
      presentation_definitions_supported: [definition],
      jwks: { keys: [key.publicJwk, encryption.publicJwk] },
    }
    const configuration = () => {
      const own = bent<Members>(parties.bends.metadata, metadata)
      return {
        iss: origin,
        sub: origin,
        authority_hints: [anchor.origin],
        metadata: {
          federation_entity: strangerOrganization,
          wallet_relying_party: own,
          openid_credential_verifier: own,
        },
      }
    }
    const queryOf = (variant: Variant): Members =>
      variant === 'scope'
        ? { scope: 'eid attestation', client_id_scheme: 'entity_id' }
        : { dcql_query: { credentials: [credentialQuery[variant], { id: 'wallet', format: 'jwt' }] } }

    async function requestObject(asked: Asked) {
      const session = sessions.get(asked.url.searchParams.get('id') ?? '')
      assert.ok(session, 'the session is known')
      const sent = new URLSearchParams(asked.body)
      if (session.variant === 'scope') {
        const attestation = String(asked.headers.authorization).replace(/^DPoP /, '')
        const { payload } = await verifyAttestation(attestation, anchor.origin)
        assert.equal(await verifyDpop(asked, attestation), payload.sub)
      }
      if (asked.method === 'POST') assert.ok(JSON.parse(sent.get('wallet_metadata') ?? '').vp_formats_supported)
      const claims = bent<Members>(parties.bends.request, {
        iss: origin,
        client_id: origin,
        response_type: 'vp_token',
        response_mode: 'direct_post.jwt',
        response_uri: responseUri,
        nonce: session.nonce,
        state: session.state,
        ...queryOf(session.variant),
        ...(sent.has('wallet_nonce') && { wallet_nonce: sent.get('wallet_nonce') }),
      })
      const header = bent<Members>(parties.bends.requestHeader, { typ: 'oauth-authz-req+jwt' })
      const text = await signed(key, claims, header)
      return typed('application/oauth-authz-req+jwt', (await parties.bends.requestText?.(text)) ?? text)
    }

    async function receive({ body }: Asked) {
      const sent = new URLSearchParams(body)
      const error = sent.get('error')
      if (error !== null) {
        parties.refused.push(error)
        return json({})
      }
      const { plaintext, protectedHeader } = await compactDecrypt(sent.get('response') ?? '', encryption.privateKey)
      assert.deepEqual([protectedHeader.alg, protectedHeader.enc], ['ECDH-ES', 'A256GCM'])
      const response = JSON.parse(Buffer.from(plaintext).toString())
      const session = [...sessions.values()].find(({ state }) => state === response.state)
      assert.ok(session, 'the state is of a session')
      const shown = session.variant === 'scope' ? bySubmission(response) : response.vp_token
      const claims = await verifyShown(session, shown.pid)
      const { payload } = await verifyAttestation(shown.wallet, anchor.origin)
      parties.presented.push({ claims, attested: payload.iss })
      return json(bent<Members>(parties.bends.answer, { redirect_uri: `${origin}/done?response_code=${fresh()}` }))
    }

    async function verifyShown({ variant, nonce }: Session, text: string): Promise<unknown> {
      const keysOf = (issuer: string) => resolvedKeys(issuer, anchor.origin, 'openid_credential_issuer')
      if (variant === 'dcql-mdoc') {
        const jwkThumbprint = await calculateJwkThumbprint(encryption.publicJwk)
        const issuers = [...anchor.members.keys()].filter((member) => member !== origin)
        const authorities = (await Promise.all(issuers.map(keysOf))).flat()
        const authority = Buffer.from(authorities.find(({ x5c }) => x5c)?.x5c?.at(-1) ?? '', 'base64')
        return verifyDeviceResponse(
          text,
          { clientId: origin, nonce, jwkThumbprint, responseUri },
          authority,
          pidDoctype,
        )
      }
      const [issuerJwk] = await keysOf(decodeJwt(text.split('~')[0] ?? '').iss ?? '')
      return verifyPresentation(text, { issuerJwk, nonce, audience: origin })
    }
    return {
      [configurationPath]: configurationEndpoint(federationKey, configuration, (claims) =>
        bent(parties.bends.configuration, claims),
      ),
      '/request': requestObject,
      '/response': receive,
      '/done': () => typed('text/html', '<p>Done'),
    }
  })

  const ask = (variant: Variant, method: 'get' | 'post' = 'get'): string => {
    const [id, state] = [fresh(), fresh()]
    sessions.set(id, { variant, nonce: fresh(), state })
    const parameters = bent<Record<string, string>>(parties.bends.engagement, {
      client_id: server.origin,
      request_uri: `${server.origin}/request?id=${id}`,
      ...(variant !== 'scope' && { state, request_uri_method: method }),
    })
    return `https://wallet.example/authorization?${new URLSearchParams(parameters)}`
  }
  anchor.members.set(server.origin, [federationKey.publicJwk])
  return Object.assign(parties, server, { ask })
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
