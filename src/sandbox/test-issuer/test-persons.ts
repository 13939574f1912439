/** Claims of the test issuer about the invented users of the sandbox. */
import type { JsonObject } from '../../base/index.ts'
import type { CredentialType } from '../../credential/index.ts'
import { fiscalNumberClaim } from '../../pid-provider/login/national-attributes.ts'
import { type SandboxAccount, sandboxAccounts } from '../national-idp/accounts.ts'

/** Returns the account with this user name, or `undefined`. The user name defaults to that of the first account. */
export const findTestAccount = (username?: string): SandboxAccount | undefined =>
  username === undefined ? sandboxAccounts[0] : sandboxAccounts.find((one) => one.username === username)

/** Returns the claims of a type about a user. Omits claims without a value. `issuedAt` is the time of the evidence. */
export function testClaims({ username, claims }: SandboxAccount, type: CredentialType, issuedAt: number): JsonObject {
  const attributes: JsonObject = {
    ...(claims as JsonObject),
    birth_place: (claims.place_of_birth as { readonly locality?: string } | undefined)?.locality ?? 'Roma',
    nationalities: ['IT'],
    unique_id: `TEST-${username}`,
    fiscal_number: claims[fiscalNumberClaim] as string,
    verification: { ...type.assurance, evidence: [testEvidence(issuedAt)] },
  }
  const members = Object.entries(type.claims).flatMap(([name, { attribute = name }]) => {
    const value = attributes[attribute]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(members)
}

/** Returns the evidence of `verification` (IT-Wallet 1.0.2 §Digital Credential). */
const testEvidence = (time: number): JsonObject => ({
  type: 'vouch',
  time,
  attestation: {
    type: 'digital_attestation',
    reference_number: 'TEST',
    date_of_issuance: new Date(time * 1000).toISOString(),
    voucher: { organization: 'TEST' },
  },
})
