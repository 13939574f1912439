/**
 * Serves the roles of the sandbox and its national identity providers on their ports, in this process or in replicas.
 */
import { portFlag, serve } from '../node/index.ts'
import type { Ecosystem } from './ecosystem.ts'
import type { ServerCertificate } from './local-authority.ts'
import { type NationalIdpsOptions, startNationalIdps } from './national-idp/national-idps.ts'
import { listeningHosts, portOf } from './origins.ts'
import { type ServedReplicas, serveReplicas } from './replicas/serve-replicas.ts'
import type { SandboxOptions } from './sandbox-parts.ts'

export interface ServedEcosystem {
  readonly ecosystem: Ecosystem
  readonly logins: Pick<NationalIdpsOptions, 'entityId' | 'logins' | 'membership' | 'onExchange'>
  readonly tls: ServerCertificate | undefined
  /** Replicas of the roles. Absent if this process serves them. */
  readonly replicated: Pick<ServedReplicas, 'count' | 'replicaOptions' | 'observers'> | undefined
}

/**
 * Starts the identity providers in their worker, and at the same time the roles. Rejects with `PortUnavailable` if a
 * port is not free, with `SandboxFault` if a replica cannot serve, and with the worker's error if the identity
 * providers do not start. `addStop` receives a stop function for each started part, also before a rejection.
 */
export async function serveEcosystem(
  options: SandboxOptions,
  served: ServedEcosystem,
  addStop: (stop: () => Promise<void>) => void,
): Promise<void> {
  const { port, host } = options
  const { ecosystem, logins, tls, replicated } = served
  const starting = [
    startNationalIdps({ port, ...(host !== undefined && { host }), tls, ...logins }).then(addStop),
    replicated
      ? serveReplicas({ ...replicated, host, tls }, ecosystem, addStop)
      : serveRoles(options, ecosystem, tls, addStop),
  ]
  for (const result of await Promise.allSettled(starting)) if (result.status === 'rejected') throw result.reason
}

async function serveRoles(
  { host }: SandboxOptions,
  { roles }: Ecosystem,
  tls: ServerCertificate | undefined,
  addStop: (stop: () => Promise<void>) => void,
): Promise<void> {
  for (const { app, origin } of roles) {
    const server = await serve({
      app,
      port: portOf(origin),
      portSetting: portFlag,
      stopTimeoutSeconds: 2,
      ...(tls && { tls }),
      hosts: listeningHosts(host),
    })
    addStop(() => server.stop())
  }
}
