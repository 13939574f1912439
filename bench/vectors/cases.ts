/** All operations that are measured over HTTP. */
import type { Case } from './case.ts'
import { federationCases } from './federation-cases.ts'
import { pidProviderCases } from './pid-provider-cases.ts'
import { profilePresentationCases } from './profile-presentation-cases.ts'
import { relyingPartyCases } from './relying-party-cases.ts'
import { walletProviderCases } from './wallet-provider-cases.ts'

export const cases: readonly Case[] = [
  ...walletProviderCases,
  ...pidProviderCases,
  ...relyingPartyCases,
  ...profilePresentationCases,
  ...federationCases,
]
