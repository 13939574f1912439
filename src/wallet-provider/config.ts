/** Settings of a Wallet Provider. */
import { z } from 'zod'
import { daySeconds, type JsonObject } from '../base/index.ts'
import { federationKey, organization } from '../federation/index.ts'
import { defaultAlgorithms } from '../jose/index.ts'
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
import { formatDcSdJwt } from '../oauth/index.ts'
import { statusListsConfig } from '../status-list/index.ts'
import { malformedCapability } from '../wallet-attestation/index.ts'
import { isAttestable } from './attestation/attestable-keys.ts'

/**
 * Capabilities that an attestation contains if the wallet's request omits them (WP-57). A request cannot replace
 * `client_id_schemes_supported`.
 */
const capabilities = z
  .strictObject({
    authorization_endpoint: z
      .string()
      .default('https://wallet.example/authorization')
      .describe('Address that opens the wallet.'),
    response_types_supported: z.array(z.string()).default(['vp_token']).describe('Response types of the wallet.'),
    response_modes_supported: z.array(z.string()).default(['form_post.jwt']).describe('Response modes of the wallet.'),
    vp_formats_supported: z
      .record(z.string(), z.looseObject({}))
      .default({ [formatDcSdJwt]: { 'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512'] } })
      .describe('Formats that the wallet presents, with their algorithms.'),
    request_object_signing_alg_values_supported: z
      .array(z.string())
      .default([...defaultAlgorithms])
      .describe('Algorithms of Request Objects that the wallet accepts.'),
    client_id_schemes_supported: z
      .array(z.string())
      .default(['entity_id'])
      .describe('Kinds of client identifiers that the wallet accepts.'),
  })
  .superRefine((stated, ctx) => {
    const name = malformedCapability(stated as JsonObject)
    if (name !== undefined)
      ctx.addIssue({ code: 'custom', path: [name], message: 'is not a valid capability of a wallet' })
  })

/** The wallet app, as the metadata of `it-wallet-1.4` describes it. */
const walletSolution = z.strictObject({
  name: z
    .string()
    .min(1)
    .optional()
    .describe("Name of the wallet that is shown to people. Defaults to the organization's name."),
  credentialOfferEndpoint: z
    .string()
    .min(1)
    .default('openid-credential-offer://')
    .describe('Link by which a credential offer opens the wallet.'),
})

/** Authorization server of the wallet app. Its tokens identify the users (D-337). */
const users = z.strictObject({
  issuer: z.string().min(1).describe('`iss` of the tokens.'),
  audience: z
    .string()
    .min(1)
    .optional()
    .describe("`aud` of the server's tokens. Defaults to the provider's identifier."),
  jwks: z.strictObject({ keys: z.array(federationKey).min(1).describe('Keys of the authorization server (JWK).') }),
  algorithms: acceptedAlgorithms.describe('Accepted algorithms of the tokens.'),
})

/** Settings for the verification of user tokens (`verifyUserToken`). */
export type UserConfig = Readonly<z.output<typeof users>>

/**
 * Schema of a Wallet Provider's settings. Checks form and bounds. Keys and stores are not settings: they are in
 * `WalletProviderContext`.
 */
export const walletProviderConfig = z
  .strictObject({
    entityId: z
      .string()
      .describe('Identifier and public URL of the provider. Its path, if any, is the prefix of all routes.'),
    environment: z
      .enum(['production', 'test'])
      .default('production')
      .describe(
        '`production` refuses configured roots, test responses and App Attest keys of test builds at start; `test` accepts them.',
      ), // DIS-02
    organization,
    resolveEndpoint,
    authorityHints: z.array(z.string()).min(1).describe('Identifiers of the superiors in the federation.'),
    algorithms: acceptedAlgorithms
      .refine((all) => all.some(isAttestable), 'contains no algorithm of an EC key, which a wallet must use')
      .describe('Signature algorithms accepted in attestation requests. Only those of EC keys have an effect.'),
    aalValues: z
      .array(z.string().min(1))
      .min(1)
      .default(['https://trust-list.eu/aal/high'])
      .describe('Values of `aal` in the metadata. Attestations contain the first one.'), // WP-72
    capabilities: capabilities.prefault({}),
    walletSolution: walletSolution.prefault({}),
    users: users
      .optional()
      .describe(
        'Authorization server of the users. Its tokens let users read the status of their instances and revoke them. Without it, only administrators can read and revoke.',
      ), // WP-87
    attestationLifetimeSeconds: z
      .int()
      .min(60)
      .max(daySeconds)
      .default(3600)
      .describe('Seconds for which a Wallet Attestation is valid, at most one day.'), // WP-69
    statusLists: statusListsConfig.prefault({}),
    attestationStatusKeptSeconds: z
      .int()
      .min(0)
      .max(3650 * daySeconds)
      .default(daySeconds)
      .describe(
        'Seconds for which the status lists keep the status of an attestation after its expiry, for issuers that check it again later. 300 seconds for the clocks of readers are added. Afterwards another attestation may use the place.',
      ), // PP-34
    attestationKeyPublicationSeconds: z
      .int()
      .min(0)
      .default(daySeconds)
      .describe('Seconds for which an attestation key is published before it may sign.'), // WP-67
    attestationKeyCacheSeconds: z
      .int()
      .min(0)
      .max(60)
      .default(5)
      .describe(
        'Seconds for which a process caches the key ring. A change at another replica takes effect within this time.',
      ),
    attestationKeyRetirementSeconds: z
      .int()
      .min(60)
      .default(2 * daySeconds)
      .describe(
        'Seconds for which a key is published after it last signed. At least the longer lifetime of attestations and status lists, plus `attestationKeyCacheSeconds` and `clockSkewSeconds`.',
      ), // WP-67
    challengeLifetimeSeconds: z
      .int()
      .min(10)
      .max(3600)
      .default(300)
      .describe('Seconds for which a challenge is valid.'),
    entityConfigurationLifetimeSeconds: configurationLifetime.describe(
      'Seconds for which an Entity Configuration is valid. A verifier with an older trust chain may accept a revoked attestation key for the same time.',
    ), // FED-38
    pages: pageSettings,
    clockSkewSeconds: clockSkew,
    revokeBelowMinimum: z
      .boolean()
      .default(false)
      .describe('Revokes an instance that does not meet a configured level. If false, only its request is refused.'), // WP-78
    maxRevocationsPerMinute: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(20)
      .describe(
        'Maximum number of revocations by evidence within a minute, over all replicas. Further instances with such evidence are held until an operator decides.',
      ), // WP-91
    profile: memberProfile,
    loopbackHttp,
  })
  .superRefine(checkMemberUrls)
  .refine(
    (config) =>
      config.attestationKeyRetirementSeconds >=
      Math.max(config.attestationLifetimeSeconds, config.statusLists.lifetimeSeconds) +
        config.attestationKeyCacheSeconds +
        config.clockSkewSeconds,
    { path: ['attestationKeyRetirementSeconds'], message: 'is too short for attestations and status lists' },
  )

/** Parsed settings of a Wallet Provider, with defaults. */
export type WalletProviderConfig = Readonly<z.output<typeof walletProviderConfig>>
