/**
 * The subset of DIF Presentation Exchange 2.0 that variant 1 uses: definitions in the Relying Party's metadata, asked
 * for by `scope` (it-wallet §Entity configuration of a Relying Party, §Presentation Request Object, variant 1). Both
 * ends: schema, look-up, what the wallet offers, and whether what came is what was asked.
 */
import { z } from 'zod'
import { type Failure, fail, failed, isJsonObject, type Json } from '../base/index.ts'
import { type ConcretePath, findClaims, parseJsonPath, type SelectedClaim } from './claim-path.ts'
import { surplusOf } from './dcql/check.ts'
import {
  algorithmsOf,
  type PresentableCredential,
  type PresentedCredential,
  type StoredCredential,
  sameFormat,
} from './presentable-credential.ts'

const limits = { descriptors: 32, fields: 128, paths: 16 }

const field = z.looseObject({
  path: z.array(z.string()).min(1).max(limits.paths),
  filter: z.looseObject({}).optional(),
  optional: z.boolean().optional(),
})

const inputDescriptor = z.looseObject({
  id: z.string().min(1),
  name: z.string().optional(),
  purpose: z.string().optional(),
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
})

export type PresentationDefinition = z.infer<typeof presentationDefinition>
export type InputDescriptor = z.infer<typeof inputDescriptor>
type Field = z.infer<typeof field>

export type DefinitionCode = 'definition_malformed' | 'descriptor_id_duplicate'

/** Reads a definition (RP-26): shape, limits, descriptor ids unique. Paths and filters are judged where they are used. */
export function parsePresentationDefinition(
  value: Json | undefined,
  at: string,
): PresentationDefinition | Failure<DefinitionCode> {
  const parsed = presentationDefinition.safeParse(value)
  if (!parsed.success) return fail('definition_malformed', [at, ...(parsed.error.issues[0]?.path ?? [])].join('.'))
  const ids = parsed.data.input_descriptors.map(({ id }) => id)
  if (new Set(ids).size !== ids.length) return fail('descriptor_id_duplicate', `${at}.input_descriptors.id`)
  return parsed.data
}

/** What a scope, or a definition by value, comes down to. */
export interface RequestedDefinition {
  /** What `definition_id` of the submission may name. */
  readonly definitionIds: readonly string[]
  /** All of them are to be answered. */
  readonly descriptors: readonly InputDescriptor[]
}

export type ScopeCode = 'scope_unknown' | 'scope_ambiguous'

/**
 * Looks up each value of a scope: a definition's id first, then an input descriptor's (RP-35, WI-80). Two descriptors
 * with one id in different definitions could not be told apart in the submission and are refused.
 */
export function resolveScope(
  scope: string,
  definitions: readonly PresentationDefinition[],
): RequestedDefinition | Failure<ScopeCode> {
  const chosen = new Set<InputDescriptor>()
  const definitionIds = new Set<string>()
  const values = scope.split(' ').filter((value) => value !== '')
  if (values.length === 0 || values.length > limits.descriptors) return fail('scope_unknown', 'payload.scope')
  for (const value of values) {
    const found = lookUp(value, definitions)
    if (found === undefined) return fail('scope_unknown', 'payload.scope') // WI-80, RP-35
    definitionIds.add(found.definition.id)
    for (const descriptor of found.descriptors) chosen.add(descriptor)
  }
  const descriptors = [...chosen]
  if (new Set(descriptors.map(({ id }) => id)).size !== descriptors.length)
    return fail('scope_ambiguous', 'payload.scope')
  return { definitionIds: [...definitionIds], descriptors }
}

function lookUp(value: string, definitions: readonly PresentationDefinition[]) {
  const whole = definitions.find(({ id }) => id === value)
  if (whole) return { definition: whole, descriptors: inherit(whole) }
  for (const definition of definitions) {
    const descriptors = inherit(definition).filter(({ id }) => id === value)
    if (descriptors.length > 0) return { definition, descriptors }
  }
  return undefined
}

const inherited = new WeakMap<PresentationDefinition, readonly InputDescriptor[]>()

/** The descriptors with the definition's own `format` where they state none; the same objects for each call. */
function inherit(definition: PresentationDefinition): readonly InputDescriptor[] {
  const known = inherited.get(definition)
  if (known) return known
  const { format } = definition
  const descriptors = definition.input_descriptors.map((one) => (one.format || !format ? one : { ...one, format }))
  inherited.set(definition, descriptors)
  return descriptors
}

/** A definition by value, as a scope that names it would have given it. */
export const requestedDefinition = (definition: PresentationDefinition): RequestedDefinition => ({
  definitionIds: [definition.id],
  descriptors: inherit(definition),
})

export type DescriptorMatchCode =
  | 'format_mismatch'
  | 'algorithm_mismatch'
  | 'field_path_unsupported'
  | 'field_missing'
  | 'filter_unsupported'
  | 'filter_mismatch'

/** The fields of a credential that answer a descriptor, or why it does not fit. Shared by both ends. */
export function matchDescriptor(
  descriptor: InputDescriptor,
  credential: PresentableCredential,
  at: string,
): readonly SelectedClaim[] | Failure<DescriptorMatchCode> {
  const { format, constraints } = descriptor
  const formats = Object.entries(format ?? {}).filter(([name]) => sameFormat(name, credential.format))
  if (format !== undefined && formats.length === 0) return fail('format_mismatch', `${at}.format`) // WI-94, RP-86
  if (formats.length > 0 && !formats.some(([, entry]) => algorithmAllowed(entry as Json, credential)))
    return fail('algorithm_mismatch', `${at}.format`)
  const selected: SelectedClaim[] = []
  for (const [index, wanted] of (constraints.fields ?? []).entries()) {
    const found = matchField(wanted, credential, `${at}.constraints.fields.${index}`)
    if (!failed(found)) selected.push(...found)
    else if (wanted.optional !== true) return found
  }
  return selected
}

function algorithmAllowed(entry: Json, { alg }: PresentableCredential): boolean {
  const listed = algorithmsOf(entry)
  return listed === undefined || alg === undefined || listed.includes(alg)
}

/** The first of the alternative paths that leads somewhere counts (Presentation Exchange 2.0 §8). */
function matchField(
  { path: paths, filter }: Field,
  { claims, disclosed }: PresentableCredential,
  at: string,
): readonly SelectedClaim[] | Failure<DescriptorMatchCode> {
  for (const text of paths) {
    const path = parseJsonPath(text)
    if (path === undefined || path.length === 0) return fail('field_path_unsupported', `${at}.path`)
    const found = findClaims(claims, path, disclosed)
    if (found.length === 0) continue
    const verdict = filter === undefined ? true : filterHolds(filter as Readonly<Record<string, Json>>, found)
    if (verdict === undefined) return fail('filter_unsupported', `${at}.filter`)
    if (!verdict) return fail('filter_mismatch', `${at}.filter`) // WI-94, RP-86
    return found
  }
  return fail('field_missing', `${at}.path`) // WI-94, RP-53
}

const annotations = ['title', 'description', '$schema', '$comment', 'examples', 'default']

/**
 * `type`, `const` and `enum` of JSON Schema. `undefined` for a filter that says anything else: a constraint that is
 * not understood must not count as met, and patterns of strangers are not run.
 */
function filterHolds(filter: Readonly<Record<string, Json>>, found: readonly SelectedClaim[]): boolean | undefined {
  const { type, const: constant, enum: listed, ...rest } = filter
  if (Object.keys(rest).some((name) => !annotations.includes(name))) return undefined
  if (type !== undefined && (typeof type !== 'string' || !jsonTypes.has(type))) return undefined
  if (listed !== undefined && !Array.isArray(listed)) return undefined
  return found.every(
    ({ value }) =>
      (type === undefined || jsonTypes.get(type as string)?.(value) === true) &&
      (constant === undefined || value === constant) &&
      (listed === undefined || (listed as readonly Json[]).includes(value)),
  )
}

const jsonTypes: ReadonlyMap<string, (value: Json) => boolean> = new Map([
  ['string', (value: Json) => typeof value === 'string'],
  ['number', (value: Json) => typeof value === 'number'],
  ['integer', (value: Json) => Number.isInteger(value)],
  ['boolean', (value: Json) => typeof value === 'boolean'],
  ['null', (value: Json) => value === null],
  ['array', (value: Json) => Array.isArray(value)],
  ['object', (value: Json) => isJsonObject(value)],
])

export interface DescriptorOutcome {
  readonly id: string
  readonly candidates: readonly { readonly credential: StoredCredential; readonly claims: readonly SelectedClaim[] }[]
  readonly rejected: readonly { readonly credential: string; readonly code: DescriptorMatchCode; readonly at: string }[]
}

export interface DefinitionEvaluation {
  /** Whether every descriptor has a candidate; otherwise nothing is sent. */
  readonly satisfiable: boolean
  readonly descriptors: readonly DescriptorOutcome[]
}

/** The wallet's side (WI-94): which stored credentials answer each descriptor, and the claims to disclose of them. */
export function evaluateDefinition(
  requested: RequestedDefinition,
  credentials: readonly StoredCredential[],
): DefinitionEvaluation {
  const descriptors = requested.descriptors.map((descriptor, index): DescriptorOutcome => {
    const candidates: DescriptorOutcome['candidates'][number][] = []
    const rejected: DescriptorOutcome['rejected'][number][] = []
    for (const credential of credentials) {
      const claims = matchDescriptor(descriptor, credential, `input_descriptors.${index}`)
      if (failed(claims)) rejected.push({ credential: credential.id, code: claims.code, at: claims.at })
      else candidates.push({ credential, claims })
    }
    return { id: descriptor.id, candidates, rejected }
  })
  return { satisfiable: descriptors.every(({ candidates }) => candidates.length > 0), descriptors }
}

export interface AnsweredDescriptor {
  readonly id: string
  readonly credential: PresentedCredential
  /** The claims of the fields: all that may be handed on (RP-55, RP-86). */
  readonly claims: readonly SelectedClaim[]
  /** Where more was disclosed than the fields. */
  readonly surplus: readonly ConcretePath[]
  /** Whether the definition forbids surplus. */
  readonly disclosureLimited: boolean
}

export type DefinitionResponseCode = DescriptorMatchCode | 'descriptor_missing' | 'descriptor_unrequested'

/**
 * The Relying Party's side (RP-13, RP-86): each descriptor answered by a presentation that meets it. `presented` is keyed
 * by descriptor id, as the submission mapped it; the credentials are verified already.
 */
export function checkDefinitionResponse(
  requested: RequestedDefinition,
  presented: ReadonlyMap<string, PresentedCredential>,
): readonly AnsweredDescriptor[] | Failure<DefinitionResponseCode> {
  const known = new Set(requested.descriptors.map(({ id }) => id))
  if ([...presented.keys()].some((id) => !known.has(id))) return fail('descriptor_unrequested', 'descriptor_map')
  const answers: AnsweredDescriptor[] = []
  for (const [index, descriptor] of requested.descriptors.entries()) {
    const credential = presented.get(descriptor.id)
    if (credential === undefined) return fail('descriptor_missing', `input_descriptors.${index}`) // RP-53
    const claims = matchDescriptor(descriptor, credential, `input_descriptors.${index}`)
    if (failed(claims)) return claims
    answers.push({
      id: descriptor.id,
      credential,
      claims,
      surplus: surplusOf(credential, claims),
      disclosureLimited: descriptor.constraints.limit_disclosure === 'required', // RP-86
    })
  }
  return answers
}
