/**
 * The import rule as data. A folder may import folders of lower layers. Within a layer, it may import only the folders
 * that `sideways` lists. A new row of this file is a question in the review.
 */

/** Every top folder of `src` and its layer. */
export const layers: Readonly<Record<string, 0 | 1 | 2 | 3 | 4>> = {
  base: 0,
  jose: 1,
  cose: 1,
  // Versions of the wire as data.
  profiles: 1,
  x509: 1,
  'sd-jwt': 1,
  mdoc: 1,
  credential: 2,
  oauth: 2,
  federation: 2,
  'certificate-trust': 2,
  'wallet-attestation': 2,
  'device-integrity': 2,
  'status-list': 2,
  oid4vci: 2,
  oid4vp: 2,
  http: 2,
  pages: 2,
  rules: 2,
  member: 3,
  'wallet-provider': 3,
  'pid-provider': 3,
  'relying-party': 3,
  'trust-anchor': 3,
  wallet: 3,
  'software-device': 3,
  node: 4,
  telemetry: 4,
  stores: 4,
  'pid-provider-adapters': 4,
  'wallet-provider-adapters': 4,
  'openid-login': 4,
  web: 4,
  middleware: 4,
  'store-contracts': 4,
  serve: 4,
  console: 4,
  sandbox: 4,
  cli: 4,
}

/** Folders that a folder may import from its own layer. In L3 only `member`, because roles communicate over HTTP. */
export const sideways: Readonly<Record<string, readonly string[]>> = {
  'sd-jwt': ['jose'],
  // COSE_Key and JWK are two encodings of one key.
  cose: ['jose'],
  mdoc: ['cose', 'jose', 'x509'],
  oauth: ['credential'],
  oid4vci: ['credential', 'oauth'],
  oid4vp: ['credential', 'oauth'],
  pages: ['http'],
  // Refusals of `http` use the texts for failure codes.
  http: ['rules'],
  // Rules for the failure codes of these folders. In L2 only `http` imports `rules`.
  rules: ['oauth', 'federation', 'wallet-attestation', 'status-list'],
  // `member` has the common parts of the roles. It imports no role.
  'wallet-provider': ['member'],
  'pid-provider': ['member'],
  'relying-party': ['member'],
  'trust-anchor': ['member'],
  // Each has its own drivers, so that a program loads only the drivers that it needs.
  stores: ['node'],
  'pid-provider-adapters': ['node'],
  'wallet-provider-adapters': ['node'],
  serve: ['node', 'telemetry', 'stores', 'pid-provider-adapters', 'wallet-provider-adapters', 'openid-login'],
  // `middleware` runs on any web-standard server, with the platform's own cryptography.
  middleware: ['web'],
  // `console` knows the roles only by their endpoints. The sandbox passes it the parts that only a sandbox has.
  console: ['node'],
  // In a sandbox over PostgreSQL, the roles use the stores of a service.
  sandbox: ['node', 'stores', 'pid-provider-adapters', 'serve', 'console'],
  cli: ['node', 'telemetry', 'stores', 'sandbox', 'serve', 'console'],
}

/**
 * Files that folders of this layer and of higher layers may import directly, not through the folder's index: ports with
 * the rules of their data, and parts for programs that the index would make load a whole role, service or sandbox.
 */
export const openFiles: readonly { readonly file: string; readonly layer: number }[] = [
  { file: 'src/federation/trust-evaluator.ts', layer: 2 },
  // Each use of a credential has its own file, so that a wallet loads no issuer.
  { file: 'src/credential/claim-path.ts', layer: 2 },
  { file: 'src/credential/formats.ts', layer: 2 },
  { file: 'src/credential/holder.ts', layer: 3 },
  { file: 'src/credential/issuer.ts', layer: 3 },
  { file: 'src/credential/presentable-credential.ts', layer: 2 },
  { file: 'src/credential/select-claims.ts', layer: 2 },
  // The names of a wallet's capabilities, for queries that ask for them.
  { file: 'src/wallet-attestation/capabilities.ts', layer: 2 },
  // Pages without the archive of municipalities, so that applications behind the middleware do not load it.
  { file: 'src/pages/colour.ts', layer: 4 },
  { file: 'src/pages/official/marks.ts', layer: 4 },
  { file: 'src/pages/localized-text.ts', layer: 4 },
  { file: 'src/pages/page.ts', layer: 4 },
  { file: 'src/pages/page-style.ts', layer: 4 },
  { file: 'src/pages/sign-in-words.ts', layer: 4 },
  // Parse and compare bytes only: mdoc runs on phones and in browsers, where the rest of x509 cannot.
  { file: 'src/x509/der.ts', layer: 1 },
  { file: 'src/x509/general-names.ts', layer: 1 },
  { file: 'src/x509/name-constraints.ts', layer: 1 },
  // Rules for the stores of the roles.
  { file: 'src/pid-provider/register/issued-credential.ts', layer: 4 },
  { file: 'src/relying-party/session/presentation-session.ts', layer: 4 },
  { file: 'src/trust-anchor/stores.ts', layer: 4 },
  { file: 'src/wallet-provider/lifecycle/wallet-instance.ts', layer: 4 },
  // Endpoints that an administrator's commands call.
  { file: 'src/pid-provider/paths.ts', layer: 4 },
  { file: 'src/relying-party/paths.ts', layer: 4 },
  { file: 'src/trust-anchor/paths.ts', layer: 4 },
  { file: 'src/wallet-provider/paths.ts', layer: 4 },
  // Times in words, for commands that load no console.
  { file: 'src/console/shell/describe-time.ts', layer: 4 },
  // Parts that commands need of a sandbox or a service in another process, and the faults that they report.
  { file: 'src/sandbox/login-script.ts', layer: 4 },
  { file: 'src/sandbox/pin-profile-anchors.ts', layer: 4 },
  { file: 'src/federation/keys/revocation-reasons.ts', layer: 4 },
  { file: 'src/node/whole-lines.ts', layer: 4 },
  { file: 'src/sandbox/pin-trust-anchor.ts', layer: 4 },
  { file: 'src/sandbox/render-decision.ts', layer: 4 },
  { file: 'src/sandbox/sandbox-fault.ts', layer: 4 },
  { file: 'src/sandbox/state-file.ts', layer: 4 },
  { file: 'src/sandbox/test-issuer/receive-test-credential.ts', layer: 4 },
  { file: 'src/sandbox/test-issuer/test-types.ts', layer: 4 },
  { file: 'src/sandbox/user-agent.ts', layer: 4 },
  { file: 'src/serve/role-names.ts', layer: 4 },
  { file: 'src/serve/settings-file.ts', layer: 4 },
  { file: 'src/serve/trust-advice.ts', layer: 4 },
  { file: 'src/serve/trust-mark-advice.ts', layer: 4 },
  { file: 'src/serve/trust-verdict.ts', layer: 4 },
  { file: 'src/stores/migrations.ts', layer: 4 },
  // The decoder, which the command line uses without pages and roles.
  { file: 'src/console/decode/decode-anything.ts', layer: 4 },
  { file: 'src/console/decode/decoded.ts', layer: 4 },
  { file: 'src/console/decode/decoded-json.ts', layer: 4 },
  { file: 'src/console/decode/kinds.ts', layer: 4 },
  { file: 'src/console/decode/format-decoded.ts', layer: 4 },
  { file: 'src/console/decode/words.ts', layer: 4 },
  // Settings of a role. They are validated without loading the role.
  { file: 'src/openid-login/config.ts', layer: 4 },
  { file: 'src/pid-provider/config.ts', layer: 4 },
  { file: 'src/pid-provider-adapters/person-source-config.ts', layer: 4 },
  { file: 'src/relying-party/config.ts', layer: 4 },
  // The console draws the same codes without the role.
  { file: 'src/relying-party/pages/qr-code.ts', layer: 4 },
  { file: 'src/trust-anchor/config.ts', layer: 4 },
  { file: 'src/trust-anchor/onboarding/configured-subordinate.ts', layer: 4 },
  { file: 'src/wallet-provider/config.ts', layer: 4 },
  { file: 'src/wallet-provider-adapters/device-vendors-config.ts', layer: 4 },
  // Parts that the sandbox's workers use.
  { file: 'src/pid-provider/login/national-attributes.ts', layer: 4 },
  { file: 'src/pid-provider/login/national-identity-provider.ts', layer: 4 },
  // Parts of `node` for commands that load the rest of it only when they run.
  { file: 'src/node/guarded-fetch.ts', layer: 4 },
  { file: 'src/node/key-file.ts', layer: 4 },
  { file: 'src/node/key-plans.ts', layer: 4 }, // for the help of `fiducia keys`, which names the roles
  { file: 'src/node/node-crypto.ts', layer: 4 },
  { file: 'src/node/system-clock.ts', layer: 4 },
]

/** Files that create `Verified` values although they are not verifiers of L1 or L2, each with its reason. */
export const verifiedCreators: Readonly<Record<string, string>> = {
  'src/federation/chain/certified-keys.ts': 'implements the TrustEvaluator port with fewer keys of a trusted entity',
  'src/federation/chain/judge-entity.ts': 'implements the TrustEvaluator port over validated chains',
  'src/pid-provider-adapters/oidc-identity-provider.ts':
    'implements the NationalIdentityProvider port over verified answers',
  'src/pid-provider/login/oidc/id-token.ts': 'verifies what only a PID Provider is given: the ID Token of its login',
  'src/pid-provider/login/oidc/userinfo.ts': 'verifies what only a PID Provider is given: the userinfo of its login',
  'src/pid-provider-adapters/saml-identity-provider.ts':
    'implements the NationalIdentityProvider port over verified answers',
}

/** Imports from lower layers that are forbidden nevertheless. */
export const forbidden: readonly { readonly from: string; readonly to: string; readonly reason: string }[] = [
  { from: 'wallet', to: 'http', reason: 'the wallet library serves nothing' },
  { from: 'wallet', to: 'x509', reason: 'server only: node:crypto' },
  { from: 'wallet', to: 'certificate-trust', reason: 'server only: node:crypto' },
  { from: 'wallet', to: 'device-integrity', reason: 'server only: a wallet creates evidence and verifies none' },
  { from: 'software-device', to: 'http', reason: 'a device has no endpoint' },
  { from: 'web', to: 'http', reason: 'browsers and phones serve nothing' },
  ...['pid-provider', 'relying-party', 'trust-anchor', 'wallet', 'wallet-provider'].flatMap((to) =>
    ['node', 'telemetry'].map((from) => ({ from, to, reason: 'every program uses it, so it knows no role' })),
  ),
]

/** Folders that may use `node:*` and Buffer: servers, and code that runs on servers only. */
export const nodeFolders: readonly string[] = [
  'node',
  'telemetry',
  'stores',
  'pid-provider-adapters',
  'wallet-provider-adapters',
  'openid-login',
  'store-contracts',
  'serve',
  'console',
  'sandbox',
  'cli',
  'device-integrity',
  'x509',
  'software-device',
]

/** Folders that may import a package. A package without a row may not be imported at all. */
export const packages: Readonly<Record<string, readonly string[]>> = {
  '@clack/prompts': ['cli'],
  '@dagrejs/dagre': ['console'],
  // Files that are sent to browsers.
  '@fontsource/titillium-web': ['console', 'serve'],
  '@noble/hashes': ['web'],
  '@node-saml/node-saml': ['pid-provider-adapters'],
  '@opentelemetry/api': ['telemetry'],
  cborg: ['cose'],
  commander: ['cli'],
  hono: ['http'],
  // A file that is sent to browsers.
  'htmx.org': ['console'],
  jose: ['jose'],
  // `openid-login` loads the file with it by `import()`, so that a Relying Party without an OpenID Provider loads none.
  'oidc-provider': ['openid-login', 'sandbox'],
  'openid-client': ['console', 'pid-provider-adapters'],
  pg: ['stores'],
  pkcs11js: ['node'],
  pino: ['telemetry'],
  'prom-client': ['telemetry'],
  qr: ['console', 'relying-party', 'sandbox'],
  samlify: ['sandbox'],
  undici: ['node'],
  zod: Object.keys(layers).filter((folder) => folder !== 'base'),
}

/**
 * Packages that a program loads only when a feature needs them: no chain of static imports leads to them from an
 * `index.ts` or from the command line.
 */
export const lazyPackages: readonly string[] = ['oidc-provider', 'pkcs11js', 'samlify']

/** Lazy packages that an installation may lack, because they are optional peer dependencies. */
export const optionalPackages: readonly string[] = ['pkcs11js', 'samlify']

interface ForbiddenGlobal {
  readonly name: string
  readonly pattern: RegExp
  /** Folders that may use it. */
  readonly allowed: readonly string[]
  /** Code that matches declares the name itself, so it does not use the global one. */
  readonly unless?: RegExp
}

/** Folders whose code runs in a program, and that provide these inputs to the others. */
const adapters = [
  'node',
  'openid-login',
  'telemetry',
  'stores',
  'pid-provider-adapters',
  'wallet-provider-adapters',
  'serve',
  'console',
  'sandbox',
  'cli',
]
/** Folders that applications use without composing them. Time and network default to those of the platform. */
const selfContained = ['web', 'middleware']

/** Hidden inputs: time, randomness, network and process. */
export const globals: readonly ForbiddenGlobal[] = [
  { name: 'Date.now', pattern: /\bDate\.now\b/, allowed: [...adapters, ...selfContained] },
  { name: 'new Date()', pattern: /\bnew Date(?:\(\s*\)|\b(?!\s*\())/, allowed: [...adapters, 'web'] },
  { name: 'performance.now', pattern: /\bperformance\.now\b/, allowed: [...adapters, 'web'] },
  { name: 'Math.random', pattern: /\bMath\.random\b/, allowed: [] },
  {
    name: 'global fetch',
    pattern: /(?<![.\w$])fetch\(|\bglobalThis\.fetch\b/,
    allowed: [...adapters, ...selfContained],
    unless: /[(,]\s*fetch\s*:|\{[^{};]*\bfetch\b[^{};]*\}\s*(?::|=(?!>))/,
  },
  { name: 'process', pattern: /(?<![.\w$])process\s*[.[]/, allowed: adapters },
  { name: 'console', pattern: /(?<![.\w$])console\s*\./, allowed: adapters },
  {
    name: 'WebCrypto',
    pattern: /\bglobalThis\.crypto\b|(?<![.\w$])crypto\.(?:subtle|getRandomValues|randomUUID)\b/,
    allowed: ['web'],
  },
  { name: 'Buffer', pattern: /(?<![.\w$])Buffer\b/, allowed: nodeFolders },
]

/** Names of folders and files that are too general. */
export const forbiddenNames: readonly string[] = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'types',
  'misc',
  'lib',
]

/** Numbers of lines from which the review questions a file, and from which a file is refused. */
export const sizes = { question: 250, refuse: 400 } as const
