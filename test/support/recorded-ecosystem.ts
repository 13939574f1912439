/** The ecosystem in memory with a recorder of its messages, as a sandbox has it, and the console's logs. */
import { createDecisionFeed, type DecisionFeed } from '../../src/console/index.ts'
import type { DemoWallet } from '../../src/sandbox/life-cycle/demo-wallet.ts'
import { createTraffic, type Traffic } from '../../src/sandbox/traffic.ts'
import { createTestEcosystem, origins, type TestEcosystem } from './ecosystem.ts'

interface RecordedEcosystem extends TestEcosystem {
  readonly traffic: Traffic
  readonly feed: DecisionFeed
  /** Runs an action of the person. It is recorded like an action of the console's wallet, unless `foreign` is set. */
  act<T>(id: string, run: (person: DemoWallet) => Promise<T>): Promise<T>
}

const names = new Map<string, string>([
  [origins.trustAnchor, 'trust-anchor'],
  [origins.walletProvider, 'wallet-provider'],
  [origins.pidProvider, 'pid-provider'],
  [origins.relyingParty, 'relying-party'],
])

/** Creates it. With `foreign`, wallet and browser have no recorder: the roles record the requests that they receive. */
export async function createRecordedEcosystem({ foreign = false } = {}): Promise<RecordedEcosystem> {
  const feed = createDecisionFeed(100_000)
  let now = 1_768_478_400_000
  const next = (): number => {
    now += 7
    return now
  }
  const traffic = createTraffic({ now: next, partyAt: (origin) => names.get(origin) })
  const ecosystem = await createTestEcosystem({
    seed: 'recorded',
    observe: (sink) =>
      traffic.observe({
        record: (decision) => {
          sink.record(decision)
          feed.record(decision)
        },
      }),
    through: (fetch, party) =>
      foreign && (party === 'wallet' || party === 'browser') ? fetch : traffic.fetchAs(party, fetch),
  })
  for (const { name, origin, app } of ecosystem.roles)
    ecosystem.network.connect(origin, traffic.receive(name, app, origin))
  const person = ecosystem.person()
  const act: RecordedEcosystem['act'] = (id, run) => (foreign ? run(person) : traffic.act(id, () => run(person)))
  return { ...ecosystem, traffic, feed, act }
}
