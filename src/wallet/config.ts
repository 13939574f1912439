/**
 * Settings of a wallet. No setting chooses where keys are stored: they are always in the device's secure hardware
 * (WI-21).
 */
import { z } from 'zod'
import { failed, isEntityId, isJsonObject, parseSettings, parseUrl } from '../base/index.ts'
import { pid } from '../credential/index.ts'
import { defaultAlgorithms, isJwsAlgorithm, type JwsAlgorithm } from '../jose/index.ts'
import { checkRedirectUri } from '../oauth/index.ts'
import { capabilityChecks } from '../wallet-attestation/index.ts'

/**
 * Creates a condition for a check: the check runs if the named settings are valid, even if others are not. So all
 * faults are reported at once.
 */
const whenValid =
  (...names: readonly string[]) =>
  ({ value, issues }: z.core.ParsePayload): boolean =>
    isJsonObject(value) && !issues.some(({ path }) => names.includes(String(path?.[0])))

const schema = z
  .strictObject({
    walletProvider: z.string(),
    /** URL for registrations, which no metadata contain. Defaults to `/wallet-instance` below `walletProvider`. */
    registrationEndpoint: z.string().optional(),
    /** URL that opens the wallet for a presentation: a universal link, or one with the app's scheme. */
    authorizationEndpoint: z
      .string()
      .refine(capabilityChecks.authorization_endpoint, 'is neither a universal link nor a URL with the app’s scheme'),
    /** URL that returns the browser from a PID Provider to the wallet: https, or a scheme in `customSchemes`. */
    redirectUri: z.string(),
    /** Permitted schemes of redirect URIs besides https, in lower case and without colon. */
    customSchemes: z.array(z.string()).default([]),
    /** Credential type (`vct`) of the PID as SD-JWT. */
    pidType: z.string().default(pid.credentialType),
    /** Document type of the PID as mdoc. */
    pidDoctype: z.string().default(pid.doctype),
    algorithms: z
      .array(z.string().refine(isJwsAlgorithm, 'is not a supported signature algorithm'))
      .min(1)
      .default([...defaultAlgorithms]),
    attestationRequestLifetimeSeconds: z.int().min(30).max(7200).default(300),
    /** Minimum remaining seconds of an attestation. An attestation with less is not sent, and is replaced (WI-05). */
    attestationMarginSeconds: z.int().min(1).max(3600).default(60),
    /** Reuse and renewal of attestations (WI-04, WI-05, WI-32). */
    attestations: z
      .strictObject({
        /** Number of unused attestations to keep ready, so that a new party need not wait for the provider. */
        readyCount: z.int().min(0).max(20).default(1),
        /** Remaining seconds below which the next renewal replaces an unused attestation. */
        renewalSeconds: z.int().min(1).max(43_200).default(600),
        /** Age in seconds beyond which no new flow uses an attestation, even before its expiry. */
        maximumAgeSeconds: z.int().min(60).max(86_400).default(86_400),
        /** `reuse` sends a party the same attestation again until its expiry; `fresh` sends another one each time. */
        perParty: z.enum(['reuse', 'fresh']).default('reuse'),
      })
      .prefault({}),
    /** Seconds that the user may spend at the PID Provider. */
    issuanceLifetimeSeconds: z.int().min(60).max(7200).default(1800),
    /**
     * Minimum remaining seconds of a stored attestation that is chosen for a presentation, in addition to
     * `attestationMarginSeconds`: the user's time for consent (D-139).
     */
    presentationLifetimeSeconds: z.int().min(30).max(3600).default(300),
    /**
     * Maximum number of attempts at a Wallet Provider that responds with 503 or 429. Also the maximum number of
     * attempts to complete an issuance after the login, while a party is unavailable.
     */
    attempts: z.int().min(1).max(10).default(4),
    /**
     * First pause between attempts. Each further pause is twice as long. The `Retry-After` of the other party can
     * prolong a pause to at most 60 seconds.
     */
    firstPauseSeconds: z.int().min(1).max(300).default(2),
    /** Maximum seconds for a complete response (D-246). */
    answerSeconds: z.int().min(1).max(600).default(30),
    clockSkewSeconds: z.int().min(0).max(300).default(30),
    /** True to accept URLs with plain http on loopback hosts, for the sandbox. */
    loopbackHttp: z.boolean().default(false),
  })
  .refine(({ walletProvider, loopbackHttp }) => isEntityId(walletProvider, { loopbackHttp }), {
    path: ['walletProvider'],
    message: 'must be an https URL without query and fragment',
    when: whenValid('walletProvider', 'loopbackHttp'),
  })
  .refine(({ registrationEndpoint: url, ...policy }) => url === undefined || !failed(parseUrl(url, policy)), {
    path: ['registrationEndpoint'],
    message: 'is not an https URL',
    when: whenValid('registrationEndpoint', 'loopbackHttp'),
  })
  .refine((config) => !failed(checkRedirectUri(config.redirectUri, config, 'redirectUri')), {
    path: ['redirectUri'],
    message: 'is neither an https URL without fragment nor a URL with a scheme in customSchemes',
    when: whenValid('redirectUri', 'customSchemes', 'loopbackHttp'),
  })
  .transform((config) => ({ ...config, algorithms: config.algorithms as readonly JwsAlgorithm[] }))

/** Parsed settings of a wallet, with defaults. */
export type WalletConfig = Readonly<z.output<typeof schema>>

/** Parsers for the settings of a wallet. */
export const walletConfig = {
  /** Validates the settings and adds defaults. Throws `ConfigError`, which lists every fault. */
  parse: (settings: unknown): WalletConfig => parseSettings(schema, settings),
  /** Validates as `parse` does, and returns the result of Zod instead of throwing. */
  safeParse: (settings: unknown) => schema.safeParse(settings),
}
