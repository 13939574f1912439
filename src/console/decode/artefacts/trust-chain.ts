/** Decodes a trust chain: each statement, each link, and the whole chain up to its Trust Anchor. */
import { fail, failed, type JsonObject, type PublicJwk } from '../../../base/index.ts'
import {
  type EntityStatement,
  findKey,
  parseEntityStatement,
  type TrustAnchors,
  type TrustChain,
  validateTrustChain,
} from '../../../federation/index.ts'
import { allAlgorithms, verifyJws } from '../../../jose/index.ts'
import type { Texts } from '../../screen.ts'
import type { Decoded, Member, Section, Verdict } from '../decoded.ts'
import { membersOf } from '../member-tree.ts'
import { reasonWithout } from '../pasted-keys.ts'
import { type Reading, type SourceKeys, skew } from '../reading.ts'
import { type Findings, notValid, notVerifiable, passed } from '../verdicts.ts'
import { jwsKindOf } from './jws-kinds.ts'
import { openJws } from './open-jws.ts'

const policy = { algorithms: allAlgorithms, urls: { loopbackHttp: true } }

/** Maximum number of statements. A longer list is not decoded as a trust chain. */
const maximumStatements = 16

/**
 * Decodes statements, subject first. Returns `undefined` for more than 16 texts, and if none of them is a statement. A
 * malformed statement has a failed `form` verdict, and the whole chain is then `not_verifiable`.
 */
export async function decodeTrustChain(reading: Reading, texts: readonly string[]): Promise<Decoded | undefined> {
  if (texts.length > maximumStatements || !texts.some(isStatement)) return undefined
  const parsed = texts.map((text, index) => parseEntityStatement(text, policy, `statement[${index}]`))
  const members: Member[] = []
  for (const [index, text] of texts.entries()) {
    const superior = parsed[index + 1]
    const keys = superior === undefined || failed(superior) ? [] : superior.keys
    const neighbours: readonly SourceKeys[] = [{ source: 'superior', keys }]
    const nested = await reading.nested(text, { neighbours })
    const words = wordsOf(parsed[index])
    members.push({ name: `[${index}]`, value: text, ...(words && { words }), ...(nested && { nested }) })
  }
  const statements = parsed.flatMap((one) => (failed(one) ? [] : [one]))
  const links = await verifyLinks(reading, parsed)
  const chain = statements.length === parsed.length ? await validateChain(reading, statements) : undefined
  return {
    kind: 'trust_chain',
    now: reading.now,
    verdicts: [
      ...(parsed.every((one) => !failed(one)) ? [passed('form')] : []),
      ...parsed.flatMap((one, index) => (failed(one) ? [notValid('form', one, `statement[${index}]`)] : [])),
      ...links,
      ...(chain?.verdicts ?? [notVerifiable('chain', 'form_refused')]),
    ],
    sections: [{ name: 'statements', members }, ...(chain?.sections ?? [])],
  }
}

/** Returns true for an Entity Statement, also a malformed one. */
function isStatement(text: string): boolean {
  const { header, payload } = openJws(text) ?? {}
  if (header === undefined || payload === undefined) return false
  const { kind } = jwsKindOf(header, payload)
  return kind === 'entity_configuration' || kind === 'subordinate_statement'
}

type Parsed = ReturnType<typeof parseEntityStatement>

function wordsOf(statement: Parsed | undefined): Texts | undefined {
  if (statement === undefined || failed(statement)) return undefined
  const { iss, sub } = statement
  return iss === sub
    ? { it: `${iss} su sé stessa`, en: `${iss} about itself` }
    : { it: `${iss} su ${sub}`, en: `${iss} about ${sub}` }
}

/**
 * Verifies the signature of each statement except the last, with the key in the next statement that has the same `kid`.
 * Skips a link with a malformed statement.
 */
async function verifyLinks({ ctx }: Reading, parsed: readonly Parsed[]): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  for (const [index, statement] of parsed.slice(0, -1).entries()) {
    const superior = parsed[index + 1]
    const part = `statement[${index}]`
    if (failed(statement) || superior === undefined || failed(superior)) continue
    const { kid, jws } = statement
    const key = findKey(superior.keys, kid)
    const expected = superior.keys.map((one) => one.kid ?? 'none')
    const signed =
      key === undefined
        ? fail('kid_unknown', `${part}.header.kid`, { expected, found: kid })
        : await verifyJws(ctx, jws, key, part)
    verdicts.push(failed(signed) ? notValid('link', signed, part) : passed('link', { by: 'superior', part }))
  }
  return verdicts
}

/**
 * Validates the chain. The issuer of the last statement is the Trust Anchor, and the pasted keys are its keys. Without
 * pasted keys, the anchor is `not_verifiable`, and the keys come from the Entity Configuration at the end of the chain.
 * If the chain then ends with another statement, the chain is `not_verifiable` too.
 */
async function validateChain(reading: Reading, statements: readonly EntityStatement[]): Promise<Required<Findings>> {
  const { ctx, now, pastedKeys } = reading
  const last = statements.at(-1) as EntityStatement
  const isPinned = pastedKeys.keys.length > 0
  const statedKeys: readonly PublicJwk[] = last.kind === 'configuration' ? last.keys : []
  const reason = reasonWithout(pastedKeys, 'anchor_not_pinned')
  if (!isPinned && statedKeys.length === 0) return { verdicts: [notVerifiable('chain', reason)], sections: [] }
  const anchors: TrustAnchors = new Map([[last.iss, isPinned ? pastedKeys.keys : statedKeys]])
  const chain = await validateTrustChain(ctx, statements, { ...policy, anchors, now, skew })
  const anchor = isPinned ? passed('anchor', { by: 'pasted' }) : notVerifiable('anchor', reason)
  if (failed(chain)) return { verdicts: [notValid('chain', chain), ...(isPinned ? [] : [anchor])], sections: [] }
  return { verdicts: [passed('chain'), anchor], sections: [await resolvedMetadata(reading, chain)] }
}

async function resolvedMetadata(reading: Reading, { metadata }: TrustChain): Promise<Section> {
  const place = { kind: 'trust_chain', section: 'resolved_metadata', path: [] } as const
  return { name: 'resolved_metadata', members: await membersOf(reading, metadata as JsonObject, place) }
}
