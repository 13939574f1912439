/** Template of a settings file that works on this machine. Its comments describe what to change for production. */
import { joinUrl, type PublicJwk } from '../base/index.ts'
import { localPort } from './public-port.ts'
import type { ServedRole } from './role-names.ts'
import { portalId, portalReturnPath } from './sample-portal.ts'
import { settingsSchemaFile } from './settings-document.ts'

/** Default ports, above those of the sandbox, so that both can run. */
export const defaultPorts: Readonly<Record<ServedRole, number>> = {
  'trust-anchor': 4101,
  'wallet-provider': 4102,
  'pid-provider': 4103,
  'relying-party': 4104,
}

/** Port of an intermediate, which often runs on the same machine as its anchor. */
const intermediatePort = 4105

const roleTitles: Readonly<Record<ServedRole, string>> = {
  'trust-anchor': 'Trust Anchor',
  'wallet-provider': 'Wallet Provider',
  'pid-provider': 'PID Provider',
  'relying-party': 'Relying Party',
}

/** An anchor and its pinned keys. */
export interface PinnedAnchor {
  readonly entityId: string
  readonly keys: readonly PublicJwk[]
}

export interface TemplateOptions {
  /** Defaults to `http://localhost` with the port. */
  readonly publicUrl?: string | undefined
  /** Port of the listener. Defaults to that of a local `publicUrl`, then to that of the role (intermediate: 4105). */
  readonly port?: number | undefined
  /** Anchor to pin. Makes a Trust Anchor an intermediate. Defaults to none. */
  readonly anchor?: PinnedAnchor | undefined
  /** Intermediates directly above. Defaults to the anchor. */
  readonly superiors?: readonly string[] | undefined
  /** Algorithms of the federation's statements. Defaults to those that are always accepted. */
  readonly algorithms?: readonly string[] | undefined
  /** Digest of the key of the sample application, for a Relying Party. */
  readonly portalKeyDigest?: string | undefined
}

/** Returns true for a Trust Anchor service with an anchor above it: an intermediate. */
const isIntermediate = (role: ServedRole, { anchor }: TemplateOptions): boolean =>
  role === 'trust-anchor' && anchor !== undefined

/** Returns the name of the role for readers. */
const nameOf = (role: ServedRole, options: TemplateOptions): string =>
  isIntermediate(role, options) ? 'Intermediate' : roleTitles[role]

/** Returns the organization's name in an unchanged template. `exampleAuthorityNotes` finds it in old certificates. */
export const exampleOrganization = (role: ServedRole, options: TemplateOptions = {}): string =>
  `${nameOf(role, options)} (example)`

/** Returns a settings file for a role: JSON, with comments on separate lines. */
export function writeTemplate(role: ServedRole, options: TemplateOptions): string {
  const { publicUrl, port, anchor, algorithms } = options
  const defaultPort = isIntermediate(role, options) ? intermediatePort : defaultPorts[role]
  const listening = port ?? localPort(publicUrl) ?? defaultPort
  const url = publicUrl ?? `http://localhost:${listening}`
  const isLocal = url.startsWith('http:')
  const sections = [
    `// Settings of ${withArticle(nameOf(role, options))}. Whole lines that begin with // are comments. Paths are relative to this file.
  // The environment can set every member: FIDUCIA_LISTEN_PORT sets listen.port.
  // Editors use this schema for completion. Reference of all settings: docs/guides/settings.md of the repository.
  // "fiducia serve ${role} --variables" lists all.
  "$schema": ${json(`./${settingsSchemaFile(role)}`)},

  // Entity identifier and public URL, which cannot change once others know it. Outside of this machine, use https and the default port.
  "publicUrl": ${json(url)}`,
    `// Use a proxy with TLS, or "tls": {"keyFile": …, "certificateFile": …}. All addresses: ["0.0.0.0", "::"].
  "listen": { "port": ${listening}, "hosts": ["127.0.0.1", "::1"] }`,
    `// A file serves a single process, "postgresql://…" any number. DATABASE_URL sets it too.
  "database": { "url": "sqlite:data/${role}.sqlite" }`,
    `// Key file. The other secrets are in the same directory. FIDUCIA_KEYS_PASSPHRASE encrypts new files and opens encrypted ones.
  "keys": { "file": "keys/keys.json" }`,
    `"administration": { "tokenFile": "administration.token" }`,
    ...(role === 'trust-anchor' && anchor === undefined ? [] : [anchorsOf(anchor)]),
    ...(role === 'trust-anchor' || algorithms === undefined
      ? []
      : [`// Algorithms of statements and trust marks.\n  "federation": ${indented({ algorithms })}`]),
    `// Proxies whose X-Forwarded-For counts: ["10.0.0.0/8"].
  "trustedProxies": []`,
    `// Health, readiness and metrics for the operator's own systems, on a listener that nobody else should reach.
  "operations": { "port": ${operationsPortFor(listening)} }`,
    `// Read by: fiducia explain --last --log data/decisions.jsonl
  "decisions": { "file": "data/decisions.jsonl" }`,
    ...(isLocal
      ? [`// Plain http on loopback hosts, for local use. Remove it elsewhere.\n  "network": { "loopbackHttp": true }`]
      : []),
    ...roleSections[role],
    `// Configuration of the role itself: see docs/guides/settings.md of the repository.${walletComments[role] ?? ''}
  "role": ${indented(rolePart(role, url, options))}`,
  ]
  return `{\n  ${sections.join(',\n\n  ')}\n}\n`
}

/** Returns a port for the operations listener: 100 above that of the public one, or below it near the highest port. */
const operationsPortFor = (port: number): number => (port === 0 ? 0 : port > 65_435 ? port - 100 : port + 100)

const withArticle = (name: string): string => `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`
const json = (value: unknown): string => JSON.stringify(value)
const indented = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')

const anchorsOf = (anchor: TemplateOptions['anchor']): string => {
  const pinnedAnchors = anchor ? [{ entityId: anchor.entityId, jwks: { keys: anchor.keys } }] : []
  return `// Anchors that this service trusts. Compare the keys with those that the federation's operator published.
  "anchors": ${indented(pinnedAnchors)}`
}

const roleSections: Readonly<Record<ServedRole, readonly string[]>> = {
  'trust-anchor': [],
  'wallet-provider': [
    `// Apps to attest. For Android see docs/guides/operations.md of the repository.
  "devices": { "apple": { "appIds": ["ABCDE12345.org.example.wallet"] } }`,
  ],
  'pid-provider': [
    `// National identity providers. This service registers there through the federation. "discovery" is for tests.
  "identityProviders": [
    {
      "protocol": "oidc",
      "id": "cie",
      "displayName": { "it": "Entra con CIE", "en": "Log in with CIE" },
      "issuer": "https://identity.example",
      "registration": "federation"
    }
  ]`,
  ],
  'relying-party': [
    `// Log in with OpenID Connect, for Keycloak, WordPress and other applications: see docs/guides/relying-party.md of the
  // repository.
  // secretFile contains the client's secret. After the change, run "fiducia init relying-party" again: it creates the
  // key that signs ID Tokens.
  // "openid": {
  //   "clients": [
  //     {
  //       "clientId": "keycloak",
  //       "displayName": "Portal",
  //       "redirectUris": ["https://keycloak.example/realms/portal/broker/it-wallet/endpoint"],
  //       "authentication": { "method": "client_secret_basic", "secretFile": "keycloak.secret" }
  //     }
  //   ]
  // }`,
  ],
}

/** Placeholder, to be replaced by the endpoint of the deployment's wallet. */
const walletEndpoint = 'https://wallet.example/authorization'
const walletComments: { readonly [R in ServedRole]?: string } = {
  'wallet-provider': `
  // Attestations contain authorization_endpoint, which opens the wallet: use your app's universal link, or its scheme.`,
  'pid-provider': `
  // Authorization codes go to any https host that a wallet names. walletRedirectHosts limits them to hosts of
  // each Wallet Provider, as {"https://wallet-provider.example": ["wallet.example"]}.`,
  'relying-party': `
  // Links and QR codes contain walletAuthorizationEndpoint: use the wallets' universal link, or their scheme.
  // Name the issuers of the PID that you trust: "credentialIssuers": {"eu.eudiw.pid.it": ["https://pid.example"]}.
  // The application is the sample in portal.ts, whose key is in portal.key. "fiducia api-key" creates further keys.`,
}

/** Returns the default identifier of a Trust Anchor on this machine, or a placeholder for a service with https. */
const exampleAnchor = (url: string): string =>
  url.startsWith('http:') ? `http://localhost:${defaultPorts['trust-anchor']}` : 'https://anchor.example'

/** Returns the sample application's settings. With plain http it may use any loopback port, otherwise only one URL. */
const samplePortal = (url: string, digest: string): object => ({
  id: portalId,
  apiKeyDigests: [digest],
  ...(url.startsWith('http:')
    ? { loopbackReturnUrls: true }
    : { returnUrls: [`https://portal.example${portalReturnPath}`] }),
})

function rolePart(role: ServedRole, url: string, options: TemplateOptions): object {
  const { anchor, superiors, algorithms } = options
  const name = exampleOrganization(role, options)
  return {
    organization: {
      organization_name: name,
      homepage_uri: joinUrl(url, '/'),
      policy_uri: joinUrl(url, '/privacy'),
      tos_uri: joinUrl(url, '/terms'),
      logo_uri: joinUrl(url, '/logo.svg'),
      contacts: ['operator@example.org'],
    },
    ...(role === 'relying-party' && { clientName: name, walletAuthorizationEndpoint: walletEndpoint }),
    ...(options.portalKeyDigest !== undefined && { applications: [samplePortal(url, options.portalKeyDigest)] }),
    ...(role === 'wallet-provider' && { capabilities: { authorization_endpoint: walletEndpoint } }),
    ...(role === 'trust-anchor' && algorithms && { algorithms }),
    ...((role !== 'trust-anchor' || anchor) && {
      authorityHints: superiors ?? [anchor?.entityId ?? exampleAnchor(url)], // FED-12
    }),
  }
}
