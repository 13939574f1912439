/**
 * Opens the infrastructure of a sandbox: data directory, faults, local authority and network. Decides to which hosts
 * the roles may send requests, and which certificate authorities they trust.
 */
import { writeFileSync } from 'node:fs'
import { createDecisionFile, createGuardedFetch } from '../node/index.ts'
import { createProcessParts } from './assemble-ecosystem.ts'
import { type DataDirectory, openDataDirectory } from './data-directory.ts'
import { sharedDatabase } from './ecosystem-stores.ts'
import { createSandboxFaults } from './faults/sandbox-faults.ts'
import { issueServerCertificate, type ServerCertificate } from './local-authority.ts'
import { hostnameOf, partiesOf, sandboxOrigins } from './origins.ts'
import type { SandboxOptions } from './sandbox-parts.ts'
import { decisionFile } from './state-file.ts'

/** Functions that stop the started parts. `stopAll` calls the last one first. */
export type Stops = (() => Promise<void> | void)[]

/**
 * Calls all functions one after the other, the last one first, even after an error. Then rejects with the first error,
 * if any.
 */
export async function stopAll(stops: Readonly<Stops>): Promise<void> {
  const faults: unknown[] = []
  for (const stop of stops.toReversed())
    try {
      await stop()
    } catch (thrown) {
      faults.push(thrown)
    }
  if (faults.length > 0) throw faults[0]
}

/** Maximum number of connections to each store if this process serves the roles. */
const ownConnections = 10
/**
 * Maximum number of connections to each store if replicas serve the roles. This process then only composes the roles
 * and runs their upkeep.
 */
const idleConnections = 2

export type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>

/**
 * Opens the infrastructure, and adds the functions that close it to `stops`. Rejects with `SandboxFault` if the data
 * directory or the database URL cannot be used, and with `PrivateFileError` for a damaged file of the authority.
 */
export async function openInfrastructure(options: SandboxOptions, stops: Stops) {
  const data = openDataDirectory(options.data)
  stops.push(() => data.release())
  const savedDecisions = options.data === undefined ? undefined : createDecisionFile(data.path(decisionFile))
  if (savedDecisions) stops.push(() => savedDecisions.close())
  const origins = sandboxOrigins(options.port, options)
  const sandboxFaults = createSandboxFaults(createProcessParts(), { partyAt: partiesOf(origins) })
  const ctx = sandboxFaults.parts
  const tls = options.https ? issueTlsCertificate(ctx, data, options) : undefined
  const networkOptions = {
    trustedHosts: [...(options.host === undefined ? [] : [options.host]), ...(options.tests?.hosts ?? [])].map(
      hostnameOf,
    ),
    certificateAuthorities: [...(tls ? [tls.authority] : []), ...(options.tests?.tlsAuthorities ?? [])],
  }
  const fetch = createGuardedFetch({ loopbackHttp: true, ...networkOptions })
  stops.push(() => fetch.close())
  const { database: url, replicas } = options
  const database =
    url === undefined ? undefined : sharedDatabase(url, replicas === undefined ? ownConnections : idleConnections)
  return { data, savedDecisions, ctx, sandboxFaults, origins, tls, networkOptions, fetch, database }
}

function issueTlsCertificate(
  ctx: Parameters<typeof issueServerCertificate>[0],
  data: DataDirectory,
  { host }: SandboxOptions,
): ServerCertificate {
  const names = [...(host === undefined ? [] : [host]), 'localhost', '127.0.0.1', '::1']
  const certificate = issueServerCertificate(ctx, data.path('local-authority.json'), names)
  writeFileSync(data.path('authority.crt'), certificate.authority)
  return certificate
}
