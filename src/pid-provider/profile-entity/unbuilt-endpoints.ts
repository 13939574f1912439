/**
 * Endpoints of a PID Provider in a profile whose issuance is not implemented. Each endpoint of the issuance refuses
 * every request with 501.
 */
import type { Route } from '../../http/index.ts'
import { type UnbuiltEndpoint, unbuiltEndpoints } from '../../member/index.ts'
import { pidProviderWire } from '../../profiles/index.ts'
import { PP } from '../answers.ts'
import type { PidProviderServices } from '../context.ts'
import { styleSheetEndpoint } from '../pages/style-sheet.ts'
import { paths } from '../paths.ts'

/**
 * Creates the routes that refuse: the endpoints of the authorization server, and the endpoints in the issuer metadata.
 * Adds the route of the style sheet, because the refusal at the authorization endpoint is a page.
 */
export function unbuiltIssuance(services: PidProviderServices): readonly Route[] {
  const machine = (path: string): UnbuiltEndpoint => ({ method: 'POST', path, kind: 'machine' })
  const issuerPaths = new Set(Object.values(pidProviderWire[services.config.profile].issuerEndpoints))
  const unbuilt = unbuiltEndpoints(
    'pid-provider',
    services,
    ['PP-171', PP.issuanceUnbuilt],
    [{ method: 'GET', path: paths.authorize, kind: 'page' }, ...[paths.par, paths.token, ...issuerPaths].map(machine)],
  )
  return [...unbuilt, styleSheetEndpoint(services)]
}
