/** Settings of the PID Provider. The names of durations contain the unit. */
import { z } from 'zod'
import { areUnique, daySeconds, isEntityId, opensApplication } from '../base/index.ts'
import { pid } from '../credential/index.ts'
import { organization } from '../federation/index.ts'
import {
  acceptedAlgorithms,
  checkMemberUrls,
  clockSkew,
  configurationLifetime,
  loopbackHttp,
  memberProfile,
  pageSettings,
  resolveEndpoint,
} from '../member/index.ts'
import { formatMdoc, formatSdJwt } from '../oauth/index.ts'
import { sizedStatusListsConfig } from '../status-list/index.ts'
import { isRedirectDestination } from './authorization/redirect-destination.ts'

/** Maximum of `authorizationLifetimeSeconds`. */
export const maximumAuthorizationSeconds = 3600

/** Returns true for a well-formed language tag (BCP 47). */
function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0
  } catch {
    return false
  }
}

const display = z.strictObject({
  name: z.string().min(1).describe('Name of the credential.'),
  locale: z
    .string()
    .refine(isLanguageTag, 'is not a language tag such as "it-IT"')
    .describe('Language of this entry, for example `it-IT`.'),
  logo: z.strictObject({
    url: z.url().describe('Address of the logo.'),
    alt_text: z.string().describe('Text in place of the logo.'),
  }),
  background_color: z.string().describe('Background colour, for example `#0066cc`.'),
  text_color: z.string().describe('Colour of the text.'),
})

/** Maximum number of characters (X.520). The certificates of mdocs and of a SAML login contain the name (D-259). */
const longestOrganizationName = 64

const certifiedOrganization = organization.extend({
  organization_name: organization.shape.organization_name.refine(
    (name) => [...name].length <= longestOrganizationName,
    `is too long for the certificates that contain it: it must have at most ${longestOrganizationName} characters`,
  ),
})

/** Namespaces of the mdoc, and its elements that are not claims about the person (D-37). */
const mdoc = z.strictObject({
  namespace: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Namespace of the elements. Defaults to the document type. A wallet of this project discards an mdoc with another namespace.',
    ),
  domesticNamespace: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Namespace of the Italian elements. Defaults to the one in the credential type. Must differ from `namespace`.',
    ),
  issuingAuthority: z
    .string()
    .min(1)
    .max(150)
    .optional()
    .describe("Name of the issuing authority. Defaults to the organization's name."),
  issuingCountry: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('IT')
    .describe('Country of the issuer, two letters.'),
})

/** The PID's type or doctype. Only scope characters (RFC 6749 §3.3), because a scope is built from it (D-332). */
const credentialName = z
  .string()
  .regex(
    /^[\x21\x23-\x5B\x5D-\x7E]+$/,
    'cannot be part of a scope: use ASCII without space, quotation mark and backslash',
  )

/** Must be in lower case and without a colon, because it is compared with the scheme of a parsed URL. */
const redirectScheme = z
  .string()
  .refine(
    (scheme) => /^[a-z][a-z0-9+.-]*$/.test(scheme) && opensApplication(scheme),
    'must be the scheme of an application, in lower case and without colon',
  )

const redirectHost = z
  .string()
  .refine(isRedirectDestination, 'is neither a host (lower case, with its port if any) nor a scheme with its colon')

/**
 * Parses a PID Provider's settings. Checks form and bounds. `createPidProvider` checks that the parts which the
 * settings need, such as the signer of mdocs, exist.
 */
export const pidProviderConfig = z
  .strictObject({
    entityId: z
      .string()
      .describe("The provider's entity identifier and public URL. Its path, if any, prefixes all routes."),
    organization: certifiedOrganization,
    pages: pageSettings,
    resolveEndpoint,
    authorityHints: z.array(z.string()).min(1).describe('Identifiers of the superiors in the federation.'),
    algorithms: acceptedAlgorithms.describe(
      'Accepted algorithms for everything that a wallet or its Wallet Provider signs.',
    ),
    credentialType: credentialName.default(pid.credentialType).describe('`vct` of the PID as SD-JWT.'), // PP-40
    doctype: credentialName.default(pid.doctype).describe('Document type of the PID as mdoc.'), // PP-40
    formats: z
      .array(z.enum([formatSdJwt, formatMdoc]))
      .min(1)
      .default([...pid.formats])
      .describe('Credential formats on offer, the preferred one first.'),
    mdoc: mdoc.prefault({}),
    display: z
      .array(display)
      .min(1)
      .refine((all) => areUnique(all.map(({ locale }) => locale.toLowerCase())), 'two entries have the same locale') // PP-204
      .optional()
      .describe("Display of the credential in wallets. Defaults to that of its type, with the organization's logo."),
    claimsLayout: z
      .enum(['flat', 'verified_claims'])
      .default('flat')
      .describe(
        'Position of the claims: at the top of the PID (`flat`), or under `verified_claims` as in the specifications of 2023.',
      ), // PP-104
    redirectSchemes: z.array(redirectScheme).default([]).describe('Permitted schemes of redirect URIs besides https.'), // PP-08
    walletRedirectHosts: z
      .record(z.string(), z.array(redirectHost))
      .default({})
      .describe(
        'Permitted hosts, or `scheme:`, of redirect URIs, by the identifier of the Wallet Provider. If its metadata have `redirect_uris`, these must permit the destination too. A provider without an entry is not limited by this setting.',
      ), // PP-155
    requestUriLifetimeSeconds: z
      .int()
      .min(5)
      .max(600)
      .default(60)
      .describe('Seconds within which the browser must open a pushed request.'),
    authorizationLifetimeSeconds: z
      .int()
      .min(60)
      .max(maximumAuthorizationSeconds)
      .default(900)
      .describe(
        'Seconds for login and consent together. The preceding choice of an identity provider may take the same time again.',
      ), // D-229
    codeLifetimeSeconds: z
      .int()
      .min(5)
      .max(600)
      .default(60)
      .describe('Seconds for which an authorization code is valid.'), // PP-69
    accessTokenLifetimeSeconds: z
      .int()
      .min(30)
      .max(3600)
      .default(900)
      .describe('Seconds for which an access token is valid.'),
    cNonceLifetimeSeconds: z.int().min(10).max(3600).default(300).describe('Seconds for which a `c_nonce` is valid.'),
    proofLifetimeSeconds: z
      .int()
      .min(5)
      .max(600)
      .default(120)
      .describe('Maximum age of a proof in seconds, counted from its `iat`.'), // PP-82, PP-26
    credentialLifetimeSeconds: z
      .int()
      .min(60)
      .max(3650 * daySeconds)
      .default(365 * daySeconds)
      .describe('Seconds for which a PID is valid.'),
    statusLists: sizedStatusListsConfig.prefault({}),
    attestationWatchSeconds: z
      .int()
      .min(0)
      .max(3650 * daySeconds)
      .default(daySeconds)
      .describe(
        "Seconds after the expiry of a Wallet Attestation for which the provider still follows its status in the Wallet Provider's status list, and revokes or suspends PIDs together with their Wallet Instance. Must not exceed the `attestationStatusKeptSeconds` of the Wallet Providers in the federation: afterwards the index may belong to another attestation.",
      ), // D-110
    walletStatusIntervalSeconds: z
      .int()
      .min(1)
      .max(3600)
      .default(60)
      .describe("Seconds between two checks of a Wallet Provider's status list in the background."), // D-544
    dpopNonceLifetimeSeconds: z
      .int()
      .min(10)
      .max(3600)
      .optional()
      .describe('Lifetime of DPoP nonces in seconds. Defaults to no nonces.'), // PP-77
    singleUseAccessToken: z.boolean().default(false).describe('Issues one credential per access token.'), // PP-102
    entityConfigurationLifetimeSeconds: configurationLifetime,
    clockSkewSeconds: clockSkew,
    profile: memberProfile,
    loopbackHttp,
  })
  .superRefine(checkMemberUrls)
  .refine(
    ({ walletRedirectHosts, loopbackHttp }) =>
      Object.keys(walletRedirectHosts).every((id) => isEntityId(id, { loopbackHttp })),
    { path: ['walletRedirectHosts'], error: 'has a key that is not an entity identifier of a Wallet Provider' },
  )
  .refine(({ credentialType, doctype }) => credentialType !== doctype, {
    path: ['doctype'],
    error: 'equals credentialType: each format of the PID needs its own name',
  })
  .transform(({ credentialType, doctype, formats, mdoc: elements, ...config }) => ({
    ...config,
    support: { formats, credentialType, doctype } as const,
    mdoc: {
      ...elements,
      namespace: elements.namespace ?? doctype, // PP-108
      issuingAuthority: elements.issuingAuthority ?? config.organization.organization_name,
    },
  }))

/** Parsed settings of a PID Provider, with defaults. */
export type PidProviderConfig = Readonly<z.output<typeof pidProviderConfig>>
