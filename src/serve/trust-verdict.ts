/** Describes why an entity is not trusted, and what to change. */
import {
  documentAt,
  type ExplainedPath,
  type ExplainedStatement,
  type ExplainedStep,
  type ExplainedTrustMark,
  type KeySetUrl,
  type MissingType,
  type ResolveCode,
  type TrustExplanation,
  type TrustStep,
} from '../federation/index.ts'
import { formatEvidence, pathAdviceOf, trustAdviceOf } from '../rules/index.ts'
import { trustAdvice } from './trust-advice.ts'
import { trustMarkAdviceFor } from './trust-mark-advice.ts'

/** Reason by failed step. Used for codes for which `pathAdviceOf` has no reason. */
const faultByStep: Readonly<Record<TrustStep, string>> = {
  reach: 'an entity on the path does not answer as expected',
  statements: 'a statement is not well formed',
  times: 'a statement is not in time',
  links: 'the statements do not form one chain',
  anchor: 'the chain does not end in a configured anchor',
  signatures: 'a signature does not verify with the key above it',
  constraints: 'a constraint of a superior does not hold',
  metadata: 'the metadata does not satisfy the policies or its schema',
}

/** Returns the fault of a mark that is missing or not valid. */
export const trustMarkFaultOf = ({ code, at }: ExplainedTrustMark): string =>
  code === undefined ? 'not shown' : `${code} at ${at}`

interface DescribedVerdict {
  readonly reason: string
  readonly remedies: readonly string[]
}

/**
 * Returns why an entity is not trusted, with the remedies. Returns `undefined` for a trusted entity, and if no step
 * failed. `renderTime` renders the times of a statement.
 */
export function describeTrustVerdict(
  explained: TrustExplanation,
  renderTime: (seconds: number) => string,
): DescribedVerdict | undefined {
  const { verdict, entityTypes, missingTypes, keySetUrls, trustMarks, paths } = explained
  if (verdict === 'entity_type_missing')
    return {
      reason: `it has no ${missingTypes.map(({ entityType }) => entityType).join(' and no ')}; it has ${entityTypes.join(', ')}`,
      remedies: missingTypes.flatMap(typeAdvice),
    }
  if (verdict === 'key_set_by_reference')
    return { reason: keySetUrls.map(keySetFault).join(' and '), remedies: keySetUrls.map(keySetAdvice) }
  if (verdict === 'trust_mark_missing') {
    const mark = trustMarks.find(({ demanded }) => demanded)
    return mark && { reason: `${mark.trustMarkType}: ${trustMarkFaultOf(mark)}`, remedies: [trustMarkAdviceFor(mark)] }
  }
  return verdict === 'no_trust_chain' ? describeFurthestPath(paths, renderTime) : undefined
}

/** A fault that the verdict does not contain, with its remedy. */
interface TrustNote {
  readonly reason: string
  readonly remedy: string
}

/**
 * Returns notes on an entity with a valid chain: a key without a certificate, entity types that name their keys only by
 * a URL, and lists that the policies have emptied. Does not repeat the reason of the verdict.
 */
export const describeTrustNotes = ({
  verdict,
  uncertified,
  keySetUrls,
  emptied,
}: TrustExplanation): readonly TrustNote[] => [
  ...(uncertified
    ? [
        {
          reason: `entities that require certificates (it-wallet-1.4) refuse this entity: ${uncertified.issuer} states the key ${uncertified.kid} of ${uncertified.subject} without a certificate`,
          remedy:
            'have the operator of the superior renew the certificate ("fiducia federation certificates renew <entity>").',
        },
      ]
    : []),
  ...(verdict === 'key_set_by_reference' ? [] : keySetUrls).map((keySet) => ({
    reason: `entities refuse this entity as ${keySet.entityType}: ${keySetFault(keySet)}`,
    remedy: keySetAdvice(keySet),
  })),
  ...emptied.map((place) => ({
    reason: `${place} is empty or absent in the resolved metadata, because the policies of the superiors permit none of the values that the entity publishes`,
    remedy:
      'publish a value that the policies permit ("fiducia federation policy <entity>" at the superior shows them).',
  })),
]

const keySetFault = ({ entityType, member }: KeySetUrl): string =>
  `the metadata of the type ${entityType} name its keys only by ${member}, which is not fetched`

const keySetAdvice = ({ entityType }: KeySetUrl): string =>
  `publish the keys by value, in jwks of the metadata of the type ${entityType}.`

/** Describes the failure of the path with the most valid steps. */
function describeFurthestPath(
  paths: readonly ExplainedPath[],
  renderTime: (seconds: number) => string,
): DescribedVerdict | undefined {
  const reached = (path: ExplainedPath): number => path.steps.filter(({ result }) => result === 'holds').length
  const [furthest] = paths.toSorted((one, other) => reached(other) - reached(one))
  const failedStep = furthest?.steps.find(isFailing)
  if (furthest === undefined || failedStep === undefined) return undefined
  const { step, code, at = '', statement, expected, found } = failedStep
  const path = furthest.path.join(' > ')
  const document = documentAt(at, furthest.path)
  const about =
    statement === undefined
      ? [document, path].filter((part) => part !== undefined).join(' in ')
      : describeStatement(statement, renderTime)
  const advice = step === 'statements' ? trustAdviceOf({ code, at }) : pathAdviceOf({ code, at })
  const reason = advice?.[0].replace(/\.$/, '') ?? faultByStep[step]
  const evidence = statement === undefined ? formatEvidence(expected, found) : ''
  return {
    reason: `${reason}: ${code} at ${at} (${about}) ${evidence}`.trimEnd(),
    remedies: [trustAdvice(code, at, furthest.path.at(-1))],
  }
}

/** Returns true for the step at which a path fails. */
export const isFailing = (step: ExplainedStep): step is ExplainedStep & { readonly code: ResolveCode } =>
  step.code !== undefined

const typeAdvice = ({ entityType, published, removedBy }: MissingType): readonly string[] => [
  ...(published ? [] : [`publish metadata of the type ${entityType} in the entity configuration.`]),
  ...removedBy.map(
    (superior) =>
      `${superior} does not allow the type ${entityType} (allowed_entity_types): have it do so ("fiducia federation list" there shows the types of each subordinate).`,
  ),
]

/** Describes a statement: its issuer, subject and times. */
export function describeStatement(
  { issuer, subject, issuedAt, expiresAt }: ExplainedStatement,
  renderTime: (seconds: number) => string,
): string {
  const about = issuer === subject ? 'itself' : subject
  return `${issuer} about ${about}, signed ${renderTime(issuedAt)}, valid until ${renderTime(expiresAt)}`
}
