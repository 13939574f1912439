/** A Relying Party of another author, over `node:http`, for what a wallet must accept and refuse of one. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, type Change, get, must } from './http.ts'
import { type Json, type Key, newKey, now, randomText, signJwt } from './jose.ts'
import type { World } from './world.ts'

/** A presentation request before it is made; a case changes it. */
export interface Asked {
  readonly party: OwnRelyingParty
  /** The parameters of the link. */
  link: Record<string, string>
  key: Key
  header: Json
  claims: Json
  /** Signs the Request Object. */
  sign: (asked: Asked) => string
  /** How the Request Object is answered. */
  answer: { status: number; type: string; body?: string }
  /** The answer to the Authorization Response. */
  confirmation: { type: string; body: string }
  /** `wallet_nonce` is repeated in the Request Object. */
  repeatNonce: (nonce: string) => string | undefined
  /** The method by which the wallet came for the Request Object. */
  method?: string
  /** The form that came to the response URI. */
  received?: URLSearchParams
}

export interface OwnRelyingParty {
  readonly url: string
  readonly keys: { readonly federation: Key; readonly signing: Key; readonly encryption: Key }
  trustChain: string[]
  asked: Asked | undefined
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += chunk
  return new URLSearchParams(text)
}

const published = ({ jwk, thumbprint, alg }: Key, use: string): Json => ({ ...jwk, kid: thumbprint, use, alg })

/** The metadata of the sandbox's Relying Party, with this one's address and keys. */
async function metadataOf(world: World, url: string, keys: OwnRelyingParty['keys']): Promise<Json> {
  const { metadata } = await world.configuration(world.sandbox.relying_party)
  const own = JSON.parse(JSON.stringify(metadata).replaceAll(world.sandbox.relying_party, url)) as Record<string, Json>
  const jwks = {
    keys: [published(keys.signing, 'sig'), { ...published(keys.encryption, 'enc'), alg: 'ECDH-ES' }],
  }
  return {
    federation_entity: own.federation_entity,
    wallet_relying_party: { ...own.wallet_relying_party, jwks },
  }
}

/** Starts it and has the federation take it in. */
export async function startRelyingParty(
  world: World,
  fiducia: (words: readonly string[]) => Promise<{ readonly code: number | null; readonly err: string }>,
): Promise<{ readonly party: OwnRelyingParty; readonly server: Server }> {
  const keys = { federation: newKey(), signing: newKey(), encryption: newKey() }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const party: OwnRelyingParty = { url, keys, trustChain: [], asked: undefined }
  const metadata = await metadataOf(world, url, keys)
  const configuration = (): string =>
    signJwt(
      keys.federation,
      { typ: 'entity-statement+jwt', kid: keys.federation.thumbprint },
      {
        iss: url,
        sub: url,
        iat: now(),
        exp: now() + 3600,
        jwks: { keys: [published(keys.federation, 'sig')] },
        authority_hints: [world.sandbox.trust_anchor],
        metadata,
      },
    )
  server.on('request', async (request, response) => {
    const { asked } = party
    const send = (status: number, type: string, text: string): void => {
      response.writeHead(status, { 'content-type': type }).end(text)
    }
    const body = await bodyOf(request)
    const { pathname } = new URL(request.url ?? '', url)
    if (pathname === '/.well-known/openid-federation') send(200, 'application/entity-statement+jwt', configuration())
    else if (asked === undefined) send(404, 'text/plain', '')
    else if (pathname === '/response') {
      asked.received = body
      send(200, asked.confirmation.type, asked.confirmation.body)
    } else {
      asked.method = request.method ?? ''
      const nonce = body.get('wallet_nonce')
      if (nonce !== null) asked.claims.wallet_nonce = asked.repeatNonce(nonce)
      send(asked.answer.status, asked.answer.type, asked.answer.body ?? asked.sign(asked))
    }
  })
  const added = await fiducia(['federation', 'add', url, '--type', 'wallet_relying_party'])
  if (added.code !== 0) throw new Error(`preparation failed: federation add: ${added.err}`)
  const statement = must('statement', await get(`${world.sandbox.trust_anchor}/fetch?sub=${encodeURIComponent(url)}`))
  party.trustChain = [configuration(), statement.text]
  return { party, server }
}

const dcql = {
  credentials: [
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['eu.eudiw.pid.it'] },
      claims: [{ path: ['given_name'] }, { path: ['family_name'] }],
    },
  ],
}

/** A request that every wallet takes. */
export function newRequest(party: OwnRelyingParty, variant: 'scope' | 'dcql'): Asked {
  const { url, keys } = party
  const [state, key] = [randomText(), keys.signing]
  const claims = {
    client_id: url,
    response_mode: 'direct_post.jwt',
    response_type: 'vp_token',
    response_uri: `${url}/response`,
    nonce: randomText(),
    state,
    iss: url,
    iat: now(),
    exp: now() + 300,
  }
  const link = { client_id: url, request_uri: `${url}/request?id=${randomText()}` }
  const own = variant === 'scope' ? { scope: 'pid-login', client_id_scheme: 'entity_id' } : { dcql_query: dcql }
  return {
    party,
    link: variant === 'scope' ? link : { ...link, state, request_uri_method: 'get' },
    key,
    header: {
      typ: variant === 'scope' ? 'JWT' : 'oauth-authz-req+jwt',
      kid: key.thumbprint,
      trust_chain: party.trustChain,
    },
    claims: { ...claims, ...own },
    sign: (asked) => signJwt(asked.key, asked.header, asked.claims),
    answer: { status: 200, type: 'application/oauth-authz-req+jwt' },
    confirmation: {
      type: 'application/json',
      body: JSON.stringify({ redirect_uri: `${url}/presentation-result?response_code=${randomText()}` }),
    },
    repeatNonce: (nonce) => nonce,
  }
}

/** Gives the link to the wallet. The answer is 200 where the wallet was content and has sent a response. */
export async function askWallet(
  world: World,
  variant: 'scope' | 'dcql',
  change: Change<Asked>,
): Promise<{ readonly asked: Asked; readonly answer: Answer }> {
  const { party, wallet } = await world.walletParts()
  const asked = newRequest(party, variant)
  await change(asked)
  party.asked = asked
  const link = `https://wallet.example/authorization?${new URLSearchParams(asked.link)}`
  const { code, err } = await wallet(['present', link, '--yes', '--no-browser'])
  party.asked = undefined
  const status = code === 0 && asked.received !== undefined ? 200 : 400
  return { asked, answer: { status, headers: new Headers(), text: err, json: { error: err } } }
}
