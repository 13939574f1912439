/** Decodes keys: a JWK or a JWK set. */
import { failed, isJsonObject, type Json, type JsonObject } from '../../../base/index.ts'
import { jwkThumbprint, parsePublicJwk } from '../../../jose/index.ts'
import type { Decoded, Member, Verdict } from '../decoded.ts'
import { explainedMember } from '../explain-member.ts'
import { cutMember, memberOf, membersOf, spend } from '../member-tree.ts'
import type { Reading } from '../reading.ts'
import { hasSecrets, publicPart } from '../secret-members.ts'
import { wordsFor } from '../value-words.ts'
import { verdictOf } from '../verdicts.ts'

/** Decodes a JWK. Adds the thumbprint if the public part is valid. */
export async function decodeJwk(reading: Reading, jwk: JsonObject): Promise<Decoded> {
  return {
    kind: hasSecrets(jwk) ? 'private_key' : 'jwk',
    now: reading.now,
    verdicts: [checkKey(jwk)],
    sections: [{ name: 'content', members: await keyMembers(reading, jwk) }],
  }
}

const checkKey = (jwk: Json, part?: string): Verdict => verdictOf('key', parsePublicJwk(jwk, 'jwk'), part)

async function keyMembers(reading: Reading, jwk: JsonObject): Promise<readonly Member[]> {
  const members = await membersOf(reading, jwk, { kind: 'jwk', section: 'content', path: [] })
  const key = parsePublicJwk(publicPart(jwk), 'jwk')
  if (failed(key)) return members
  return [...members, explainedMember('jwk', 'content', 'thumbprint', jwkThumbprint(reading.ctx, key))]
}

/** Decodes a JWK set. Returns verdicts about the first 64 keys only. */
export async function decodeJwks(reading: Reading, { keys, ...others }: JsonObject): Promise<Decoded> {
  const list = Array.isArray(keys) ? (keys as readonly Json[]) : []
  const members: Member[] = []
  const verdicts: Verdict[] = []
  for (const [index, jwk] of list.entries()) {
    if (!spend(reading)) {
      members.push(cutMember)
      break
    }
    verdicts.push(checkKey(jwk, `keys[${index}]`))
    const words = wordsFor('jwk', jwk)
    const path = ['keys']
    members.push(
      isJsonObject(jwk)
        ? { name: `[${index}]`, members: await keyMembers(reading, jwk), ...(words && { words }) }
        : await memberOf(reading, `[${index}]`, jwk, { kind: 'jwks', section: 'content', path }),
    )
  }
  const rest = await membersOf(reading, others, { kind: 'jwks', section: 'content', path: [] })
  return {
    kind: 'jwks',
    now: reading.now,
    verdicts: verdicts.slice(0, 64),
    sections: [{ name: 'content', members: [...members, ...rest] }],
  }
}
