/**
 * A PID Provider in a separate process, which a test kills. It composes the production parts over a SQLite file or a
 * PostgreSQL database. The header `x-crash-at` of a request names a point. At that point, the process ends itself with
 * SIGKILL. The points within the stores exist over SQLite only.
 *
 * Takes a directory as argument. Prints its port on standard output.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PublicJwk } from '../../src/base/index.ts'
import { createFederationTrustEvaluator } from '../../src/federation/index.ts'
import { type Signer, withKeyCache } from '../../src/jose/index.ts'
import { loadKeys } from '../../src/node/key-file.ts'
import { createNodeCrypto, createNodeRandom } from '../../src/node/node-crypto.ts'
import { loadSecrets } from '../../src/node/secrets-file.ts'
import { serve } from '../../src/node/serve.ts'
import { createSystemClock } from '../../src/node/system-clock.ts'
import { formatSdJwt } from '../../src/oauth/index.ts'
import { createPidProvider, type PidProviderStores, pidProviderConfig } from '../../src/pid-provider/index.ts'
import { openPostgres } from '../../src/stores/postgres/database.ts'
import { pidProviderSchema } from '../../src/stores/postgres/pid-provider-schema.ts'
import { createPostgresPidProviderStores } from '../../src/stores/postgres/pid-provider-stores.ts'
import { openSqlite, type SqliteDatabase } from '../../src/stores/sqlite/database.ts'
import { pidProviderMigrations } from '../../src/stores/sqlite/pid-provider-schema.ts'
import { createSqlitePidProviderStores } from '../../src/stores/sqlite/pid-provider-stores.ts'
import type { CrashPoint } from './pid-provider-process.ts'
import { scriptedIdentityProvider } from './scripted-identity-provider.ts'

const directory = process.argv[2] ?? ''
const { entityId, organization, anchors, adminToken, database } = JSON.parse(
  readFileSync(join(directory, 'parts.json'), 'utf8'),
) as {
  entityId: string
  organization: object
  anchors: [string, PublicJwk[]][]
  adminToken: string
  /** A PostgreSQL database that the process shares with its replicas. Defaults to a SQLite file. */
  database?: string
}

/** The point at which the current request ends the process. */
let crashAt: string | null = null
const reach = (point: CrashPoint): void => {
  if (crashAt === point) process.kill(process.pid, 'SIGKILL')
}

const crashableDatabase = (database: SqliteDatabase): SqliteDatabase => ({
  ...database,
  claim: (claims, effect) =>
    database.claim(claims, (session) => {
      reach('claims_spent')
      const outcome = effect(session)
      reach('entry_written')
      return outcome
    }),
})

const crashableStores = (stores: PidProviderStores): PidProviderStores => ({
  ...stores,
  grants: {
    ...stores.grants,
    findByToken: async (tokenId) => {
      const grant = await stores.grants.findByToken(tokenId)
      reach('grant_found')
      return grant
    },
  },
  issuedCredentials: {
    ...stores.issuedCredentials,
    register: async (input) => {
      reach('before_register')
      const outcome = await stores.issuedCredentials.register(input)
      reach('committed')
      return outcome
    },
  },
})

const crashableSigner = (signer: Signer): Signer => ({
  ...signer,
  sign: async (data) => {
    reach('before_signing')
    const signature = await signer.sign(data)
    reach('signed')
    return signature
  },
})

/** Sends half of the response. The process ends 20 ms later. */
async function sendHalf(response: Response): Promise<Response> {
  const body = new Uint8Array(await response.arrayBuffer())
  const stream = new ReadableStream({
    start: (controller) => {
      controller.enqueue(body.subarray(0, body.length / 2))
      setTimeout(() => reach('response_half_sent'), 20)
    },
  })
  return new Response(stream, response)
}

/** Returns the request with the public URL, as a reverse proxy would forward it. */
function atPublicUrl(request: Request): Request {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers([...request.headers].filter(([name]) => name !== 'host'))
  const { method, body } = request
  return new Request(entityId + pathname + search, {
    method,
    headers,
    ...(body && { body, duplex: 'half' }),
  } as RequestInit)
}

const ctx = { clock: createSystemClock(), random: createNodeRandom(), crypto: withKeyCache(createNodeCrypto()) }
const fetch = async (): Promise<Response> => new Response(null, { status: 503 })
const es256 = { use: 'sig', alg: 'ES256' } as const
const { signers } = await loadKeys(ctx, join(directory, 'keys.json'), { federation: es256, credential: es256 })
const secrets = loadSecrets(ctx, join(directory, 'secrets.json'), ['c_nonce', 'person'])
const pinned = new Map(anchors)
const stores = database
  ? createPostgresPidProviderStores(await openPostgres(database, { store: pidProviderSchema, migrate: true }))
  : crashableStores(
      createSqlitePidProviderStores(
        crashableDatabase(openSqlite(join(directory, 'pid-provider.sqlite'), pidProviderMigrations)),
      ),
    )
const provider = createPidProvider({
  ...ctx,
  config: pidProviderConfig.parse({
    entityId,
    organization,
    authorityHints: [...pinned.keys()],
    accessTokenLifetimeSeconds: 3600,
    formats: [formatSdJwt],
  }),
  fetch,
  anchors: pinned,
  trust: createFederationTrustEvaluator(
    { ...ctx, fetch },
    { anchors: pinned, urls: { loopbackHttp: false }, skewSeconds: 30 },
  ),
  federationSigner: signers.federation[0],
  credentialSigner: crashableSigner(signers.credential[0]),
  nationalLoginKeys: { keys: [signers.federation[0].publicJwk], algorithm: 'ES256' },
  nonceKeys: secrets.c_nonce,
  personSecret: secrets.person[0]?.secret ?? new Uint8Array(),
  identityProviders: [scriptedIdentityProvider(ctx.random)],
  administrators: [{ name: 'ada', token: adminToken }],
  stores,
  decisions: { record: () => undefined },
  onFault: (fault) => console.error(fault),
})
const server = await serve({
  port: 0,
  hosts: ['127.0.0.1'],
  app: async (request) => {
    crashAt = request.headers.get('x-crash-at') ?? crashAt
    reach('request_read')
    const response = await provider.app(atPublicUrl(request))
    reach('response_made')
    return crashAt === 'response_half_sent' ? sendHalf(response) : response
  },
})
console.log(server.port)
