/**
 * The wallet's side of a presentation definition: which stored credentials answer it, and which claims of them (WI-94).
 */
import { failed } from '../../base/index.ts'
import type { SelectedClaim, StoredCredential } from '../../credential/index.ts'
import { type DescriptorMatchCode, matchDescriptor } from './match.ts'
import type { RequestedDefinition } from './schema.ts'
import { chooseDescriptors } from './submission-requirements.ts'

/** What the wallet has for one input descriptor, and why the rest of it does not fit. */
export interface DescriptorOutcome {
  readonly id: string
  readonly candidates: readonly { readonly credential: StoredCredential; readonly claims: readonly SelectedClaim[] }[]
  readonly rejected: readonly { readonly credential: string; readonly code: DescriptorMatchCode; readonly at: string }[]
}

/** What a wallet can answer to a definition (DIF Presentation Exchange 2). Nothing of it is sent: the user chooses. */
export interface DefinitionEvaluation {
  /** Whether every descriptor that must have one has a candidate; otherwise nothing is sent. */
  readonly satisfiable: boolean
  /** Those to answer: where some of a group are enough, no more than these (D-261). All where nothing can be sent. */
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
  const answerable = new Set(descriptors.filter(({ candidates }) => candidates.length > 0).map(({ id }) => id))
  const { choices = [] } = requested
  const open = new Set(choices.flatMap((choice) => choice.descriptors.map(({ id }) => id)))
  const chosen = choices.map(({ requirements, descriptors: of }) =>
    chooseDescriptors(requirements, of, (id) => answerable.has(id)),
  )
  const asked = descriptors.filter(({ id }) => !open.has(id) || chosen.some((ids) => ids?.has(id)))
  const satisfiable = asked.length > 0 && asked.every(({ id }) => answerable.has(id)) && !chosen.includes(undefined)
  return { satisfiable, descriptors: satisfiable ? asked : descriptors }
}
