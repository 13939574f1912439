/**
 * Settings of the certification authority that a Trust Anchor or intermediate runs. Only profiles with certificates use
 * them.
 */
import { z } from 'zod'
import { daySeconds } from '../../base/index.ts'

/** Schema of an organization in the subject of a certificate. */
export const certifiedOrganization = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'is not a country code such as IT')
    .default('IT')
    .describe('Country, two letters.'),
  stateOrProvince: z.string().min(1).max(128).exactOptional().describe('Region or province.'),
  locality: z.string().min(1).max(128).exactOptional().describe('Municipality.'),
  organizationName: z
    .string()
    .min(1)
    .describe('Name of the organization. Certificates contain only its first 64 characters.'),
  emailAddress: z
    .string()
    .regex(/^[\x21-\x7e]+@[\x21-\x7e]+$/)
    .max(255)
    .exactOptional()
    .describe('Email address of the organization.'),
  organizationIdentifier: z
    .string()
    .min(1)
    .max(64)
    .exactOptional()
    .describe('Identifier of the organization, for example `PA:IT-c_h501`.'),
})

export const certificateSettings = z.strictObject({
  subject: certifiedOrganization
    .partial({ organizationName: true })
    .prefault({})
    .describe(
      "Organization in the subject of this entity's certificates. The name defaults to that of `organization`.",
    ),
  test: z
    .boolean()
    .default(false)
    .describe('Adds the organizational unit `TEST, not national` to the subject of every certificate.'),
  rootLifetimeSeconds: z
    .int()
    .min(3600)
    .max(5 * 365 * daySeconds)
    .default(2 * 365 * daySeconds)
    .describe('Lifetime of self-signed certificates. Each is renewed after half of its lifetime.'),
  memberLifetimeSeconds: z
    .int()
    .min(600)
    .max(2 * 365 * daySeconds)
    .default(14 * daySeconds)
    .describe("Lifetime of certificates of members' federation keys. Each is renewed after half of its lifetime."),
  listLifetimeSeconds: z
    .int()
    .min(60)
    .max(7 * daySeconds)
    .default(daySeconds)
    .describe('Lifetime of certificate revocation lists. Other entities notice a revocation within this time.'),
})
