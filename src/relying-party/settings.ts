/** Settings of a Relying Party: the form, bounds and default of each. Names of durations contain the unit. */
import { z } from 'zod'
import { daySeconds, type Failure, failed, type Json } from '../base/index.ts'
import { coseAlgorithm } from '../cose/index.ts'
import { organization } from '../federation/index.ts'
import { type JweEncryption, type JwsAlgorithm, jweEncryptions } from '../jose/index.ts'
import {
  acceptedAlgorithms,
  algorithmList,
  clockSkew,
  configurationLifetime,
  loopbackHttp,
  memberProfile,
  pageSettings,
  resolveEndpoint,
  signatureAlgorithm,
} from '../member/index.ts'
import { formatDcSdJwt } from '../oauth/index.ts'
import {
  type DcqlQuery,
  isResponseMode,
  isSdJwtAttestationQuery,
  type PresentationDefinition,
  parseDcqlQuery,
  parsePresentationDefinition,
} from '../oid4vp/index.ts'
import { applications } from './application/applications.ts'
import { defaultPresentationDefinition, defaultScope } from './request/default-requests.ts'
import { walletLinks } from './wallets/wallet-links.ts'

const [off, on] = [z.boolean().default(false), z.boolean().default(true)]
const seconds = (minimum: number, maximum: number, usual: number) => z.int().min(minimum).max(maximum).default(usual)

/** Returns a schema that uses a parser of `oid4vp`. A Failure of the parser becomes an issue of the schema. */
const parsedBy = <T>(parse: (value: Json | undefined) => T | Failure) =>
  z.unknown().transform((value, ctx): T => {
    const result = parse(value as Json | undefined)
    if (!failed(result)) return result as T
    ctx.addIssue({ code: 'custom', message: `${result.code} at ${result.at}` })
    return z.NEVER
  })

/** Returns true if a query for an SD-JWT of this type counts as a query for the Wallet Attestation. */
const namesAttestation = (type: string): boolean =>
  isSdJwtAttestationQuery({ id: 'attestation', format: formatDcSdJwt, meta: { vct_values: [type] } })

/** Returns true if an mdoc can have a signature with this algorithm. */
export const isMdocAlgorithm = (name: JwsAlgorithm): boolean => coseAlgorithm(name) !== undefined

/** Schema of each setting, without the checks of relations between settings. */
export const settings = z.strictObject({
  entityId: z.string().describe('Entity identifier and public URL. Its path, if any, prefixes all routes.'),
  clientName: z.string().min(1).describe('Name of the service that the wallet shows to its user.'),
  organization,
  pages: pageSettings,
  demonstration: off.describe(
    'Shows a page at `/` that starts presentations, to try the service. Otherwise `/` shows a page without functions.',
  ),
  resolveEndpoint,
  authorityHints: z.array(z.string()).min(1).describe('Identifiers of the superiors in the federation.'),
  contacts: z
    .array(z.string().regex(/\S/, 'is blank'))
    .min(1)
    .optional()
    .describe('Addresses of people to contact, in the metadata.'),
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

  askWalletAttestation: on.describe(
    'Also asks for the Wallet Attestation in variant 2. Refuses an order by `scope` that does not ask for it. An order may override this. Wallets that support only the formats of OpenID4VP refuse a query with the attestation.',
  ), // RP-56, D-151

  walletAttestationTypes: z
    .array(z.string().refine(namesAttestation, 'does not contain "wallet" followed by "attestation"'))
    .min(1)
    .optional()
    .describe(
      'Types of the Wallet Attestation in queries of the profile it-wallet-1.0. Each must contain `wallet` and, at most 20 characters later, `attestation`, in upper or lower case. Defaults to the identifier of the first superior, followed by `/WalletAttestation`.',
    ), // RP-136

  repeatRequestUriMethod: on.describe(
    "Repeats the link's `request_uri_method` in the Request Object of variant 2. Wallet libraries that expect it only next to `request_uri` refuse this Request Object. Without effect in the profile it-wallet-1.4.",
  ), // RP-08, D-21, D-184

  responseModes: z
    .array(z.custom<'direct_post' | 'direct_post.jwt'>(isResponseMode, 'is not a supported response mode'))
    .min(1)
    .default(['direct_post.jwt'])
    .describe('Response modes in order of preference. The first that the wallet supports is used.'), // RP-42
  responseProtections: z
    .array(z.enum(['encrypted', 'signed', 'signed_encrypted']))
    .min(1)
    .default(['encrypted', 'signed_encrypted'])
    .describe('Permitted protections of a `direct_post.jwt` response. `signed` is accepted only if listed alone.'), // RP-10, D-472
  encryptedResponseEnc: z
    .custom<JweEncryption>((name) => jweEncryptions.some((one) => one === name), 'is not a supported encryption')
    .default('A256GCM')
    .describe('Content encryption of responses, unless the profile defines others.'),
  signedResponseAlg: signatureAlgorithm
    .default('ES256')
    .describe(
      'Algorithm of signed responses in the metadata. Responses with any of `algorithms` are accepted, so it must be one of them.',
    ), // RP-24
  algorithms: acceptedAlgorithms.describe(
    'Accepted algorithms of every JWT except credentials, and of device signatures of mdocs.',
  ),
  sdJwtAlgorithms: acceptedAlgorithms.describe(
    'Accepted issuer algorithms of SD-JWT credentials, published in `vp_formats`.',
  ), // RP-25, RP-61
  mdocAlgorithms: algorithmList
    .refine((names) => names.every(isMdocAlgorithm), 'contains an RSA algorithm: no mdoc has one')
    .optional()
    .describe(
      'Accepted issuer algorithms of mdocs. Defaults to `algorithms` without those of RSA if a query or definition of the same entity asks for an mdoc, otherwise to none. Set it for the entity of a further profile, which does not inherit the queries of the service. With any, `algorithms` must contain one that is not of RSA. Without effect in the profile it-wallet-1.0.',
    ), // RP-25

  requiredWalletLevels: z
    .array(z.string())
    .default([])
    .describe(
      'Accepted wallet levels. The attestation in the response must contain one of them, in variant 1 also the attestation of the fetch. Defaults to no requirement. Permitted only if the wallet can prove possession of the attested key in every exchange: `variants` is `scope` alone, or every response is signed. With this setting, the profiles it-wallet-1.0 and it-wallet-1.4 refuse every presentation.',
    ), // RP-46, RP-108, D-128
  lowestWalletLevel: z
    .string()
    .default('https://trust-list.eu/aal/low')
    .describe('Assumed level of a wallet without an attestation, or with one that states no level.'), // RP-04
  acceptSuspended: off.describe('Accepts suspended credentials.'), // RP-19
  acceptUnknownStatus: off.describe(
    'Accepts credentials and Wallet Attestations whose status list cannot be fetched. One with an invalid list is still refused. In the profile it-wallet-1.0, also accepts credentials whose `status` has only `status_assertion`, which is not verified. The result has the status `unknown`.',
  ), // RP-71, RP-218
  requireStatus: off.describe('Refuses credentials and Wallet Attestations without `status`.'),
  credentialIssuers: z
    .record(z.string(), z.array(z.string()).min(1))
    .default({})
    .describe(
      'Permitted issuers by credential type. A type without an entry is accepted from every issuer whose metadata list the type, or list no types.',
    ), // RP-60, D-237
  surplusClaims: z
    .enum(['drop', 'refuse'])
    .default('drop')
    .describe(
      'Effect of claims that were not requested: `drop` ignores them, `refuse` refuses the presentation. An input descriptor with `limit_disclosure` set to `required` refuses them in any case.',
    ), // RP-55
  acceptSignedEnvelope: off.describe(
    'Accepts an SD-JWT in a signed JWT (drafts of 2023) without a Key Binding JWT, after a request by `scope`.',
  ), // RP-52, D-16

  startLifetimeSeconds: seconds(10, 3600, 120).describe(
    'Seconds that an order waits for a browser, and that a request waits for a wallet to fetch it.',
  ),
  requestLifetimeSeconds: seconds(10, 3600, 300).describe('Seconds for which a wallet may answer a fetched request.'), // RP-32
  resultLifetimeSeconds: seconds(10, 3600, 300).describe('Seconds for which a verified result waits for the browser.'), // RP-20
  referenceLifetimeSeconds: seconds(10, 600, 60).describe('Seconds in which an application may redeem a reference.'), // RP-91
  keepRedeemedResults: off.describe(
    'Lets an application read a redeemed result again, until `resultLifetimeSeconds` after the presentation. Otherwise the result is deleted.',
  ), // RP-93
  auditLifetimeSeconds: seconds(daySeconds, 3650 * daySeconds, 365 * daySeconds).describe(
    'Seconds for which the audit of presentations is kept.',
  ),
  dpopLifetimeSeconds: seconds(1, 600, 300).describe('Maximum age of a DPoP proof.'),
  entityConfigurationLifetimeSeconds: configurationLifetime,
  clockSkewSeconds: clockSkew,
  profile: memberProfile,
  loopbackHttp,
})

/** Parsed settings, before the checks of their relations. */
export type Settings = z.output<typeof settings>
