/**
 * Fetches a Trust Anchor's keys from the anchor itself. Nothing proves that these keys are genuine: use them only for a
 * first test, or for an anchor on the same machine. Also checks whether an intermediate can be the superior of a new
 * service.
 */
import { type Failure, failed, fetchText, type PublicJwk, printable, shownEvidence } from '../base/index.ts'
import {
  type EntityStatement,
  entityConfigurationUrl,
  entityStatementMediaType,
  type ResolveCode,
  resolveTrustChains,
  trustStepOf,
  verifyEntityConfiguration,
} from '../federation/index.ts'
import { allAlgorithms, defaultAlgorithms, isJwsAlgorithm, type JwsAlgorithm } from '../jose/index.ts'
import { createNodeCrypto } from '../node/index.ts'
import { type PinnedAnchor, trustAdvice } from '../serve/index.ts'
import { type AddressedService, requireEntityId, withAddressedService } from './addressed-service.ts'
import { UserError } from './user-error.ts'

/** Tolerated clock skew in seconds. */
export const skewSeconds = 30

/** Parses `--algorithms`. Defaults to the default algorithms of a service. Throws `UserError` for an unknown name. */
export function parseAlgorithms(names: readonly string[] = defaultAlgorithms): readonly JwsAlgorithm[] {
  const unknown = names.find((name) => !isJwsAlgorithm(name))
  if (unknown !== undefined)
    throw new UserError(`${unknown} is not a known signature algorithm: use ${allAlgorithms.join(', ')}.`)
  return names as readonly JwsAlgorithm[]
}

/**
 * Fetches the anchor's Entity Configuration and returns the keys in it. Rejects with `UserError` unless one of these
 * keys signed the configuration and the configuration names a fetch endpoint.
 */
export const fetchOwnKeys = async (
  service: AddressedService,
  entityId: string,
  algorithms: readonly JwsAlgorithm[],
): Promise<readonly PublicJwk[]> => (await ownConfiguration(service, entityId, algorithms)).keys

async function ownConfiguration(
  { fetch, now, loopbackHttp }: AddressedService,
  entityId: string,
  algorithms: readonly JwsAlgorithm[],
  role: 'anchor' | 'superior' = 'anchor',
): Promise<EntityStatement> {
  requireEntityId(entityId)
  const request = new Request(entityConfigurationUrl(entityId), { redirect: 'error' })
  const compact = await fetchText(fetch, request, entityStatementMediaType, 'configuration')
  if (failed(compact) && compact.code === 'unreachable')
    throw new UserError(
      `The ${role} ${entityId} does not answer: start it, or name a running one. ${whatToChange(compact, role)}`,
    )
  if (failed(compact))
    throw new UserError(
      `The ${role} ${entityId} gives no entity configuration (${compact.code}). ${whatToChange(compact, role)}`,
    )
  const policy = { entityId, algorithms, urls: { loopbackHttp }, now, skew: skewSeconds }
  const configuration = await verifyEntityConfiguration({ crypto: createNodeCrypto() }, compact, policy)
  if (failed(configuration))
    throw new UserError(
      `The ${role} ${entityId} has no valid configuration (${configuration.code} at ${configuration.at}).${comparedIn(configuration)} ${whatToChange(configuration, role)}`,
    )
  if (configuration.metadata.federation_entity?.federation_fetch_endpoint === undefined)
    throw new UserError(
      `${entityId} is not ${role === 'anchor' ? 'an anchor' : 'a superior'}: it has no fetch endpoint, so it has no subordinates. Name the entity above it.`,
    )
  return configuration
}

/** Returns a sentence with the compared values, or an empty text if the failure has none. */
function comparedIn({ evidence }: Failure<ResolveCode>): string {
  if (evidence?.expected === undefined) return ''
  const { expected, found } = shownEvidence(evidence)
  return ` Expected: ${printable(expected ?? '')}; found: ${printable(found ?? '')}.`
}

/** Returns the remedy. It names the requested entity by its role, because the user sees no trust chain. */
const whatToChange = ({ code, at }: Failure<ResolveCode>, role: string): string =>
  code === 'not_a_configuration'
    ? 'What to change: have it serve its own entity configuration at its well-known URL, not another statement.'
    : `What to change: ${trustAdvice(code, trustStepOf[code] === 'reach' ? at : at.replace('configuration', 'statement[0]'), `the ${role}`)}`

/**
 * Fetches the Entity Configuration of an anchor, as `fetchOwnKeys` does. Returns the identifier, the keys and the
 * superiors of the anchor. An anchor with superiors is an intermediate.
 */
export const fetchAnchor = (entityId: string, algorithms: readonly JwsAlgorithm[]) =>
  withAddressedService({ url: entityId }, async (service) => {
    const { keys, authority_hints: superiors } = await ownConfiguration(service, entityId, algorithms)
    return { entityId, keys, superiors }
  })

/**
 * Checks whether an intermediate can be the superior of a new service. Returns `undefined` if the intermediate has a
 * trust chain to the pinned anchor, otherwise the fault of its first rejected path. Rejects with `UserError` for an
 * entity without a valid configuration or without a fetch endpoint.
 */
export const checkSuperior = (
  entityId: string,
  anchor: PinnedAnchor,
  algorithms: readonly JwsAlgorithm[],
): Promise<Failure<ResolveCode> | undefined> =>
  withAddressedService({ url: entityId }, async (service) => {
    const { jws } = await ownConfiguration(service, entityId, algorithms, 'superior')
    const { fetch, now, loopbackHttp } = service
    const anchors = new Map([[anchor.entityId, anchor.keys]])
    const policy = { anchors, algorithms, urls: { loopbackHttp }, skew: skewSeconds, now, configuration: jws.compact }
    const { chains, rejected } = await resolveTrustChains({ crypto: createNodeCrypto(), fetch }, entityId, policy)
    return chains.length > 0 ? undefined : rejected[0]?.failure
  })
