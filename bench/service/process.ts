/** Process of the measured service. Its parent asks it to start, to count cryptography and to profile. */
import { createNodeCrypto, keepNextTickFast, type RunningServer, serve, tuneHeap } from '../../src/node/index.ts'
import type { SavedVendor } from '../../src/software-device/index.ts'
import { countingCrypto } from '../../test/support/crypto-counter.ts'
import { answerParent } from '../channel.ts'
import { createProfiler } from '../profiler.ts'
import { createUsageMeter } from '../usage.ts'
import { composeService, type Service } from './compose.ts'

interface Start {
  readonly directory: string
  readonly vendor: SavedVendor
  /** Counts cryptographic operations, which makes the service a little slower. */
  readonly counting: boolean
  /** Attaches a console with an open list of flows. */
  readonly console?: boolean
}

// `fiducia serve` does both too.
keepNextTickFast()
tuneHeap()
const counter = countingCrypto(createNodeCrypto())
const servers: RunningServer[] = []
let service: Service | undefined

/** Imports the console only if it is attached, so that the process otherwise has only the modules of a served role. */
const attachConsole = async () => (await import('../console/attached-console.ts')).attachConsole()

answerParent(
  {
    start: async ({ directory, vendor, counting, console }: Start) => {
      service = await composeService({
        ...{ directory, vendor, ...(counting && { crypto: counter.crypto }) },
        ...(console && { recorder: await attachConsole() }),
      })
      const ports: Record<string, number> = {}
      for (const { name, app } of service.roles) {
        const server = await serve({ app, port: 0, hosts: ['127.0.0.1'] })
        servers.push(server)
        ports[name] = server.port
      }
      return ports
    },
    usage: createUsageMeter(),
    counts: () => counter.take(),
    ...createProfiler(),
  },
  async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await service?.close()
  },
)
