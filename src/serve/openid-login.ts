/** Checks the settings of a Relying Party's OpenID Provider, opens its secrets and clients, and composes its routes. */
import { type CryptoContext, failed, type JsonObject, joinUrl, parseJsonObject } from '../base/index.ts'
import type { Route } from '../http/index.ts'
import { parsePublicJwk } from '../jose/index.ts'
import { createPageLook } from '../member/index.ts'
import { ConfigError, loadSecrets } from '../node/index.ts'
import {
  loginQueryFaults,
  type OpenIdClient,
  type OpenIdLoginConfig,
  type OpenIdLoginParts,
  openIdApplication,
  openIdLoginFaults,
  openOpenIdLogin,
} from '../openid-login/index.ts'
import { type ProfileName, relyingPartyWire } from '../profiles/index.ts'
import type { PresentationApi, RelyingPartyConfig } from '../relying-party/index.ts'
import { type KeyParts, type PrivateFiles, singleSecretOf } from './private-files.ts'
import type { RelyingPartySettings } from './role-settings.ts'
import { type Located, readText, type ServiceParts, type Signers } from './service.ts'

/** Keys, secrets and clients of an OpenID Provider. */
export type OpenIdKeys = Pick<OpenIdLoginParts, 'secrets' | 'subjectSecret' | 'credentials'> & {
  readonly signers: Signers
}

/**
 * Opens the secrets and client credentials. Creates missing secrets if `makeKeys` of the parts is true. Rejects with
 * `ConfigError` if the secrets differ from those of other replicas, if there are several secrets "openidSubject", or if
 * a credential cannot be used. Rejects with `PrivateFileError` if the file of the secrets cannot be used.
 */
export async function openOpenIdKeys(
  config: OpenIdLoginConfig,
  signers: Signers,
  { settings, files, parts }: { readonly settings: Located; readonly files: PrivateFiles; readonly parts: KeyParts },
): Promise<OpenIdKeys> {
  const path = files.at('secrets.json')
  const { openid, openidSubject } = loadSecrets(parts, path, ['openid', 'openidSubject'], files.options)
  await parts.compareSecrets?.(path, { openid, openidSubject })
  const credentials = new Map(
    config.clients.map((client, index) => [client.clientId, credentialOf(client, `openid.clients.${index}`, settings)]),
  )
  return { signers, secrets: openid, subjectSecret: singleSecretOf('openidSubject', openidSubject), credentials }
}

/** Characters of a secret (RFC 6749 §A.2). The library refuses each login of a client with another secret. */
const printableAscii = /^[ -~]*$/
/** Minimum length of a client's secret in characters. */
const minimumSecretLength = 32

function credentialOf({ authentication }: OpenIdClient, at: string, { resolve }: Located) {
  if (authentication.method === 'none') return {}
  if (authentication.method === 'private_key_jwt') {
    const keys = parseKeys(readText(resolve(authentication.jwksFile)))
    if (keys === undefined)
      throw new ConfigError([`${at}.authentication.jwksFile: contains no JWK set with public keys of the client`])
    return { jwks: { keys } }
  }
  const secret = readText(resolve(authentication.secretFile)).trim()
  if (secret.length < minimumSecretLength)
    throw new ConfigError([`${at}.authentication.secretFile: is shorter than ${minimumSecretLength} characters`])
  if (!printableAscii.test(secret))
    throw new ConfigError([`${at}.authentication.secretFile: contains a character that is not printable ASCII`])
  return { secret }
}

function parseKeys(text: string): JsonObject[] | undefined {
  const set = parseJsonObject(text, 'jwks')
  const keys = failed(set) || !Array.isArray(set.keys) ? [] : set.keys
  const isUsable = keys.length > 0 && keys.every((key, index) => !failed(parsePublicJwk(key, `keys.${index}`)))
  return isUsable ? (keys as JsonObject[]) : undefined
}

/**
 * Returns a function that creates the routes of the OpenID Provider. Returns `undefined` if the settings have no OpenID
 * Provider.
 */
export async function openIdRoutesOf(
  { openid, publicUrl, role }: Pick<RelyingPartySettings, 'openid' | 'publicUrl' | 'role'>,
  keys: OpenIdKeys | undefined,
  parts: CryptoContext & Pick<ServiceParts<'relying-party'>, 'clock' | 'random' | 'stores'>,
): Promise<((orders: PresentationApi) => readonly Route[]) | undefined> {
  if (openid === undefined || keys === undefined) return undefined
  const { clock, random, crypto, stores } = parts
  const { dcqlQuery } = role
  const dcqlQueries = { ...role.presets, ...role.dcqlQueries }
  const records = stores.openIdRecords
  // `stylesEndpoint` of the Relying Party serves this path.
  const look = createPageLook(role, joinUrl(publicUrl, '/assets/relying-party.css'))
  const common = { clock, random, crypto, publicUrl, look, records, dcqlQuery, dcqlQueries }
  return openOpenIdLogin({ ...keys, ...common, config: openid })
}

/** Returns true if the configuration requires no wallet level, or if wallets of its profile can prove one. */
const provesLevels = ({ requiredWalletLevels, profile }: RelyingPartyConfig): boolean =>
  requiredWalletLevels.length === 0 || relyingPartyWire[profile].provesWalletLevel

/**
 * Returns faults of the `openid` settings, alone and in combination with `role` and with the configurations of further
 * `entities`.
 */
export function openIdFaults(
  { openid, network, profiles }: Pick<RelyingPartySettings, 'openid' | 'network' | 'profiles'>,
  role: RelyingPartyConfig,
  entities: readonly RelyingPartyConfig[],
): readonly string[] {
  if (openid === undefined) return []
  const { applications, dcqlQueries, presets, variants } = role
  const isTaken = applications.some(({ id }) => id === openIdApplication)
  return [
    ...openIdLoginFaults(openid, {
      queries: [dcqlQueries, presets].flatMap((queries) => Object.keys(queries)),
      profiles: [role.profile, ...(Object.keys(profiles) as ProfileName[])],
      urls: { loopbackHttp: network.loopbackHttp },
    }),
    ...queryFaults(openid, role, entities),
    ...([role, ...entities].some((one) => one.profile === openid.profile && !provesLevels(one))
      ? ['openid.profile: wallets of this profile cannot prove a level of "requiredWalletLevels"'] // RP-137
      : []),
    ...(isTaken ? [`role.applications: the id "${openIdApplication}" belongs to the OpenID Provider`] : []),
    ...(variants.includes('dcql') ? [] : ['role.variants: must contain "dcql", with which the logins ask the wallet']),
  ]
}

/**
 * Returns a fault for each claim that a login names and its query never asks for. Checks the query of each entity at
 * which users may log in: entities can have different queries of the same name (D-744).
 */
function queryFaults(
  { logins, profile }: OpenIdLoginConfig,
  role: RelyingPartyConfig,
  entities: readonly RelyingPartyConfig[],
): readonly string[] {
  const asking = [role, ...entities].filter((one) => profile === 'auto' || one.profile === (profile ?? role.profile))
  return Object.entries(logins).flatMap(([name, login]) => {
    const byQuery = Map.groupBy(asking, (entity) => queryOf(entity, role, login.query))
    return [...byQuery].flatMap(([query, [entity = role]]) => {
      const where = query === queryOf(role, role, login.query) ? '' : ` in the profile ${entity.profile}`
      const faults = query === undefined ? [] : loginQueryFaults(login, query)
      return faults.map((fault) => `openid.logins.${name}.${fault}${where}`)
    })
  })
}

/** Returns the query with which an entity asks for a login. Returns `undefined` if there is no query with this name. */
const queryOf = (entity: RelyingPartyConfig, role: RelyingPartyConfig, name: string | undefined) =>
  name === undefined
    ? role.dcqlQuery
    : [entity.dcqlQueries, role.dcqlQueries, entity.presets].find((queries) => Object.hasOwn(queries, name))?.[name]
