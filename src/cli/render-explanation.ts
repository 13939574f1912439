/**
 * An explanation of trust in words: each path, each step, the first that fails, and what to change.
 */
import type {
  ExplainedPath,
  ExplainedTrustMark,
  ResolveCode,
  ResolveTrustMarkCode,
  TrustExplanation,
  TrustStep,
} from '../federation/index.ts'
import { printable } from './administration-client.ts'

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

/** What to change, by the step at which it fails; some faults have a better word. */
const advice: Readonly<Record<TrustStep, string>> = {
  reach: 'see that the last entity of the path answers at its well-known URL, over https, with the right media type.',
  statements: 'correct the statement at the place named; its issuer must sign it anew.',
  times: 'compare the clocks, and see that the statement is signed anew before its end.',
  links: 'compare authority_hints, iss and sub of the statements named: identifiers must be equal to the letter.',
  anchor: 'configure the anchor with its keys where you judge, or join a federation whose anchor is configured.',
  signatures: 'let the superior take over the keys that are published now ("fiducia federation refresh <entity>").',
  constraints: 'ask the superior named to change its constraints, or shorten the path.',
  metadata:
    'change the metadata so that it satisfies the policy at the place named, or ask the superior to change that ("fiducia federation policy <entity>" shows it).',
}

const noStatement =
  'the superior makes no statement about the entity. Its operator sees why in "fiducia federation list" and "fiducia federation log <entity>": never taken in, or removed ("fiducia federation add <entity>"), or suspended ("fiducia federation resume <entity>").'
const otherKeys =
  'the superior states other keys than the entity signs with: publish the new key beside the old one, signed with the old one, and have the superior take it over ("fiducia federation refresh <entity>"); if the old one is lost, have the entity removed and taken in anew ("fiducia federation add <entity>").'

const betterAdvice: { readonly [code in ResolveCode]?: string } = {
  no_superior: 'the entity names no superior: publish authority_hints, and have the superior take the entity in.',
  superior_not_hinted: "add the superior to the entity's authority_hints.",
  anchor_key_mismatch: 'the anchor signs with a key that is not pinned here: obtain its keys out of band and pin them.',
  subject_key_mismatch: otherKeys,
  expired: 'the statement named is past its end: its issuer must sign a new one.',
  address_forbidden: 'the name leads to an address that is not public: no service asks there. Publish a public one.',
  url_forbidden: 'identifiers and endpoints are https URLs: no service asks elsewhere.',
  limit_reached: 'name fewer superiors, or shorten the path: no more is looked at than this.',
  superior_loops: "take the entity's own subordinates, and itself, out of authority_hints.",
}

const adviceOn = (code: ResolveCode, at: string, step: TrustStep): string =>
  code === 'status_unexpected' && at === 'statement' ? noStatement : (betterAdvice[code] ?? advice[step])

const absentMark =
  'have the mark granted by its issuer ("fiducia federation marks <entity> --grant <type>"), and show it in the entity configuration.'
const fallenMark =
  'fetch the mark from its issuer anew, and show what it gives in the entity configuration; the anchor must name the issuer for this type.'

const betterMarkAdvice: { readonly [code in ResolveTrustMarkCode]?: string } = {
  mark_inactive:
    'the issuer has taken the mark back: ask it to grant the mark again ("fiducia federation marks <entity> --grant <type>").',
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
const typeAdvice =
  'publish metadata of this type, and have the superior state it ("fiducia federation list" shows the types that it does).'

export function renderExplanation(explained: TrustExplanation): string {
  const lines = [`${verdicts[explained.verdict]}  ${explained.entityId}`]
  if (explained.expiresAt !== undefined)
    lines.push(`roles ${explained.entityTypes.join(', ')}; until ${new Date(explained.expiresAt * 1000).toISOString()}`)
  if (explained.verdict === 'entity_type_missing') lines.push(`what to change: ${typeAdvice}`)
  for (const path of explained.paths) lines.push('', ...renderPath(path))
  if (explained.trustMarks.length > 0) lines.push('', 'trust marks', ...explained.trustMarks.flatMap(renderMark))
  return `${lines.map(printable).join('\n')}\n`
}

const renderPath = ({ path, steps: taken }: ExplainedPath): readonly string[] => [
  path.join(' > '),
  ...taken.flatMap(({ step, result, code, at = '' }) => {
    if (result === 'holds') return [`  ok  ${steps[step]}`]
    if (code === undefined) return []
    return [`  NO  ${steps[step]}: ${code} at ${at}`, `      what to change: ${adviceOn(code, at, step)}`]
  }),
]

const renderMark = (mark: ExplainedTrustMark): readonly string[] => {
  if (mark.result === 'holds') return [`  ok  ${mark.trustMarkType}`]
  const why = mark.code === undefined ? 'not shown' : `${mark.code} at ${mark.at}`
  return [`  NO  ${mark.trustMarkType}: ${why}`, `      what to change: ${markAdvice(mark)}`]
}
