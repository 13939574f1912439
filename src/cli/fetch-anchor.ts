/** A Trust Anchor's keys by its own word: good for a first look and for a machine of one's own, no proof of anything. */
import { failed, fetchText, type PublicJwk } from '../base/index.ts'
import {
  type EntityStatement,
  entityConfigurationUrl,
  entityStatementMediaType,
  verifyEntityConfiguration,
} from '../federation/index.ts'
import { defaultAlgorithms, isJwsAlgorithm, type JwsAlgorithm } from '../jose/index.ts'
import { createNodeCrypto } from '../node/index.ts'
import { inFederation, type RunningFederation, requireEntityId } from './running-federation.ts'
import { UserError } from './user-error.ts'

const skew = 30

/** What `--algorithms` names, or what a deployment takes unless it says otherwise. Throws `UserError`. */
export function knownAlgorithms(names: readonly string[] = defaultAlgorithms): readonly JwsAlgorithm[] {
  const unknown = names.find((name) => !isJwsAlgorithm(name))
  if (unknown !== undefined) throw new UserError(`${unknown} is no signature algorithm that is known here.`)
  return names as readonly JwsAlgorithm[]
}

/**
 * Asks the anchor for its entity configuration, which must be signed by the keys in it and name where it states its
 * members. Throws `UserError`.
 */
export const ownKeys = async (
  here: RunningFederation,
  entityId: string,
  algorithms: readonly JwsAlgorithm[],
): Promise<readonly PublicJwk[]> => (await ownConfiguration(here, entityId, algorithms)).keys

async function ownConfiguration(
  { fetch, now, loopbackHttp }: RunningFederation,
  entityId: string,
  algorithms: readonly JwsAlgorithm[],
): Promise<EntityStatement> {
  requireEntityId(entityId)
  const request = new Request(entityConfigurationUrl(entityId), { redirect: 'error' })
  const compact = await fetchText(fetch, request, entityStatementMediaType, 'configuration')
  if (failed(compact) && compact.code === 'unreachable')
    throw new UserError(`The anchor ${entityId} does not answer: start it, or name the one that runs.`)
  if (failed(compact)) throw new UserError(`The anchor ${entityId} gives no entity configuration (${compact.code}).`)
  const policy = { entityId, algorithms, urls: { loopbackHttp }, now, skew }
  const configuration = await verifyEntityConfiguration({ crypto: createNodeCrypto() }, compact, policy)
  if (failed(configuration))
    throw new UserError(
      `The anchor ${entityId} has no valid configuration (${configuration.code} at ${configuration.at}).`,
    )
  if (configuration.metadata.federation_entity?.federation_fetch_endpoint === undefined)
    throw new UserError(
      `${entityId} is no anchor: it has no fetch endpoint, so it vouches for nobody. Name the one above it.`,
    )
  return configuration
}

/** The same for an anchor that is named by itself, and whom it names above it: then it is an intermediate. */
export const fetchAnchor = (entityId: string, algorithms: readonly JwsAlgorithm[]) =>
  inFederation({ url: entityId }, async (here) => {
    const { keys, authority_hints: superiors } = await ownConfiguration(here, entityId, algorithms)
    return { entityId, keys, superiors }
  })
