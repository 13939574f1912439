/** Decodes a trust chain: each statement, each link, and the chain as a whole up to the given Trust Anchor. */
import { failed, type JsonObject, type PublicJwk } from '../../../base/index.ts'
import {
  type EntityStatement,
  findKey,
  parseEntityStatement,
  type TrustAnchors,
  type TrustChain,
  validateTrustChain,
} from '../../../federation/index.ts'
import { verifyJws } from '../../../jose/index.ts'
import type { Texts } from '../../screen.ts'
import type { Decoded, Member, Section, Verdict } from '../decoded.ts'
import { membersOf } from '../member-tree.ts'
import { anyAlgorithm, type NeighbourKeys, type Reading, skew } from '../reading.ts'
import { holds, notHere, refused } from '../verdicts.ts'

const policy = { algorithms: anyAlgorithm, urls: { loopbackHttp: true } }

/** Maximum number of statements. A longer list is no trust chain. */
const longest = 16

/** Decodes statements, subject first. Returns `undefined` if one is no JWS, or if there are too many. */
export async function decodeTrustChain(reading: Reading, texts: readonly string[]): Promise<Decoded | undefined> {
  if (texts.length === 0 || texts.length > longest) return undefined
  const parsed = texts.map((text, index) => parseEntityStatement(text, policy, `statement[${index}]`))
  const members: Member[] = []
  for (const [index, text] of texts.entries()) {
    const above = parsed[index + 1]
    const keys = above === undefined || failed(above) ? [] : above.keys
    const neighbours: readonly NeighbourKeys[] = [{ source: 'superior', keys }]
    const nested = await reading.nested(text, { neighbours })
    const words = wordsOf(parsed[index])
    members.push({ name: `[${index}]`, value: text, ...(words && { words }), ...(nested && { nested }) })
  }
  const statements = parsed.flatMap((one) => (failed(one) ? [] : [one]))
  const links = await judgeLinks(reading, parsed)
  const whole = statements.length === parsed.length ? await judgeWhole(reading, statements) : undefined
  return {
    kind: 'trust_chain',
    now: reading.now,
    verdicts: [
      ...(parsed.every((one) => !failed(one)) ? [holds('form')] : []),
      ...parsed.flatMap((one, index) => (failed(one) ? [refused('form', one, `statement[${index}]`)] : [])),
      ...links,
      ...(whole?.verdicts ?? [notHere('chain', 'form_refused')]),
    ],
    sections: [{ name: 'statements', members }, ...(whole?.sections ?? [])],
  }
}

type Parsed = ReturnType<typeof parseEntityStatement>

/** Returns who states something about whom. */
function wordsOf(statement: Parsed | undefined): Texts | undefined {
  if (statement === undefined || failed(statement)) return undefined
  const { iss, sub } = statement
  return iss === sub
    ? { it: `${iss} su se stesso`, en: `${iss} about itself` }
    : { it: `${iss} su ${sub}`, en: `${iss} about ${sub}` }
}

/** Verifies each statement with the key that the statement above names. */
async function judgeLinks({ ctx }: Reading, parsed: readonly Parsed[]): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  for (const [index, statement] of parsed.slice(0, -1).entries()) {
    const above = parsed[index + 1]
    const part = `statement[${index}]`
    if (failed(statement) || above === undefined || failed(above)) continue
    const key = findKey(above.keys, statement.kid)
    const signed = key && (await verifyJws(ctx, statement.jws, key, part))
    if (signed === undefined) verdicts.push({ ...notHere('link', 'key_other'), part })
    else verdicts.push(failed(signed) ? refused('link', signed, part) : holds('link', { by: 'superior', part }))
  }
  return verdicts
}

interface Whole {
  readonly verdicts: readonly Verdict[]
  readonly sections: readonly Section[]
}

/** Validates the chain with the given keys as Trust Anchor, or else with the keys of its own last statement. */
async function judgeWhole(reading: Reading, statements: readonly EntityStatement[]): Promise<Whole> {
  const { ctx, now, given } = reading
  const last = statements.at(-1) as EntityStatement
  const isPinned = given.keys.length > 0
  const own: readonly PublicJwk[] = last.kind === 'configuration' ? last.keys : []
  if (!isPinned && own.length === 0) return { verdicts: [notHere('chain', 'anchor_not_pinned')], sections: [] }
  const anchors: TrustAnchors = new Map([[last.iss, isPinned ? given.keys : own]])
  const chain = await validateTrustChain(ctx, statements, { ...policy, anchors, now, skew })
  const anchor = isPinned ? holds('anchor', { by: 'pasted' }) : notHere('anchor', 'anchor_not_pinned')
  if (failed(chain)) return { verdicts: [refused('chain', chain), ...(isPinned ? [] : [anchor])], sections: [] }
  return { verdicts: [holds('chain'), anchor], sections: [await resolvedMetadata(reading, chain)] }
}

async function resolvedMetadata(reading: Reading, { metadata }: TrustChain): Promise<Section> {
  const place = { kind: 'trust_chain', section: 'resolved_metadata', path: [] } as const
  return { name: 'resolved_metadata', members: await membersOf(reading, metadata as JsonObject, place) }
}
