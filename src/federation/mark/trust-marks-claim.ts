/** The claim `trust_marks` of an Entity Configuration: trust marks with their types (OpenID Federation 1.0 §7). */
import { z } from 'zod'
import type { Json, JsonObject } from '../../base/index.ts'

/** One entry of `trust_marks`. */
export interface TrustMarkEntry {
  readonly trust_mark_type: string
  readonly trust_mark: string
}

/** Schema of an entry. Accepts the final name of the type and those of the drafts (FED-36). */
const trustMarkEntry = z
  .looseObject({
    trust_mark: z.string(),
    trust_mark_type: z.string().optional(),
    trust_mark_id: z.string().optional(),
    id: z.string().optional(),
  })
  .transform(({ trust_mark, trust_mark_type, trust_mark_id, id }) => ({
    trust_mark,
    trust_mark_type: trust_mark_type ?? trust_mark_id ?? id, // FED-36
  }))

/** Returns the well-formed entries of a `trust_marks` claim. Skips malformed entries. Does not parse the marks. */
export function readTrustMarks(claim: Json | undefined): readonly TrustMarkEntry[] {
  return (Array.isArray(claim) ? claim : []).flatMap((entry) => {
    const { data } = trustMarkEntry.safeParse(entry)
    return data?.trust_mark_type === undefined ? [] : [{ ...data, trust_mark_type: data.trust_mark_type }]
  })
}

/**
 * Returns a `trust_marks` claim. Includes `id`, because readers that follow the drafts refuse the whole statement if
 * `id` is absent (FED-36).
 */
export const trustMarksClaim = (entries: readonly TrustMarkEntry[]): readonly JsonObject[] =>
  entries.map(({ trust_mark_type, trust_mark }) => ({ id: trust_mark_type, trust_mark_type, trust_mark }))
