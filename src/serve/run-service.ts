/**
 * Runs one service in this process: opens its stores, composes it, serves it over HTTP and maintains it until it is
 * stopped. If one step fails, all earlier ones are undone.
 */
import { setTimeout } from 'node:timers/promises'
import { longestDefaultDrain } from './http-settings.ts'
import type { Stops } from './open-infrastructure.ts'
import type { ServedRole } from './role-names.ts'
import type { RoleSettings } from './role-settings.ts'
import { type RunningService, type Surroundings, startService } from './start-service.ts'

/**
 * Resolves when the service answers. For a fault that the user can correct, rejects with an error whose message is for
 * the user, such as `ConfigError`.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { mkdtempSync, rmSync } from 'node:fs'
 * import { findPort } from 'fiducia/node'
 * import { initialize, readSettings, runService } from 'fiducia/serve'
 * import { createJsonLog } from 'fiducia/telemetry'
 *
 * const directory = mkdtempSync('service-')
 * const { file } = await initialize('trust-anchor', { directory, port: await findPort({ port: 0 }) })
 * const log = createJsonLog('trust-anchor', { write: () => undefined })
 * const settings = readSettings('trust-anchor', { file, environment: { FIDUCIA_SHUTDOWN_DRAIN_SECONDS: '0' } })
 * const service = await runService('trust-anchor', settings, { log, warn: () => undefined })
 * const response = await fetch(`http://localhost:${service.port}/.well-known/openid-federation`)
 * assert.equal(response.status, 200)
 * await service.stop()
 * rmSync(directory, { recursive: true })
 * ```
 */
export async function runService<R extends ServedRole>(
  role: R,
  settings: RoleSettings[R],
  surroundings: Surroundings,
): Promise<RunningService> {
  const stops: Stops = []
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.splice(0).toReversed())
      try {
        await stop()
      } catch (fault) {
        surroundings.log.fault(fault, 'stop') // the remaining parts are stopped anyway
      }
  }
  try {
    const { drain, openConnections, ...running } = await startService(role, settings, surroundings, stops)
    const stop = async (): Promise<void> => {
      running.readiness.stopping()
      drain()
      surroundings.log.info('stopping')
      await untilDrained(settings.shutdown.drainSeconds, openConnections)
      await stopAll()
      surroundings.log.info('stopped')
    }
    let stopping: Promise<void> | undefined
    const stopOnce = (): Promise<void> => {
      stopping ??= stop()
      return stopping
    }
    return { ...running, stop: stopOnce }
  } catch (thrown) {
    await stopAll()
    throw thrown
  }
}

/**
 * Resolves after the configured time. Without a configured time, resolves once no connection is open, at most after 5
 * seconds.
 */
async function untilDrained(drainSeconds: number | undefined, openConnections: () => number): Promise<void> {
  if (drainSeconds !== undefined) return setTimeout(drainSeconds * 1000)
  for (let checks = longestDefaultDrain * 20; checks > 0 && openConnections() > 0; checks -= 1) await setTimeout(50)
}
