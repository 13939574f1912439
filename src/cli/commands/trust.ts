/** `fiducia trust explain <entity>`: explains by every path whether an entity is trusted, and what to change. */
import type { Command } from 'commander'
import { printable } from '../../base/index.ts'
import {
  type EntityType,
  entityTypes,
  explainTrust,
  type TrustAnchors,
  type TrustExplanation,
} from '../../federation/index.ts'
import type { JwsAlgorithm } from '../../jose/index.ts'
import { createNodeCrypto } from '../../node/index.ts'
import { withExamples } from '../examples.ts'
import { fetchOwnKeys, parseAlgorithms } from '../fetch-anchor.ts'
import { answerOf, printAnswer } from '../print-answer.ts'
import type { Terminal } from '../program.ts'
import { readKeySet } from '../read-key-set.ts'
import { renderExplanation } from '../render-explanation.ts'
import {
  type FederationFlags,
  inFederation,
  type RunningFederation,
  requireEntityId,
  withFederationOptions,
} from '../running-federation.ts'
import { UserError } from '../user-error.ts'

interface Flags extends FederationFlags {
  readonly anchor?: string[]
  readonly anchorKeys?: string
  readonly type?: string[]
  readonly mark?: string[]
  readonly algorithms?: string[]
  readonly json?: true
}

const skew = 30

export function register(program: Command, terminal: Terminal): void {
  const trust = program.command('trust').description('explain trust in an entity')
  const explain = withFederationOptions(
    trust.command('explain <entity>').description('show every path to an anchor, and the first rule that fails'),
  )
    .option('--anchor <entities...>', 'trusted anchors; default: that of --url or of the running sandbox')
    .option(
      '--anchor-keys <file>',
      'JWK set with the keys of the one anchor; default: the keys that the anchor publishes, unverified',
    )
    .option('--type <types...>', 'entity types of which the entity must have one, for example openid_credential_issuer')
    .option('--mark <types...>', 'trust marks of which the entity must hold one')
    .option('--algorithms <names...>', 'permitted signature algorithms of statements; default: ES256, ES384 and ES512')
    .option('--json', 'print the explanation as JSON')
    .action(async (entity: string, flags: Flags) => {
      const algorithms = parseAlgorithms(flags.algorithms)
      const [first] = flags.anchor ?? []
      const where = flags.url === undefined && first !== undefined ? { ...flags, url: first } : flags
      requireEntityId(entity)
      const explained = await inFederation(where, async (here) => {
        const anchors = await anchorsOf(here, flags, algorithms)
        const { now, fetch, loopbackHttp } = here
        const policy = { anchors, algorithms, urls: { loopbackHttp }, skew, now }
        const options = { ...policy, ...(flags.mark && { requiredTrustMarks: flags.mark }) }
        return explainTrust({ crypto: createNodeCrypto(), fetch }, entity, (flags.type ?? []) as EntityType[], options)
      })
      requireKnownTypes(explained, flags.type ?? [])
      printAnswer(terminal, answerOf(explained, renderExplanation(explained).trimEnd()), flags.json)
      if (explained.verdict !== 'trusted') throw new UserError(`${entity} is not trusted.`)
    })
  withExamples(
    explain,
    'fiducia trust explain http://localhost:4004',
    'fiducia trust explain https://wallet.example --anchor https://anchor.example --json',
  )
}

/** Refuses an unknown entity type, which a valid member would lack. Without a chain, its own types are unknown. */
function requireKnownTypes({ entityId, entityTypes: own }: TrustExplanation, types: readonly string[]): void {
  const unknown = types.find((type) => ![...entityTypes, ...own].includes(type))
  if (unknown !== undefined && own.length > 0)
    throw new UserError(printable(`${unknown} is no known entity type: ${entityId} has ${own.join(', ')}.`))
}

async function anchorsOf(
  here: RunningFederation,
  flags: Flags,
  algorithms: readonly JwsAlgorithm[],
): Promise<TrustAnchors> {
  const names = flags.anchor ?? [here.authority]
  if (flags.anchorKeys !== undefined) {
    if (names.length !== 1) throw new UserError('--anchor-keys pins one anchor: name one with --anchor.')
    return new Map([[names[0] as string, readKeySet(flags.anchorKeys)]])
  }
  return new Map(
    await Promise.all(names.map(async (name) => [name, await fetchOwnKeys(here, name, algorithms)] as const)),
  )
}
