/**
 * Shapes of `vp_token` (D-16). Variant 1 (`scope`): one presentation or an array of them, with a
 * `presentation_submission`. Variant 2 (`dcql_query`): an object that maps each query id to one presentation or an
 * array of them. This file does not verify the presentations.
 */
import { type Failure, fail, failed, isJsonObject, type Json, type JsonObject, parseJson } from '../../base/index.ts'
import { responseSizeLimit } from './response-size.ts'

/** Presentations by query id, in variant 2. */
export type KeyedPresentations = readonly { readonly id: string; readonly presentations: readonly string[] }[]

/** A `vp_token`, by variant. */
export type VpToken =
  | { readonly kind: 'scope'; readonly presentations: readonly string[]; readonly submission: Json }
  | { readonly kind: 'dcql'; readonly presentations: KeyedPresentations }

/** Reasons to refuse a `vp_token`. The codes of `presentation_submission` occur only in variant 1. */
export type VpTokenCode =
  | 'vp_token_missing'
  | 'vp_token_malformed'
  | 'vp_token_shape_mismatch'
  | 'vp_token_empty'
  | 'vp_token_too_many'
  | 'presentation_submission_missing'
  | 'presentation_submission_malformed'

/** Maximum number of query ids, and of presentations in one list. */
const maximumCount = 64

/**
 * Parses `vp_token` in the shape of the requested variant, from the members of a response. With `isForm`, the members
 * are strings of a form, otherwise JSON values. In variant 1, returns `presentation_submission` unchecked. Does not
 * verify presentations.
 */
export function parseVpToken(
  kind: VpToken['kind'],
  members: JsonObject,
  isForm: boolean,
): VpToken | Failure<VpTokenCode> {
  const { vp_token: raw } = members
  if (raw === undefined || raw === '') return fail('vp_token_missing', 'vp_token') // RP-52
  const value = isForm ? readFormValue(raw) : raw
  if (value === undefined) return fail('vp_token_malformed', 'vp_token') // RP-52
  return kind === 'dcql' ? parseKeyed(value) : parseListed(value, members, isForm)
}

/**
 * Parses a value of a form: arrays and objects are JSON texts. A single presentation is the text itself, or a JSON
 * string (D-366).
 */
function readFormValue(raw: Json): Json | undefined {
  if (typeof raw !== 'string' || !/^\s*["[{]/.test(raw)) return raw
  const value = parseJson(raw, 'vp_token', { size: responseSizeLimit })
  return failed(value) ? undefined : value
}

function parseKeyed(value: Json): VpToken | Failure<VpTokenCode> {
  if (!isJsonObject(value)) return fail('vp_token_shape_mismatch', 'vp_token') // RP-52
  const entries = Object.entries(value)
  if (entries.length === 0) return fail('vp_token_empty', 'vp_token')
  if (entries.length > maximumCount) return fail('vp_token_too_many', 'vp_token')
  const presentations: { id: string; presentations: readonly string[] }[] = []
  for (const [id, entry] of entries) {
    const texts = textsOf(entry)
    if (failed(texts)) return texts
    presentations.push({ id, presentations: texts })
  }
  return { kind: 'dcql', presentations }
}

function parseListed(value: Json, members: JsonObject, isForm: boolean): VpToken | Failure<VpTokenCode> {
  if (isJsonObject(value)) return fail('vp_token_shape_mismatch', 'vp_token') // RP-52
  const presentations = textsOf(value)
  if (failed(presentations)) return presentations
  const { presentation_submission: raw } = members
  if (raw === undefined || raw === '') return fail('presentation_submission_missing', 'presentation_submission') // RP-52
  const submission = isForm && typeof raw === 'string' ? parseJson(raw, 'presentation_submission') : raw
  if (failed(submission)) return fail('presentation_submission_malformed', 'presentation_submission')
  return { kind: 'scope', presentations, submission }
}

function textsOf(value: Json): readonly string[] | Failure<VpTokenCode> {
  const list = Array.isArray(value) ? (value as readonly Json[]) : [value]
  if (list.length === 0) return fail('vp_token_empty', 'vp_token')
  if (list.length > maximumCount) return fail('vp_token_too_many', 'vp_token')
  const texts = list.filter((one): one is string => typeof one === 'string' && one !== '')
  if (texts.length !== list.length) return fail('vp_token_malformed', 'vp_token') // RP-52
  return texts
}
