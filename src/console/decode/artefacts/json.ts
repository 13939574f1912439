/** Decodes a JSON text: a key, a query, a trust chain, or any other document. */
import { type Failure, failed, isJsonObject, type Json, type JsonObject, parseJson } from '../../../base/index.ts'
import { parseDcqlQuery, parsePresentationDefinition } from '../../../oid4vp/index.ts'
import type { Decoded, Section, Verdict } from '../decoded.ts'
import type { DecodedKind } from '../kinds.ts'
import { elementsOf, membersOf } from '../member-tree.ts'
import type { Reading } from '../reading.ts'
import { verdictOf } from '../verdicts.ts'
import { decodeJwk, decodeJwks } from './keys.ts'
import { isCompactJws, parseLenientJson } from './open-jws.ts'
import { decodeTrustChain } from './trust-chain.ts'

/**
 * Decodes a JSON object or array. Returns `undefined` for any other text. If the strict parser refuses the text and the
 * lenient one accepts it, the first verdict has the failure of the strict parser.
 */
export async function decodeJson(reading: Reading, text: string): Promise<Decoded | undefined> {
  const strict = parseJson(text, 'json')
  const value = failed(strict) ? parseLenientJson(text) : strict
  if (typeof value !== 'object' || value === null) return undefined
  const decoded = await decodeValue(reading, value)
  return failed(strict) ? { ...decoded, verdicts: [verdictOf('form', strict), ...decoded.verdicts] } : decoded
}

async function decodeValue(reading: Reading, value: Json): Promise<Decoded> {
  if (Array.isArray(value)) {
    const chain = isTokenList(value) ? await decodeTrustChain(reading, value) : undefined
    if (chain) return chain
    return decodeDocument(reading, value.some(isDetail) ? 'authorization_details' : 'json', value)
  }
  const object = value as JsonObject
  if (typeof object.kty === 'string') return decodeJwk(reading, object)
  if (Array.isArray(object.keys) && object.keys.every(isJsonObject)) return decodeJwks(reading, object)
  const row = documents.find(({ looksLike }) => looksLike(object))
  return decodeDocument(reading, row?.kind ?? 'json', object, row?.form?.(object))
}

const isTokenList = (value: readonly Json[]): value is readonly string[] =>
  value.length > 0 && value.every((one) => typeof one === 'string' && isCompactJws(one))

const isDetail = (value: Json): boolean => isJsonObject(value) && value.type === 'openid_credential'

interface DocumentKind {
  readonly kind: DecodedKind
  readonly looksLike: (object: JsonObject) => boolean
  /** Returns the result of the strict parser, or its failure. */
  readonly form?: (object: JsonObject) => Failure | object
}

const documents: readonly DocumentKind[] = [
  {
    kind: 'dcql_query',
    looksLike: ({ credentials, format }) =>
      Array.isArray(credentials) && format === undefined && isQueryList(credentials),
    form: (object) => parseDcqlQuery(object, { strict: true }, 'dcql_query'),
  },
  {
    kind: 'dcql_query',
    looksLike: ({ dcql_query: query, ...others }) => isJsonObject(query) && Object.keys(others).length === 0,
    form: ({ dcql_query: query }) => parseDcqlQuery(query, { strict: true }, 'dcql_query'),
  },
  {
    kind: 'presentation_definition',
    looksLike: (object) => object.input_descriptors !== undefined,
    form: (object) => parsePresentationDefinition(object, 'presentation_definition'),
  },
  { kind: 'presentation_submission', looksLike: (object) => object.descriptor_map !== undefined },
]

const isQueryList = (list: readonly Json[]): boolean =>
  list.some(
    (one) => isJsonObject(one) && (one.meta !== undefined || one.claims !== undefined || one.format !== undefined),
  )

async function decodeDocument(
  reading: Reading,
  kind: DecodedKind,
  value: JsonObject | readonly Json[],
  form?: Failure | object,
): Promise<Decoded> {
  const verdicts: readonly Verdict[] = form === undefined ? [] : [verdictOf('form', form)]
  return { kind, now: reading.now, verdicts, sections: [await jsonSection(reading, kind, value, 'content')] }
}

/** Returns a section with the members of a JSON object, or the elements of an array. */
export async function jsonSection(
  reading: Reading,
  kind: DecodedKind,
  value: JsonObject | readonly Json[],
  name: 'content' | 'body',
): Promise<Section> {
  const place = { kind, section: name, path: [] } as const
  if (isJsonObject(value)) return { name, members: await membersOf(reading, value, place) }
  return { name, members: await elementsOf(reading, value as readonly Json[], place) }
}
