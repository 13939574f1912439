/** Settings of the certification authority that a Trust Anchor or intermediate is in the profiles with certificates. */
import { z } from 'zod'

const day = 86_400

/** Schema of an organization in the subject of a certificate. */
export const certifiedOrganization = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'is not a country code such as IT')
    .default('IT'),
  stateOrProvince: z.string().min(1).max(128).exactOptional(),
  locality: z.string().min(1).max(128).exactOptional(),
  organizationName: z.string().min(1).max(64),
  emailAddress: z
    .string()
    .regex(/^[\x21-\x7e]+@[\x21-\x7e]+$/)
    .max(255)
    .exactOptional(),
  organizationIdentifier: z.string().min(1).max(64).exactOptional(),
})

/** Schema of the settings. */
export const certificateSettings = z.strictObject({
  subject: certifiedOrganization
    .partial({ organizationName: true })
    .prefault({})
    .describe('Organization in the subject of the own certificates. The name defaults to that of `organization`.'),
  test: z
    .boolean()
    .default(false)
    .describe('Says in the subject of every certificate that it is a test certificate and not a national one.'),
  rootLifetimeSeconds: z
    .int()
    .min(3600)
    .max(5 * 365 * day)
    .default(2 * 365 * day)
    .describe('Lifetime of self-signed certificates. A new one is published at half of it.'),
  memberLifetimeSeconds: z
    .int()
    .min(600)
    .max(2 * 365 * day)
    .default(14 * day)
    .describe("Lifetime of certificates of members' federation keys. A new one is stated at half of it."),
  listLifetimeSeconds: z
    .int()
    .min(60)
    .max(7 * day)
    .default(day)
    .describe('Lifetime of certificate revocation lists. Others notice a revocation at the latest after it.'),
})
