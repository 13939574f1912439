/** Template of the console's settings for services on one machine. Comments in it explain other deployments. */
import { encodeBase64url, type Random } from '../../base/index.ts'

/** Default port, just before those of the roles. */
export const consolePort = 4100

/** Ports that `fiducia init` gives the roles on one machine (`serve/template.ts`). */
const rolePorts = { 'trust-anchor': 4101, 'wallet-provider': 4102, 'pid-provider': 4103, 'relying-party': 4104 }

/**
 * Returns the files of a new console, by name: its settings, a token for each role, and the token of an operator.
 * `publicUrl` defaults to http on localhost. `port` defaults to the port of an http `publicUrl`, and to 4100 for any
 * other. With an https `publicUrl`, the URLs of the roles are placeholders, which the settings check refuses. Throws a
 * TypeError if `publicUrl` is not a URL.
 */
export function consoleFiles(
  { random }: { readonly random: Random },
  options: { readonly publicUrl?: string | undefined; readonly port?: number | undefined },
): Readonly<Record<string, string>> {
  const port = options.port ?? localPortOf(options.publicUrl) ?? consolePort
  const url = options.publicUrl ?? `http://localhost:${port}`
  const names = [...Object.keys(rolePorts), 'operator']
  const tokens = names.map((name) => [`${name}.token`, `${encodeBase64url(random.bytes(32))}\n`] as const)
  return { 'console.json': template(url, port), ...Object.fromEntries(tokens) }
}

/**
 * Returns true for an http URL. An http URL is valid only on this machine, where `fiducia init` gives the roles http
 * URLs too.
 */
const isHttp = (url: string): boolean => new URL(url).protocol === 'http:'

/** Returns the port of an http URL. Returns `undefined` for an https URL, whose port may be that of a proxy. */
const localPortOf = (publicUrl: string | undefined): number | undefined =>
  publicUrl !== undefined && isHttp(publicUrl) ? Number(new URL(publicUrl).port || 80) : undefined

/**
 * Returns true for a URL that the operator must replace: its host is in the top-level domain `invalid` (RFC 2606 §2).
 */
export const isPlaceholder = (url: string): boolean => URL.parse(url)?.hostname.endsWith('.invalid') === true

const placeholders = `
  // Write the entity identifier of each role in place of the placeholder, or remove the role.`

const template = (publicUrl: string, port: number): string => `{
  // Settings of a console. Whole lines that begin with // are comments. Paths are relative to this file.

  // URL under which operators open the console. Outside of this machine, use https.
  "publicUrl": ${JSON.stringify(publicUrl)},

  // Use a proxy with TLS, or "tls": {"keyFile": …, "certificateFile": …}. All addresses: ["0.0.0.0", "::"].
  "listen": { "port": ${port}, "hosts": ["127.0.0.1", "::1"] },

  // Roles that the console shows. In the settings of each role, administration.console must contain the same token,
  // and administration.operators lists what each operator may do. Without a token, a role shows public data only.${isHttp(publicUrl) ? '' : placeholders}
  "roles": [
${Object.entries(rolePorts)
  .map(
    ([name, rolePort]) =>
      `    { "name": "${name}", "url": "${isHttp(publicUrl) ? `http://localhost:${rolePort}` : `https://${name}.invalid`}", "tokenFile": "${name}.token" }`,
  )
  .join(',\n')}
  ],

  // Trust Anchors, with keys that you got from them out of band, so that the map can evaluate trust:
  // [{ "entityId": "https://anchor.example", "jwks": { "keys": […] } }].
  "anchors": [],

  // Operators log in with a token, or at their own OpenID Provider, which sends them back to ${new URL('/login/callback', publicUrl)}.
  // For that, add to "operators":
  // "provider": {
  //   "issuer": "https://login.example.org", "clientId": "console", "clientSecretFile": "client.secret",
  //   "nameClaim": "preferred_username", "allowed": [{ "claim": "groups", "value": "wallet-operators" }]
  // }
  "operators": { "tokens": [{ "name": "operator", "tokenFile": "operator.token" }] },

  // Proxies whose X-Forwarded-For counts: ["10.0.0.0/8"].
  "trustedProxies": [],

  // Plain http on loopback hosts, for local use. Remove it elsewhere.
  "network": { "loopbackHttp": ${isHttp(publicUrl)} }
}
`
