/**
 * What a deployment says about a service, whichever role it plays. Units stand in the names; every default is a safe
 * one. The role's own part is judged by the role's schema (`role-settings.ts`). Paths are relative to the file.
 */
import { z } from 'zod'
import { entityTypes, federationKey } from '../federation/index.ts'
import { isJwsAlgorithm, type JwsAlgorithm } from '../jose/index.ts'
import { roleKeysConfig, trustProxies } from '../node/index.ts'

const path = z.string().min(1)

const listen = z.strictObject({
  port: z.int().min(0).max(65_535).default(8080),
  hosts: z.array(z.string().min(1)).min(1).default(['127.0.0.1', '::1']),
  /** https by this process itself; a proxy before it is the other way. */
  tls: z.strictObject({ keyFile: path, certificateFile: path }).optional(),
})

const database = z.strictObject({
  /** `sqlite:FILE` for one process, `postgresql://…` for any number. */
  url: z
    .string()
    .regex(/^(?:sqlite:.+|postgres(?:ql)?:\/\/.+)$/, 'is neither sqlite:FILE nor postgresql://…')
    .default('sqlite:data/store.sqlite'),
  /** Connections to PostgreSQL, of each process. */
  poolSize: z.int().min(1).max(100).default(10),
  /** PostgreSQL: brings the tables up to date at start; `fiducia db migrate` does it apart. The embedded store always does. */
  migrate: z.boolean().default(false),
})

/** The key file, beside which the other private files stand, and a hardware token for some of the keys. */
const keys = roleKeysConfig.extend({
  file: path.default('keys/keys.json'),
  /** Where keys that are made while the service runs stand: one directory for all replicas, writable. Beside the file when not said. */
  ringDirectory: path.optional(),
})

const anchor = z.strictObject({
  entityId: z.string().min(1),
  jwks: z.strictObject({ keys: z.array(federationKey).min(1) }).optional(),
  /** In the place of `jwks`: a file with a JWK set. */
  jwksFile: path.optional(),
})

/** Of federation statements and trust marks; ES256, ES384 and ES512 when not said (GEN-03). */
const algorithms = z
  .array(
    z.custom<JwsAlgorithm>((name) => typeof name === 'string' && isJwsAlgorithm(name), 'is no algorithm known here'),
  )
  .min(1)
  .exactOptional()

/** Marks that the service shows of itself (D-154). */
const trustMarks = z
  .array(
    z
      .strictObject({
        type: z.url(),
        /** Is asked for the mark, and again before it ends. */
        issuer: z.string().exactOptional(),
        /** A file with the mark, as it was handed over. */
        markFile: path.exactOptional(),
      })
      .refine(
        ({ issuer, markFile }) => (issuer === undefined) !== (markFile === undefined),
        'needs an issuer or a markFile, and not both',
      ),
  )
  .default([])

/** What a service shows of itself, and how it finds its own trust chain. */
export const ownChain = z.strictObject({ algorithms, trustMarks })

/** The same, and how a service judges whether others are trusted. */
export const trust = z.strictObject({
  algorithms,
  trustMarks,
  /** Of which an entity must hold one, by the type in which it is to be trusted (FED-07). */
  requiredTrustMarks: z.partialRecord(z.enum(entityTypes), z.array(z.url()).min(1)).exactOptional(),
  /** For how long an issuer's answer counts that a required mark still holds; not said, none is asked (FED-32). */
  trustMarkStatusSeconds: z.int().min(1).max(86_400).exactOptional(),
  /** Seconds after which a superior must confirm its word (FED-38); 600 when not said. */
  maximumAgeSeconds: z.int().min(60).max(86_400).exactOptional(),
  /** Seconds after that for which trust holds while no superior answers (FED-42); 3600 when not said. */
  staleOnOutageSeconds: z.int().min(0).max(86_400).exactOptional(),
})

const network = z.strictObject({
  /** Plain http on loopback hosts, for this service and for those that it asks: a machine of one's own. */
  loopbackHttp: z.boolean().default(false),
  /** Hosts in a private network that may be asked all the same. */
  trustedHosts: z
    .array(z.string().refine((host) => URL.parse(`https://${host}`)?.hostname === host, 'is no host as URLs name it'))
    .default([]),
  /** Files with certificates of authorities that are trusted beside the public ones. */
  certificateAuthorityFiles: z.array(path).default([]),
  timeoutMilliseconds: z.int().min(100).max(60_000).default(5000),
})

const rate = z.strictObject({ perSecond: z.number().positive().max(1e6), burst: z.int().min(1).max(1e6) })
const limits = z.strictObject({
  /** What one client may ask of one surface (GEN-08). */
  rate: z
    .strictObject({
      enabled: z.boolean().default(true),
      perSecond: z.number().positive().max(1e6).default(50),
      burst: z.int().min(1).max(1e6).default(200),
      /** Of single surfaces, `pid-provider/as/par`; one that the service does not have is a fault. */
      surfaces: z.record(z.string(), rate).default({}),
    })
    .prefault({}),
  /** Requests of all clients. As many more may have bodies that have begun to come and have not ended. */
  maximumInFlight: z.int().min(1).default(512),
  maximumInFlightPerClient: z.int().min(1).default(128),
  /** Requests of one client whose bodies have begun to come and have not ended. */
  maximumUnfinishedBodiesPerClient: z.int().min(1).default(8),
  maximumLagMilliseconds: z.int().min(10).default(500),
  /** Open ones, whether or not anything was asked on them: of all, and of a client that is no trusted proxy. */
  maximumConnections: z.int().min(1).default(10_000),
  maximumConnectionsPerClient: z.int().min(1).default(1000),
  maximumHeaderBytes: z.int().min(8192).max(1_048_576).default(65_536),
  /** For a whole request to arrive, and as long for the client to take its answer. */
  requestTimeoutSeconds: z.int().min(1).max(600).default(30),
})

const decisions = z.strictObject({
  /** A log of decisions that `fiducia explain --log` reads; refusals stand in the log of the process in any case. */
  file: path.optional(),
  maximumBytes: z.int().min(4096).default(16_777_216),
  kept: z.int().min(0).max(100).default(4),
  /** Share of accepted decisions that is written. */
  sampling: z.number().min(0).max(1).default(0),
})

/** Health, readiness and figures on a listener of their own: never public by default. */
const operations = z.strictObject({
  port: z.int().min(0).max(65_535).optional(),
  hosts: z.array(z.string().min(1)).min(1).default(['127.0.0.1', '::1']),
})

/** How many seconds a drain lasts at most where the settings name none. */
export const longestDefaultDrain = 5

const shutdown = z.strictObject({
  /**
   * How long a stopping service keeps taking connections after it has become unready, so that load balancers notice.
   * Defaults to at most 5 seconds: it ends earlier once no connection is open.
   */
  drainSeconds: z.int().min(0).max(300).optional(),
  /** For what is in flight. */
  timeoutSeconds: z.int().min(1).max(300).default(20),
})

const network4or6 = z.string().refine((text) => {
  try {
    trustProxies([text])
    return true
  } catch {
    return false
  }
}, 'is no address and no network')

export const commonSettings = {
  /** Entity identifier and public URL; its path is the prefix of all routes. */
  publicUrl: z.url(),
  listen: listen.prefault({}),
  database: database.prefault({}),
  keys: keys.prefault({}),
  /** Whom this service trusts; their keys are pinned here and never fetched. */
  anchors: z.array(anchor).default([]),
  administration: z
    .strictObject({
      name: z.string().min(1).default('operator'),
      token: z.string().min(32).optional(),
      tokenFile: path.optional(),
    })
    .prefault({}),
  /** Addresses and networks whose `X-Forwarded-For` counts. */
  trustedProxies: z.array(network4or6).default([]),
  network: network.prefault({}),
  limits: limits.prefault({}),
  decisions: decisions.prefault({}),
  operations: operations.prefault({}),
  shutdown: shutdown.prefault({}),
  /** Asks the advertised URLs after the start whether they answer. */
  selfCheck: z.boolean().default(true),
} as const

const common = z.strictObject(commonSettings)

export type CommonSettings = Readonly<z.output<typeof common>>
