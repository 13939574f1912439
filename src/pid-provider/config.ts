/**
 * What a deployment says about its PID Provider. Units stand in the names; every default is a safe one.
 */
import { z } from 'zod'
import { isEntityId, opensApplication } from '../base/index.ts'
import { pid } from '../credential/index.ts'
import { organization } from '../federation/index.ts'
import { defaultAlgorithms, isJwsAlgorithm, type JwsAlgorithm } from '../jose/index.ts'
import { formatMdoc, formatSdJwt } from '../oauth/index.ts'
import { sizedStatusListsConfig } from '../status-list/index.ts'
import { isRedirectDestination } from './authorization/redirect-destination.ts'

const day = 86_400

/** No login and consent together may take longer, whatever is configured. */
export const longestAuthorizationSeconds = 3600

const display = z.strictObject({
  name: z.string().min(1),
  locale: z.string().min(2),
  logo: z.strictObject({ url: z.url(), alt_text: z.string() }),
  background_color: z.string(),
  text_color: z.string(),
})

/** As X.520 has it, in characters: the name stands in the certificates of mdocs and of a SAML login (D-259). */
const longestOrganizationName = 64

const certifiedOrganization = organization.extend({
  organization_name: organization.shape.organization_name.refine(
    (name) => [...name].length <= longestOrganizationName,
    `is too long for the certificates that it stands in: ${longestOrganizationName} characters at most`,
  ),
})

/** What an mdoc says beside the person's own claims (D-37). The main namespace is named as the document type. */
const mdoc = z.strictObject({
  namespace: z.string().min(1).optional(),
  domesticNamespace: z.string().min(1).default(pid.mdoc.domesticNamespace),
  /** The organisation's name when not said. */
  issuingAuthority: z.string().min(1).max(150).optional(),
  issuingCountry: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('IT'),
})

/** The PID's type or doctype. A scope is made of it, so it is in the letters of one (RFC 6749 §3.3; D-332). */
const credentialName = z
  .string()
  .regex(/^[\x21\x23-\x5B\x5D-\x7E]+$/, 'cannot stand in a scope: ASCII without blank, quotation mark and backslash')

/** As URL parsers give it, which redirect URIs are held against. */
const redirectScheme = z
  .string()
  .refine(
    (scheme) => /^[a-z][a-z0-9+.-]*$/.test(scheme) && opensApplication(scheme),
    'is no scheme of an application: lower case, without colon',
  )

const redirectHost = z
  .string()
  .refine(isRedirectDestination, 'is no host (in lower case, with the port if it has one) and no scheme with its colon')

/** A PID Provider's settings, judged by form and bounds; keys and stores are looked at when it is made. */
export const pidProviderConfig = z
  .strictObject({
    /** The provider's identifier and public URL; its path, if any, is the prefix of all routes. */
    entityId: z.string(),
    organization: certifiedOrganization,
    authorityHints: z.array(z.string()).min(1),
    /** Algorithms accepted in everything that a wallet signs. */
    algorithms: z
      .array(z.string().refine(isJwsAlgorithm))
      .min(1)
      .default([...defaultAlgorithms]),
    credentialType: credentialName.default(pid.credentialType), // PP-40
    doctype: credentialName.default(pid.doctype), // PP-40
    /** What can be had; the first is what a wallet is best served with. */
    formats: z
      .array(z.enum([formatSdJwt, formatMdoc]))
      .min(1)
      .default([...pid.formats]),
    mdoc: mdoc.prefault({}),
    /** How wallets show the credential; made from the organisation when not said. */
    display: z.array(display).min(1).optional(),
    /** Claims at the top of the PID, or under `verified_claims` as the texts of 2023 have them (PP-104). */
    claimsLayout: z.enum(['flat', 'verified_claims']).default('flat'),
    /** Schemes of redirect URIs that are permitted beside https (PP-08). */
    redirectSchemes: z.array(redirectScheme).default([]),
    /**
     * The hosts, or `scheme:`, to which the wallets of a Wallet Provider may be sent back, by its identifier. Holds beside
     * the `redirect_uris` of its metadata; wallets of a provider that is not named are not bounded here (PP-155).
     */
    walletRedirectHosts: z.record(z.string(), z.array(redirectHost)).default({}),
    requestUriLifetimeSeconds: z.int().min(5).max(600).default(60),
    /** For login and consent together, and before that for the choice of an identity provider (D-229). */
    authorizationLifetimeSeconds: z.int().min(60).max(longestAuthorizationSeconds).default(900),
    /** PP-69: ten minutes at most. */
    codeLifetimeSeconds: z.int().min(5).max(600).default(60),
    accessTokenLifetimeSeconds: z.int().min(30).max(3600).default(900),
    cNonceLifetimeSeconds: z.int().min(10).max(3600).default(300),
    /** From a proof's `iat` (PP-82, PP-26). */
    proofLifetimeSeconds: z.int().min(5).max(600).default(120),
    credentialLifetimeSeconds: z
      .int()
      .min(60)
      .max(3650 * day)
      .default(365 * day),
    statusLists: sizedStatusListsConfig.prefault({}),
    /**
     * For how long after its end the place of a Wallet Attestation in its provider's status list still speaks of it: as
     * the Wallet Providers of the federation say (`attestationStatusKeptSeconds`), and never longer, since the place is
     * another's then (D-110). So long a revoked Wallet Instance takes its PIDs with it.
     */
    attestationWatchSeconds: z
      .int()
      .min(0)
      .max(3650 * day)
      .default(day),
    /** How long a Wallet Provider's status list is not asked for again, to see which Wallet Instances it has revoked (D-544). */
    walletStatusIntervalSeconds: z.int().min(1).max(3600).default(60),
    /** Demands nonces of DPoP proofs that live so long (PP-77); not said: none. */
    dpopNonceLifetimeSeconds: z.int().min(10).max(3600).optional(),
    /** One credential per access token (PP-102). */
    singleUseAccessToken: z.boolean().default(false),
    entityConfigurationLifetimeSeconds: z.int().min(60).max(day).default(day),
    clockSkewSeconds: z.int().min(0).max(300).default(30),
    /** Plain http identifiers on loopback hosts: the sandbox. */
    loopbackHttp: z.boolean().default(false),
  })
  .refine(({ entityId, loopbackHttp }) => isEntityId(entityId, { loopbackHttp }), { path: ['entityId'] })
  .refine(
    ({ walletRedirectHosts, loopbackHttp }) =>
      Object.keys(walletRedirectHosts).every((id) => isEntityId(id, { loopbackHttp })),
    { path: ['walletRedirectHosts'], error: 'names a Wallet Provider by what is no entity identifier' },
  )
  .refine(({ credentialType, doctype }) => credentialType !== doctype, {
    path: ['doctype'],
    error: 'is the name of the SD-JWT too (credentialType): each form of the PID has its own',
  })
  .transform(({ credentialType, doctype, formats, mdoc: elements, ...config }) => ({
    ...config,
    algorithms: config.algorithms as readonly JwsAlgorithm[],
    support: { formats, credentialType, doctype } as const,
    mdoc: {
      ...elements,
      namespace: elements.namespace ?? doctype, // PP-108
      issuingAuthority: elements.issuingAuthority ?? config.organization.organization_name,
    },
  }))

/** A PID Provider's settings, judged and filled in. */
export type PidProviderConfig = Readonly<z.output<typeof pidProviderConfig>>
