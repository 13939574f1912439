/** Listener for the operator's own systems, with `/health`, `/ready` and `/metrics` only. */
import { type App, asApp, respondJson, respondText } from '../http/index.ts'
import { type RunningServer, serve } from '../node/index.ts'
import type { Log } from '../telemetry/index.ts'
import { type ReadinessReport, respondReadiness } from './readiness.ts'
import { pathOf } from './request-gate.ts'
import type { ServiceSettings } from './role-settings.ts'

/** Sources of the answers of the operations listener. */
export interface OperationsParts {
  readonly report: () => Promise<ReadinessReport>
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>
}

/** Name of the setting of this listener's port, for error messages. */
const operationsPortSetting = 'operations.port in the settings'

/** All paths of the operations listener. */
export const operationsPaths = ['/health', '/ready', '/metrics'] as const

/** Headers of the answer to a method that no path supports (RFC 9110 §15.5.6). */
const allowed = { allow: 'GET, HEAD', 'cache-control': 'no-store' }

/** Creates the app of the operations listener. Does not check credentials: the network must protect it. */
const createOperations = ({ report, metrics }: OperationsParts): App =>
  asApp(async ({ method, target }) => {
    const path = operationsPaths.find((one) => one === pathOf(target))
    if (path === undefined) return respondJson({ error: 'not_found' }, 404)
    if (method !== 'GET' && method !== 'HEAD') return respondJson({ error: 'invalid_request' }, 405, allowed)
    if (path === '/health') return respondJson({ status: 'ok' })
    if (path === '/ready') return respondReadiness(await report())
    const { contentType, text } = await metrics()
    return respondText(text, contentType)
  })

/**
 * Starts the listener at the port and hosts of the settings. Returns `undefined` if they name no port. Rejects as
 * `serve` does, for example if the port is in use.
 */
export async function listenForOperations(
  { port, hosts }: ServiceSettings['operations'],
  parts: OperationsParts,
  log: Log,
): Promise<RunningServer | undefined> {
  if (port === undefined) return undefined
  return serve({
    app: createOperations(parts),
    port,
    portSetting: operationsPortSetting,
    hosts,
    stopTimeoutSeconds: 1,
    onFault: (fault) => log.fault(fault, 'operations'),
  })
}
