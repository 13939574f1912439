/**
 * An explanation of trust in words: each path, each step, the first that fails, and what to change.
 */
import { printable } from '../base/index.ts'
import type {
  ExplainedPath,
  ExplainedStatement,
  ExplainedTrustMark,
  MissingType,
  ResolveTrustMarkCode,
  TrustExplanation,
  TrustStep,
} from '../federation/index.ts'
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

const absentMark =
  'have the mark granted by its issuer ("fiducia federation marks <entity> --grant <type>"), and show it in the entity configuration.'
const fallenMark =
  'fetch the mark from its issuer anew, and show what it gives in the entity configuration; the anchor must name the issuer for this type.'

const askLater = 'ask again later: whoever can judge the mark does not answer.'

const betterMarkAdvice: { readonly [code in ResolveTrustMarkCode]?: string } = {
  mark_inactive:
    'the issuer has taken the mark back: ask it to grant the mark again ("fiducia federation marks <entity> --grant <type>").',
  anchor_unavailable: askLater,
  mark_issuer_unavailable: askLater,
  mark_status_unreachable: askLater,
  limit_reached: 'show fewer marks in the entity configuration: no more are looked at than these.',
}

const markAdvice = ({ result, code }: ExplainedTrustMark): string =>
  result === 'absent' ? absentMark : ((code && betterMarkAdvice[code]) ?? fallenMark)

const verdicts: Readonly<Record<TrustExplanation['verdict'], string>> = {
  trusted: 'TRUSTED',
  entity_type_missing: 'NOT TRUSTED in this role: the resolved metadata has no such type',
  trust_mark_missing: 'NOT TRUSTED: it holds none of the trust marks that are demanded',
  no_trust_chain: 'NOT TRUSTED: no path holds',
}
const typeAdvice = ({ entityType, published, removedBy }: MissingType): readonly string[] => [
  ...(published ? [] : [`what to change: publish metadata of the type ${entityType} in the entity configuration.`]),
  ...removedBy.map(
    (superior) =>
      `what to change: ${superior} does not allow the type ${entityType} (allowed_entity_types): have it do so ("fiducia federation list" there shows the types of each subordinate).`,
  ),
]

export function renderExplanation(explained: TrustExplanation): string {
  const lines = [`${verdicts[explained.verdict]}  ${explained.entityId}`]
  if (explained.expiresAt !== undefined)
    lines.push(`roles ${explained.entityTypes.join(', ')}; until ${dateOf(explained.expiresAt)}`)
  if (explained.verdict === 'entity_type_missing') lines.push(...explained.missingTypes.flatMap(typeAdvice))
  const several = explained.paths.some(({ differsIn }) => differsIn !== undefined)
  for (const [index, path] of explained.paths.entries()) lines.push('', ...renderPath(path, several && index === 0))
  if (explained.trustMarks.length > 0) lines.push('', 'trust marks', ...explained.trustMarks.flatMap(renderMark))
  return `${lines.map(printable).join('\n')}\n`
}

const takenPath = 'taken: of the paths that hold the shortest, then the one to the anchor that is pinned first'
const otherMetadata = (differsIn: readonly string[]): string =>
  `its metadata would differ in ${differsIn.join(', ')}: whoever does not reach the path that is taken sees these`

const renderPath = ({ path, steps: judged, differsIn = [] }: ExplainedPath, isTaken: boolean): readonly string[] => [
  path.join(' > '),
  ...(isTaken ? [`  ${takenPath}`] : []),
  ...(differsIn.length > 0 ? [`  ${otherMetadata(differsIn)}`] : []),
  ...judged.flatMap(({ step, result, code, at = '', statement }) => {
    if (result === 'holds') return [`  ok  ${steps[step]}`]
    if (code === undefined) return []
    return [
      `  NO  ${steps[step]}: ${code} at ${at}`,
      ...(statement === undefined ? [] : [`      ${inWords(statement)}`]),
      `      what to change: ${trustAdvice(code, at)}`,
    ]
  }),
]

function inWords({ issuer, subject, issuedAt, expiresAt }: ExplainedStatement): string {
  const about = issuer === subject ? 'itself' : subject
  return `${issuer} about ${about}, signed ${dateOf(issuedAt)}, valid until ${dateOf(expiresAt)}`
}

const renderMark = (mark: ExplainedTrustMark): readonly string[] => {
  if (mark.result === 'holds') return [`  ok  ${mark.trustMarkType}`]
  const why = mark.code === undefined ? 'not shown' : `${mark.code} at ${mark.at}`
  return [`  NO  ${mark.trustMarkType}: ${why}`, `      what to change: ${markAdvice(mark)}`]
}
