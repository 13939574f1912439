/**
 * Opens a compact JWS. The strict parser is asked first; where it refuses, header and payload are decoded as far as
 * possible, and the reason of the strict parser is kept.
 */
import {
  decodeBase64urlText,
  decodeLenientBase64,
  decodeUtf8,
  type Failure,
  failed,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../base/index.ts'
import { type JwsParseCode, type ParsedJws, parseJws } from '../../../jose/index.ts'
import { anyAlgorithm, maximumBytes } from '../reading.ts'

/** A JWS as far as it could be opened. Nothing is verified. */
export interface OpenedJws {
  /** The text without white space. */
  readonly compact: string
  readonly header: JsonObject
  readonly payload: JsonObject | undefined
  /** The payload if it is no JSON object. */
  readonly payloadText: string | undefined
  readonly strict: ParsedJws | Failure<JwsParseCode>
}

/** Opens a text with three parts. Returns `undefined` if its header is no JSON object. */
export function openJws(text: string): OpenedJws | undefined {
  const compact = text.replace(/\s+/g, '')
  const [headerPart = '', payloadPart = ''] = compact.split('.', 3)
  const header = lenientJson(headerPart)
  if (!isJsonObject(header)) return undefined
  const policy = { typ: [typeof header.typ === 'string' ? header.typ : undefined], algorithms: anyAlgorithm }
  const strict = parseJws(text.trim(), { ...policy, size: maximumBytes }, 'jws')
  const payload = lenientJson(payloadPart)
  return {
    compact,
    header,
    payload: isJsonObject(payload) ? payload : undefined,
    payloadText: isJsonObject(payload) ? undefined : lenientText(payloadPart),
    strict,
  }
}

const lenientText = (part: string): string | undefined => {
  const bytes = decodeLenientBase64(part)
  return decodeBase64urlText(part) ?? (bytes && decodeUtf8(bytes))
}

/** Decodes a part as JSON. Accepts other base64 and duplicate members, but no value of excessive depth. */
function lenientJson(part: string): Json | undefined {
  const text = lenientText(part)
  return text === undefined ? undefined : parseLenientJson(text)
}

/** Parses JSON. Where the strict parser refuses, accepts what `JSON.parse` accepts, unless it is too deep. */
export function parseLenientJson(text: string): Json | undefined {
  const strict = parseJson(text, 'json')
  if (!failed(strict)) return strict
  if (strict.code === 'json_too_deep' || strict.code === 'json_too_large') return undefined
  try {
    return JSON.parse(text, (name, value) => (name === '__proto__' ? undefined : value)) as Json
  } catch {
    return undefined
  }
}
