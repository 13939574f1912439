/** The invented organizations of the sandbox, and time settings that its parties share. */

type OrganizationName = 'trust-anchor' | 'wallet-provider' | 'pid-provider' | 'relying-party' | 'national-idp'

/** Names of the organizations behind the roles and the national identity provider. */
export const organizationNames: Readonly<Record<OrganizationName, string>> = {
  'trust-anchor': 'Autorità della federazione (sandbox)',
  'wallet-provider': 'Fornitore di wallet (sandbox)',
  'pid-provider': 'Fornitore di PID (sandbox)',
  'relying-party': 'Servizio di prova (sandbox)',
  'national-idp': 'Identità nazionale (sandbox)',
}

/** English name of the PID Provider, for the pages of the national identity providers. */
export const pidProviderEnglishName = 'PID Provider (sandbox)'

/**
 * Returns the metadata of an organization. Each role serves the pages of its own organization, and
 * `organization-pages.ts` those of the national identity provider.
 */
export const organizationOf = (name: OrganizationName, origin: string) => ({
  organization_name: organizationNames[name],
  homepage_uri: `${origin}/`,
  policy_uri: `${origin}/privacy`,
  tos_uri: `${origin}/terms`,
  logo_uri: `${origin}/logo.svg`,
  contacts: ['sandbox@example.org'],
})

/**
 * Clock skew in seconds that wallets, issuers and identity providers of the sandbox tolerate. The roles use the default
 * of their settings.
 */
export const skewSeconds = 30

/**
 * `ttl` in seconds of the roles' status lists, and interval in seconds at which the PID Provider checks the status of
 * Wallet Instances. Short, so that a revocation takes effect quickly.
 */
export const statusTtlSeconds = 2
