/**
 * The wallet's side of a presentation definition: which stored credentials answer it, and which claims of them (WI-94).
 */
import { failed } from '../../base/index.ts'
import type { SelectedClaim } from '../claim-path.ts'
import type { StoredCredential } from '../presentable-credential.ts'
import { type DescriptorMatchCode, matchDescriptor } from './match.ts'
import type { RequestedDefinition } from './schema.ts'

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
