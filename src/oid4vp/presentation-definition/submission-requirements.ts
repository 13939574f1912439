/**
 * Submission requirements (Presentation Exchange 2.0) define which input descriptors the wallet must answer: all of a
 * group, or a number of them. A Relying Party of this project sends none, so all descriptors are required (D-261).
 */
import { z } from 'zod'

/** A submission requirement. It has either `from` or `from_nested`. */
export interface SubmissionRequirement {
  readonly rule: 'all' | 'pick'
  readonly count?: number | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly from?: string | undefined
  readonly from_nested?: readonly SubmissionRequirement[] | undefined
}

const positive = z.int().positive()
const limit = 32

const submissionRequirement: z.ZodType<SubmissionRequirement> = z
  .looseObject({
    rule: z.enum(['all', 'pick']),
    count: positive.optional(),
    min: z.int().nonnegative().optional(),
    max: positive.optional(),
    from: z.string().optional(),
    get from_nested() {
      return z.array(submissionRequirement).min(1).max(limit).optional()
    },
  })
  .refine(({ from, from_nested: nested }) => (from === undefined) !== (nested === undefined))

/** Schema of submission requirements: 1 to 32 in each list. `parseJson` limits the depth of nesting. */
export const submissionRequirements = z.array(submissionRequirement).min(1).max(limit)

interface GroupedDescriptor {
  readonly id: string
  readonly group?: readonly string[] | undefined
}

/**
 * Returns the ids of the first answerable descriptors that satisfy each requirement, and no others. Returns `undefined`
 * if the requirements cannot be satisfied.
 */
export function chooseDescriptors(
  requirements: readonly SubmissionRequirement[],
  descriptors: readonly GroupedDescriptor[],
  isAnswerable: (id: string) => boolean,
): ReadonlySet<string> | undefined {
  const chosen = requirements.map((requirement) => satisfy(requirement, descriptors, isAnswerable))
  return chosen.every((ids) => ids !== undefined) ? new Set(chosen.flat()) : undefined
}

function satisfy(
  requirement: SubmissionRequirement,
  descriptors: readonly GroupedDescriptor[],
  isAnswerable: (id: string) => boolean,
): readonly string[] | undefined {
  const { rule, from, from_nested: nested, count, min, max = Number.POSITIVE_INFINITY } = requirement
  const options: readonly (readonly string[] | undefined)[] =
    nested?.map((one) => satisfy(one, descriptors, isAnswerable)) ??
    descriptors
      .filter(({ group = [] }) => from !== undefined && group.includes(from))
      .map(({ id }) => (isAnswerable(id) ? [id] : undefined))
  const needed = rule === 'all' ? options.length : (count ?? min ?? 1)
  const satisfied = options.filter((ids) => ids !== undefined).slice(0, needed)
  const isMet = satisfied.length === needed && options.length > 0 && (rule === 'all' || needed <= max)
  return isMet ? satisfied.flat() : undefined
}
