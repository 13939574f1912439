/**
 * Settings of a Relying Party. Names contain the units; every default is safe. Configured requests to wallets are
 * validated here, once: a service with a query that no wallet can answer does not start.
 */
import { z } from 'zod'
import { type Failure, failed, isEntityId, type Json } from '../base/index.ts'
import { organization } from '../federation/index.ts'
import { type JweEncryption, jweEncryptions } from '../jose/index.ts'
import { acceptedAlgorithms, algorithmList, memberProfile, pageSettings, signatureAlgorithm } from '../member/index.ts'
import { formatMdoc } from '../oauth/index.ts'
import {
  createEngagementUrl,
  type DcqlQuery,
  isResponseMode,
  type PresentationDefinition,
  parseDcqlQuery,
  parsePresentationDefinition,
  resolveScope,
} from '../oid4vp/index.ts'
import { relyingPartyWire } from '../profiles/index.ts'
import { applications, insecureUrlOf } from './application/applications.ts'
import {
  asksAttestationByScope,
  askWalletAttestation,
  needsAttestation,
  needsSignature,
  provesAttestedKey,
} from './request/attestation-demands.ts'
import {
  defaultDcqlQuery,
  defaultPresentationDefinition,
  defaultScope,
  presetQueries,
} from './request/default-requests.ts'
import { linksFitQrCode } from './request/wallet-link.ts'
import { walletLinks } from './wallets/wallet-links.ts'

const day = 86_400

/** Returns a schema that uses a parser of `oid4vp`. A Failure of the parser becomes an issue of the schema. */
const parsedBy = <T>(parse: (value: Json | undefined) => T | Failure) =>
  z.unknown().transform((value, ctx): T => {
    const result = parse(value as Json | undefined)
    if (!failed(result)) return result as T
    ctx.addIssue({ code: 'custom', message: `${result.code} at ${result.at}` })
    return z.NEVER
  })

const members = z.strictObject({
  entityId: z.string().describe('Entity identifier and public URL. Its path, if any, prefixes all routes.'),
  clientName: z.string().min(1).describe('Name of the service that the wallet shows to its user.'),
  organization,
  pages: pageSettings,
  demonstration: z
    .boolean()
    .default(false)
    .describe(
      'Shows a page at `/` that starts presentations, to try the service. Otherwise `/` shows a page without functions.',
    ),
  authorityHints: z.array(z.string()).min(1).describe('Identifiers of the superiors in the federation.'),
  contacts: z.array(z.string()).optional().describe('Addresses of people to contact, in the metadata.'),
  walletAuthorizationEndpoint: z
    .string()
    .default('https://wallet.example/authorization')
    .describe('Address of the wallet: a universal link, or a URL with a scheme such as `haip:`.'),
  walletLinks: walletLinks
    .default([])
    .describe(
      'Links that open one wallet each. The user chooses one: always on the same device, on request with a QR code. Defaults to none: `walletAuthorizationEndpoint` opens every wallet.',
    ),

  presentationDefinitions: z
    .array(parsedBy((value): PresentationDefinition | Failure => parsePresentationDefinition(value, 'definition')))
    .default([defaultPresentationDefinition])
    .describe(
      'Presentation definitions for variant 1, published in the metadata. `scope` names some of them or of their input descriptors.',
    ), // RP-35
  scope: z
    .string()
    .default(defaultScope)
    .describe('`scope` of variant 1: names presentation definitions or their input descriptors.'),
  dcqlQuery: parsedBy((value): DcqlQuery | Failure => parseDcqlQuery(value, { strict: true }, 'dcqlQuery'))
    .optional()
    .describe(
      'Query for variant 2. Defaults to a query for the name and the identifier of the person, from the PID types of the profile.',
    ), // RP-37

  variants: z
    .array(z.enum(['dcql', 'scope']))
    .min(1)
    .default(['dcql', 'scope'])
    .describe('Variants of presentations: `dcql`, `scope` or both. The first is the default of a new presentation.'), // RP-109

  applications: applications
    .default([])
    .describe('Applications that may order presentations through the API. Defaults to none.'), // RP-89
  dcqlQueries: z
    .record(
      z.string().regex(/^[\w-]{1,64}$/),
      parsedBy((value): DcqlQuery | Failure => parseDcqlQuery(value, { strict: true }, 'dcqlQueries')),
    )
    .default({})
    .describe(
      'Queries by name, for orders of applications. They replace presets of the same name, in every profile of the service.',
    ),

  askWalletAttestation: z
    .boolean()
    .default(true)
    .describe(
      'Also asks for the Wallet Attestation in variant 2. An order may override this. Wallets that support only the formats of OpenID4VP refuse a query with the attestation.',
    ), // RP-56, D-151

  walletAttestationTypes: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe(
      'Types of the Wallet Attestation in queries of the profile it-wallet-1.0. Defaults to the identifier of the first superior, followed by `/WalletAttestation`.',
    ), // RP-136

  repeatRequestUriMethod: z
    .boolean()
    .default(true)
    .describe(
      "Repeats the link's `request_uri_method` in the Request Object of variant 2. Wallet libraries that expect it only next to `request_uri` refuse this Request Object.",
    ), // RP-08, D-21, D-184

  responseModes: z
    .array(z.custom<'direct_post' | 'direct_post.jwt'>(isResponseMode))
    .min(1)
    .default(['direct_post.jwt'])
    .describe('Response modes in order of preference. The first that the wallet supports is used.'), // RP-42
  responseProtections: z
    .array(z.enum(['encrypted', 'signed', 'signed_encrypted']))
    .min(1)
    .default(['encrypted', 'signed_encrypted'])
    .describe('Permitted protections of a `direct_post.jwt` response. `signed` is accepted only if listed alone.'), // RP-10, D-472
  encryptedResponseEnc: z
    .custom<JweEncryption>((name) => jweEncryptions.some((one) => one === name))
    .default('A256GCM')
    .describe('Content encryption of responses, unless the profile defines others.'),
  signedResponseAlg: signatureAlgorithm.default('ES256').describe('Algorithm of signed responses.'), // RP-24
  algorithms: acceptedAlgorithms.describe('Accepted algorithms of every JWT except credentials.'),
  sdJwtAlgorithms: acceptedAlgorithms.describe(
    'Accepted issuer algorithms of SD-JWT credentials, published in `vp_formats`.',
  ), // RP-25, RP-61
  mdocAlgorithms: algorithmList
    .optional()
    .describe(
      'Accepted issuer algorithms of mdocs. Defaults to `algorithms` if a query or definition asks for an mdoc, otherwise to none. Without effect in the profile it-wallet-1.0.',
    ),

  requiredWalletLevels: z
    .array(z.string())
    .default([])
    .describe(
      'Accepted wallet levels. The attestation in the response must contain one of them, in variant 1 also the attestation of the fetch. Defaults to no requirement. Permitted only if the wallet can prove possession of the attested key in every exchange: `variants` is `scope` alone, or every response is signed.',
    ), // RP-46, RP-108, D-128
  lowestWalletLevel: z
    .string()
    .default('https://trust-list.eu/aal/low')
    .describe('Assumed level of a wallet without an attestation.'), // RP-04
  acceptSuspended: z.boolean().default(false).describe('Accepts suspended credentials.'), // RP-19
  acceptUnknownStatus: z
    .boolean()
    .default(false)
    .describe(
      'Accepts credentials whose status list cannot be fetched. A credential with an invalid list is still refused.',
    ), // RP-71
  requireStatus: z.boolean().default(false).describe('Refuses credentials that refer to no status list.'),
  credentialIssuers: z
    .record(z.string(), z.array(z.string()).min(1))
    .default({})
    .describe(
      'Permitted issuers by credential type. A type without an entry is accepted from every issuer whose metadata list the type, or list no types.',
    ), // RP-60, D-237
  surplusClaims: z
    .enum(['drop', 'refuse'])
    .default('drop')
    .describe('Effect of claims that were not requested: `drop` ignores them, `refuse` refuses the presentation.'), // RP-55
  acceptSignedEnvelope: z
    .boolean()
    .default(false)
    .describe('Accepts the signed envelope of 2023 instead of a Key Binding JWT, in variant 1.'), // RP-52, D-16

  startLifetimeSeconds: z
    .int()
    .min(10)
    .max(3600)
    .default(120)
    .describe('Seconds that an order waits for a browser, and that a request waits for a wallet to fetch it.'),
  requestLifetimeSeconds: z
    .int()
    .min(10)
    .max(3600)
    .default(300)
    .describe('Seconds for which a wallet may answer a fetched request.'), // RP-32
  resultLifetimeSeconds: z
    .int()
    .min(10)
    .max(3600)
    .default(300)
    .describe('Seconds for which a verified result waits for the browser.'), // RP-20
  referenceLifetimeSeconds: z
    .int()
    .min(10)
    .max(600)
    .default(60)
    .describe('Seconds in which an application may redeem a reference.'), // RP-91
  keepRedeemedResults: z
    .boolean()
    .default(false)
    .describe(
      'Lets an application read a redeemed result again, until `resultLifetimeSeconds` after the presentation. Otherwise the result is deleted.',
    ), // RP-93
  auditLifetimeSeconds: z
    .int()
    .min(day)
    .max(3650 * day)
    .default(365 * day)
    .describe('Seconds for which the audit of presentations is kept.'),
  dpopLifetimeSeconds: z.int().min(1).max(600).default(300).describe('Maximum age of a DPoP proof.'),
  entityConfigurationLifetimeSeconds: z
    .int()
    .min(60)
    .max(day)
    .default(day)
    .describe('Seconds for which an Entity Configuration is valid.'),
  clockSkewSeconds: z.int().min(0).max(300).default(30).describe('Seconds by which the clocks of others may differ.'),
  profile: memberProfile,
  loopbackHttp: z
    .boolean()
    .default(false)
    .describe('Accepts identifiers with plain http on loopback hosts. For the sandbox.'),
})

/** Schema of a Relying Party's settings: form and bounds. `createRelyingParty` checks the keys. */
export const relyingPartyConfig = members
  .refine(({ entityId, loopbackHttp }) => isEntityId(entityId, { loopbackHttp }), { path: ['entityId'] })
  .superRefine(({ applications: all, loopbackHttp }, ctx) => {
    for (const [index, application] of all.entries()) {
      const setting = insecureUrlOf(application, { loopbackHttp })
      if (setting === undefined) continue
      ctx.addIssue({ code: 'custom', path: ['applications', index, setting], message: 'must be an https URL' })
    }
  })
  .refine(({ presentationDefinitions: all }) => all.every((one) => one.submission_requirements === undefined), {
    path: ['presentationDefinitions', 'submission_requirements'], // D-261
  })
  .refine(({ scope, presentationDefinitions }) => !failed(resolveScope(scope, presentationDefinitions)), {
    path: ['scope'], // RP-35
  })
  .refine(
    (config) => !failed(createEngagementUrl(config.walletAuthorizationEndpoint, { client_id: '', request_uri: '' })),
    {
      path: ['walletAuthorizationEndpoint'],
    },
  )
  .refine(linksFitQrCode, {
    path: ['walletAuthorizationEndpoint'], // D-268
    message: "makes links that are too long for a QR code with this service's identifier",
  })
  .refine(
    ({ entityId, profile, walletLinks: links }) =>
      links.every(
        ({ link }) =>
          !failed(createEngagementUrl(link, { client_id: '', request_uri: '' })) &&
          linksFitQrCode({ entityId, profile, walletAuthorizationEndpoint: link }),
      ),
    {
      path: ['walletLinks', 'link'],
      message: 'cannot open a wallet, or makes links that are too long for a QR code',
    },
  )
  .refine(
    ({ requiredWalletLevels, askWalletAttestation, profile }) =>
      requiredWalletLevels.length === 0 || askWalletAttestation || !relyingPartyWire[profile].provesWalletLevel,
    {
      path: ['requiredWalletLevels'], // RP-46
      message: 'needs askWalletAttestation: without it nothing attests a level',
    },
  )
  .refine((config) => !requiresLevel(config) || provesAttestedKey(config), {
    path: ['requiredWalletLevels'], // RP-108
    message:
      'nothing proves the attested key: set "variants" to ["scope"], or accept only signed responses in responseModes and responseProtections',
  })
  .refine((config) => !needsSignature(config) || config.askWalletAttestation, {
    path: ['responseProtections'], // RP-49
    message: 'needs askWalletAttestation: without it nothing attests the key of a signed response',
  })
  .refine((config) => !needsAttestation(config) || asksAttestationByScope(config), {
    path: ['scope'], // RP-46, RP-49
    message:
      'must ask for the Wallet Attestation: without it nothing attests the level or the key of a signed response',
  })
  .refine(
    ({ profile, dcqlQuery, dcqlQueries }) =>
      relyingPartyWire[profile].acceptsMdocs ||
      ![...(dcqlQuery ? [dcqlQuery] : []), ...Object.values(dcqlQueries)].some(asksForMdoc),
    {
      path: ['dcqlQuery'], // RP-180
      message: 'must not ask for an mdoc, and neither must a query in "dcqlQueries": no wallet of the profile has one',
    },
  )
  .transform((settings, ctx) => {
    const config = withProfile(settings)
    const [authority = ''] = config.authorityHints
    const dcqlQuery = config.dcqlQuery ?? defaultDcqlQuery(config.profile, authority)
    const queries = [dcqlQuery, ...Object.values(config.dcqlQueries)]
    const hasMdoc = queries.some(asksForMdoc) || definitionsNameMdoc(config.presentationDefinitions)
    const mdocAlgorithms = config.mdocAlgorithms ?? (hasMdoc ? config.algorithms : []) // RP-25
    const { acceptsMdocs } = relyingPartyWire[config.profile]
    const walletAttestationTypes = config.walletAttestationTypes ?? [`${authority}/WalletAttestation`]
    const withAttestation = config.askWalletAttestation
      ? askWalletAttestation({ ...config, walletAttestationTypes }, dcqlQuery)
      : dcqlQuery
    // Parsed again, because the added query for the attestation could have the id of another query.
    const checkedQuery = parseDcqlQuery(withAttestation as unknown as Json, { strict: true }, 'dcqlQuery')
    if (failed(checkedQuery)) {
      ctx.addIssue({ code: 'custom', path: ['dcqlQuery'], message: `${checkedQuery.code} at ${checkedQuery.at}` }) // RP-37
      return z.NEVER
    }
    return {
      ...config,
      /** Preset queries by name, for orders. A configured query of the same name takes precedence. */
      presets: presetQueries(config.profile, authority),
      walletAttestationTypes,
      mdocAlgorithms: acceptsMdocs ? mdocAlgorithms : [], // RP-180
      dcqlQuery: checkedQuery,
    }
  })

type ProfileDependentConfig = Pick<
  z.output<typeof members>,
  'profile' | 'variants' | 'responseModes' | 'responseProtections'
> & {
  readonly askWalletAttestation: boolean
}

/** Limits the settings to the values that the profile supports. */
function withProfile<C extends ProfileDependentConfig>(config: C): C {
  const wire = relyingPartyWire[config.profile]
  return {
    ...config,
    variants: keepSupported(config.variants, wire.variants),
    responseModes: keepSupported(config.responseModes, wire.responseModes),
    responseProtections: keepSupported(config.responseProtections, wire.responseProtections),
    askWalletAttestation: config.askWalletAttestation && wire.walletAttestation !== 'none',
  }
}

/** Returns the configured values that are supported, or all supported values if no configured one is supported. */
const keepSupported = <T>(configured: readonly T[], supported: readonly T[]): T[] => {
  const common = configured.filter((one) => supported.includes(one))
  return common.length > 0 ? common : [...supported]
}

/**
 * Returns true if the settings require a wallet level and wallets of the profile can prove one. If wallets cannot prove
 * the required level, every presentation and every order is refused.
 */
const requiresLevel = ({ requiredWalletLevels, profile }: z.output<typeof members>): boolean =>
  requiredWalletLevels.length > 0 && relyingPartyWire[profile].provesWalletLevel

/** Returns true if a credential query asks for an mdoc. */
export const asksForMdoc = ({ credentials }: DcqlQuery): boolean =>
  credentials.some(({ format }) => format === formatMdoc)

/** Returns true if a definition, or a descriptor of one, names the format of mdocs. */
const definitionsNameMdoc = (definitions: readonly PresentationDefinition[]): boolean =>
  definitions
    .flatMap(({ format, input_descriptors: descriptors }) => [format, ...descriptors.map((one) => one.format)])
    .some((formats) => Object.hasOwn(formats ?? {}, formatMdoc))

/** Parsed settings of a Relying Party, with defaults. */
export type RelyingPartyConfig = Readonly<z.output<typeof relyingPartyConfig>>
