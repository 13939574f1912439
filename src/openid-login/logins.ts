/** Selects the login of a request, and maps the presented credentials to `sub` and claims. */
import {
  type CryptoContext,
  encodeBase64url,
  failed,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonObject,
  type Random,
} from '../base/index.ts'
import { claimNames, type DcqlQuery, isAttestationQuery } from '../oid4vp/index.ts'
import type { OpenIdClient, OpenIdLogin, OpenIdLoginConfig } from './config.ts'
import { reservedClaims } from './reserved-claims.ts'

type Path = readonly (string | number)[]

/** The settings of a login, with the member that names its query in a presentation order. */
export interface PreparedLogin {
  readonly acr?: string | undefined
  readonly scope?: string | undefined
  /** Member of the presentation order: the name of a configured query, or the query itself. */
  readonly order: JsonObject
  readonly subject: Path | 'transient'
  readonly claims: Readonly<Record<string, Path>>
}

interface Queries {
  readonly dcqlQuery: DcqlQuery
  readonly dcqlQueries: Readonly<Record<string, DcqlQuery>>
}

/** Returns the logins with their queries. Throws a TypeError if a login names a query that does not exist. */
export const prepareLogins = (
  logins: OpenIdLoginConfig['logins'],
  queries: Queries,
): ReadonlyMap<string, PreparedLogin> =>
  new Map(Object.entries(logins).map(([name, login]) => [name, prepareLogin(login, queries)]))

function prepareLogin({ query: name, acr, scope, subject, claims }: OpenIdLogin, queries: Queries): PreparedLogin {
  const query = name === undefined ? queries.dcqlQuery : queries.dcqlQueries[name]
  if (query === undefined) throw new TypeError('a login names a query that does not exist')
  const order = name === undefined ? { dcql_query: query as unknown as JsonObject } : { request: name }
  return { acr, scope, order, subject, claims: claims ?? claimsOf(query) }
}

/**
 * Returns the claims of a query by the last name of their path. Of several claims with one name, returns the last.
 * Omits those of a Wallet Attestation in the format `jwt`, paths that contain a wildcard or end in an index, and names
 * of `reservedClaims`.
 */
const claimsOf = ({ credentials }: DcqlQuery): Readonly<Record<string, Path>> =>
  Object.fromEntries(
    credentials
      .filter((query) => !isAttestationQuery(query))
      .flatMap(({ id, claims = [] }) =>
        claims.flatMap(({ path }): [string, Path][] => {
          const name = path.at(-1)
          if (typeof name !== 'string' || path.includes(null) || reservedClaims.includes(name)) return []
          return [[name, [id, ...(path as Path)]]]
        }),
      ),
  )

/** Parameters of an authorization request that select the login. */
interface LoginSelection {
  /** Requested values of `acr`, from `claims` and then from `acr_values`. */
  readonly acrValues: readonly string[]
  readonly scopes: readonly string[]
}

/**
 * Returns the values of `acr` that the parameter `claims` requests for the ID Token, essential or not (OpenID Connect
 * Core 1.0 §5.5.1.1). Returns an empty list for a parameter that is absent or malformed.
 */
export function requestedAcrs(claims: string | undefined): readonly string[] {
  const requested = parseJsonObject(claims ?? '', 'claims')
  const idToken = failed(requested) ? undefined : requested.id_token
  const acr = isJsonObject(idToken) ? idToken.acr : undefined
  if (!isJsonObject(acr)) return []
  const { value, values } = acr
  return [value, ...(Array.isArray(values) ? values : [])].filter((one): one is string => typeof one === 'string')
}

/**
 * Chooses one of the client's permitted logins for a request: the login with a requested `acr`, tried in the order of
 * `acrValues`. Without such a login, the first permitted login with a requested scope. Without both, the first
 * permitted login.
 */
export function selectLogin(
  logins: ReadonlyMap<string, PreparedLogin>,
  client: Pick<OpenIdClient, 'logins'>,
  { acrValues, scopes }: LoginSelection,
): PreparedLogin {
  const permitted = permittedLogins(logins, client)
  const byAcr = acrValues.flatMap((value) => permitted.filter(({ acr }) => acr === value))
  const byScope = permitted.filter(({ scope }) => scope !== undefined && scopes.includes(scope))
  return [...byAcr, ...byScope, ...permitted][0] as PreparedLogin
}

/** Returns the logins that a client may use, in order. A client without `logins` may use all. */
export const permittedLogins = (
  logins: ReadonlyMap<string, PreparedLogin>,
  client: Pick<OpenIdClient, 'logins'>,
): readonly PreparedLogin[] => (client.logins ?? [...logins.keys()]).flatMap((name) => logins.get(name) ?? [])

/**
 * Returns the value at a path in the credentials of a presentation's result. Uses the first of several credentials for
 * one query.
 */
function valueAt(credentials: JsonObject, [id, ...path]: Path): Json | undefined {
  const credential = credentials[String(id)]
  const [first] = Array.isArray(credential) ? credential : [credential]
  let value: Json | undefined = isJsonObject(first) ? first.claims : undefined
  for (const element of path) {
    if (Array.isArray(value)) value = value[Number(element)]
    else value = isJsonObject(value) && Object.hasOwn(value, element) ? value[String(element)] : undefined
  }
  return value
}

/** Returns the client with this id. */
export const findClient = ({ clients }: Pick<OpenIdLoginConfig, 'clients'>, id: unknown): OpenIdClient | undefined =>
  clients.find(({ clientId }) => clientId === id)

/** Returns the presented claims by their name at the application. Omits those that were not presented. */
export const mapClaims = ({ claims }: Pick<PreparedLogin, 'claims'>, credentials: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(claims).flatMap(([name, path]): [string, Json][] => {
      const value = valueAt(credentials, path)
      return value === undefined ? [] : [[name, value]]
    }),
  )

/**
 * Returns the pairwise `sub` (OpenID Connect Core 1.0 §8.1). It reveals neither the claim nor the `sub` of another
 * sector. Claims with equal values but different names give different subjects. A `transient` subject is random.
 * Returns `undefined` if the claim is missing, empty, or neither a string nor a number. The input of the HMAC must
 * never change, because every `sub` depends on it.
 */
export function createSubject(
  { crypto, random }: CryptoContext & { readonly random: Random },
  secret: Uint8Array,
  sector: string,
  { subject, credentials }: { readonly subject: PreparedLogin['subject']; readonly credentials: JsonObject },
): string | undefined {
  if (subject === 'transient') return encodeBase64url(random.bytes(32))
  const value = valueAt(credentials, subject)
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return undefined
  return encodeBase64url(crypto.hmac(secret, JSON.stringify([sector, claimNameOf(subject), value])))
}

/** Returns the last name in the path of a claim. The names of one claim in different drafts give the same result. */
function claimNameOf([, ...path]: Path): string {
  const name = path.findLast((element) => typeof element === 'string') ?? ''
  return String(claimNames([name])[0])
}

/**
 * Returns the sector of a client. Clients of one sector get the same `sub`. Defaults to the host of the first redirect
 * URI, with its port. If that host changes, a client without `sector` gets a new `sub` for each user.
 */
export const sectorOf = ({
  sector,
  redirectUris: [first = ''],
}: Pick<OpenIdClient, 'sector' | 'redirectUris'>): string => sector ?? new URL(first).host
