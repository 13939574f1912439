/**
 * `federation_entity` (OpenID Federation 1.0 §5.1.1): the organization behind an entity, and the federation endpoints
 * of anchors and intermediates. Every Entity Configuration contains it (it-wallet §Entity configuration).
 */
import { z } from 'zod'
import { page } from './members.ts'

const link = z.string().refine((value) => page(value) === undefined, 'is not a URL such as https://service.example')

/** Schema of the settings of an entity's organization (FED-13). */
export const organization = z.object({
  organization_name: z.string().min(1).describe('Name of the organization.'),
  homepage_uri: link.describe('Home page of the organization.'),
  policy_uri: link.describe('URL of the privacy policy.'),
  tos_uri: link.describe('URL of the terms of service.'),
  logo_uri: link.describe('URL of the logo.'),
  contacts: z
    .array(z.string().regex(/\S/, 'is blank'))
    .min(1)
    .max(1000)
    .optional()
    .describe('Contact addresses, for example email addresses.'),
})

/** Parsed settings of an entity's organization. */
export type Organization = z.infer<typeof organization>

/**
 * Published `federation_entity`: the organization, and the federation endpoints of anchors and intermediates (FED-40).
 */
export type FederationEntityMetadata = Readonly<Omit<Organization, 'contacts'>> & {
  readonly contacts?: readonly string[]
  readonly [endpoint: `federation_${string}_endpoint`]: string
}

/**
 * Returns `federation_entity` of a leaf: its organization, and the resolve endpoint that it names, if any. The endpoint
 * is that of an authority.
 */
export const leafEntityOf = (leaf: {
  readonly organization: Organization
  readonly resolveEndpoint?: string | undefined
}): FederationEntityMetadata => ({
  ...federationEntityOf(leaf.organization),
  ...(leaf.resolveEndpoint !== undefined && { federation_resolve_endpoint: leaf.resolveEndpoint }), // FED-142
})

/** Returns `federation_entity` of an organization, without endpoints (OpenID Federation 1.0 draft 36 §5.1.1). */
export function federationEntityOf({ contacts, ...organization }: Organization): FederationEntityMetadata {
  return { ...organization, ...(contacts && { contacts }) } // FED-13
}
