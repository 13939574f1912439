/**
 * The gate of a service: refuses requests to an overloaded process, and those of clients that continue although they
 * exceeded their own limits. Reads only the target and, while there are such clients, the client's address.
 */
import { clientNetworkOf } from '../base/index.ts'
import {
  clientAddressOf,
  type Overload,
  type RepeatedRefusals,
  type RequestGate,
  type TrustedProxies,
} from '../node/index.ts'

interface GateParts {
  readonly overload: Overload
  readonly repeated: RepeatedRefusals
  readonly trusted: TrustedProxies
}

interface ServedEntities {
  readonly publicUrl: string
  readonly profileEntities: readonly { readonly publicUrl: string }[]
}

/** Seconds after which a client may try an overloaded process again. */
export const overloadSeconds = 2

/** Creates the gate: a function that returns the refusal of a request, or `undefined` for a request that may pass. */
export const createRequestGate =
  ({ overload, repeated, trusted }: GateParts): RequestGate =>
  (request) => {
    const { target, waited, address } = request
    if (overload.refuses(target, waited)) return { reason: 'overload', retryAfterSeconds: overloadSeconds }
    if (repeated.isEmpty()) return undefined
    const client = clientNetworkOf(clientAddressOf(address, () => request.header('x-forwarded-for'), trusted))
    const retryAfterSeconds = repeated.secondsLeft(client, pathOf(target))
    return retryAfterSeconds === undefined ? undefined : { reason: 'rate', retryAfterSeconds }
  }

/** Returns the path of a target, without its query. */
export function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query < 0 ? target : target.slice(0, query)
}

/** Returns the path of a public URL without a final slash. All paths of the entity begin with it. */
export const prefixOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, '')

/**
 * Returns a function that returns true for targets of the administration: those below `/admin/` of the service, and of
 * each of its further entities.
 */
export function administrationTargets({ publicUrl, profileEntities }: ServedEntities): (target: string) => boolean {
  const administrations = [publicUrl, ...profileEntities.map((entity) => entity.publicUrl)].map(
    (url) => `${prefixOf(url)}/admin/`,
  )
  return (target) => administrations.some((administration) => target.startsWith(administration))
}

/**
 * Returns a function that returns true for targets that an overloaded service answers: probes without a query, and the
 * administration.
 */
export function exemptTargets(entities: ServedEntities): (target: string) => boolean {
  const probes = ['/health', '/ready'].map((path) => prefixOf(entities.publicUrl) + path)
  const isAdministration = administrationTargets(entities)
  return (target) => isAdministration(target) || probes.includes(target)
}
