/**
 * Program of a replica: all four roles, each on a free loopback port, over the shared database. It keeps no lasting
 * state of its own, and always ends with the sandbox that started it.
 */
import { join } from 'node:path'
import { createMessageLog, plainMessage } from '../../console/index.ts'
import { collectEarly, createGuardedFetch, serve } from '../../node/index.ts'
import { assembleEcosystem, createProcessParts } from '../assemble-ecosystem.ts'
import { describeFault } from '../describe-fault.ts'
import { sharedDatabase } from '../ecosystem-stores.ts'
import { partiesOf } from '../origins.ts'
import { createTraffic } from '../traffic.ts'
import type { FromReplica, ReplicaOptions, RolePorts, ToReplica } from './messages.ts'

/** Maximum number of connections of one replica to each store. PostgreSQL permits 100 in total by default. */
const maximumConnections = 4

/**
 * Maximum number of messages that a replica keeps. A message is recorded when it is sent, and again with its response.
 */
const keptMessages = 100

const send = (message: FromReplica): void => {
  if (process.connected) process.send?.(message)
}

async function begin(replicaOptions: ReplicaOptions): Promise<() => Promise<void>> {
  collectEarly()
  const { directory, origins, startSecrets, walletLinks, profiles, trustedHosts, certificateAuthorities } =
    replicaOptions
  const fetch = createGuardedFetch({ loopbackHttp: true, trustedHosts, certificateAuthorities })
  const onFault = (fault: unknown, surface: string): void =>
    send({ kind: 'fault', surface, text: describeFault(fault) })
  const traffic = createTraffic({
    now: Date.now,
    partyAt: partiesOf(origins),
    isSecret: (token) => token === startSecrets.adminToken,
    prefix: `r${process.pid}-`,
    // The main process keeps the messages of all replicas.
    log: createMessageLog(keptMessages),
    onForeign: (id, traces) => send({ kind: 'traces', id, traces }),
  })
  traffic.log.watch((message) => send({ kind: 'message', message: plainMessage(message) }))
  const { ecosystem, opened } = await assembleEcosystem(createProcessParts(), {
    data: { path: (...words) => join(directory, ...words) },
    database: sharedDatabase(replicaOptions.database, maximumConnections),
    origins,
    fetchAs: (role) => traffic.fetchAs(role, fetch),
    currentId: traffic.currentId,
    startSecrets,
    openid: replicaOptions.openid,
    walletLinks,
    profiles,
    tests: replicaOptions.tests,
    decisions: traffic.observe({ record: (decision) => send({ kind: 'decision', decision }) }),
    onExchange: (exchange) => send({ kind: 'exchange', exchange }),
    onFault,
    addStop: () => undefined,
  })
  const servers = await Promise.all(
    ecosystem.roles.map(async ({ name, app: roleApp, origin }) => {
      const app = traffic.wrapApp(name, roleApp, origin)
      const server = await serve({
        app,
        port: 0,
        hosts: ['127.0.0.1'],
        stopTimeoutSeconds: 2,
        onFault: (fault) => onFault(fault, name),
      })
      return { name, server }
    }),
  )
  const ports = Object.fromEntries(servers.map(({ name, server }) => [name, server.port])) as RolePorts
  send({ kind: 'serving', ports })
  return async () => {
    await Promise.all(servers.map(({ server }) => server.stop()))
    await opened.close()
    await fetch.close()
  }
}

let running: Promise<() => Promise<void>> | undefined

process.on('message', (message: ToReplica) => {
  if (message.kind === 'begin') {
    running = begin(message.replicaOptions)
    running.catch((thrown: unknown) => {
      const text = thrown instanceof Error ? thrown.message : String(thrown)
      process.send?.({ kind: 'failed', message: text } satisfies FromReplica, () => process.exit(1))
    })
    return
  }
  running?.then((stop) => stop()).finally(() => process.exit(0))
})
process.once('disconnect', () => process.exit(0))
// A terminal signals all processes of its group, but the sandbox decides when a replica stops.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
