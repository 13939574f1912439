/**
 * Checks at the Relying Party that the presentations answer a presentation definition (RP-13, RP-86). The credentials
 * are already verified.
 */
import { type Failure, fail, failed } from '../../base/index.ts'
import type { PresentedCredential } from '../../credential/index.ts'
import { type Answer, createAnswer } from '../matched-credentials.ts'
import { type DescriptorMatchCode, matchDescriptor } from './match.ts'
import { isAttestationDescriptor, type RequestedDefinition } from './schema.ts'

/** An input descriptor and the verified credential that answers it. */
export interface AnsweredDescriptor extends Answer {
  /**
   * True if the descriptor has `limit_disclosure: "required"`. The deployment must then refuse a presentation with
   * `surplus` (RP-86).
   */
  readonly disclosureLimited: boolean
}

/**
 * Reasons why presentations do not answer the definition. `attestation_missing` means that a descriptor of the Wallet
 * Attestation has no presentation.
 */
export type DefinitionResponseCode =
  | DescriptorMatchCode
  | 'descriptor_missing'
  | 'attestation_missing'
  | 'descriptor_unrequested'

/**
 * Checks that a matching presentation answers each descriptor (RP-13, RP-86). Every descriptor must be answered, also
 * with `choices`. `presented` maps descriptor ids to credentials, according to the submission. Does not verify
 * credentials.
 */
export function checkDefinitionResponse(
  requested: RequestedDefinition,
  presented: ReadonlyMap<string, PresentedCredential>,
): readonly AnsweredDescriptor[] | Failure<DefinitionResponseCode> {
  const requestedIds = new Set(requested.descriptors.map(({ id }) => id))
  if ([...presented.keys()].some((id) => !requestedIds.has(id))) return fail('descriptor_unrequested', 'descriptor_map')
  const answers: AnsweredDescriptor[] = []
  for (const [index, descriptor] of requested.descriptors.entries()) {
    const credential = presented.get(descriptor.id)
    if (credential === undefined && isAttestationDescriptor(descriptor))
      return fail('attestation_missing', `input_descriptors.${index}`) // RP-56
    if (credential === undefined) return fail('descriptor_missing', `input_descriptors.${index}`) // RP-53
    const claims = matchDescriptor(descriptor, credential, `input_descriptors.${index}`)
    if (failed(claims)) return claims
    answers.push({
      ...createAnswer(descriptor.id, credential, claims),
      disclosureLimited: descriptor.constraints.limit_disclosure === 'required', // RP-86
    })
  }
  return answers
}
