/**
 * Settings that all roles share. Names contain their units. Every default is safe. `role-settings.ts` adds the settings
 * of each role. Paths are relative to the settings file.
 */
import { z } from 'zod'
import { byLanguage, type MemberCertificateSettings, memberCertificateSettings } from '../member/index.ts'
import { roleKeysConfig } from '../node/index.ts'
import { furtherProfileNames } from '../profiles/index.ts'
import { administrationSettings } from './administration-settings.ts'
import { limits, listen, network, operations, shutdown, trustedProxies } from './http-settings.ts'
import { anchor, type CertificateTrustSettings, certificateTrust, trustMarks } from './trust-settings.ts'

const path = z.string().min(1)

const database = z.strictObject({
  url: z
    .string()
    .regex(/^(?:sqlite:(?!\/\/[^/]).+|postgres(?:ql)?:\/\/.+)$/, 'is neither sqlite:FILE nor postgresql://…')
    .default('sqlite:data/store.sqlite')
    .describe('`sqlite:FILE` for a single process, `postgresql://…` for any number.'),
  poolSize: z
    .int()
    .min(1)
    .max(100)
    .default(10)
    .describe('Maximum number of connections to PostgreSQL for each process. The shared rate limits use one more.'),
  migrate: z
    .boolean()
    .default(false)
    .describe(
      'Updates the tables of PostgreSQL at start. `fiducia db migrate` does it separately. The embedded store is always updated.',
    ),
})

/** The key file, the directory of keys that are created later, and a hardware token for some of the keys. */
const keys = roleKeysConfig.extend({
  file: path
    .default('keys/keys.json')
    .describe(
      'The key file. The other private files are in the same directory. `fiducia init` and `serve --init` create missing keys.',
    ),
  ringDirectory: path
    .optional()
    .describe(
      'Writable directory for keys that are created while the service runs. All replicas share it. Defaults to the directory of the key file.',
    ),
})

/** A further entity of the service, which follows another profile. */
const profileEntity = z.strictObject({
  path: z
    .string()
    .regex(/^(?:\/[A-Za-z0-9._~-]+)+$/, 'is not a path such as /1.4')
    .optional()
    .describe('Path of the entity below `publicUrl`. Defaults to `/1.0` or `/1.4`, by profile.'),
  authorityHints: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('Superiors of the entity. Defaults to its own `anchors`, otherwise to the superiors of the service.'),
  anchors: z.array(anchor).min(1).optional().describe('Anchors of the entity. Defaults to those of the service.'),
  keys: keys
    .extend({
      file: path.optional().describe('Defaults to a file in a directory of the profile, beside the key file.'),
    })
    .optional()
    .describe('Keys of the entity. Required if the service has keys in a hardware token.'),
  trustMarks: trustMarks.describe('Trust marks that the entity shows.'),
  certificates: memberCertificateSettings
    .prefault({})
    .describe("Certificates of the protocol keys, issued under the certificate in the superior's statement."),
  certificateTrust: certificateTrust
    .prefault({})
    .describe('Roots and revocation lists for the certificates of others, at a Relying Party.'),
  role: z
    .looseObject({})
    .prefault({})
    .describe('Members that replace those of `role` for this entity. Lifetimes and applications cannot be replaced.'),
})

const profiles = z
  .partialRecord(z.enum(furtherProfileNames), profileEntity)
  .default({})
  .describe(
    'Further entities of this service by profile: `it-wallet-1.0`, `it-wallet-1.4`. Each uses the formats of another version, below its own path. Only a Trust Anchor and a Relying Party offer them: with an entry, a Wallet Provider or PID Provider does not start. Defaults to none.',
  )

/** Settings of a further entity. */
export type ProfileEntitySettings = Readonly<z.output<typeof profileEntity>>

const decisions = z.strictObject({
  file: path
    .optional()
    .describe(
      'File of decisions that `fiducia explain --log` reads. Defaults to none. It gets every refusal that changed a register. Of other refusals it gets at most 60 of one surface and code in a minute, and after 300 in that minute only the first of each. A line counts the refusals that were left out. The log on standard output has every refusal, but only counts repeated requests that were not admitted or not readable.',
    ),
  maximumBytes: z
    .int()
    .min(4096)
    .default(16_777_216)
    .describe('Size of the file in bytes. The file is rotated before a write that would exceed it.'),
  kept: z.int().min(0).max(100).default(4).describe('Rotated files that are kept.'),
  sampling: z.number().min(0).max(1).default(0).describe('Share of accepted decisions that are written, from 0 to 1.'),
})

/** A file, or files by language. No file begins with a brace, so that a variable can contain files by language. */
const siteText = byLanguage(path.regex(/^[^{]/, 'is no path of a file'))
const siteTextForms =
  'a file, or files by language (`it`, `en`, `de`, `fr`, `sl`). A reader whose language is absent gets English, or Italian. The pages state the language of a text only if it is given.'

/** Schemas of the settings that all roles share, by member. */
export const commonSettings = {
  publicUrl: z.url().describe('Entity identifier and public URL. Its path is the prefix of all routes.'),
  listen: listen.prefault({}),
  database: database.prefault({}),
  keys: keys.prefault({}),
  anchors: z
    .array(anchor)
    .default([])
    .describe('Trust Anchors of this service. Their keys are pinned here and never fetched.'),
  administration: administrationSettings.prefault({}),
  profiles,
  trustedProxies,
  network: network.prefault({}),
  limits: limits.prefault({}),
  site: z
    .strictObject({
      privacyFile: siteText.optional().describe(`Text of the privacy policy: ${siteTextForms}`),
      termsFile: siteText.optional().describe(`Text of the terms of service: ${siteTextForms}`),
      logoFile: path.optional().describe('File with the logo, SVG or PNG.'),
    })
    .prefault({})
    .describe(
      "Files for the organization's pages below the public URL: plain texts with empty lines between paragraphs, and a logo.",
    ),
  decisions: decisions.prefault({}),
  operations: operations.prefault({}),
  shutdown: shutdown.prefault({}),
  selfCheck: z
    .boolean()
    .default(true)
    .describe('Requests the advertised URLs after the start and reports those that do not answer.'),
} as const

/** Members of a role's configuration that are derived from these settings, so that a settings file has none of them. */
export const derivedMembers: readonly string[] = ['entityId', 'loopbackHttp', 'profile']

const common = z.strictObject(commonSettings)

/** Validated settings that all roles share, with defaults. */
export type CommonSettings = Readonly<z.output<typeof common>> & {
  /** Certificates of a further entity, copied from its entry in `profiles`. */
  readonly memberCertificates?: MemberCertificateSettings
  /** Trust of a further entity in certificates, copied from its entry in `profiles`. */
  readonly certificateTrust?: CertificateTrustSettings
}
