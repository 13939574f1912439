/** The table of faults: messages between the parties of the sandbox, and the faults of each message. */
import type { StepRow } from './fault-steps.ts'
import { authorizationSteps } from './steps/authorization-steps.ts'
import { federationSteps } from './steps/federation-steps.ts'
import { issuanceSteps } from './steps/issuance-steps.ts'
import { loginSteps } from './steps/login-steps.ts'
import { otherSteps } from './steps/other-steps.ts'
import { relyingPartySteps } from './steps/relying-party-steps.ts'
import { walletProviderSteps } from './steps/wallet-provider-steps.ts'

/** All steps. The console's page groups them by flow, in the order in which the flows first occur here. */
export const faultSteps: readonly StepRow[] = [
  ...walletProviderSteps,
  ...authorizationSteps,
  ...issuanceSteps,
  ...loginSteps,
  ...relyingPartySteps,
  ...federationSteps,
  ...otherSteps,
]
