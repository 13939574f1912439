/** Matches one credential with one input descriptor, in wallet and Relying Party (Presentation Exchange 2.0 §8). */
import { type Failure, fail, failed, isJsonObject, type Json, sameJson } from '../../base/index.ts'
import {
  acceptsKeyBinding,
  algorithmsOf,
  claimSelectorOf,
  type PresentableCredential,
  parseJsonPath,
  type SelectedClaim,
  sameFormat,
  verifierFacet,
} from '../../credential/index.ts'
import type { DefinitionField, InputDescriptor } from './schema.ts'

/**
 * Reasons why a credential does not answer a descriptor. A code that ends with `_unsupported` concerns the descriptor:
 * this implementation cannot evaluate the path or the constraint.
 */
export type DescriptorMatchCode =
  | 'format_mismatch'
  | 'algorithm_mismatch'
  | 'doctype_mismatch'
  | 'field_path_unsupported'
  | 'field_missing'
  | 'filter_unsupported'
  | 'filter_mismatch'

/**
 * Returns the claims that answer a descriptor, or the reason why the credential does not answer it. Skips an optional
 * field that does not match. An mdoc answers the descriptor whose id is the mdoc's document type, with paths
 * `$['namespace']['element']` (D-124).
 */
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
  const unmet = unmetRelation(constraints)
  if (unmet !== undefined) return fail('filter_unsupported', `${at}.constraints.${unmet}`) // D-261
  const { isNamedById } = verifierFacet(credential.format)
  if (isNamedById && credential.doctype !== descriptor.id) return fail('doctype_mismatch', `${at}.id`) // ISO 18013-7 §B.3.1
  const selected: SelectedClaim[] = []
  for (const [index, wanted] of (constraints.fields ?? []).entries()) {
    const found = matchField(wanted, credential, `${at}.constraints.fields.${index}`)
    if (!failed(found)) selected.push(...found)
    else if (wanted.optional !== true) return found
  }
  return selected
}

/**
 * Returns the name of the constraint that requires a relation between issuer, user and claims. Returns `undefined` if
 * no constraint requires a relation. `subject_is_issuer` means that the user issued the credential, `same_subject` that
 * two claims concern the same person. No supported credential can prove either: the key binding proves only that the
 * holder is the credential's subject.
 */
function unmetRelation({ subject_is_issuer: issuer, same_subject: same }: InputDescriptor['constraints']) {
  if (issuer === 'required') return 'subject_is_issuer'
  const related = Array.isArray(same) && same.some((one) => isJsonObject(one) && one.directive === 'required')
  return related ? 'same_subject' : undefined
}

function algorithmAllowed(entry: Json, credential: PresentableCredential): boolean {
  const { alg } = credential
  const listed = algorithmsOf(entry)
  return (listed === undefined || alg === undefined || listed.includes(alg)) && acceptsKeyBinding(entry, credential)
}

/**
 * Returns the claims of the first alternative path whose first match satisfies the filter (Presentation Exchange 2.0
 * §8). Omits later matches that do not satisfy the filter, so that nothing unrequested is disclosed (D-193). A path
 * without wildcard has one match. If a presentation withholds array elements, the original indexes are unknown, and an
 * index selects several candidates. In this case one candidate that satisfies the filter suffices. Refuses a required
 * `predicate`, because the value would be disclosed.
 */
function matchField(
  { path: paths, filter, predicate }: DefinitionField,
  credential: PresentableCredential,
  at: string,
): readonly SelectedClaim[] | Failure<DescriptorMatchCode> {
  if (predicate === 'required') return fail('filter_unsupported', `${at}.predicate`) // D-239
  let missed: Failure<DescriptorMatchCode> = fail('field_missing', `${at}.path`) // WI-94, RP-53
  for (const text of paths) {
    const path = parseJsonPath(text)
    if (path === undefined || path.length === 0) return fail('field_path_unsupported', `${at}.path`)
    const found = claimSelectorOf(credential, 'json-path')(path)
    if (found.length === 0) continue
    const satisfies = readFilter((filter ?? {}) as Readonly<Record<string, Json>>)
    if (satisfies === undefined) return fail('filter_unsupported', `${at}.filter`)
    const candidates = path.includes(null) ? found.slice(0, 1) : found
    if (candidates.some(({ value }) => satisfies(value))) return found.filter(({ value }) => satisfies(value))
    missed = fail('filter_mismatch', `${at}.filter`) // WI-94, RP-86
  }
  return missed
}

const annotations = ['title', 'description', '$schema', '$comment', 'examples', 'default']

/**
 * Parses `type`, `const` and `enum` of JSON Schema. Returns `undefined` if the filter contains any other constraint: an
 * unsupported constraint must not count as met, and untrusted regular expressions are not run.
 */
function readFilter(filter: Readonly<Record<string, Json>>): ((value: Json) => boolean) | undefined {
  const { type, const: constant, enum: listed, ...rest } = filter
  if (Object.keys(rest).some((name) => !annotations.includes(name))) return undefined
  const types = type === undefined ? undefined : typesOf(type)
  if (type !== undefined && types === undefined) return undefined
  if (listed !== undefined && !Array.isArray(listed)) return undefined
  return (value) =>
    (types === undefined || types.some((isOf) => isOf(value))) &&
    (constant === undefined || sameJson(constant, value)) &&
    (listed === undefined || listed.some((one: Json) => sameJson(one, value)))
}

/**
 * Returns a predicate for each type in a type or a list of types (JSON Schema 2020-12, validation, §6.1.1). Returns
 * `undefined` for an empty list or an unknown type.
 */
function typesOf(type: Json): readonly ((value: Json) => boolean)[] | undefined {
  const names: readonly Json[] = Array.isArray(type) ? type : [type]
  const predicates = names.flatMap((name) => (typeof name === 'string' ? (jsonTypes.get(name) ?? []) : []))
  return names.length > 0 && predicates.length === names.length ? predicates : undefined
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
