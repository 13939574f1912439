/**
 * Process with two servers: one refuses every request before any other work, as an overloaded service does, and one is
 * Node's own server with the same answer. The first pauses no connection, because it would otherwise be idle.
 */
import { createServer, type RequestListener } from 'node:http'
import { createRefusals, malformedTarget } from '../../src/node/client-error.ts'
import {
  createOverload,
  createRepeatedRefusals,
  keepNextTickFast,
  trustProxies,
  tuneHeap,
} from '../../src/node/index.ts'
import { listenersOf } from '../../src/node/request-listeners.ts'
import { createShedding } from '../../src/node/shed-requests.ts'
import { createRequestGate, overloadSeconds } from '../../src/serve/request-gate.ts'
import { answerParent } from '../channel.ts'
import { listen } from '../floors/http-floor.ts'
import { createUsageMeter } from '../usage.ts'

// `fiducia serve` does both too.
keepNextTickFast()
tuneHeap()
const milliseconds = (): number => performance.now()
const overload = createOverload({ waits: [() => 1000], milliseconds })
const gate = createRequestGate({ overload, repeated: createRepeatedRefusals(milliseconds), trusted: trustProxies([]) })
let at = 0
/** Returns a time that is a second later at each call. So each refusal is within the budget. */
const skipSecond = (): number => {
  at += 1000
  return at
}
const shedding = createShedding(() => 0, skipSecond)
const refusals = createRefusals(65_536, undefined)
const app = { answer: () => malformedTarget }
const { onRequest } = listenersOf({ app, gate }, { drains: false }, refusals, shedding)
const refuse: RequestListener = (incoming, outgoing) => {
  if (refusals.expect(incoming.socket, outgoing)) onRequest(incoming, outgoing)
}
const { response, lines } = shedding.refuse({} as never, { reason: 'overload', retryAfterSeconds: overloadSeconds })
const answerOnly: RequestListener = (incoming, outgoing) => {
  incoming.resume()
  outgoing.writeHead(response.status, lines)
  outgoing.end(response.body, 'latin1')
}
const usage = createUsageMeter()

answerParent({
  start: async () => ({ refusing: await listen(createServer(refuse)), bare: await listen(createServer(answerOnly)) }),
  usage: () => usage(),
})
