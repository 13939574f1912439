/**
 * Settings of the OpenID Provider by which a Relying Party serves its applications. A login consists of one query to
 * the wallet, and of the claims that the application gets from the wallet's answer.
 */
import { z } from 'zod'
import { failed, isShownLine, parseUrl, type UrlPolicy } from '../base/index.ts'
import { type ProfileName, profileNames } from '../profiles/index.ts'
import { reservedClaims } from './reserved-claims.ts'

/** Value of `profile` with which the user chooses the wallet. */
const autoProfile = 'auto'

const path = z.string().min(1)
const off = z.boolean().default(false)
/** Schema of one scope value (RFC 6749 §3.3). */
const scopeValue = z.string().regex(/^[!#-[\]-~]{1,256}$/)
/** Id of the credential in the query, then the claim's path in the credential. */
const claimPath = z.array(z.union([z.string().min(1), z.int().min(0)])).min(2)

const login = z.strictObject({
  query: z
    .string()
    .optional()
    .describe('Name of a query in `role.dcqlQueries` or of a preset. Defaults to the query `role.dcqlQuery`.'),
  acr: scopeValue
    .optional()
    .describe(
      'Value of `acr`, in `acr_values` or in `claims`, that selects this login. It is then the `acr` of the ID Token.',
    ),
  scope: scopeValue
    .refine((scope) => scope !== 'openid', 'must not be "openid", which every login has')
    .optional()
    .describe('Scope that selects this login.'),
  subject: z
    .union([claimPath, z.literal('transient')])
    .describe(
      'The claim that identifies the user. The query must ask for it. No two users may have the same value. `sub` is derived from it. `transient` creates a new `sub` at each login, for queries that identify nobody.',
    ),
  claims: z
    .record(
      z
        .string()
        .refine((name) => !reservedClaims.includes(name), 'is the name of a claim that OpenID Connect reserves'),
      claimPath,
    )
    .optional()
    .describe(
      'Paths of the claims, by their name at the application. The query must ask for them. Defaults to the claims of the query, by the last name of their path, without the names that OpenID Connect reserves, for example `sub`.',
    ),
})

const secretMethods = z.enum(['client_secret_basic', 'client_secret_post'])

const authentication = z.discriminatedUnion('method', [
  z.strictObject({
    method: secretMethods.describe('How the client authenticates at the token endpoint.'),
    secretFile: path.describe('File with the secret of the client: 32 or more characters of printable ASCII.'),
  }),
  z.strictObject({
    method: z.literal('private_key_jwt').describe('How the client authenticates at the token endpoint.'),
    jwksFile: path.describe('File with the public keys of the client (JWK set).'),
  }),
  /** A program without a secret, such as an app. It must use PKCE. */
  z.strictObject({ method: z.literal('none') }),
])

const client = z
  .strictObject({
    clientId: z
      .string()
      .regex(/^[\w.:/-]{1,256}$/)
      .describe('Identifier of the client.'),
    displayName: z
      .string()
      .refine((text) => isShownLine(text, 100), 'must be one line of 1 to 100 visible characters') // D-961
      .describe('Name of the application as the user sees it.'),
    redirectUris: z.array(z.url().max(2048)).min(1).max(64).describe('URLs to which the login may return.'),
    postLogoutRedirectUris: z
      .array(z.url().max(2048))
      .max(64)
      .default([])
      .describe('URLs to which the logout may return.'),
    authentication: authentication.describe('How the client authenticates.'),
    logins: z
      .array(z.string())
      .min(1)
      .optional()
      .describe('Names of permitted logins. The first one is the default. Defaults to all, in their order.'),
    sector: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('Clients of one sector get the same `sub`. Defaults to the host of the first redirect URI.'),
    claimsInIdToken: off.describe(
      'Includes the claims in the ID Token too, for applications that do not use the userinfo endpoint. An ID Token may get into logs, for example by a logout with `id_token_hint`.',
    ),
    browserOrigins: z
      .array(z.url().max(512))
      .max(16)
      .default([])
      .describe(
        'Origins of pages that redeem codes and read claims by script (CORS). Only for a client without a secret. Defaults to none.',
      ),
    withoutPkce: off.describe(
      'Accepts requests without PKCE, for applications that do not support it. They must authenticate.',
    ),
  })
  .refine(({ withoutPkce, authentication: { method } }) => !(withoutPkce && method === 'none'), {
    path: ['withoutPkce'],
    error: 'is only for a client that authenticates',
  })
  .refine(({ browserOrigins, authentication: { method } }) => browserOrigins.length === 0 || method === 'none', {
    path: ['browserOrigins'],
    error: 'is only for a client without a secret (method "none")',
  })

const unique = (values: readonly (string | undefined)[]): boolean => {
  const present = values.filter((value) => value !== undefined)
  return new Set(present).size === present.length
}

/** Login if the settings have none. It uses `role.dcqlQuery`, which must then ask for the tax number. */
const defaultLogins: Readonly<Record<string, z.input<typeof login>>> = {
  pid: { subject: ['pid', 'tax_id_number'] },
}

/** Schema of the settings. */
export const openIdLoginConfig = z
  .strictObject({
    path: z
      .string()
      .max(65)
      .regex(/^(?:\/[a-z0-9][a-z0-9-]*)+$/)
      .refine((at) => !/^\/(?:admin|api)(?:\/|$)/.test(at), 'must not be below "/admin" or "/api"')
      .default('/openid')
      .describe('Path of the issuer below the public URL, but not below `/admin` or `/api`.'),
    clients: z
      .array(client)
      .min(1)
      .refine((all) => unique(all.map(({ clientId }) => clientId)), 'two entries have the same clientId')
      .describe('Applications that may log users in.'),
    logins: z
      .record(z.string().regex(/^[\w-]{1,64}$/), login)
      .default(defaultLogins as Record<string, z.output<typeof login>>)
      .refine((all) => Object.keys(all).length > 0, 'must have at least one login')
      .refine((all) => unique(Object.values(all).map(({ acr }) => acr)), 'two entries have the same acr')
      .refine((all) => unique(Object.values(all).map(({ scope }) => scope)), 'two entries have the same scope')
      .describe(
        'Logins by name, each with its query. Defaults to one with the query `role.dcqlQuery`, whose tax number identifies the user.',
      ),
    profile: z
      .enum([...profileNames, autoProfile])
      .optional()
      .describe(
        "Profile of the wallets with which users may log in. The service must offer it. With `auto`, the user chooses a wallet of any offered profile. Defaults to the profile of the service's own identifier.",
      ),
    claimsLifetimeSeconds: z
      .int()
      .min(30)
      .max(300)
      .default(300)
      .describe('Seconds after a login during which the application may read the claims. They are then deleted.'),
  })
  .superRefine(({ clients, logins }, ctx) => {
    for (const [index, one] of clients.entries())
      for (const [at, name] of (one.logins ?? []).entries())
        if (!Object.hasOwn(logins, name))
          ctx.addIssue({
            code: 'custom',
            path: ['clients', index, 'logins', at],
            message: 'is not the name of a login',
          })
  })

/** Parsed settings, with defaults. */
export type OpenIdLoginConfig = Readonly<z.output<typeof openIdLoginConfig>>
/** Parsed settings of a login. */
export type OpenIdLogin = Readonly<z.output<typeof login>>
/** Parsed settings of a client. */
export type OpenIdClient = OpenIdLoginConfig['clients'][number]

/** Queries, profiles and URLs that the settings of an OpenID Provider may name. */
interface NamedByLogins {
  /** Names of the configured queries and of the presets. */
  readonly queries: readonly string[]
  /** Profiles of the service's entities. */
  readonly profiles: readonly ProfileName[]
  readonly urls: UrlPolicy
}

/**
 * Returns a message for each fault. A message begins with the place of the setting. The faults are
 * - a URL that `urls` does not allow
 * - a value of `browserOrigins` that is not an origin
 * - a query that is not in `queries`
 * - a profile that is not in `profiles`
 */
export function openIdLoginFaults(
  { clients, logins, profile = autoProfile }: OpenIdLoginConfig,
  { queries, profiles, urls }: NamedByLogins,
): readonly string[] {
  const isRefused = (url: string): boolean => failed(parseUrl(url, urls))
  return [
    ...clients.flatMap((one, index) =>
      (['redirectUris', 'postLogoutRedirectUris'] as const).flatMap((member) =>
        one[member].flatMap((url, at) =>
          isRefused(url)
            ? [
                `openid.clients.${index}.${member}.${at}: must be an https URL that has neither a fragment nor a user name`,
              ]
            : [],
        ),
      ),
    ),
    ...clients.flatMap(({ browserOrigins }, index) =>
      browserOrigins.flatMap((url, at) =>
        isRefused(url) || new URL(url).origin !== url
          ? [`openid.clients.${index}.browserOrigins.${at}: is not the origin of an https URL`]
          : [],
      ),
    ),
    ...Object.entries(logins).flatMap(([name, { query }]) =>
      query === undefined || queries.includes(query)
        ? []
        : [`openid.logins.${name}.query: is neither a query of role.dcqlQueries nor a preset`],
    ),
    ...(profile === autoProfile || profiles.includes(profile) ? [] : ['openid.profile: is not offered by "profiles"']), // RP-137
  ]
}
