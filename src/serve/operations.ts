/** Listener for the operator's own systems, with `/health`, `/ready` and `/metrics` only. */
import { type App, asApp, respondJson, respondText } from '../http/index.ts'
import { type RunningServer, serve } from '../node/index.ts'
import type { Log } from '../telemetry/index.ts'
import { type ReadinessReport, respondReadiness } from './readiness.ts'
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

/** Creates the app of the operations listener. Does not check credentials: the network must protect it. */
const createOperations = ({ report, metrics }: OperationsParts): App =>
  asApp(async (request) => {
    const [pathname] = request.target.split('?')
    if (request.method !== 'GET' && request.method !== 'HEAD') return respondJson({ error: 'invalid_request' }, 405)
    if (pathname === '/health') return respondJson({ status: 'ok' })
    if (pathname === '/ready') return respondReadiness(await report())
    if (pathname !== '/metrics') return respondJson({ error: 'not_found' }, 404)
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
