/**
 * Advice on the reason why an entity is not trusted. The reason is part of the place of a refusal
 * (`trust_chain.status_unexpected.statement.status.404`). The evidence of the refusal names the document and the path.
 */
import type { Failure } from '../base/index.ts'
import { trustStepOf } from '../federation/index.ts'
import type { Advice, AdviceTable } from './advice/advice.ts'
import { federationAdvice } from './advice/federation.ts'
import { adviceOf } from './advice-of.ts'

const noStatement: Advice = [
  'The superior at the end of the path makes no statement about the entity below.',
  'Have the operator of the superior add or resume the entity (fiducia federation list).',
]
const statementRefused: Advice = [
  'The fetch endpoint of the superior at the end of the path answers with a redirect or an error.',
  'Have the operator of the superior serve statements without redirects and without a login.',
]
const noConfiguration: Advice = [
  'The entity, or the last entity of the path, does not serve its entity configuration.',
  'Serve the configuration at the well-known URL, without redirects and login; the entity identifier does not contain that path.',
]
const serverFails: Advice = [
  'The entity, or the last entity of the path, or a proxy in front of it, fails or limits requests.',
  'Have the operator of that entity read the log, and try again later.',
]

const otherAnchor: Advice = [
  'The path ends at an entity that is not a configured Trust Anchor.',
  'Configure that Trust Anchor with its keys, or have the entity join a federation whose Trust Anchor is configured.',
]
const otherStatement: Advice = [
  'The fetch endpoint of the superior answers with a statement of another issuer or about another entity.',
  'Have the operator of the superior correct federation_fetch_endpoint and the answers of that endpoint.',
]

/** Returns the remedy for a fault of a statement, which only its issuer can correct, as one sentence. */
const forIssuer = (remedy: string): string => {
  const clauses = remedy.replaceAll(/(?:^|\. )[A-Z]/g, (start) => start.replace('. ', '; ').toLowerCase())
  return `Have the issuer of the statement correct it: ${clauses}`
}
const correctAnswer = 'Have the operator of the entity correct the answer at the well-known URL or the fetch endpoint.'

/**
 * Advice on codes that concern a document of the path. `adviceOf` gives advice on the same codes of a message. The
 * number of bytes in a text repeats the limit in `federation/fetch/resolve-limits.ts`.
 */
const documentAdvice: AdviceTable = {
  unreachable: [
    'The entity, or the last entity of the path, does not respond.',
    'Check that the entity runs and can be reached from here, and try again later.',
  ],
  media_type_unexpected: [
    'The entity, or the last entity of the path, answers with another media type than application/entity-statement+jwt.',
    correctAnswer,
  ],
  coding_unexpected: ['The entity, or the last entity of the path, compresses its answer.', correctAnswer],
  answer_too_large: [
    'A document of the path is too large: 524288 bytes for the configuration of the entity, 65536 for others.',
    'Have its publisher make the document smaller.',
  ],
  not_text: ['A document of the path is not UTF-8.', correctAnswer],
  expired: [
    'A statement of the path has expired.',
    'Have the issuer of the statement sign a new statement. If the statement is new, compare the clocks of both parties.',
  ],
  not_yet_valid: [
    'A statement of the path is not valid yet.',
    'Compare the clock of the issuer of the statement with the clock of this service.',
  ],
  kid_unknown: [
    'A statement of the path is signed with a key that the superior, or the issuer, does not state.',
    'Have the issuer publish the key, and have the superior add the key (fiducia federation refresh).',
  ],
  signature_invalid: [
    'The signature of a statement of the path does not verify with the key that its kid names.',
    'Have the issuer sign the statement with that key again. A new key needs a new kid.',
  ],
}

/**
 * Returns the advice of `pathAdviceOf` for a reason, otherwise the advice for its code. If the place is in a document
 * of the path (`statement…` or `configuration…`, also after `own_chain.`), the advice concerns that document and its
 * issuer. Returns `undefined` for a code without advice.
 */
export function trustAdviceOf(reason: Pick<Failure, 'code' | 'at'>): Advice | undefined {
  const { code, at } = reason
  const pathAdvice = pathAdviceOf(reason)
  if (pathAdvice !== undefined) return pathAdvice
  const advice = adviceOf(code)
  const step = Object.hasOwn(trustStepOf, code) ? trustStepOf[code as keyof typeof trustStepOf] : undefined
  const isInDocument = /^(?:own_chain\.)?(?:statement|configuration)\b/.test(at)
  if (step === undefined || !isInDocument || Object.hasOwn(federationAdvice, code)) return advice
  return documentAdvice[code] ?? (advice && step !== 'reach' ? [advice[0], forIssuer(advice[1])] : advice)
}

/**
 * Returns advice that depends on the place of the fault: on the document that could not be fetched or is not the
 * requested one, or on the end of the path. Returns `undefined` for any other place.
 */
export function pathAdviceOf({ code, at }: Pick<Failure, 'code' | 'at'>): Advice | undefined {
  if (code === 'no_trust_chain' && at === 'entity_id') return federationAdvice.entity_id_invalid
  if (code === 'no_superior' && at.startsWith('configuration')) return otherAnchor
  if (code === 'link_broken' && at.startsWith('statement.')) return otherStatement
  const [, document, status = ''] = /\b(statement|configuration)(?:\.status\.(\d+))?$/.exec(at) ?? []
  const isHidden = status === '' && code === 'status_unexpected' // FED-126
  if (document === undefined || (status === '' && !isHidden)) return undefined
  if (/^(?:5\d\d|429)$/.test(status)) return serverFails
  if (document === 'configuration') return noConfiguration
  return status === '400' || status === '404' ? noStatement : statementRefused
}
