/**
 * What a deployment says about its Wallet Provider. Units stand in the names; every default is a safe one.
 */
import { z } from 'zod'
import { isEntityId, type JsonObject } from '../base/index.ts'
import { federationKey, organization } from '../federation/index.ts'
import { defaultAlgorithms } from '../jose/index.ts'
import { acceptedAlgorithms } from '../member/index.ts'
import { formatDcSdJwt } from '../oauth/index.ts'
import { statusListsConfig } from '../status-list/index.ts'
import { malformedCapability } from '../wallet-attestation/index.ts'

const day = 86_400

/** What an attestation says of a wallet where the wallet's own request says nothing (WP-57). */
const capabilities = z
  .strictObject({
    authorization_endpoint: z.string().default('https://wallet.example/authorization'),
    response_types_supported: z.array(z.string()).default(['vp_token']),
    response_modes_supported: z.array(z.string()).default(['form_post.jwt']),
    vp_formats_supported: z
      .record(z.string(), z.looseObject({}))
      .default({ [formatDcSdJwt]: { 'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512'] } }),
    request_object_signing_alg_values_supported: z.array(z.string()).default([...defaultAlgorithms]),
    client_id_schemes_supported: z.array(z.string()).default(['entity_id']),
  })
  .refine((stated) => malformedCapability(stated as JsonObject) === undefined, {
    message: 'is what no wallet may say of itself',
  })

/** The authorization server of the wallet app, which says who its users are (D-337). */
const users = z.strictObject({
  issuer: z.string().min(1),
  /** What its tokens call this provider; the provider's identifier when not said. */
  audience: z.string().min(1).optional(),
  jwks: z.strictObject({ keys: z.array(federationKey).min(1) }),
  algorithms: acceptedAlgorithms,
})

/** Whose tokens say who the app's user is (`verifyUserToken`). */
export type UserConfig = Readonly<z.output<typeof users>>

/** A Wallet Provider's settings, judged by form and bounds; keys and stores are looked at when it is made. */
export const walletProviderConfig = z
  .strictObject({
    /** The provider's identifier and public URL; its path, if any, is the prefix of all routes. */
    entityId: z.string(),
    /** In `production` it starts with the device vendors' own roots only; `test` takes software devices (DIS-02). */
    environment: z.enum(['production', 'test']).default('production'),
    organization,
    authorityHints: z.array(z.string()).min(1),
    /** Algorithms accepted in attestation requests. */
    algorithms: acceptedAlgorithms,
    /** The level that attestations state; the first of those advertised (WP-72). */
    aalValues: z.array(z.string()).min(1).default(['https://trust-list.eu/aal/high']),
    capabilities: capabilities.prefault({}),
    /** Whose tokens let a user see and revoke instances of their own (WP-87); without it nobody can but administrators. */
    users: users.optional(),
    /** WP-69: a day at most. */
    attestationLifetimeSeconds: z.int().min(60).max(day).default(3600),
    statusLists: statusListsConfig.prefault({}),
    /**
     * For how long after its end an attestation's place in the status lists says what became of it: whoever began
     * something with it may ask again (PP-34). Then the place is free for another.
     */
    attestationStatusKeptSeconds: z
      .int()
      .min(0)
      .max(3650 * day)
      .default(day),
    /** How long an attestation key is published before it may sign (WP-67). */
    attestationKeyPublicationSeconds: z.int().min(0).default(day),
    /** How long a process goes on with what it read of the key ring: how much later a change at another replica shows. */
    attestationKeyCacheSeconds: z.int().min(0).max(60).default(5),
    /** How long one that no longer signs is published: longer than anything lives that any replica signed (WP-67). */
    attestationKeyRetirementSeconds: z
      .int()
      .min(60)
      .default(2 * day),
    challengeLifetimeSeconds: z.int().min(10).max(3600).default(300),
    /** For how long, too, a revoked attestation key may still be believed by who holds a chain of before (FED-38). */
    entityConfigurationLifetimeSeconds: z.int().min(60).max(day).default(day),
    clockSkewSeconds: z.int().min(0).max(300).default(30),
    /** Whether an instance that does not meet a level of the configuration is revoked and not only refused (WP-78). */
    revokeBelowMinimum: z.boolean().default(false),
    /** Revocations by evidence within a minute, over all replicas. Evidence holds an instance beyond that (WP-91). */
    maxRevocationsPerMinute: z.int().min(1).max(1_000_000).default(20),
    /** Plain http identifiers on loopback hosts: the sandbox. */
    loopbackHttp: z.boolean().default(false),
  })
  .refine(({ entityId, loopbackHttp }) => isEntityId(entityId, { loopbackHttp }), { path: ['entityId'] })
  .refine(
    (config) =>
      config.attestationKeyRetirementSeconds >=
      Math.max(config.attestationLifetimeSeconds, config.statusLists.lifetimeSeconds) +
        config.attestationKeyCacheSeconds +
        config.clockSkewSeconds,
    { path: ['attestationKeyRetirementSeconds'], message: 'is shorter than what the key signed lives' },
  )

/** A Wallet Provider's settings, judged and filled in. */
export type WalletProviderConfig = Readonly<z.output<typeof walletProviderConfig>>
