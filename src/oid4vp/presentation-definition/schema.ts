/**
 * The subset of DIF Presentation Exchange 2.0 that variant 1 uses (it-wallet §Entity configuration of a Relying Party,
 * §Presentation Request Object, variant 1). A `scope` requests definitions in the Relying Party's metadata. This file
 * has the schema of definitions and the lookup of a scope, for wallet and Relying Party.
 */
import { z } from 'zod'
import { type Failure, fail, type Json, placeOf } from '../../base/index.ts'
import { asksAttestation } from '../../credential/index.ts'
import { type SubmissionRequirement, submissionRequirements } from './submission-requirements.ts'

const limits = { descriptors: 32, groups: 32, fields: 128, paths: 16 }

const field = z.looseObject({
  path: z.array(z.string()).min(1).max(limits.paths),
  filter: z.looseObject({}).optional(),
  predicate: z.string().optional(),
  optional: z.boolean().optional(),
})

const inputDescriptor = z.looseObject({
  id: z.string().min(1),
  name: z.string().optional(),
  purpose: z.string().optional(),
  group: z.array(z.string()).max(limits.groups).optional(),
  format: z.looseObject({}).optional(),
  constraints: z.looseObject({
    limit_disclosure: z.string().optional(),
    fields: z.array(field).max(limits.fields).optional(),
  }),
})

const presentationDefinition = z.looseObject({
  id: z.string().min(1),
  format: z.looseObject({}).optional(),
  input_descriptors: z.array(inputDescriptor).min(1).max(limits.descriptors),
  submission_requirements: submissionRequirements.optional(),
})

/** A parsed definition (Presentation Exchange 2.0 §5). */
export type PresentationDefinition = z.infer<typeof presentationDefinition>
/** One member of `input_descriptors` (Presentation Exchange 2.0 §5.1). */
export type InputDescriptor = z.infer<typeof inputDescriptor>
/** One member of an input descriptor's `constraints.fields` (Presentation Exchange 2.0 §5.1). */
export type DefinitionField = z.infer<typeof field>

/** Returns true if a descriptor asks for nothing but the Wallet Attestation. */
export const isAttestationDescriptor = ({ format = {} }: Pick<InputDescriptor, 'format'>): boolean =>
  asksAttestation(Object.keys(format))

/** Reasons to refuse a definition: malformed, beyond the limits, or with two descriptors of one id. */
export type DefinitionCode = 'definition_malformed' | 'descriptor_id_duplicate'

/**
 * Parses a definition (RP-26): shape, limits, unique descriptor ids. Paths and filters are checked where they are used.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { parsePresentationDefinition } from 'fiducia/oid4vp'
 *
 * const input_descriptors = [{ id: 'pid', constraints: { fields: [{ path: ['$.given_name'] }] } }]
 * const definition = parsePresentationDefinition({ id: 'identity', input_descriptors }, 'definition')
 * assert.ok(!failed(definition))
 * assert.equal(definition.input_descriptors[0]?.id, 'pid')
 * ```
 */
export function parsePresentationDefinition(
  value: Json | undefined,
  at: string,
): PresentationDefinition | Failure<DefinitionCode> {
  const parsed = presentationDefinition.safeParse(value)
  if (!parsed.success) return fail('definition_malformed', placeOf(at, parsed.error))
  const ids = parsed.data.input_descriptors.map(({ id }) => id)
  const shared = ids.findIndex((id, index) => ids.includes(id, index + 1))
  if (shared >= 0) return fail('descriptor_id_duplicate', `${at}.input_descriptors.${shared}.id`)
  return parsed.data
}

/** Descriptors of a scope or of a definition by value. */
export interface RequestedDefinition {
  /** Accepted values of `definition_id` in the submission. */
  readonly definitionIds: readonly string[]
  /** Descriptors to be answered. With `choices`, not all of them need an answer. */
  readonly descriptors: readonly InputDescriptor[]
  /** Absent if every descriptor must be answered. */
  readonly choices?: readonly DescriptorChoice[]
}

/** Descriptors of a definition, and its submission requirements, by which only some may need an answer (D-261). */
export interface DescriptorChoice {
  readonly descriptors: readonly InputDescriptor[]
  readonly requirements: readonly SubmissionRequirement[]
}

/**
 * The scope is empty, has more than 32 values, names no known definition or descriptor, or names different descriptors
 * with one id.
 */
export type ScopeCode = 'scope_unknown' | 'scope_ambiguous'

/**
 * Looks up each value of a scope: a definition's id first, then an input descriptor's (RP-35, WI-80). Refuses an empty
 * scope, more than 32 values, and two descriptors with one id in different definitions, because the submission could
 * not distinguish them. `at` is the place of a failure. Defaults to `payload.scope`.
 */
export function resolveScope(
  scope: string,
  definitions: readonly PresentationDefinition[],
  at = 'payload.scope',
): RequestedDefinition | Failure<ScopeCode> {
  const chosen = new Set<InputDescriptor>()
  const choices = new Set<DescriptorChoice>()
  const definitionIds = new Set<string>()
  const values = scope.split(' ').filter((value) => value !== '')
  if (values.length === 0 || values.length > limits.descriptors) return fail('scope_unknown', at)
  for (const value of values) {
    const found = lookUp(value, definitions)
    if (found === undefined) return fail('scope_unknown', at) // WI-80, RP-35
    definitionIds.add(found.definition.id)
    for (const descriptor of found.descriptors) chosen.add(descriptor)
    for (const choice of found.choices) choices.add(choice)
  }
  const descriptors = [...chosen]
  if (new Set(descriptors.map(({ id }) => id)).size !== descriptors.length) return fail('scope_ambiguous', at)
  return { definitionIds: [...definitionIds], descriptors, ...(choices.size > 0 && { choices: [...choices] }) }
}

function lookUp(value: string, definitions: readonly PresentationDefinition[]) {
  const whole = definitions.find(({ id }) => id === value)
  if (whole) return { definition: whole, descriptors: descriptorsOf(whole), choices: choicesOf(whole) }
  for (const definition of definitions) {
    const descriptors = descriptorsOf(definition).filter(({ id }) => id === value)
    if (descriptors.length > 0) return { definition, descriptors, choices: [] }
  }
  return undefined
}

const descriptorsByDefinition = new WeakMap<PresentationDefinition, readonly InputDescriptor[]>()

/**
 * Returns the descriptors. Those without `format` get that of the definition. Returns the same objects for each call.
 */
function descriptorsOf(definition: PresentationDefinition): readonly InputDescriptor[] {
  const cached = descriptorsByDefinition.get(definition)
  if (cached) return cached
  const { format } = definition
  const descriptors = definition.input_descriptors.map((one) => (one.format || !format ? one : { ...one, format }))
  descriptorsByDefinition.set(definition, descriptors)
  return descriptors
}

function choicesOf(definition: PresentationDefinition): readonly DescriptorChoice[] {
  const { submission_requirements: requirements } = definition
  return requirements ? [{ descriptors: descriptorsOf(definition), requirements }] : []
}

/** Returns the request for a definition by value. */
export const requestedDefinition = (definition: PresentationDefinition): RequestedDefinition => ({
  definitionIds: [definition.id],
  descriptors: descriptorsOf(definition),
  ...(definition.submission_requirements && { choices: choicesOf(definition) }),
})
