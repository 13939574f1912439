/** Decodes an SD-JWT: the issuer's JWT, each disclosure with its place, and the Key Binding JWT. */
import { type Failure, fail, failed, isJsonObject, type Json, type JsonObject } from '../../../base/index.ts'
import { allAlgorithms, type ParsedJws, verifyJws } from '../../../jose/index.ts'
import {
  type Disclosure,
  type PlacedDisclosure,
  parseDisclosure,
  parseSdJwt,
  placeDisclosures,
  sdAlgOf,
} from '../../../sd-jwt/index.ts'
import type { Decoded, Member, Verdict } from '../decoded.ts'
import { explainedMember } from '../explain-member.ts'
import { cutMember, memberOf, spend } from '../member-tree.ts'
import { maximumBytes, type Reading } from '../reading.ts'
import { type Findings, notValid, notVerifiable, passed, verdictOf } from '../verdicts.ts'
import { decodeJws, oneVerdictPerCheck } from './jws.ts'
import { keysInCnf } from './jws-kinds.ts'
import { type OpenedJws, openJws } from './open-jws.ts'
import { withoutKids } from './signature.ts'

/**
 * Decodes an SD-JWT, with or without a Key Binding JWT. Returns `undefined` if the text does not begin with a JWT. The
 * text must contain a `~`.
 */
export async function decodeSdJwt(reading: Reading, text: string): Promise<Decoded | undefined> {
  const sdJwt = text.replace(/\s+/g, '')
  const lastTilde = sdJwt.lastIndexOf('~')
  const [issuerJwt = '', ...texts] = sdJwt.slice(0, lastTilde).split('~')
  const issuer = await decodeJws(reading, issuerJwt)
  const { payload } = openJws(issuerJwt) ?? {}
  if (issuer === undefined || payload === undefined) return undefined
  const keyBindingJwt = sdJwt.slice(lastTilde + 1)
  const typ = openJws(issuerJwt)?.header.typ
  const policy = { typ: [typeof typ === 'string' ? typ : undefined], algorithms: allAlgorithms, size: maximumBytes }
  const form = verdictOf('form', parseSdJwt(text.trim(), policy))
  const disclosures = await readDisclosures(reading, payload, texts)
  const keyBinding = keyBindingJwt === '' ? undefined : await readKeyBinding(reading, sdJwt, keyBindingJwt, payload)
  return {
    kind: keyBindingJwt === '' ? 'sd_jwt' : 'sd_jwt_kb',
    now: reading.now,
    verdicts: oneVerdictPerCheck([
      form,
      ...issuer.verdicts,
      ...disclosures.verdicts,
      ...(keyBinding?.verdicts ?? []),
      notVerifiable('issuer', 'issuer_not_evaluated'),
    ]),
    sections: [...disclosures.sections, ...(keyBinding?.sections ?? []), ...issuer.sections],
  }
}

async function readDisclosures(
  reading: Reading,
  payload: JsonObject,
  texts: readonly string[],
): Promise<Required<Findings>> {
  const processed = placeDisclosures(reading.ctx, payload, texts, 'sd_jwt')
  const shown = failed(processed)
    ? texts.map((text) => () => unplacedMember(reading, payload, text))
    : processed.placed.map((placed) => () => disclosureMember(reading, placed))
  const members: Member[] = []
  for (const create of shown) {
    if (!spend(reading)) {
      members.push(cutMember)
      break
    }
    members.push(await create())
  }
  const digests = countDigests(payload) + (failed(processed) ? 0 : countNestedDigests(processed.placed))
  const undisclosed = Math.max(0, digests - (failed(processed) ? 0 : processed.placed.length))
  const withheld = explainedMember('sd_jwt', 'undisclosed', 'undisclosed_digests', undisclosed)
  return {
    verdicts: [verdictOf('disclosures', processed)],
    sections: [
      { name: 'disclosures', members },
      { name: 'undisclosed', members: [withheld] },
    ],
  }
}

const countNestedDigests = (placed: readonly PlacedDisclosure[]): number =>
  placed.reduce((count, { disclosure }) => count + countDigests(disclosure.value), 0)

/** Returns the number of digests in a value: in `_sd` of objects, and as `...` of array elements. */
function countDigests(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) return value.reduce<number>((count, one) => count + countDigests(one as Json), 0)
  const inSd = Array.isArray((value as JsonObject)._sd) ? ((value as JsonObject)._sd as readonly Json[]).length : 0
  const element = typeof (value as JsonObject)['...'] === 'string' ? 1 : 0
  return Object.values(value).reduce<number>((count, one) => count + countDigests(one), inSd + element)
}

async function disclosureMember(reading: Reading, { path, disclosure, value }: PlacedDisclosure): Promise<Member> {
  const place = path.join('.')
  return withDigest(await disclosedValue(reading, disclosure, value, place), disclosure, place)
}

async function disclosedValue(reading: Reading, { name }: Disclosure, value: Json, place: string): Promise<Member> {
  const path = name === undefined ? place.split('.') : [name]
  const member = await memberOf(reading, name ?? place, value, { kind: 'sd_jwt', section: 'disclosures', path })
  return member.members === undefined ? member : { ...member, value, members: [] }
}

const withDigest = (member: Member, { digest }: Disclosure, place: string): Member => ({
  ...member,
  members: [
    explainedMember('sd_jwt', 'disclosures', 'path', place),
    explainedMember('sd_jwt', 'disclosures', 'digest', digest),
    ...(member.members ?? []),
  ],
})

/** Returns the member of a disclosure with the path `?`. Used if the disclosures have no valid places. */
async function unplacedMember(reading: Reading, payload: JsonObject, text: string): Promise<Member> {
  const hash = sdAlgOf(payload, 'payload')
  const disclosure = parseDisclosure(reading.ctx, failed(hash) ? 'sha-256' : hash, text, 'disclosure')
  if (failed(disclosure)) return { name: '?', value: text, words: { it: disclosure.code, en: disclosure.code } }
  return withDigest(await disclosedValue(reading, disclosure, disclosure.value, '?'), disclosure, '?')
}

async function readKeyBinding(
  reading: Reading,
  sdJwt: string,
  text: string,
  payload: JsonObject,
): Promise<Required<Findings>> {
  const opened = openJws(text)
  const neighbours = [{ source: 'cnf' as const, keys: withoutKids(keysInCnf(payload.cnf)) }]
  if (opened === undefined) {
    const malformed: Failure = fail('jws_malformed', 'kb_jwt')
    return { verdicts: [notValid('key_binding', malformed)], sections: [] }
  }
  const nested = await reading.nested(text, { neighbours })
  const presented = sdJwt.slice(0, sdJwt.lastIndexOf('~') + 1)
  return {
    verdicts: [
      failed(opened.strict)
        ? notValid('key_binding', opened.strict)
        : await verifyKeyBinding(reading, opened.strict, payload),
      verdictOf('sd_hash', checkSdHash(reading, opened, presented, payload)),
    ],
    sections: [{ name: 'key_binding', members: [{ name: 'kb_jwt', value: text, ...(nested && { nested }) }] }],
  }
}

/** Compares `sd_hash` with the digest of `presented`: the SD-JWT up to its last tilde, included (RFC 9901 §4.3.1). */
function checkSdHash({ ctx }: Reading, keyBinding: OpenedJws, presented: string, payload: JsonObject): unknown {
  const hash = sdAlgOf(payload, 'payload')
  if (failed(hash)) return hash
  const isDigest = keyBinding.payload?.sd_hash === ctx.crypto.digestText(hash, presented)
  return isDigest ? undefined : fail('sd_hash_mismatch', 'kb_jwt.payload.sd_hash')
}

/** Verifies the signature of the Key Binding JWT with the key in `cnf` of the credential. */
async function verifyKeyBinding({ ctx }: Reading, jws: ParsedJws, { cnf }: JsonObject): Promise<Verdict> {
  const [key] = keysInCnf(cnf)
  const at = 'sd_jwt.payload.cnf'
  if (key === undefined) return notValid('key_binding', fail(isJsonObject(cnf) ? 'cnf_jwk_missing' : 'cnf_missing', at))
  const signed = await verifyJws(ctx, jws, key, 'kb_jwt')
  return failed(signed) ? notValid('key_binding', signed) : passed('key_binding', { by: 'cnf' })
}
