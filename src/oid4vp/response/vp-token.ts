/**
 * The shapes of `vp_token` (D-16). Variant 1: an array of presentations, or a single one, beside a
 * `presentation_submission`. Variant 2: an object from the query's ids to a presentation or an array of them. Presentations
 * are texts here; what they are shows when they are verified.
 */
import { type Failure, fail, failed, isJsonObject, type Json, type JsonObject, parseJson } from '../../base/index.ts'

/** Presentations by the query's id, in variant 2. */
export type KeyedPresentations = readonly { readonly id: string; readonly presentations: readonly string[] }[]

/** A `vp_token`, by the shape of its variant. */
export type VpToken =
  | { readonly kind: 'scope'; readonly presentations: readonly string[]; readonly submission: Json }
  | { readonly kind: 'dcql'; readonly presentations: KeyedPresentations }

/** Why `vp_token` has no shape of the variant that was asked in. */
export type VpTokenCode =
  | 'vp_token_missing'
  | 'vp_token_malformed'
  | 'vp_token_shape_mismatch'
  | 'vp_token_empty'
  | 'vp_token_too_many'
  | 'presentation_submission_missing'
  | 'presentation_submission_malformed'

const maximum = 64

/**
 * Reads the token in the shape of the variant that was asked, from the members of a response (`members` of a form are
 * texts, those of a decrypted response JSON values).
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

/** In a form an array or an object is JSON text; a single presentation stands as it is, or as a JSON string (D-366). */
function readFormValue(raw: Json): Json | undefined {
  if (typeof raw !== 'string' || !/^\s*["[{]/.test(raw)) return raw
  const value = parseJson(raw, 'vp_token')
  return failed(value) ? undefined : value
}

function parseKeyed(value: Json): VpToken | Failure<VpTokenCode> {
  if (!isJsonObject(value)) return fail('vp_token_shape_mismatch', 'vp_token') // RP-52
  const entries = Object.entries(value)
  if (entries.length === 0) return fail('vp_token_empty', 'vp_token')
  if (entries.length > maximum) return fail('vp_token_too_many', 'vp_token')
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
  if (list.length > maximum) return fail('vp_token_too_many', 'vp_token')
  const texts = list.filter((one): one is string => typeof one === 'string' && one !== '')
  if (texts.length !== list.length) return fail('vp_token_malformed', 'vp_token') // RP-52
  return texts
}
