/**
 * What a wallet solution says about its wallet. Units stand in the names; every default is a safe one. There is no choice
 * of where keys live: the device's own secure hardware is the only variant (WI-21).
 */
import { z } from 'zod'
import { failed, isEntityId, isJsonObject, judgeSettings } from '../base/index.ts'
import { pid } from '../credential/index.ts'
import { defaultAlgorithms, isJwsAlgorithm, type JwsAlgorithm } from '../jose/index.ts'
import { checkRedirectUri } from '../oauth/index.ts'
import { capabilityChecks } from '../wallet-attestation/index.ts'

/** Whether a check has what it reads: it is made beside the faults of other settings, so that all are told at once. */
const reads =
  (...names: readonly string[]) =>
  ({ value, issues }: z.core.ParsePayload): boolean =>
    isJsonObject(value) && !issues.some(({ path }) => names.includes(String(path?.[0])))

const schema = z
  .strictObject({
    walletProvider: z.string(),
    /** Where Wallet Instances register, if not at `/wallet-instance` below the provider: no metadata names it. */
    registrationEndpoint: z.string().optional(),
    /** The wallet's universal link: where it is opened for a presentation. */
    authorizationEndpoint: z
      .string()
      .refine(capabilityChecks.authorization_endpoint, 'is no universal link and no link of a scheme of the app’s own'),
    /** The universal link by which the browser comes back from a PID Provider. */
    redirectUri: z.string(),
    /** Schemes of redirect URIs beside https, without colon. */
    customSchemes: z.array(z.string()).default([]),
    pidType: z.string().default(pid.credentialType),
    /** Of the PID as mdoc. */
    pidDoctype: z.string().default(pid.doctype),
    algorithms: z
      .array(z.string().refine(isJwsAlgorithm, 'is no signature algorithm that is supported'))
      .min(1)
      .default([...defaultAlgorithms]),
    attestationRequestLifetimeSeconds: z.int().min(30).max(7200).default(300),
    /** An attestation with less life than this is renewed and no longer sent (WI-05). */
    attestationMarginSeconds: z.int().min(1).max(3600).default(60),
    /** Which attestation whom is shown, and when new ones are fetched (WI-04, WI-05, WI-32). */
    attestations: z
      .strictObject({
        /** How many that nobody has seen are kept at hand, so that a new party need not wait for the provider. */
        readyCount: z.int().min(0).max(20).default(1),
        /** With less life than this, one that nobody has seen is replaced at the next renewal. */
        renewalSeconds: z.int().min(1).max(43_200).default(600),
        /** Older than this, one is shown to nobody any more, whatever life it has. */
        maximumAgeSeconds: z.int().min(60).max(86_400).default(86_400),
        /** A party sees the same one again while it lives, or another one each time. */
        perParty: z.enum(['reuse', 'fresh']).default('reuse'),
      })
      .prefault({}),
    /** How long the user may take at the PID Provider. */
    issuanceLifetimeSeconds: z.int().min(60).max(7200).default(1800),
    /** How long an attestation that is chosen for a presentation lives at least: the user's time for consent (D-139). */
    presentationLifetimeSeconds: z.int().min(30).max(3600).default(300),
    /**
     * How often a Wallet Provider that is out of service is asked, and a PID Provider after the login; and the first pause
     * (it doubles).
     */
    attempts: z.int().min(1).max(10).default(4),
    firstPauseSeconds: z.int().min(1).max(300).default(2),
    /** How long another party may take for an answer, the end of it included (D-246). */
    answerSeconds: z.int().min(1).max(600).default(30),
    clockSkewSeconds: z.int().min(0).max(300).default(30),
    /** Plain http identifiers on loopback hosts: the sandbox. */
    loopbackHttp: z.boolean().default(false),
  })
  .refine(({ walletProvider, loopbackHttp }) => isEntityId(walletProvider, { loopbackHttp }), {
    path: ['walletProvider'],
    message: 'is no https URL without query and fragment',
    when: reads('walletProvider', 'loopbackHttp'),
  })
  .refine((config) => !failed(checkRedirectUri(config.redirectUri, config, 'redirectUri')), {
    path: ['redirectUri'],
    message: 'is no https URL without fragment, and of no scheme in customSchemes',
    when: reads('redirectUri', 'customSchemes', 'loopbackHttp'),
  })
  .transform((config) => ({ ...config, algorithms: config.algorithms as readonly JwsAlgorithm[] }))

/** A wallet's settings, judged and filled in. */
export type WalletConfig = Readonly<z.output<typeof schema>>

/** Judges the settings of a wallet. */
export const walletConfig = {
  /** Judges the settings and fills in what they do not say. Throws `ConfigError`, which lists every fault. */
  parse: (settings: unknown): WalletConfig => judgeSettings(schema, settings),
  safeParse: (settings: unknown) => schema.safeParse(settings),
}
