import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describeFault } from '../../../src/cli/describe-fault.ts'
import { ConfigError, createGuardedFetch, createNodeCrypto, createSystemClock, serve } from '../../../src/node/index.ts'
import { readPrivateFile } from '../../../src/node/private-file.ts'
import { issueServerCertificate } from '../../../src/sandbox/local-authority.ts'
import { bindStore } from '../../../src/serve/bind-store.ts'
import { createSecretsComparison } from '../../../src/serve/compare-secrets.ts'
import { openStores } from '../../../src/serve/open-stores.ts'
import { checkAdvertised } from '../../../src/serve/self-check.ts'
import type { ReplicaSecrets, SecretDigests } from '../../../src/stores/index.ts'
import { faultsOf } from '../faulty-settings.ts'
import { fixedClock } from '../fixed-clock.ts'
import { unsignedJwt } from '../forge-jwt.ts'
import { freshDirectory } from '../fresh-directory.ts'
import { listenLocally } from '../local-server.ts'
import { seededRandom } from '../seeded-random.ts'
import type { FaultReports, PlantedFault } from './planted-fault.ts'

const crypto = createNodeCrypto()
const random = seededRandom('planted-operations')

/** Returns the program's output for a start that fails. */
async function failing(start: Promise<unknown>): Promise<FaultReports> {
  const thrown = await start.then(
    () => new Error('it started'),
    (reason: unknown) => reason,
  )
  return { cli: describeFault(thrown).text }
}

const configurationOf = (sub: string, kid: string): string =>
  unsignedJwt(
    { typ: 'entity-statement+jwt', alg: 'ES256', kid },
    { sub, jwks: { keys: [{ kty: 'EC', crv: 'P-256', kid, x: kid, y: kid }] } },
  )
const publicUrl = 'https://service.example'
const advertised = {
  advertised: ['/.well-known/openid-federation'],
  publisher: { entityConfiguration: () => ({ jwt: configurationOf(publicUrl, 'own'), expiresAt: 0, maxAge: 0 }) },
}

/** Exchanges the announcements of replicas in this process. */
function memoryReplicas(): ReplicaSecrets {
  const announced = new Map<string, SecretDigests>()
  return {
    announce: async (replica, digests) => void announced.set(replica, digests),
    earlier: async (replica) => [...announced].filter(([other]) => other !== replica).map(([, digests]) => digests),
    withdraw: async (replica) => void announced.delete(replica),
  }
}

/** Starts a PostgreSQL stub that refuses the password. */
async function refusingDatabase() {
  const fields = Buffer.from('SFATAL\0VFATAL\0C28P01\0Mno\0\0')
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  const server = createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields]))),
  )
  return { port: await listenLocally(server), close: () => server.close() }
}

async function bind(keys: string, store: string): Promise<void> {
  const url = `sqlite:${join(store, 'wallet-provider.sqlite')}`
  const { identity, close } = await openStores('wallet-provider', { url, poolSize: 1, migrate: true })
  const file = join(keys, 'store.json')
  const parts = { identity, file, options: { readOnly: true }, random, newStore: false, warn: () => undefined }
  await bindStore(parts).finally(close)
}

export const operationsFaults: readonly PlantedFault[] = [
  {
    title: 'another program uses the port',
    plant: async () => {
      const first = await serve({ port: 0, app: async () => new Response() })
      const { port } = first
      const report = await failing(serve({ port, app: async () => new Response() }))
      await first.stop()
      return { cli: report.cli?.replaceAll(String(port), '4711') ?? '' }
    },
    reason: /in use|taken/i,
    evidence: [/4711/],
    remedy: /another port|stop/i,
  },
  {
    title: 'another service answers at publicUrl',
    plant: async () => {
      const answer = async () => new Response(configurationOf('https://neighbour.example', 'other'))
      const { sentences } = await checkAdvertised(answer, publicUrl, advertised, fixedClock())
      return { cli: sentences.join('\n') }
    },
    reason: /answered by another service/,
    evidence: [/https:\/\/service\.example/, /https:\/\/neighbour\.example/, /\bown\b/, /\bother\b/],
    remedy: /publicUrl/,
  },
  {
    title: 'two replicas have different secrets',
    plant: async () => {
      const replicas = memoryReplicas()
      const start = async () => {
        const comparison = createSecretsComparison({ clock: fixedClock(), random, crypto, replicas })
        await comparison.compare('keys/secrets.json', { cNonce: [{ id: 1, secret: random.bytes(32) }] })
        return comparison
      }
      const first = await start()
      const report = await failing(start())
      await first.stop()
      return report
    },
    reason: /differs from that of the other replicas/,
    evidence: [/keys\/secrets\.json/, /cNonce/],
    remedy: /same file/,
  },
  {
    title: 'the password of the database is wrong',
    plant: async () => {
      const { port, close } = await refusingDatabase()
      const url = `postgresql://service:secret-word@127.0.0.1:${port}/fiducia?sslmode=disable`
      const report = await failing(openStores('wallet-provider', { url, poolSize: 1, migrate: false }))
      close()
      return report
    },
    reason: /rejects the user or the password/,
    evidence: [/database\.url/, /28P01/],
    remedy: /correct them there/,
  },
  {
    title: 'the certificate is for another name',
    plant: async () => {
      const ctx = { clock: createSystemClock(), crypto }
      const tls = issueServerCertificate(ctx, join(freshDirectory(), 'authority.json'), ['other.example'])
      const server = await serve({ port: 0, tls, app: async () => new Response() })
      const fetch = createGuardedFetch({ loopbackHttp: true, certificateAuthorities: [tls.authority] })
      const { sentences } = await checkAdvertised(fetch, `https://localhost:${server.port}`, advertised, fixedClock())
      await Promise.all([fetch.close(), server.stop()])
      return { cli: sentences.join('\n') }
    },
    reason: /certificate is for/,
    evidence: [/other\.example/, /localhost/],
    remedy: /publicUrl|certificate/,
  },
  {
    title: 'a member of the settings is misspelt',
    plant: async () => ({ cli: describeFault(new ConfigError(faultsOf('wallet-provider', { publicURL: 'x' }))).text }),
    reason: /unknown|not known|no such/i,
    evidence: [/publicURL/],
    remedy: /publicUrl/,
  },
  {
    title: 'the key file is a directory, which a mount creates in place of a missing file',
    plant: async () => {
      const path = join(freshDirectory(), 'keys.json')
      mkdirSync(path, { mode: 0o700 })
      return failing((async () => readPrivateFile(path, {}))())
    },
    reason: /cannot be read|directory/i,
    evidence: [/keys\.json/],
    remedy: /file/i,
  },
  {
    title: 'the store belongs to other keys',
    plant: async () => {
      const [keys, otherKeys, store] = [freshDirectory(), freshDirectory(), freshDirectory()]
      await bind(keys, store)
      await bind(otherKeys, freshDirectory())
      return failing(bind(otherKeys, store))
    },
    reason: /bound to other keys/,
    evidence: [/it is [\w-]{22}/, /store\.json names [\w-]{22}/],
    remedy: /name the store of these keys/,
  },
]
