/** A recorder with a console in the same process, as in a sandbox. The list of flows is open as in a browser. */
import { createDecide } from '../../src/base/index.ts'
import { createConsole, createDecisionFeed, createFlowsScreen } from '../../src/console/index.ts'
import type { AnswerWithHeaders, App } from '../../src/http/index.ts'
import { createDecisionLog, createNodeRandom, createSystemClock } from '../../src/node/index.ts'
import { createTraffic } from '../../src/sandbox/traffic.ts'
import type { Recorder } from '../service/compose.ts'

/** Number of decisions that the console keeps. */
export const keptDecisions = 100_000

const url = 'http://localhost:4000'

/** Creates the console over a recorder's logs. */
export function openConsole() {
  const clock = createSystemClock()
  const feed = createDecisionFeed(keptDecisions)
  const traffic = createTraffic({ now: Date.now, partyAt: () => undefined })
  const app = createConsole({
    publicUrl: url,
    screens: [createFlowsScreen({ clock, decisions: feed, traffic: traffic.log })],
    log: createDecisionLog(),
    decide: createDecide<AnswerWithHeaders>({
      clock,
      random: createNodeRandom(),
      decisions: { record: () => undefined },
    }),
    onFault: (fault) => console.error('fault at console:', fault),
  })
  return { app, feed, traffic }
}

/** Sends a request to the console. */
export const ask = (app: App, path: string): Promise<Response> => app(new Request(url + path))

/** Opens the list of flows as a page does: loads the list again after each event, until the events end. */
export async function watchList(app: App, onList?: (list: string) => void): Promise<void> {
  const reader = (await ask(app, '/flows/events')).body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    onList?.(await (await ask(app, '/flows/list')).text())
}

/** Creates a recorder with an open console. */
export function attachConsole(): Recorder {
  const { app, feed, traffic } = openConsole()
  void watchList(app)
  return { traffic, decisions: traffic.observe(feed) }
}
