/** Renders an explanation of trust: verdict, reason and remedy first, then each path with its steps. */
import { printable } from '../base/index.ts'
import type {
  ExplainedPath,
  ExplainedStatement,
  ExplainedStep,
  ExplainedTrustMark,
  MissingType,
  ResolveCode,
  ResolveTrustMarkCode,
  TrustExplanation,
  TrustStep,
} from '../federation/index.ts'
import { pathReason, tellEvidence } from '../rules/index.ts'
import { trustAdvice } from '../serve/trust-advice.ts'
import { dateOf } from './date-of.ts'

const steps: Readonly<Record<TrustStep, string>> = {
  reach: 'everybody on the path answers',
  statements: 'each statement is well formed',
  times: 'each statement is in time',
  links: 'the statements form one chain',
  anchor: 'the chain ends in a configured anchor',
  signatures: 'each signature verifies with the key above it',
  constraints: 'the constraints of the superiors hold',
  metadata: 'the metadata satisfies the policies and its schema',
}

/** Sentences for failed steps. */
const faults: Readonly<Record<TrustStep, string>> = {
  reach: 'somebody on the path does not answer as expected',
  statements: 'a statement is not well formed',
  times: 'a statement is not in time',
  links: 'the statements do not form one chain',
  anchor: 'the chain does not end in a configured anchor',
  signatures: 'a signature does not verify with the key above it',
  constraints: 'a constraint of a superior does not hold',
  metadata: 'the metadata does not satisfy the policies or its schema',
}

const absentMarkAdvice =
  'have the mark granted by its issuer ("fiducia federation marks <entity> --grant <type>"), and show it in the entity configuration.'
const invalidMarkAdvice =
  'fetch a new mark from the issuer, and show it in the entity configuration; the anchor must name the issuer for this type.'

const askLaterAdvice = 'ask again later: an entity that is needed to judge the mark does not answer.'

const markAdviceByCode: { readonly [code in ResolveTrustMarkCode]?: string } = {
  mark_inactive:
    'the issuer has revoked the mark: ask it to grant the mark again ("fiducia federation marks <entity> --grant <type>").',
  anchor_unavailable: askLaterAdvice,
  mark_issuer_unavailable: askLaterAdvice,
  mark_status_unreachable: askLaterAdvice,
  limit_reached: 'show fewer marks in the entity configuration: only these were examined.',
}

const markAdvice = ({ result, code }: ExplainedTrustMark): string =>
  result === 'absent' ? absentMarkAdvice : ((code && markAdviceByCode[code]) ?? invalidMarkAdvice)

const verdicts: Readonly<Record<TrustExplanation['verdict'], string>> = {
  trusted: 'TRUSTED',
  entity_type_missing: 'NOT TRUSTED in this role: the resolved metadata has no such type',
  trust_mark_missing: 'NOT TRUSTED: it holds none of the trust marks that are demanded',
  no_trust_chain: 'NOT TRUSTED: no path holds',
}

/**
 * Returns the verdict, for a refusal also reason and remedy in the next two lines, and then each path with its steps.
 */
export function renderExplanation(explained: TrustExplanation): string {
  const lines = [
    `${verdicts[explained.verdict]}  ${explained.entityId}`,
    ...explainRefusal[explained.verdict](explained),
  ]
  if (explained.expiresAt !== undefined)
    lines.push(`roles ${explained.entityTypes.join(', ')}; until ${dateOf(explained.expiresAt)}`)
  const several = explained.paths.some(({ differsIn }) => differsIn !== undefined)
  for (const [index, path] of explained.paths.entries()) lines.push('', ...renderPath(path, several && index === 0))
  if (explained.trustMarks.length > 0) lines.push('', 'trust marks', ...explained.trustMarks.flatMap(renderMark))
  return `${lines.map(printable).join('\n')}\n`
}

const reasonAndRemedies = (reason: string, remedies: readonly string[]): readonly string[] => [
  `reason: ${reason}`,
  ...remedies.map((remedy) => `what to change: ${remedy}`),
]

const explainRefusal: Readonly<
  Record<TrustExplanation['verdict'], (explained: TrustExplanation) => readonly string[]>
> = {
  trusted: () => [],
  entity_type_missing: ({ missingTypes, entityTypes }) =>
    reasonAndRemedies(
      `it has no ${missingTypes.map(({ entityType }) => entityType).join(' and no ')}; it has ${entityTypes.join(', ')}`,
      missingTypes.flatMap(typeAdvice),
    ),
  trust_mark_missing: ({ trustMarks }) => {
    const mark = trustMarks.find(({ demanded }) => demanded)
    return mark === undefined ? [] : reasonAndRemedies(`${mark.trustMarkType}: ${markFault(mark)}`, [markAdvice(mark)])
  },
  no_trust_chain: ({ paths }) => {
    const reached = (path: ExplainedPath): number => path.steps.filter(({ result }) => result === 'holds').length
    const [furthest] = paths.toSorted((one, other) => reached(other) - reached(one))
    const failing = furthest?.steps.find(isFailing)
    if (furthest === undefined || failing === undefined) return []
    const { step, code, at = '', statement, expected, found } = failing
    const about = statement === undefined ? furthest.path.join(' > ') : describeStatement(statement)
    const reason = pathReason({ code, at })?.[0].replace(/\.$/, '') ?? faults[step]
    const evidence = statement === undefined ? tellEvidence(expected, found) : ''
    return reasonAndRemedies(`${reason}: ${code} at ${at} (${about}) ${evidence}`.trimEnd(), [
      trustAdvice(code, at, furthest.path.at(-1)),
    ])
  },
}

const isFailing = (step: ExplainedStep): step is ExplainedStep & { readonly code: ResolveCode } =>
  step.code !== undefined

const typeAdvice = ({ entityType, published, removedBy }: MissingType): readonly string[] => [
  ...(published ? [] : [`publish metadata of the type ${entityType} in the entity configuration.`]),
  ...removedBy.map(
    (superior) =>
      `${superior} does not allow the type ${entityType} (allowed_entity_types): have it do so ("fiducia federation list" there shows the types of each subordinate).`,
  ),
]

const takenPath = 'used: the shortest valid path; among equals, the one to the anchor that is pinned first'
const otherMetadata = (differsIn: readonly string[]): string =>
  `its metadata would differ in ${differsIn.join(', ')}: an entity that cannot reach the path in use gets these values`

const renderPath = ({ path, steps: judged, differsIn = [] }: ExplainedPath, isTaken: boolean): readonly string[] => [
  path.join(' > '),
  ...(isTaken ? [`  ${takenPath}`] : []),
  ...(differsIn.length > 0 ? [`  ${otherMetadata(differsIn)}`] : []),
  ...judged.flatMap((one) => {
    if (one.result === 'holds') return [`  ok  ${steps[one.step]}`]
    if (!isFailing(one)) return []
    const { step, code, at = '', statement } = one
    return [
      `  NO  ${steps[step]}: ${code} at ${at}`,
      ...(statement === undefined ? [] : [`      ${describeStatement(statement)}`]),
      `      what to change: ${trustAdvice(code, at)}`,
    ]
  }),
]

function describeStatement({ issuer, subject, issuedAt, expiresAt }: ExplainedStatement): string {
  const about = issuer === subject ? 'itself' : subject
  return `${issuer} about ${about}, signed ${dateOf(issuedAt)}, valid until ${dateOf(expiresAt)}`
}

const markFault = ({ code, at }: ExplainedTrustMark): string => (code === undefined ? 'not shown' : `${code} at ${at}`)

const renderMark = (mark: ExplainedTrustMark): readonly string[] => {
  if (mark.result === 'holds') return [`  ok  ${mark.trustMarkType}`]
  return [`  NO  ${mark.trustMarkType}: ${markFault(mark)}`, `      what to change: ${markAdvice(mark)}`]
}
