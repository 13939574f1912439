/** What the operator's own systems ask, on a listener of its own: `/health`, `/ready`, `/metrics`. Nothing else is there. */
import { type App, asApp, respondJson, respondText } from '../http/index.ts'
import { type ReadinessReport, respondReadiness } from './readiness.ts'

export interface OperationsParts {
  readonly report: () => Promise<ReadinessReport>
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>
}

/** By what an operator moves this listener. */
export const operationsPortSetting = 'operations.port in the settings'

export const operationsPaths = ['/health', '/ready', '/metrics'] as const

export const createOperations = ({ report, metrics }: OperationsParts): App =>
  asApp(async (request) => {
    const [pathname] = request.target.split('?')
    if (request.method !== 'GET' && request.method !== 'HEAD') return respondJson({ error: 'invalid_request' }, 405)
    if (pathname === '/health') return respondJson({ status: 'ok' })
    if (pathname === '/ready') return respondReadiness(await report())
    if (pathname !== '/metrics') return respondJson({ error: 'not_found' }, 404)
    const { contentType, text } = await metrics()
    return respondText(text, contentType)
  })
