/** The ecosystem in memory with the sandbox's recorder of messages, and the log of decisions that the console reads. */
import { createDecisionFeed, type DecisionFeed } from '../../src/console/index.ts'
import type { DemoWallet } from '../../src/sandbox/life-cycle/demo-wallet.ts'
import { createTraffic, type Traffic } from '../../src/sandbox/traffic.ts'
import { createTestEcosystem, roleAt, type TestEcosystem } from './ecosystem.ts'

interface RecordedEcosystem extends TestEcosystem {
  readonly traffic: Traffic
  readonly feed: DecisionFeed
  /**
   * Runs an action of the person. Without `foreign`, it is recorded under `id`, as an action of the console's wallet.
   */
  act<T>(id: string, run: (person: DemoWallet) => Promise<T>): Promise<T>
}

/**
 * Creates the ecosystem. With `foreign`, the wallet and the browser record nothing, as a wallet that is not the
 * sandbox's: the roles record the requests that they receive.
 */
export async function createRecordedEcosystem({ foreign = false } = {}): Promise<RecordedEcosystem> {
  const feed = createDecisionFeed(100_000)
  let now = 1_768_478_400_000
  const next = (): number => {
    now += 7
    return now
  }
  const traffic = createTraffic({ now: next, partyAt: roleAt })
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
    ecosystem.network.connect(origin, traffic.wrapApp(name, app, origin))
  const person = ecosystem.person()
  const act: RecordedEcosystem['act'] = (id, run) => (foreign ? run(person) : traffic.runAction(id, () => run(person)))
  return { ...ecosystem, traffic, feed, act }
}
