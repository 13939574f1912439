/**
 * Opens a compact JWS, even a malformed one. Decodes header and payload as far as possible, and adds the result of the
 * strict parser.
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
import { allAlgorithms, type JwsParseCode, type ParsedJws, parseJws } from '../../../jose/index.ts'
import { maximumBytes } from '../reading.ts'

/** A JWS as far as it could be opened. Nothing is verified. */
export interface OpenedJws {
  /** The text without white space. */
  readonly compact: string
  readonly header: JsonObject
  readonly payload: JsonObject | undefined
  /** The payload as text, if it is UTF-8 but not a JSON object. */
  readonly payloadText: string | undefined
  readonly strict: ParsedJws | Failure<JwsParseCode>
}

/** Opens a JWS. Returns `undefined` if its header is not a JSON object. Does not check the number of parts. */
export function openJws(text: string): OpenedJws | undefined {
  const compact = text.replace(/\s+/g, '')
  const [headerPart = '', payloadPart = ''] = compact.split('.', 3)
  const header = lenientJson(headerPart)
  if (!isJsonObject(header)) return undefined
  const policy = { typ: [typeof header.typ === 'string' ? header.typ : undefined], algorithms: allAlgorithms }
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

/** Returns true for a text with the form of a compact JWS, also an unsigned one. */
export const isCompactJws = (text: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text)

const lenientText = (part: string): string | undefined => {
  const bytes = decodeLenientBase64(part)
  return decodeBase64urlText(part) ?? (bytes && decodeUtf8(bytes))
}

/** Decodes a part as JSON. Also accepts other alphabets of base64, and all JSON that `parseLenientJson` accepts. */
function lenientJson(part: string): Json | undefined {
  const text = lenientText(part)
  return text === undefined ? undefined : parseLenientJson(text)
}

/**
 * Parses text that `JSON.parse` accepts. Keeps the last of duplicate members, and drops members named `__proto__`.
 * Returns `undefined` for other text, and for a value that `parseJson` refuses as too deep or too large.
 */
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
