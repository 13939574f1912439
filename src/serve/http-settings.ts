/** Settings of HTTP: listeners, trusted proxies, outgoing requests, limits of clients, and shutdown. */
import { z } from 'zod'
import { trustProxies } from '../node/index.ts'

const path = z.string().min(1)

export const listen = z.strictObject({
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

const addressOrNetwork = z.string().refine((text) => {
  try {
    trustProxies([text])
    return true
  } catch {
    return false
  }
}, 'is neither an address nor a network')

export const trustedProxies = z
  .array(addressOrNetwork)
  .default([])
  .describe('Addresses or networks of the proxies whose `X-Forwarded-For` is trusted, for example `10.0.0.0/8`.')

export const network = z.strictObject({
  loopbackHttp: z
    .boolean()
    .default(false)
    .describe('Permits plain http on loopback hosts, for this service and for those that it requests. For local use.'),
  trustedHosts: z
    .array(
      z
        .string()
        .refine(
          (host) => URL.parse(`https://${host}`)?.host === host,
          'is not a host: write it as in a URL, in lower case, and with the port only if it is not 443',
        ),
    )
    .default([])
    .describe(
      'Hosts that the service may request although they have private addresses. A request that an unauthenticated client caused reaches only the port of the entry: 443 if it names none. Other requests of the service reach every port.',
    ),
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
export const limits = z.strictObject({
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
    .describe(
      'Requests of all clients in flight. As many further requests may be sending their bodies. Each of these may have 256 KiB. All together may have as many further units of 256 KiB: 256 MiB in all by default.',
    ),
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

/** Listener for health, readiness and metrics. It is not public by default. */
export const operations = z.strictObject({
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

export const shutdown = z.strictObject({
  drainSeconds: z
    .int()
    .min(0)
    .max(300)
    .optional()
    .describe(
      'Seconds for which a stopping service still accepts connections, so that load balancers notice. By default it stops when no connection is open, after 5 seconds at most.',
    ),
  timeoutSeconds: z.int().min(1).max(300).default(20).describe('Seconds that a stop waits for requests in flight.'),
})
