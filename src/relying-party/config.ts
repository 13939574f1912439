/**
 * What a deployment says about its Relying Party. Units stand in the names; every default is a safe one. What is asked
 * of wallets is judged here, once: a service with a query that nobody can answer does not start.
 */
import { z } from 'zod'
import { type Failure, failed, isEntityId, type Json } from '../base/index.ts'
import { organization } from '../federation/index.ts'
import {
  defaultAlgorithms,
  isJwsAlgorithm,
  type JweEncryption,
  type JwsAlgorithm,
  jweEncryptions,
} from '../jose/index.ts'
import { formatMdoc } from '../oauth/index.ts'
import {
  createEngagementUrl,
  type DcqlQuery,
  isResponseMode,
  type PresentationDefinition,
  parseDcqlQuery,
  parsePresentationDefinition,
  resolveScope,
  withAttestationQuery,
} from '../oid4vp/index.ts'
import { applications, returnUrlsFit } from './application/applications.ts'
import {
  asksAttestationByScope,
  needsAttestation,
  needsSignature,
  provesAttestedKey,
} from './request/attestation-demands.ts'
import { defaultDcqlQuery, defaultPresentationDefinition, defaultScope } from './request/default-requests.ts'
import { linksFitQrCode } from './request/wallet-link.ts'

const day = 86_400

const algorithmList = z.array(z.custom<JwsAlgorithm>((name) => typeof name === 'string' && isJwsAlgorithm(name))).min(1)
const algorithms = algorithmList.default([...defaultAlgorithms])

/** Read by a parser of `oid4vp`, which also says what is wrong. */
const readBy = <T>(read: (value: Json | undefined) => T | Failure) =>
  z.unknown().transform((value, ctx): T => {
    const result = read(value as Json | undefined)
    if (!failed(result)) return result as T
    ctx.addIssue({ code: 'custom', message: `${result.code} at ${result.at}` })
    return z.NEVER
  })

/** A Relying Party's settings, judged by form and bounds; keys and stores are looked at when it is made. */
export const relyingPartyConfig = z
  .strictObject({
    /** The identifier and public URL; its path, if any, is the prefix of all routes. */
    entityId: z.string(),
    /** What the wallet shows to its user. */
    clientName: z.string().min(1),
    organization,
    authorityHints: z.array(z.string()).min(1),
    contacts: z.array(z.string()).optional(),
    /** Where a wallet is called: a universal link, or a scheme such as `haip:`. */
    walletAuthorizationEndpoint: z.string().default('https://wallet.example/authorization'),

    /** For variant 1: published in the metadata; `scope` names some of them or of their input descriptors (RP-35). */
    presentationDefinitions: z
      .array(readBy((value): PresentationDefinition | Failure => parsePresentationDefinition(value, 'definition')))
      .default([defaultPresentationDefinition]),
    scope: z.string().default(defaultScope),
    /** For variant 2 (RP-37). */
    dcqlQuery: readBy((value): DcqlQuery | Failure =>
      parseDcqlQuery(value ?? (defaultDcqlQuery as Json), { strict: true }, 'dcqlQuery'),
    ).optional(),

    /**
     * In which variants presentations are asked for: `dcql`, `scope` or both. The first is begun where nothing is said
     * (RP-109).
     */
    variants: z
      .array(z.enum(['dcql', 'scope']))
      .min(1)
      .default(['dcql', 'scope']),

    /** Who may order presentations through the API; nobody when not said (RP-89). */
    applications: applications.default([]),
    /** Queries that applications name instead of sending them. */
    dcqlQueries: z
      .record(
        z.string().regex(/^[\w-]{1,64}$/),
        readBy((value): DcqlQuery | Failure => parseDcqlQuery(value, { strict: true }, 'dcqlQueries')),
      )
      .default({}),

    /**
     * Whether the Wallet Attestation is asked for too in variant 2 (RP-56), where an order does not say. Libraries that know
     * the formats of OpenID4VP only refuse the whole query with it (D-151).
     */
    askWalletAttestation: z.boolean().default(true),

    /**
     * Whether the Request Object of variant 2 repeats the link's `request_uri_method` (RP-08, D-21). Libraries that know it
     * beside `request_uri` only refuse an object with it (D-184).
     */
    repeatRequestUriMethod: z.boolean().default(true),

    /** In order of preference; the first that the wallet supports is asked for (RP-42). */
    responseModes: z
      .array(z.custom<'direct_post' | 'direct_post.jwt'>(isResponseMode))
      .min(1)
      .default(['direct_post.jwt']),
    /** How a response of `direct_post.jwt` may be protected (RP-10). `signed` is taken only where it stands alone (D-472). */
    responseProtections: z
      .array(z.enum(['encrypted', 'signed', 'signed_encrypted']))
      .min(1)
      .default(['encrypted', 'signed_encrypted']),
    encryptedResponseEnc: z
      .custom<JweEncryption>((name) => jweEncryptions.some((one) => one === name))
      .default('A256GCM'),
    signedResponseAlg: z
      .custom<JwsAlgorithm>((name) => typeof name === 'string' && isJwsAlgorithm(name))
      .default('ES256'), // RP-24
    /** Accepted in every JWT but the credential. */
    algorithms,
    /** Accepted issuer algorithms of SD-JWT credentials: published in `vp_formats` (RP-25, RP-61). */
    sdJwtAlgorithms: algorithms,
    /** The same for mdocs; when not said, those of other JWTs if a query or definition asks for an mdoc, and none if not. */
    mdocAlgorithms: algorithmList.optional(),

    /**
     * Levels of wallet of which the attestation in the response must state one, and in variant 1 that of the fetch too.
     * Defaults to none. Taken only where the attested key proves itself: `variants` is `scope` alone, or every response is
     * signed (RP-46, RP-108, D-128).
     */
    requiredWalletLevels: z.array(z.string()).default([]),
    /** What is assumed of a wallet that attests nothing (RP-04). */
    lowestWalletLevel: z.string().default('https://trust-list.eu/aal/low'),
    acceptSuspended: z.boolean().default(false), // RP-19
    acceptUnknownStatus: z.boolean().default(false), // RP-71
    /** Refuses a credential that refers to no status list. */
    requireStatus: z.boolean().default(false),
    /** By type, who alone may issue it; where nobody is named, every issuer whose metadata name it (RP-60, D-237). */
    credentialIssuers: z.record(z.string(), z.array(z.string()).min(1)).default({}),
    surplusClaims: z.enum(['drop', 'refuse']).default('drop'), // RP-55
    /** Takes the signed envelope of 2023 in the place of a Key Binding JWT, in variant 1 (RP-52, D-16). */
    acceptSignedEnvelope: z.boolean().default(false),

    /** How long a session lives that no wallet fetches. */
    startLifetimeSeconds: z.int().min(10).max(3600).default(120),
    requestLifetimeSeconds: z.int().min(10).max(3600).default(300), // RP-32
    /** How long a verified result waits for the browser (RP-20). */
    resultLifetimeSeconds: z.int().min(10).max(3600).default(300),
    /** How long an application may redeem the reference that the browser brings (RP-91). */
    referenceLifetimeSeconds: z.int().min(10).max(600).default(60),
    /** Whether an application may read a result again after it redeemed it, until `resultLifetimeSeconds`: else it is gone (RP-93). */
    keepRedeemedResults: z.boolean().default(false),
    auditLifetimeSeconds: z
      .int()
      .min(day)
      .max(3650 * day)
      .default(365 * day),
    dpopLifetimeSeconds: z.int().min(1).max(600).default(300),
    entityConfigurationLifetimeSeconds: z.int().min(60).max(day).default(day),
    clockSkewSeconds: z.int().min(0).max(300).default(30),
    /** Plain http identifiers on loopback hosts: the sandbox. */
    loopbackHttp: z.boolean().default(false),
  })
  .refine(({ entityId, loopbackHttp }) => isEntityId(entityId, { loopbackHttp }), { path: ['entityId'] })
  .refine(({ applications: all, loopbackHttp }) => returnUrlsFit(all, { loopbackHttp }), {
    path: ['applications', 'returnUrls'], // RP-90
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
    message: "with the service's identifier it makes links that are too long for a QR code",
  })
  .refine(
    ({ requiredWalletLevels, askWalletAttestation }) => requiredWalletLevels.length === 0 || askWalletAttestation,
    {
      path: ['requiredWalletLevels'], // RP-46
      message: 'nothing attests a level where no attestation is asked for',
    },
  )
  .refine((config) => config.requiredWalletLevels.length === 0 || provesAttestedKey(config), {
    path: ['requiredWalletLevels'], // RP-108
    message:
      'nothing proves the attested key: say "variants": ["scope"], or let responseModes and responseProtections take signed responses alone',
  })
  .refine((config) => !needsSignature(config) || config.askWalletAttestation, {
    path: ['responseProtections'], // RP-49
    message: 'nothing attests the key of a signed response where no attestation is asked for',
  })
  .refine((config) => !needsAttestation(config) || asksAttestationByScope(config), {
    path: ['scope'], // RP-46, RP-49
    message: 'nothing attests the level, or the key of a signed response, where no attestation is asked for',
  })
  .transform(({ dcqlQuery = defaultDcqlQuery, ...config }) => ({
    ...config,
    mdocAlgorithms:
      config.mdocAlgorithms ??
      ([dcqlQuery, ...Object.values(config.dcqlQueries)].some((query) =>
        asksMdoc(query, config.presentationDefinitions),
      )
        ? config.algorithms
        : []), // RP-25
    dcqlQuery: config.askWalletAttestation ? withAttestationQuery(dcqlQuery) : dcqlQuery,
  }))

/** Whether an mdoc can answer what is asked in either variant. */
const asksMdoc = ({ credentials }: DcqlQuery, definitions: readonly PresentationDefinition[]): boolean =>
  [
    ...credentials.map(({ format }) => format),
    ...definitions
      .flatMap(({ format, input_descriptors: descriptors }) => [format, ...descriptors.map((one) => one.format)])
      .flatMap((formats) => Object.keys(formats ?? {})),
  ].includes(formatMdoc)

/** A Relying Party's settings, judged and filled in. */
export type RelyingPartyConfig = Readonly<z.output<typeof relyingPartyConfig>>
