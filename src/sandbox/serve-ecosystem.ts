/** Puts the roles of the sandbox and its national identity providers on their ports, here or in replicas. */
import { portFlag, serve } from '../node/index.ts'
import type { Ecosystem } from './ecosystem.ts'
import type { ServerCertificate } from './local-authority.ts'
import { type NationalIdpsOptions, startNationalIdps } from './national-idp/national-idps.ts'
import { listeningHosts } from './origins.ts'
import { type ServedReplicas, serveReplicas } from './replicas/serve-replicas.ts'
import type { SandboxOptions } from './sandbox-parts.ts'

export interface ServedEcosystem {
  readonly ecosystem: Ecosystem
  readonly logins: Pick<NationalIdpsOptions, 'entityId' | 'logins' | 'membership'>
  readonly tls: ServerCertificate | undefined
  /** Not said: this process serves the roles. */
  readonly replicated: Pick<ServedReplicas, 'count' | 'beginning' | 'hearers'> | undefined
}

/** The identity providers start in their worker while the roles do here. Rejects with `PortUnavailable`; `keep` is told how each is stopped. */
export async function serveEcosystem(
  options: SandboxOptions,
  served: ServedEcosystem,
  keep: (stop: () => Promise<void>) => void,
): Promise<void> {
  const { port, host } = options
  const { ecosystem, logins, tls, replicated } = served
  const starting = [
    startNationalIdps({ port, ...(host !== undefined && { host }), tls, ...logins }).then(keep),
    replicated
      ? serveReplicas({ ...replicated, host, tls }, ecosystem, keep)
      : serveRoles(options, ecosystem, tls, keep),
  ]
  for (const result of await Promise.allSettled(starting)) if (result.status === 'rejected') throw result.reason
}

async function serveRoles(
  { host }: SandboxOptions,
  { roles }: Ecosystem,
  tls: ServerCertificate | undefined,
  keep: (stop: () => Promise<void>) => void,
): Promise<void> {
  for (const { app, origin } of roles) {
    const server = await serve({
      app,
      port: Number(new URL(origin).port),
      portSetting: portFlag,
      stopTimeoutSeconds: 2,
      ...(tls && { tls }),
      hosts: listeningHosts(host),
    })
    keep(() => server.stop())
  }
}
