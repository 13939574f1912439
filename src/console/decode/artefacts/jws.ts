/** Decodes a compact JWS of any kind. */
import { type Failure, fail, failed, type JsonObject } from '../../../base/index.ts'
import { typMatches } from '../../../jose/index.ts'
import type { Decoded, Verdict } from '../decoded.ts'
import { membersOf } from '../member-tree.ts'
import { bareMember, type Reading } from '../reading.ts'
import { holds, notHere, refused, verdictOf } from '../verdicts.ts'
import { type JwsKind, judgeTimes, jwsKindOf } from './jws-kinds.ts'
import { type OpenedJws, openJws } from './open-jws.ts'
import { headerKeys, judgeSignature } from './signature.ts'

/** Decodes a JWS. Returns `undefined` if the text is none. */
export async function decodeJws(reading: Reading, text: string): Promise<Decoded | undefined> {
  const jws = openJws(text)
  if (jws === undefined) return undefined
  return jws.payload === undefined ? decodeForeign(reading, jws) : decodeJwt(reading, jws, jws.payload)
}

async function decodeForeign(reading: Reading, jws: OpenedJws): Promise<Decoded> {
  const place = { kind: 'jws', section: 'header', path: [] } as const
  const header = await membersOf(reading, jws.header, place)
  return {
    kind: 'jws',
    now: reading.now,
    verdicts: [formOf(jws), notHere('signature', 'form_refused')],
    sections: [
      { name: 'header', members: header },
      { name: 'payload', members: [bareMember('payload', jws.payloadText ?? null)] },
    ],
  }
}

/** Returns the verdict of the strict parser of every JWS. */
const formOf = ({ strict }: OpenedJws): Verdict => verdictOf('form', strict)

async function decodeJwt(reading: Reading, jws: OpenedJws, payload: JsonObject): Promise<Decoded> {
  const row = jwsKindOf(jws.header, payload)
  const { kind } = row
  const findings = (await row.further?.(reading, jws, payload)) ?? { verdicts: [] }
  const sources = row.keys?.(payload, jws.header) ?? headerKeys(jws.header)
  const verdicts = [
    ...(failed(jws.strict) ? [refused('form', jws.strict)] : judgeForm(reading, row, jws, payload)),
    ...typOf(row, jws),
    failed(jws.strict)
      ? notHere('signature', 'form_refused')
      : await judgeSignature(reading, kind, jws.strict, sources),
    judgeTimes(reading, payload),
    ...findings.verdicts,
  ]
  return {
    kind,
    now: reading.now,
    verdicts: oneEach(verdicts),
    sections: [
      ...(findings.sections ?? []),
      { name: 'header', members: await membersOf(reading, jws.header, { kind, section: 'header', path: [] }) },
      { name: 'payload', members: await membersOf(reading, payload, { kind, section: 'payload', path: [] }) },
    ],
  }
}

function judgeForm(reading: Reading, row: JwsKind, jws: OpenedJws, payload: JsonObject): readonly Verdict[] {
  if (row.form === undefined) return [holds('form')]
  return [verdictOf('form', row.form(reading, jws, payload))]
}

/** Returns the verdict about `typ`, for a kind that has one. */
function typOf({ typ }: JwsKind, { header }: OpenedJws): readonly Verdict[] {
  if (typ.length === 0) return []
  const found = header.typ
  const fits = typ.some((name) =>
    name === undefined || found === undefined ? name === found : typMatches(String(found), name),
  )
  const mismatch: Failure = fail('typ_mismatch', 'header.typ', { expected: typ.map((name) => name ?? 'none'), found })
  return [fits ? holds('typ') : refused('typ', mismatch)]
}

/** Keeps one verdict for each check and part: a refusal before anything else, otherwise the last one. */
export function oneEach(verdicts: readonly Verdict[]): readonly Verdict[] {
  const kept = new Map<string, Verdict>()
  for (const verdict of verdicts) {
    const name = `${verdict.check} ${verdict.part ?? ''}`
    if (kept.get(name)?.result !== 'not_valid') kept.set(name, verdict)
  }
  return [...kept.values()]
}
