/** The table of faults: every message of every role, and what can be wrong with it. */
import type { StepRow } from './fault-steps.ts'
import { federationSteps } from './steps/federation-steps.ts'
import { loginSteps } from './steps/login-steps.ts'
import { otherSteps } from './steps/other-steps.ts'
import { pidProviderSteps } from './steps/pid-provider-steps.ts'
import { relyingPartySteps } from './steps/relying-party-steps.ts'
import { walletProviderSteps } from './steps/wallet-provider-steps.ts'

/** All steps, in the order of the page. */
export const faultSteps: readonly StepRow[] = [
  ...walletProviderSteps,
  ...pidProviderSteps,
  ...loginSteps,
  ...relyingPartySteps,
  ...federationSteps,
  ...otherSteps,
]
