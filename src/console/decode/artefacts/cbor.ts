/** Decodes bytes: an mdoc, a COSE structure, or any CBOR. */
import { failed } from '../../../base/index.ts'
import {
  type Cbor,
  coseKeyToJwk,
  decodeCbor,
  isCborArray,
  isCborBytes,
  isCborMap,
  isCborTag,
  readCoseSign1,
  verifyCoseSign1,
} from '../../../cose/index.ts'
import { allAlgorithms, keyFits } from '../../../jose/index.ts'
import type { Decoded, Verdict } from '../decoded.ts'
import { reasonWithoutKey } from '../pasted-keys.ts'
import { maximumBytes, type Reading } from '../reading.ts'
import { notValid, notVerifiable, passed, verdictOf } from '../verdicts.ts'
import { cborMembers, namedHeaders, namedKey } from './cbor-tree.ts'
import { certificatesOf, chainMember, decodeDeviceResponse, decodeMdoc } from './mdoc.ts'
import { keyOfCertificate, maximumTriedKeys } from './signature.ts'

/**
 * Decodes bytes that are one CBOR value. Returns `undefined` for other bytes. Accepts only maps, arrays and tags unless
 * `anyShape` is true, because many short words are also the base64 encoding of a CBOR number or text.
 */
export async function decodeCborBytes(
  reading: Reading,
  bytes: Uint8Array,
  anyShape: boolean,
): Promise<Decoded | undefined> {
  const value = decodeCbor(bytes, 'cbor', { size: maximumBytes, anyValue: true })
  if (failed(value)) return undefined
  const isStructure = isCborMap(value) || isCborArray(value) || isCborTag(value)
  if (!isStructure && !anyShape) return undefined
  if (isCborMap(value) && value.has('issuerAuth')) return decodeMdoc(reading, value)
  if (isCborMap(value) && value.has('version') && value.has('documents'))
    return decodeDeviceResponse(reading, bytes, value)
  if (isSign1(value)) return decodeSign1(reading, value)
  if (isCborMap(value) && value.has(1) && value.has(-1)) return decodeCoseKey(reading, value)
  const place = { kind: 'cbor', section: 'content' } as const
  return {
    kind: 'cbor',
    now: reading.now,
    verdicts: [passed('form')],
    sections: [{ name: 'content', members: cborMembers(reading, value, place) }],
  }
}

function isSign1(value: Cbor): boolean {
  const list = isCborTag(value) && value.tag === 18 ? value.value : value
  return isCborArray(list) && list.length === 4 && isCborBytes(list[0]) && isCborMap(list[1]) && isCborBytes(list[3])
}

function decodeCoseKey(reading: Reading, value: Cbor): Decoded {
  const place = { kind: 'cose_key', section: 'content' } as const
  return {
    kind: 'cose_key',
    now: reading.now,
    verdicts: [verdictOf('key', coseKeyToJwk(value, 'cose_key'))],
    sections: [{ name: 'content', members: cborMembers(reading, namedKey(value), place) }],
  }
}

async function decodeSign1(reading: Reading, value: Cbor): Promise<Decoded> {
  const sign1 = readCoseSign1(value, { algorithms: allAlgorithms }, 'cose')
  const place = { kind: 'cose_sign1', section: 'content' } as const
  const list = (isCborTag(value) ? value.value : value) as readonly Cbor[]
  const [protectedBytes, unprotected, payload, signature] = list
  const inner = isCborBytes(payload) ? decodeCbor(payload, 'payload', { size: maximumBytes, anyValue: true }) : null
  const shown: [Cbor, Cbor][] = [
    ['protected', headersIn(protectedBytes)],
    ['unprotected', namedHeaders(unprotected ?? null)],
    ['payload', failed(inner) ? (payload ?? null) : inner],
    ['signature', signature ?? null],
  ]
  const chain = failed(sign1) ? [] : certificatesOf(sign1)
  return {
    kind: 'cose_sign1',
    now: reading.now,
    verdicts: [verdictOf('form', sign1), await verifySign1(reading, sign1, chain)],
    sections: [
      { name: 'content', members: cborMembers(reading, new Map(shown), place) },
      ...(chain.length === 0 ? [] : [{ name: 'certificates' as const, members: await chainMember(reading, chain) }]),
    ],
  }
}

function headersIn(bytes: Cbor | undefined): Cbor {
  const headers =
    isCborBytes(bytes) && bytes.length > 0 ? decodeCbor(bytes, 'protected', { anyValue: true }) : new Map()
  return failed(headers) ? (bytes ?? null) : namedHeaders(headers as Cbor)
}

/** Tries the pasted keys, then the key of the leaf certificate. Returns the first failure if none verifies. */
async function verifySign1(
  { ctx, pastedKeys }: Reading,
  sign1: ReturnType<typeof readCoseSign1>,
  [leaf]: readonly Uint8Array[],
): Promise<Verdict> {
  if (failed(sign1)) return notVerifiable('signature', 'form_refused')
  if (sign1.payload === undefined) return notVerifiable('signature', 'payload_detached')
  let refusal: Verdict | undefined
  for (const [by, keys] of [
    ['pasted', pastedKeys.keys],
    ['x5c', keyOfCertificate(leaf)],
  ] as const)
    for (const key of keys.filter((one) => keyFits(one, sign1.alg)).slice(0, maximumTriedKeys)) {
      const signed = await verifyCoseSign1(ctx, sign1, key, 'cose')
      if (!failed(signed)) return passed('signature', { by })
      refusal ??= notValid('signature', signed)
    }
  return refusal ?? notVerifiable('signature', leaf === undefined ? reasonWithoutKey(pastedKeys) : 'not_supported')
}
