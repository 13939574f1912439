/** Decodes a compact JWS of any kind. */
import { type Failure, fail, failed, type JsonObject } from '../../../base/index.ts'
import { typMatches } from '../../../jose/index.ts'
import type { Decoded, Verdict } from '../decoded.ts'
import { membersOf } from '../member-tree.ts'
import { bareMember, type Reading } from '../reading.ts'
import { notValid, notVerifiable, passed, verdictOf } from '../verdicts.ts'
import { checkTimes, type JwsKind, jwsKindOf } from './jws-kinds.ts'
import { type OpenedJws, openJws } from './open-jws.ts'
import { headerKeys, verifySignature } from './signature.ts'

/** Decodes a JWS. Returns `undefined` if the text has no JOSE header. */
export async function decodeJws(reading: Reading, text: string): Promise<Decoded | undefined> {
  const jws = openJws(text)
  if (jws === undefined) return undefined
  return jws.payload === undefined ? decodeOpaque(reading, jws) : decodeJwt(reading, jws, jws.payload)
}

async function decodeOpaque(reading: Reading, jws: OpenedJws): Promise<Decoded> {
  const place = { kind: 'jws', section: 'header', path: [] } as const
  const header = await membersOf(reading, jws.header, place)
  return {
    kind: 'jws',
    now: reading.now,
    verdicts: [verdictOf('form', jws.strict), notVerifiable('signature', 'form_refused')],
    sections: [
      { name: 'header', members: header },
      { name: 'payload', members: [bareMember('payload', jws.payloadText ?? null)] },
    ],
  }
}

async function decodeJwt(reading: Reading, jws: OpenedJws, payload: JsonObject): Promise<Decoded> {
  const row = jwsKindOf(jws.header, payload)
  const { kind } = row
  const findings = (await row.extraChecks?.(reading, jws, payload)) ?? { verdicts: [] }
  const sources = row.keys?.(payload, jws.header) ?? headerKeys(jws.header)
  const verdicts = [
    ...(failed(jws.strict) ? [notValid('form', jws.strict)] : checkForm(reading, row, jws, payload)),
    ...typVerdict(row, jws),
    failed(jws.strict)
      ? notVerifiable('signature', 'form_refused')
      : await verifySignature(reading, kind, jws.strict, sources),
    checkTimes(reading, payload),
    ...findings.verdicts,
  ]
  return {
    kind,
    now: reading.now,
    verdicts: oneVerdictPerCheck(verdicts),
    sections: [
      ...(findings.sections ?? []),
      { name: 'header', members: await membersOf(reading, jws.header, { kind, section: 'header', path: [] }) },
      { name: 'payload', members: await membersOf(reading, payload, { kind, section: 'payload', path: [] }) },
    ],
  }
}

function checkForm(reading: Reading, row: JwsKind, jws: OpenedJws, payload: JsonObject): readonly Verdict[] {
  if (row.form === undefined) return [passed('form')]
  return [verdictOf('form', row.form(reading, jws, payload))]
}

/** Returns the verdict about `typ`. Empty for a kind without expected values. */
function typVerdict({ typ }: JwsKind, { header }: OpenedJws): readonly Verdict[] {
  if (typ.length === 0) return []
  const { typ: actual } = header
  const fits = typ.some((name) =>
    name === undefined || actual === undefined ? name === actual : typMatches(String(actual), name),
  )
  const mismatch: Failure = fail('typ_mismatch', 'header.typ', {
    expected: typ.map((name) => name ?? 'none'),
    found: actual,
  })
  return [fits ? passed('typ') : notValid('typ', mismatch)]
}

/** Keeps one verdict for each check and part: the first failed one, otherwise the last one. */
export function oneVerdictPerCheck(verdicts: readonly Verdict[]): readonly Verdict[] {
  const verdictByCheck = new Map<string, Verdict>()
  for (const verdict of verdicts) {
    const name = `${verdict.check} ${verdict.part ?? ''}`
    if (verdictByCheck.get(name)?.result !== 'not_valid') verdictByCheck.set(name, verdict)
  }
  return [...verdictByCheck.values()]
}
