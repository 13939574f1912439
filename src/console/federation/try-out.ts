/** Checks an admission without performing it (dry run), and simulates a policy. Neither changes anything. */
import { failed, type JsonObject } from '../../base/index.ts'
import { surveyFederation } from '../../federation/index.ts'
import { allAlgorithms } from '../../jose/index.ts'
import { adminPaths } from '../../trust-anchor/paths.ts'
import type { FederationParts } from '../map/federation-parts.ts'
import type { ObservedEntity, ObservedFederation } from '../map/observe-federation.ts'
import { candidateBody, parseObject } from './actions.ts'
import { type Administration, isDone, textOf, textsOf } from './administration.ts'
import type { DryRun } from './candidates-page.ts'
import type { PolicyView } from './policy-page.ts'
import { simulatePolicy } from './simulate-policy.ts'

type Inputs = Readonly<Record<string, string>>

interface TryOutParts extends FederationParts {
  readonly administration: Administration
}

/** Returns the observed entity of the authority, or `undefined` if the authority was not observed. */
export const authorityOf = (
  { administration }: Pick<TryOutParts, 'administration'>,
  { entities }: ObservedFederation,
): ObservedEntity | undefined => entities.find(({ entityId }) => entityId === administration.authority)

/** Time limit for fetching the metadata of a candidate. */
const timeoutMilliseconds = 6000

/**
 * Asks the authority to check a candidate without adding it. If the authority accepts the candidate, fetches the
 * metadata that the candidate publishes. Returns `broken` if the form has no entity or malformed JSON.
 */
export async function dryRunAdmission(parts: TryOutParts, inputs: Inputs): Promise<DryRun | 'broken'> {
  const candidate = candidateBody(inputs)
  if (candidate === undefined) return 'broken'
  const call = { method: 'POST', path: adminPaths.subordinates, body: { ...candidate, dry_run: true } } as const
  const answer = await parts.administration.administer(call)
  if (!isDone(answer)) return { call, answer, published: {} }
  const entityId = textOf(candidate.entity_id)
  const survey = await surveyFederation(parts.fetch, [entityId], {
    ...{ urls: parts.urls, algorithms: allAlgorithms, depth: 0 },
    deadline: AbortSignal.timeout(timeoutMilliseconds),
  })
  const configuration = survey.get(entityId)?.configuration
  return {
    call,
    answer,
    published: configuration === undefined || failed(configuration) ? {} : configuration.metadata,
  }
}

/**
 * Returns the content of the simulator. Without `policy`, the text is the current policy, and nothing is simulated. An
 * empty `entity` chooses all members.
 */
export function policyView(
  { administration, urls }: TryOutParts,
  observed: ObservedFederation,
  members: readonly JsonObject[],
  { entity, policy }: { readonly entity: string; readonly policy?: string },
): PolicyView {
  const chosen = members.filter(({ entity_id }) => entity === '' || entity_id === entity)
  const view = { members, entity, publishable: new Map<string, string>() }
  if (policy === undefined) return { ...view, policy: JSON.stringify(currentPolicy(chosen), null, 2) }
  const edited = parseObject(policy)
  if (edited === undefined) return { ...view, policy, result: 'broken' }
  const { authority } = administration
  const edit = { authority, policy: edited, ...(entity !== '' && { member: entity }) }
  return {
    ...{ ...view, policy },
    result: simulatePolicy(observed, edit, urls),
    publishable: new Map(chosen.map((member) => [textOf(member.entity_id), JSON.stringify(policyFor(member, edited))])),
  }
}

/** Returns the policies of the members by entity type. Takes the first member that has a policy for the type. */
const currentPolicy = (members: readonly JsonObject[]): JsonObject =>
  Object.assign({}, ...members.toReversed().map(({ metadata_policy }) => metadata_policy))

/** Returns the whole policy of a member with the edited types. Leaves out edited types that a leaf entity lacks. */
function policyFor({ metadata_policy, entity_types, intermediate }: JsonObject, edited: JsonObject): JsonObject {
  const types = textsOf(entity_types)
  const applicable = Object.entries(edited).filter(([type]) => intermediate === true || types.includes(type))
  return { ...(metadata_policy as JsonObject), ...Object.fromEntries(applicable) }
}
