/**
 * The presentation submission (Presentation Exchange 2.0 §6, OpenID4VP D20 §6.1). It is part of the answer to a request
 * of variant 1 (`scope`), and maps input descriptors to entries of `vp_token`. The wallet creates it, the Relying Party
 * parses it.
 */
import { z } from 'zod'
import { type Failure, fail, type Json, placeOf, type Random, randomUuid } from '../../base/index.ts'
import { asksAttestation, parseJsonPath, sameFormat } from '../../credential/index.ts'
import { isAttestationDescriptor, type RequestedDefinition } from '../presentation-definition/schema.ts'

const presentationSubmission = z.looseObject({
  id: z.string().min(1),
  definition_id: z.string().min(1),
  descriptor_map: z
    .array(z.looseObject({ id: z.string().min(1), format: z.string().min(1), path: z.string().min(1) }))
    .min(1)
    .max(32),
})

/** A parsed submission (Presentation Exchange 2.0 §6). */
export type PresentationSubmission = z.infer<typeof presentationSubmission>

/**
 * Reasons to refuse a submission. `attestation_missing` means that only descriptors of the Wallet Attestation have no
 * answer.
 */
export type SubmissionCode =
  | 'submission_malformed'
  | 'definition_id_mismatch'
  | 'descriptor_doubled'
  | 'descriptor_unrequested'
  | 'descriptor_missing'
  | 'attestation_missing'
  | 'descriptor_format_mismatch'
  | 'descriptor_path_invalid'

/**
 * Creates a submission for entries in the order of the presentations. It maps each descriptor id to the place in the
 * array, `$[0]`, `$[1]`, …, or to `$` if there is only one entry. `definition_id` is the first of `definitionIds`.
 */
export function createPresentationSubmission(
  ctx: { readonly random: Random },
  requested: RequestedDefinition,
  entries: readonly { readonly id: string; readonly format: string }[],
): PresentationSubmission {
  return {
    id: randomUuid(ctx.random),
    definition_id: requested.definitionIds[0] ?? '', // RP-53
    descriptor_map: entries.map(({ id, format }, index) => ({
      id,
      format,
      path: entries.length === 1 ? '$' : `$[${index}]`, // RP-52
    })),
  }
}

/** A descriptor's id and the presentation that answers the descriptor. */
export interface MappedPresentation {
  readonly id: string
  /** Format according to the wallet. Checked when the presentation is verified. */
  readonly format: string
  readonly presentation: string
}

/**
 * Parses a submission for the request and follows its paths (RP-53). Every descriptor must be answered, even if
 * submission requirements (`requested.choices`) let the wallet omit some. Supports `$[n]` and `$.vp_token[n]`, and for
 * a single presentation `$` and `$.vp_token` (RP-52). A name may be in brackets, as in `$['vp_token'][0]` (RFC 9535
 * §2.7). Two entries may name the same presentation. Returns no presentation that no entry names. Does not parse the
 * presentations.
 */
export function parsePresentationSubmission(
  value: Json | undefined,
  requested: RequestedDefinition,
  presentations: readonly string[],
): readonly MappedPresentation[] | Failure<SubmissionCode> {
  const at = 'presentation_submission'
  const parsed = presentationSubmission.safeParse(value)
  if (!parsed.success) return fail('submission_malformed', placeOf(at, parsed.error))
  const { definition_id: definitionId, descriptor_map: map } = parsed.data
  if (!requested.definitionIds.includes(definitionId)) return fail('definition_id_mismatch', `${at}.definition_id`) // RP-53
  const answered = map.map(({ id }) => id)
  const doubled = answered.findIndex((id, index) => answered.includes(id, index + 1))
  if (doubled >= 0) return fail('descriptor_doubled', `${at}.descriptor_map.${doubled}.id`)
  const mapped: MappedPresentation[] = []
  for (const [index, { id, format, path }] of map.entries()) {
    const place = `${at}.descriptor_map.${index}`
    const descriptor = requested.descriptors.find((one) => one.id === id)
    if (descriptor === undefined) return fail('descriptor_unrequested', `${place}.id`)
    // The Wallet Attestation is not a credential of a person. It answers only a descriptor that names its format
    // (D-267).
    const formats = descriptor.format && Object.keys(descriptor.format)
    const isAccepted = formats ? formats.some((one) => sameFormat(one, format)) : !asksAttestation([format])
    if (!isAccepted) return fail('descriptor_format_mismatch', `${place}.format`) // RP-53
    const presentation = follow(path, presentations)
    if (presentation === undefined) return fail('descriptor_path_invalid', `${place}.path`) // RP-53
    mapped.push({ id, format, presentation })
  }
  const missing = requested.descriptors.filter(({ id }) => !answered.includes(id))
  if (!missing.every(isAttestationDescriptor)) return fail('descriptor_missing', `${at}.descriptor_map`) // RP-53
  if (missing.length > 0) return fail('attestation_missing', `${at}.descriptor_map`) // RP-56
  return mapped
}

function follow(path: string, presentations: readonly string[]): string | undefined {
  const steps = parseJsonPath(path)
  if (steps === undefined) return undefined
  const [index, ...further] = steps[0] === 'vp_token' ? steps.slice(1) : steps
  if (further.length > 0) return undefined
  if (index === undefined) return presentations.length === 1 ? presentations[0] : undefined
  return typeof index === 'number' ? presentations[index] : undefined
}
