/**
 * The trust mark (OpenID Federation 1.0 §7): an authority's word that an entity meets a set of requirements. Here its
 * shape only; nothing that is read here is trusted.
 */
import { z } from 'zod'
import type { Json } from '../base/index.ts'

export const trustMarkType = 'trust-mark+jwt'

/** One entry of `trust_marks`, under the final name of its type or those of the drafts before (FED-36). */
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

/** Entries of a `trust_marks` claim that can be read; others are left out, as a mark that nobody can read is none. */
export function readTrustMarks(claim: Json | undefined): readonly { trust_mark: string; trust_mark_type: string }[] {
  return (Array.isArray(claim) ? claim : []).flatMap((entry) => {
    const { data } = trustMarkEntry.safeParse(entry)
    return data?.trust_mark_type === undefined ? [] : [{ ...data, trust_mark_type: data.trust_mark_type }]
  })
}
