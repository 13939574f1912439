/** Starts replicas of all roles, and a load balancer on the port of each role. */
import type { Ecosystem } from '../ecosystem.ts'
import type { ServerCertificate } from '../local-authority.ts'
import { listeningHosts, portOf } from '../origins.ts'
import type { ReplicaOptions } from './messages.ts'
import { startRoundRobin } from './round-robin.ts'
import { type ReplicaObservers, startReplicas } from './start-replicas.ts'

export interface ServedReplicas {
  readonly count: number
  readonly host: string | undefined
  readonly tls: ServerCertificate | undefined
  readonly replicaOptions: ReplicaOptions
  readonly observers: ReplicaObservers
}

/**
 * Starts the replicas and the load balancers. `addStop` receives a stop function for each started part. Rejects with
 * `SandboxFault` if a replica cannot serve, and with `PortUnavailable` if the port of a role is unavailable.
 */
export async function serveReplicas(
  { count, host, tls, replicaOptions, observers }: ServedReplicas,
  { roles }: Pick<Ecosystem, 'roles'>,
  addStop: (stop: () => Promise<void>) => void,
): Promise<void> {
  const replicas = await startReplicas(count, replicaOptions, observers)
  addStop(() => replicas.stop())
  for (const { name, origin } of roles) {
    const loadBalancer = await startRoundRobin({
      port: portOf(origin),
      hosts: listeningHosts(host),
      ...(tls && { tls }),
      replicas: () => replicas.addressesOf(name),
    })
    addStop(() => loadBalancer.stop())
  }
}
