/**
 * A federation built with `jose` alone: keys, entity configurations, a Trust Anchor that issues statements about its
 * members, and the resolver of `@openid-federation/core` for the parties.
 */
import { resolveTrustChains } from '@openid-federation/core'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  compactVerify,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { type Endpoint, type Members, startThirdParty, type ThirdPartyServer, typed } from './server.ts'

export interface ThirdPartyKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  /** Contains `kid`, `use` and `alg`. */
  readonly publicJwk: JWK & { readonly kid: string }
}

export async function thirdPartyKey(alg = 'ES256', use = 'sig'): Promise<ThirdPartyKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const bare = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(bare)
  return { kid, privateKey, publicJwk: { ...bare, kid, use, alg } }
}

export const seconds = (): number => Math.floor(Date.now() / 1000)

/** Returns a JWT that is valid for ten minutes, unless the claims contain other times. */
export const signed = (key: ThirdPartyKey, claims: Members, header: Members = {}): Promise<string> =>
  new SignJWT({ iat: seconds(), exp: seconds() + 600, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header })
    .sign(key.privateKey)

export const configurationPath = '/.well-known/openid-federation'
const statementType = 'entity-statement+jwt'
const statement = (jwt: string) => typed(`application/${statementType}`, jwt)

export const thirdPartyOrganization = {
  organization_name: 'Ente Forestiero',
  homepage_uri: 'https://ente.example',
  policy_uri: 'https://ente.example/privacy',
  tos_uri: 'https://ente.example/termini',
  logo_uri: 'https://ente.example/logo.svg',
}

/** Returns the endpoint of an entity configuration. A test may change the claims before they are signed. */
export const configurationEndpoint =
  (key: ThirdPartyKey, claims: () => Members, bend: (claims: Members) => Members = (same) => same): Endpoint =>
  async () =>
    statement(await signed(key, bend({ jwks: { keys: [key.publicJwk] }, ...claims() }), { typ: statementType }))

/** Party that issues the statements about the others: a third-party anchor, or a Trust Anchor of ours. */
export interface Superior {
  readonly origin: string
  /** Federation keys of the members, by identifier. */
  readonly members: Map<string, readonly JWK[]>
}

interface ThirdPartyAnchor extends ThirdPartyServer, Superior {
  readonly origin: string
  readonly key: ThirdPartyKey
  /** Changes the claims of the statement about a member. */
  readonly statements: Map<string, (claims: Members) => Members>
  /** Returns the subordinate statement, as the fetch endpoint does. */
  statementAbout(subject: string): Promise<string>
}

export async function startAnchor(): Promise<ThirdPartyAnchor> {
  const key = await thirdPartyKey()
  const members: ThirdPartyAnchor['members'] = new Map()
  const statements: ThirdPartyAnchor['statements'] = new Map()
  const statementAbout = (iss: string, sub: string): Promise<string> => {
    const claims = { iss, sub, jwks: { keys: members.get(sub) } }
    return signed(key, statements.get(sub)?.(claims) ?? claims, { typ: statementType })
  }
  const server = await startThirdParty(async (origin) => ({
    [configurationPath]: configurationEndpoint(key, () => ({
      iss: origin,
      sub: origin,
      metadata: {
        federation_entity: {
          ...thirdPartyOrganization,
          federation_fetch_endpoint: `${origin}/fetch`,
          federation_list_endpoint: `${origin}/list`,
        },
      },
    })),
    '/fetch': async ({ url }) => {
      const sub = url.searchParams.get('sub') ?? ''
      return members.has(sub) ? statement(await statementAbout(origin, sub)) : typed('application/json', '{}')
    },
    '/list': ({ url }) =>
      typed(
        'application/json',
        JSON.stringify(url.searchParams.get('intermediate') === 'true' ? [] : [...members.keys()]),
      ),
  }))
  return Object.assign(server, {
    key,
    members,
    statements,
    statementAbout: (subject: string) => statementAbout(server.origin, subject),
  })
}

/**
 * Returns the protocol keys of an entity after `@openid-federation/core` has resolved its chain over HTTP. That client
 * drops unknown entity types, such as the Italian ones. Their metadata are therefore read from the entity
 * configuration, which is verified with the keys that the client found.
 */
export async function resolvedKeys(entityId: string, anchor: string, type: string): Promise<readonly JWK[]> {
  const keyOf = (jwk: object) => importJWK(jwk as JWK, 'ES256')
  const verifyJwtCallback = async ({ jwt, jwk }: { jwt: string; jwk: object }): Promise<boolean> =>
    compactVerify(jwt, await keyOf(jwk)).then(
      () => true,
      () => false,
    )
  const [chain] = await resolveTrustChains({ entityId, trustAnchorEntityIds: [anchor], verifyJwtCallback })
  if (chain === undefined) throw new Error(`no trust chain from ${entityId}`)
  const { keys } = chain.rawLeafEntityConfiguration.jwks
  const configuration = await (await fetch(`${entityId}${configurationPath}`)).text()
  const { payload } = await jwtVerify(configuration, ({ kid }) => keyOf(keys.find((one) => one.kid === kid) ?? {}))
  const metadata = payload.metadata as Record<string, { jwks?: { keys?: JWK[] } } | undefined>
  return metadata[type]?.jwks?.keys ?? []
}
