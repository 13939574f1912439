/** The table of faults: messages between the parties of the sandbox, and the faults of each message. */
import type { StepRow } from './fault-steps.ts'
import { authorizationSteps } from './steps/authorization-steps.ts'
import { federationSteps } from './steps/federation-steps.ts'
import { issuanceSteps } from './steps/issuance-steps.ts'
import { loginSteps } from './steps/login-steps.ts'
import { otherSteps } from './steps/other-steps.ts'
import { relyingPartySteps } from './steps/relying-party-steps.ts'
import { walletProviderSteps } from './steps/wallet-provider-steps.ts'

/** All steps, in the order of the console's page. */
export const faultSteps: readonly StepRow[] = [
  ...walletProviderSteps,
  ...authorizationSteps,
  ...issuanceSteps,
  ...loginSteps,
  ...relyingPartySteps,
  ...federationSteps,
  ...otherSteps,
]
