/**
 * Evaluates a presentation definition in the wallet: which stored credentials answer it, and with which claims (WI-94).
 */
import type { StoredCredential } from '../../credential/index.ts'
import { type Candidates, findCandidates } from '../matched-credentials.ts'
import { type DescriptorMatchCode, matchDescriptor } from './match.ts'
import type { RequestedDefinition } from './schema.ts'
import { chooseDescriptors } from './submission-requirements.ts'

/** Candidates for one input descriptor. */
export interface DescriptorOutcome extends Candidates<DescriptorMatchCode> {
  readonly id: string
}

/** Possible answers of a wallet (DIF Presentation Exchange 2). The user selects what is sent. */
export interface DefinitionEvaluation {
  /**
   * True if at least one descriptor is required, every required descriptor has a candidate, and every submission
   * requirement can be met. If false, nothing is sent.
   */
  readonly satisfiable: boolean
  /**
   * Descriptors to be answered: only as many of a group as required (D-261). All descriptors if nothing can be sent.
   */
  readonly descriptors: readonly DescriptorOutcome[]
}

/**
 * Returns for each required descriptor the matching credentials and the claims to disclose (WI-94). If the definition
 * cannot be answered, `satisfiable` is false and all descriptors are returned.
 */
export function evaluateDefinition(
  requested: RequestedDefinition,
  credentials: readonly StoredCredential[],
): DefinitionEvaluation {
  const descriptors = requested.descriptors.map((descriptor, index): DescriptorOutcome => {
    const at = `input_descriptors.${index}`
    return { id: descriptor.id, ...findCandidates(credentials, (one) => matchDescriptor(descriptor, one, at)) }
  })
  const answerable = new Set(descriptors.filter(({ candidates }) => candidates.length > 0).map(({ id }) => id))
  const { choices = [] } = requested
  const optionalIds = new Set(choices.flatMap((choice) => choice.descriptors.map(({ id }) => id)))
  const chosen = choices.map(({ requirements, descriptors: of }) =>
    chooseDescriptors(requirements, of, (id) => answerable.has(id)),
  )
  const asked = descriptors.filter(({ id }) => !optionalIds.has(id) || chosen.some((ids) => ids?.has(id)))
  const satisfiable = asked.length > 0 && asked.every(({ id }) => answerable.has(id)) && !chosen.includes(undefined)
  return { satisfiable, descriptors: satisfiable ? asked : descriptors }
}
