/** A third-party Relying Party over `node:http`: variations that a wallet must accept or refuse. */
import type { Answer, Change } from './http.ts'
import { type Json, type Key, newKey, now, randomText, signJwt } from './jose.ts'
import { type OwnEntity, published, startEntity } from './own-entity.ts'
import type { RunWallet, World } from './world.ts'

/** A presentation request before it is built; a case changes it. */
export interface Asked {
  readonly party: OwnRelyingParty
  /** The parameters of the link. */
  link: Record<string, string>
  key: Key
  header: Json
  claims: Json
  /** Signs the Request Object. */
  sign: (asked: Asked) => string
  /** Answer to the request for the Request Object. */
  answer: { status: number; type: string; body?: string }
  /** The answer to the Authorization Response. */
  confirmation: { type: string; body: string }
  /** Returns the `wallet_nonce` of the Request Object. */
  repeatNonce: (nonce: string) => string | undefined
  /** The method by which the wallet fetched the Request Object. */
  method?: string
  /** The form that the response URI received. */
  received?: URLSearchParams
}

export interface OwnRelyingParty extends OwnEntity {
  readonly keys: { readonly signing: Key; readonly encryption: Key }
  asked: Asked | undefined
}

/** The metadata of the sandbox's Relying Party, with this one's address and keys. */
const metadataOf = (metadata: unknown, own: string, url: string, keys: OwnRelyingParty['keys']): Json => {
  const text = JSON.stringify(metadata).replaceAll(own, url)
  const { federation_entity, wallet_relying_party } = JSON.parse(text) as Record<string, Json>
  const encryption = { ...published(keys.encryption, 'enc'), alg: 'ECDH-ES' }
  const jwks = { keys: [published(keys.signing, 'sig'), encryption] }
  return { federation_entity, wallet_relying_party: { ...wallet_relying_party, jwks } }
}

/** Starts the Relying Party and has the Trust Anchor add it. */
export async function startRelyingParty(world: World, fiducia: RunWallet): Promise<OwnRelyingParty> {
  const keys = { signing: newKey(), encryption: newKey() }
  const { relying_party } = world.sandbox
  const { metadata } = await world.configuration(relying_party)
  const type = 'wallet_relying_party'
  const entity = await startEntity(world, type, (url) => metadataOf(metadata, relying_party, url, keys), fiducia)
  const party: OwnRelyingParty = Object.assign(entity, { keys, asked: undefined })
  entity.answer = async ({ url, method }, body) => {
    const { asked } = party
    if (asked === undefined) return { status: 404, body: '{}' }
    if (new URL(url, party.url).pathname === '/response') {
      asked.received = new URLSearchParams(body)
      return { status: 200, body: asked.confirmation.body, headers: { 'content-type': asked.confirmation.type } }
    }
    asked.method = method
    const nonce = new URLSearchParams(body).get('wallet_nonce')
    if (nonce !== null) asked.claims.wallet_nonce = asked.repeatNonce(nonce)
    const { status, type, body: text } = asked.answer
    return { status, body: text ?? asked.sign(asked), headers: { 'content-type': type } }
  }
  return party
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

/** Returns a request that every wallet accepts. */
function newRequest(party: OwnRelyingParty, variant: 'scope' | 'dcql'): Asked {
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

/** Gives the link to the wallet. The answer is 200 if the wallet sent a response without an error. */
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
