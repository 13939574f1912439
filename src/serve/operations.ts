/** What the operator's own systems ask, on a listener of its own: `/health`, `/ready`, `/metrics`. Nothing else is there. */
import { type App, asApp, respondJson, respondText } from '../http/index.ts'
import { type RunningServer, serve } from '../node/index.ts'
import type { Log } from '../telemetry/index.ts'
import { type ReadinessReport, respondReadiness } from './readiness.ts'
import type { ServiceSettings } from './role-settings.ts'

/** What the operations' listener tells. */
export interface OperationsParts {
  readonly report: () => Promise<ReadinessReport>
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>
}

/** By what an operator moves this listener. */
const operationsPortSetting = 'operations.port in the settings'

/** All paths of the operations' listener. */
export const operationsPaths = ['/health', '/ready', '/metrics'] as const

/** The app of the operations' listener. It asks for no credentials: who reaches it is for the network to say. */
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

/** Listens where the settings say, and nowhere when they name no port. */
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
