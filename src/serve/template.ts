/** Template of the file of settings. It works on this machine and its comments say what to change elsewhere. */
import { joinUrl, type PublicJwk } from '../base/index.ts'
import type { ServedRole } from './role-names.ts'

/** Default ports, above those of the sandbox, so that both can run. */
export const defaultPorts: Readonly<Record<ServedRole, number>> = {
  'trust-anchor': 4101,
  'wallet-provider': 4102,
  'pid-provider': 4103,
  'relying-party': 4104,
}

/** Port of an intermediate, which often runs on the same machine as its anchor. */
const intermediatePort = 4105

const names: Readonly<Record<ServedRole, string>> = {
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
  readonly publicUrl?: string | undefined
  readonly port?: number | undefined
  readonly anchor?: PinnedAnchor | undefined
  /** Intermediates directly above. Defaults to the anchor. */
  readonly superiors?: readonly string[] | undefined
  /** Algorithms of the federation's statements. Defaults to those that are always accepted. */
  readonly algorithms?: readonly string[] | undefined
}

/** Returns true for an authority below an anchor. */
const isIntermediate = (role: ServedRole, { anchor }: TemplateOptions): boolean =>
  role === 'trust-anchor' && anchor !== undefined

/** Returns the role in words. */
const nameOf = (role: ServedRole, options: TemplateOptions): string =>
  isIntermediate(role, options) ? 'Intermediate' : names[role]

/** Returns the organisation of an unchanged template. */
export const exampleOrganization = (role: ServedRole, options: TemplateOptions = {}): string =>
  `${nameOf(role, options)} (example)`

/** Returns JSON with whole lines of comments. */
export function writeTemplate(role: ServedRole, options: TemplateOptions): string {
  const { publicUrl, port, anchor, algorithms } = options
  const listening = port ?? (isIntermediate(role, options) ? intermediatePort : defaultPorts[role])
  const url = publicUrl ?? `http://localhost:${listening}`
  const local = url.startsWith('http:')
  const sections = [
    `// Settings of ${withArticle(nameOf(role, options))}. Whole lines that begin with // are comments; paths are relative to this file.
  // Every member can be given by the environment: FIDUCIA_LISTEN_PORT for listen.port.

  // Entity identifier and public URL, final once others know it. https and no port to speak of, outside of this machine.
  "publicUrl": ${json(url)}`,
    `// A proxy with TLS stands before it, or "tls": {"keyFile": …, "certificateFile": …}. All addresses: ["0.0.0.0", "::"].
  "listen": { "port": ${listening}, "hosts": ["127.0.0.1", "::1"] }`,
    `// One process on a file, or any number on "postgresql://…": DATABASE_URL names it too.
  "database": { "url": "sqlite:data/${role}.sqlite" }`,
    `// Keys, and beside the file the other secrets. FIDUCIA_KEYS_PASSPHRASE encrypts what is made and opens it afterwards.
  "keys": { "file": "keys/keys.json" }`,
    `"administration": { "tokenFile": "administration.token" }`,
    ...(role === 'trust-anchor' && anchor === undefined ? [] : [anchorsOf(anchor)]),
    ...(role === 'trust-anchor' || algorithms === undefined
      ? []
      : [`// Of statements and trust marks.\n  "federation": ${indented({ algorithms })}`]),
    `// Proxies whose X-Forwarded-For counts: ["10.0.0.0/8"].
  "trustedProxies": []`,
    `// Health, readiness and figures for the operator's own systems, on a listener that nobody else reaches.
  "operations": { "port": ${listening + 100} }`,
    `// Read by: fiducia explain --last --log data/decisions.jsonl
  "decisions": { "file": "data/decisions.jsonl" }`,
    ...(local
      ? [
          `// Plain http on loopback hosts, for a machine of one's own: to be taken out elsewhere.\n  "network": { "loopbackHttp": true }`,
        ]
      : []),
    ...ownSections[role],
    `// What the role itself says: see docs/guides/operations.md.${calledWallet[role] ?? ''}
  "role": ${indented(rolePart(role, url, options))}`,
  ]
  return `{\n  ${sections.join(',\n\n  ')}\n}\n`
}

const withArticle = (name: string): string => `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`
const json = (value: unknown): string => JSON.stringify(value)
const indented = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')

const anchorsOf = (anchor: TemplateOptions['anchor']): string => {
  const pinned = anchor ? [{ entityId: anchor.entityId, jwks: { keys: anchor.keys } }] : []
  return `// Whom this service trusts. Compare the keys with what the federation's operator says.
  "anchors": ${indented(pinned)}`
}

const ownSections: Readonly<Record<ServedRole, readonly string[]>> = {
  'trust-anchor': [],
  'wallet-provider': [
    `// The apps that are attested. Android too: see docs/guides/operations.md.
  "devices": { "apple": { "appIds": ["ABCDE12345.org.example.wallet"] } }`,
  ],
  'pid-provider': [
    `// Where people log in. Registered by the federation; "discovery" is for tests.
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
  'relying-party': [],
}

/** Placeholder. Each deployment knows its wallet. */
const walletEndpoint = 'https://wallet.example/authorization'
const calledWallet: { readonly [R in ServedRole]?: string } = {
  'wallet-provider': `
  // Attestations say that the wallet is called at authorization_endpoint: put your app's universal link there, or its scheme.`,
  'pid-provider': `
  // Codes go to any https host that a wallet names: walletRedirectHosts states the hosts of each Wallet Provider that you know,
  // as {"https://wallet-provider.example": ["wallet.example"]}.`,
  'relying-party': `
  // Links and QR codes lead to walletAuthorizationEndpoint: put the wallets' universal link there, or their scheme.
  // Name the issuers of the PID that you trust: "credentialIssuers": {"eu.eudiw.pid.it": ["https://pid.example"]}.`,
}

/** Returns the anchor of `fiducia init trust-anchor` for this machine, otherwise a placeholder. */
const exampleAnchor = (url: string): string =>
  url.startsWith('http:') ? `http://localhost:${defaultPorts['trust-anchor']}` : 'https://anchor.example'

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
    ...(role === 'wallet-provider' && { capabilities: { authorization_endpoint: walletEndpoint } }),
    ...(role === 'trust-anchor' && algorithms && { algorithms }),
    ...((role !== 'trust-anchor' || anchor) && {
      authorityHints: superiors ?? [anchor?.entityId ?? exampleAnchor(url)], // FED-12
    }),
  }
}
