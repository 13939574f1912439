/** Explains trust for `fiducia trust explain`. */
import { printable } from '../base/index.ts'
import {
  type EntityType,
  entityTypes,
  explainTrust,
  type TrustAnchors,
  type TrustExplanation,
} from '../federation/index.ts'
import type { JwsAlgorithm } from '../jose/index.ts'
import { createNodeCrypto } from '../node/index.ts'
import { type AddressedService, requireEntityId, type ServiceFlags, withAddressedService } from './addressed-service.ts'
import { fetchOwnKeys, parseAlgorithms, skewSeconds } from './fetch-anchor.ts'
import { answerOf, printAnswer } from './print-answer.ts'
import type { Terminal } from './program.ts'
import { readKeySet } from './read-key-set.ts'
import { renderExplanation } from './render-explanation.ts'
import { UserError } from './user-error.ts'

export interface TrustFlags extends ServiceFlags {
  readonly anchor?: string[]
  readonly anchorKeys?: string
  readonly type?: string[]
  readonly mark?: string[]
  readonly algorithms?: string[]
  readonly json?: true
}

/**
 * Prints the explanation for an entity. Without `anchorKeys`, fetches the keys of each anchor from the anchor itself,
 * so nothing proves that they are genuine. Rejects with `UserError` for invalid flags, for an anchor without a valid
 * configuration, and, after printing, if the entity is not trusted.
 */
export async function explainEntity(terminal: Terminal, entity: string, flags: TrustFlags): Promise<void> {
  const algorithms = parseAlgorithms(flags.algorithms)
  const [firstAnchor] = flags.anchor ?? []
  const where = flags.url === undefined && firstAnchor !== undefined ? { ...flags, url: firstAnchor } : flags
  requireEntityId(entity)
  const explanation = await withAddressedService(where, async (service) => {
    const anchors = await anchorsOf(service, flags, algorithms)
    const { now, fetch, loopbackHttp } = service
    const policy = { anchors, algorithms, urls: { loopbackHttp }, skew: skewSeconds, now }
    const options = { ...policy, ...(flags.mark && { requiredTrustMarks: flags.mark }) }
    return explainTrust({ crypto: createNodeCrypto(), fetch }, entity, (flags.type ?? []) as EntityType[], options)
  })
  requireKnownTypes(explanation, flags.type ?? [])
  printAnswer(terminal, answerOf(explanation, renderExplanation(explanation).trimEnd()), flags.json)
  if (explanation.verdict !== 'trusted') throw new UserError(`${entity} is not trusted.`)
}

/**
 * Throws a `UserError` for a type that is neither standard nor one of the entity's. Checks nothing without a trust
 * chain, because the entity's types are then unknown.
 */
function requireKnownTypes({ entityId, entityTypes: typesOfEntity }: TrustExplanation, types: readonly string[]): void {
  const unknown = types.find((type) => ![...entityTypes, ...typesOfEntity].includes(type))
  if (unknown !== undefined && typesOfEntity.length > 0)
    throw new UserError(
      printable(`${unknown} is not a known entity type: ${entityId} has ${typesOfEntity.join(', ')}.`),
    )
}

async function anchorsOf(
  service: AddressedService,
  flags: TrustFlags,
  algorithms: readonly JwsAlgorithm[],
): Promise<TrustAnchors> {
  const names = flags.anchor ?? [service.entityId]
  if (flags.anchorKeys !== undefined) {
    if (names.length !== 1) throw new UserError('--anchor-keys pins one anchor: name one with --anchor.')
    return new Map([[names[0] as string, readKeySet(flags.anchorKeys)]])
  }
  return new Map(
    await Promise.all(names.map(async (name) => [name, await fetchOwnKeys(service, name, algorithms)] as const)),
  )
}
