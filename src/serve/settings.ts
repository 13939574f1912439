/**
 * Settings that all roles share. Names contain their units. Every default is safe. `role-settings.ts` adds the settings
 * of each role. Paths are relative to the settings file.
 */
import { z } from 'zod'
import { refuseBoth } from '../base/index.ts'
import { entityTypes, federationKey } from '../federation/index.ts'
import { isJwsAlgorithm, type JwsAlgorithm, jwsAlgorithms } from '../jose/index.ts'
import { type MemberCertificateSettings, memberCertificateSettings } from '../member/index.ts'
import { roleKeysConfig, trustProxies } from '../node/index.ts'
import { furtherProfileNames } from '../profiles/index.ts'
import { administrationSettings } from './administration-settings.ts'
import { type CertificateTrustSettings, certificateTrust } from './certificate-trust-settings.ts'

const path = z.string().min(1)

const listen = z.strictObject({
  port: z.int().min(0).max(65_535).default(8080).describe('Port of the public listener. 0 selects a free one.'),
  hosts: z
    .array(z.string().min(1))
    .min(1)
    .default(['127.0.0.1', '::1'])
    .describe('Addresses on which the service listens. Defaults to this machine only.'),
  tls: z
    .strictObject({
      keyFile: path.describe('File with the private key of the certificate (PEM).'),
      certificateFile: path.describe('File with the certificate and its chain (PEM).'),
    })
    .optional()
    .describe('Files for https in this process. The alternative is a proxy with TLS.'),
})

const database = z.strictObject({
  url: z
    .string()
    .regex(/^(?:sqlite:.+|postgres(?:ql)?:\/\/.+)$/, 'is neither sqlite:FILE nor postgresql://…')
    .default('sqlite:data/store.sqlite')
    .describe('`sqlite:FILE` for a single process, `postgresql://…` for any number.'),
  poolSize: z
    .int()
    .min(1)
    .max(100)
    .default(10)
    .describe('Maximum number of connections to PostgreSQL for each process.'),
  migrate: z
    .boolean()
    .default(false)
    .describe(
      'Updates the tables of PostgreSQL at start. `fiducia db migrate` does it separately. The embedded store is always updated.',
    ),
})

/** The key file, the directory of later keys, and a hardware token for some of the keys. */
const keys = roleKeysConfig.extend({
  file: path
    .default('keys/keys.json')
    .describe(
      'The key file. The other private files are in the same directory. `fiducia init` and `serve --init` create missing keys.',
    ),
  ringDirectory: path
    .optional()
    .describe(
      'Writable directory for keys that are created while the service runs. All replicas share it. Defaults to the directory of the key file.',
    ),
})

const anchor = z
  .strictObject({
    entityId: z.string().min(1).describe('Entity identifier of the Trust Anchor.'),
    jwks: z
      .strictObject({ keys: z.array(federationKey).min(1).describe('Public keys of the Trust Anchor (JWK).') })
      .optional(),
    jwksFile: path.optional().describe('A file with a JWK set, instead of `jwks`.'),
  })
  .refine(...refuseBoth('jwks', 'jwksFile'))

/** Algorithms of federation statements and trust marks. Defaults to ES256, ES384 and ES512 (GEN-03). */
const algorithms = z
  .array(
    z
      .custom<JwsAlgorithm>((name) => typeof name === 'string' && isJwsAlgorithm(name), 'is not a known algorithm')
      .meta({ type: 'string', enum: Object.keys(jwsAlgorithms) }),
  )
  .min(1)
  .exactOptional()
  .describe('Algorithms of accepted federation statements and trust marks. Defaults to ES256, ES384 and ES512.')

/** Trust marks in the entity configuration of the service (D-154). */
const trustMarks = z
  .array(
    z
      .strictObject({
        type: z.url().describe('Type of the trust mark.'),
        issuer: z.string().exactOptional().describe('Issuer of the mark, which is requested again before it expires.'),
        markFile: path.exactOptional().describe('A file with the mark as it was received.'),
      })
      .refine(
        ({ issuer, markFile }) => (issuer === undefined) !== (markFile === undefined),
        'needs an issuer or a markFile, but not both',
      ),
  )
  .default([])
  .describe('Trust marks in the entity configuration of the service.')

/** Settings of the service's own trust chain: its algorithms, and the trust marks that the service shows. */
export const ownChain = z.strictObject({ algorithms, trustMarks })

/** Settings of `ownChain`, and how a service evaluates trust in others. */
export const trust = z.strictObject({
  algorithms,
  trustMarks,
  requiredTrustMarks: z
    .partialRecord(z.enum(entityTypes), z.array(z.url()).min(1))
    .exactOptional()
    .describe('Trust mark types by entity type. An entity of that type needs a mark of at least one listed type.'), // FED-07
  trustMarkStatusSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .exactOptional()
    .describe(
      "Seconds for which the issuer's status of a required mark is cached. By default, no status is requested.",
    ), // FED-32
  maximumAgeSeconds: z
    .int()
    .min(60)
    .max(86_400)
    .exactOptional()
    .describe('Age in seconds at which the superiors must confirm a trust chain again. Defaults to 600.'), // FED-38
  staleOnOutageSeconds: z
    .int()
    .min(0)
    .max(86_400)
    .exactOptional()
    .describe('Additional seconds for which a trust chain stays valid while no superior answers. Defaults to 3600.'), // FED-42
})

/** A further entity of the service, which follows another profile. */
const profileEntity = z.strictObject({
  path: z
    .string()
    .regex(/^(?:\/[A-Za-z0-9._~-]+)+$/, 'is not a path such as /1.4')
    .optional()
    .describe('Path of the entity below `publicUrl`. Defaults to `/1.0` or `/1.4`, by profile.'),
  authorityHints: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('Superiors of the entity. Defaults to its own `anchors`, otherwise to the superiors of the service.'),
  anchors: z.array(anchor).min(1).optional().describe('Anchors of the entity. Defaults to those of the service.'),
  keys: keys
    .extend({
      file: path.optional().describe('Defaults to a file in a directory of the profile, beside the key file.'),
    })
    .optional()
    .describe('Keys of the entity. Required if the service has keys in a hardware token.'),
  trustMarks: trustMarks.describe('Trust marks that the entity shows.'),
  certificates: memberCertificateSettings
    .prefault({})
    .describe("Certificates of the protocol keys, issued under the certificate in the superior's statement."),
  certificateTrust: certificateTrust
    .prefault({})
    .describe('Roots and revocation lists for the certificates of others, at a PID Provider and a Relying Party.'),
  role: z
    .looseObject({})
    .prefault({})
    .describe('Members that replace those of `role` for this entity. Lifetimes and applications cannot be replaced.'),
})

const profiles = z
  .partialRecord(z.enum(furtherProfileNames), profileEntity)
  .default({})
  .describe(
    'Further entities of this service by profile: `it-wallet-1.0`, `it-wallet-1.4`. Each uses the formats of another version, below its own path. Defaults to none.',
  )

/** Settings of a further entity. */
export type ProfileEntitySettings = Readonly<z.output<typeof profileEntity>>

const network = z.strictObject({
  loopbackHttp: z
    .boolean()
    .default(false)
    .describe('Permits plain http on loopback hosts, for this service and for those that it requests. For local use.'),
  trustedHosts: z
    .array(
      z
        .string()
        .refine(
          (host) => URL.parse(`https://${host}`)?.hostname === host,
          'is not a host: write it as in a URL, in lower case and without a port',
        ),
    )
    .default([])
    .describe('Hosts that the service may request although they have private addresses.'),
  certificateAuthorityFiles: z
    .array(path)
    .default([])
    .describe('Files with certificates of authorities that are trusted in addition to the public ones.'),
  timeoutMilliseconds: z
    .int()
    .min(100)
    .max(60_000)
    .default(5000)
    .describe('Time limit of each outgoing request, in milliseconds.'),
})

const rate = z.strictObject({
  perSecond: z.number().positive().max(1e6).describe('Requests per second of one client.'),
  burst: z.int().min(1).max(1e6).describe('Requests of one client at once, after a pause.'),
})
const limits = z.strictObject({
  rate: z
    .strictObject({
      enabled: z.boolean().default(true).describe('False turns the limit off.'),
      perSecond: z
        .number()
        .positive()
        .max(1e6)
        .default(50)
        .describe('Requests per second of one client to one surface.'),
      burst: z
        .int()
        .min(1)
        .max(1e6)
        .default(200)
        .describe('Requests of one client to one surface at once, after a pause.'),
      surfaces: z
        .record(z.string(), rate)
        .default({})
        .describe(
          'Rates of single surfaces, for example `pid-provider/as/par`. With a name that is not a surface, the service does not start.',
        ),
    })
    .prefault({})
    .describe('Rate at which one client may send requests to one surface.'), // GEN-08
  maximumInFlight: z
    .int()
    .min(1)
    .default(512)
    .describe('Requests of all clients in flight. As many further requests may still be sending their bodies.'),
  maximumInFlightPerClient: z.int().min(1).default(128).describe('Requests of one client in flight.'),
  maximumUnfinishedBodiesPerClient: z
    .int()
    .min(1)
    .default(8)
    .describe('Requests of one client whose bodies have begun to arrive but are not complete.'),
  maximumLagMilliseconds: z
    .int()
    .min(10)
    .default(500)
    .describe('Lag of the event loop above which new requests are refused.'),
  maximumConnections: z.int().min(1).default(10_000).describe('Open connections of all clients together, used or not.'),
  maximumConnectionsPerClient: z
    .int()
    .min(1)
    .default(1000)
    .describe('Open connections of one address or IPv6 /64 network that is not a trusted proxy.'),
  maximumHeaderBytes: z.int().min(8192).max(1_048_576).default(65_536).describe('Bytes of all headers of a request.'),
  requestTimeoutSeconds: z
    .int()
    .min(1)
    .max(600)
    .default(30)
    .describe('Seconds for a whole request to arrive, and again for the client to receive the answer.'),
})

const decisions = z.strictObject({
  file: path
    .optional()
    .describe(
      'File of decisions that `fiducia explain --log` reads. Defaults to none. Has at most 60 refusals of one surface and code in a minute. The log has all.',
    ),
  maximumBytes: z.int().min(4096).default(16_777_216).describe('Size of the file at which it is rotated.'),
  kept: z.int().min(0).max(100).default(4).describe('Rotated files that are kept.'),
  sampling: z.number().min(0).max(1).default(0).describe('Share of accepted decisions that are written, from 0 to 1.'),
})

/** Listener for health, readiness and metrics. It is not public by default. */
const operations = z.strictObject({
  port: z
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port of the listener for health, readiness and metrics. Defaults to none.'),
  hosts: z
    .array(z.string().min(1))
    .min(1)
    .default(['127.0.0.1', '::1'])
    .describe('Addresses of that listener. Defaults to this machine only.'),
})

/** Maximum seconds of a drain if `drainSeconds` is not set. */
export const longestDefaultDrain = 5

const shutdown = z.strictObject({
  drainSeconds: z
    .int()
    .min(0)
    .max(300)
    .optional()
    .describe(
      'Seconds for which a stopping service accepts connections after it became unready, so that load balancers notice. Defaults to at most 5 seconds: the drain ends earlier once no connection is open.',
    ),
  timeoutSeconds: z.int().min(1).max(300).default(20).describe('Seconds that a stop waits for requests in flight.'),
})

const addressOrNetwork = z.string().refine((text) => {
  try {
    trustProxies([text])
    return true
  } catch {
    return false
  }
}, 'is neither an address nor a network')

export const commonSettings = {
  publicUrl: z.url().describe('Entity identifier and public URL. Its path is the prefix of all routes.'),
  listen: listen.prefault({}),
  database: database.prefault({}),
  keys: keys.prefault({}),
  anchors: z
    .array(anchor)
    .default([])
    .describe('Trust Anchors of this service. Their keys are pinned here and never fetched.'),
  administration: administrationSettings.prefault({}),
  profiles,
  trustedProxies: z.array(addressOrNetwork).default([]).describe('Proxies whose `X-Forwarded-For` is trusted.'),
  network: network.prefault({}),
  limits: limits.prefault({}),
  site: z
    .strictObject({
      privacyFile: path.optional().describe('File with the text of the privacy policy.'),
      termsFile: path.optional().describe('File with the text of the terms of service.'),
      logoFile: path.optional().describe('File with the logo, SVG or PNG.'),
    })
    .prefault({})
    .describe(
      "Files for the organisation's pages below the public URL: plain texts with empty lines between paragraphs, and a logo.",
    ),
  decisions: decisions.prefault({}),
  operations: operations.prefault({}),
  shutdown: shutdown.prefault({}),
  selfCheck: z
    .boolean()
    .default(true)
    .describe('Requests the advertised URLs after the start and reports those that do not answer.'),
} as const

const common = z.strictObject(commonSettings)

export type CommonSettings = Readonly<z.output<typeof common>> & {
  /** Certificates of a further entity, copied from its entry in `profiles`. */
  readonly memberCertificates?: MemberCertificateSettings
  /** Trust of a further entity in certificates, copied from its entry in `profiles`. */
  readonly certificateTrust?: CertificateTrustSettings
}
