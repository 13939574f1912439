/** Settings of a Trust Anchor or intermediate. An entity with `authorityHints` is an intermediate. */
import { z } from 'zod'
import { areUnique, daySeconds, isEntityId } from '../base/index.ts'
import { federationKeys, organization } from '../federation/index.ts'
import {
  acceptedAlgorithms,
  checkMemberUrls,
  clockSkew,
  configurationLifetime,
  loopbackHttp,
  memberProfile,
  pageSettings,
} from '../member/index.ts'
import { type ProfileName, trustAnchorWire } from '../profiles/index.ts'
import { isCertifiable } from './certificates/certificate-contents.ts'
import { certificateSettings } from './certificates/certificate-settings.ts'
import { registrationMarkType } from './marks/registration-marks.ts'

/** Schema of a type of trust mark that is recognised below this anchor. */
const trustMarkTypeConfig = z
  .strictObject({
    type: z.url().describe('Type of the trust mark.'),
    issuers: z
      .array(z.string())
      .optional()
      .describe('Entities that may issue the type. Defaults to this entity only. An empty list permits any member.'),
    owner: z
      .strictObject({
        entityId: z.string().describe('Entity identifier of the owner.'),
        jwks: z.object({ keys: federationKeys.describe("The owner's public keys (JWK).") }),
      })
      .optional()
      .describe('Owner of the type, if it is another entity.'),
    delegation: z.string().optional().describe("The owner's signed delegation to this entity."),
    lifetimeSeconds: z
      .int()
      .min(60)
      .max(400 * daySeconds)
      .default(30 * daySeconds)
      .describe('Seconds for which an issued mark is valid.'),
  })
  .refine(({ delegation, owner }) => delegation === undefined || owner !== undefined, {
    path: ['delegation'],
    error: 'needs an owner, but owner is missing', // FED-35
  })

/**
 * Adds the types of registration marks, if the profile has them (FED-109). Adds none for an intermediate, because other
 * entities recognise only types that a Trust Anchor names.
 */
function withRegistrationMarks<
  T extends {
    readonly entityId: string
    readonly authorityHints: readonly string[]
    readonly profile: ProfileName
    readonly trustMarks: TrustMarkTypeConfig[]
  },
>(config: T): T {
  const { marksRegistration, memberTypes } = trustAnchorWire[config.profile]
  if (!marksRegistration || config.authorityHints.length > 0) return config
  const types = [...memberTypes, 'intermediate'].map((role) => registrationMarkType(config.entityId, role))
  const added = types.filter((type) => config.trustMarks.every((row) => row.type !== type))
  return { ...config, trustMarks: [...config.trustMarks, ...added.map((type) => trustMarkTypeConfig.parse({ type }))] }
}

/**
 * Schema of a Trust Anchor's settings. Checks form and bounds. Adds the types of registration marks, and the default of
 * `keyRetirementSeconds`. `createTrustAnchor` checks stores, anchors and administrators.
 */
export const trustAnchorConfig = z
  .strictObject({
    entityId: z.string().describe('Identifier and public URL. Its path, if any, is the prefix of all routes.'),
    organization,
    authorityHints: z.array(z.string()).default([]).describe('Identifiers of the superiors. Empty for a Trust Anchor.'),
    algorithms: acceptedAlgorithms.describe(
      'Signature algorithms that the default policies permit to members and that are accepted in federation statements.',
    ),
    trustMarks: z
      .array(trustMarkTypeConfig)
      .default([])
      .describe('Types of trust marks that are recognised below this anchor.'),
    entityConfigurationLifetimeSeconds: configurationLifetime,
    subordinateStatementLifetimeSeconds: z
      .int()
      .min(60)
      .max(daySeconds)
      .default(daySeconds)
      .describe(
        'Seconds for which a statement about a subordinate is valid: the maximum time for which others still trust a removed member.',
      ), // FED-38
    keyRetirementSeconds: z
      .int()
      .min(60)
      .optional()
      .describe(
        'Seconds for which a key is published after it last signed. At least the longest lifetime of configurations, statements and trust marks of this entity, plus `keyCacheSeconds` and `clockSkewSeconds`. Defaults to that lifetime plus one day.',
      ), // FED-10, D-125
    keyPublicationSeconds: z
      .int()
      .min(0)
      .default(daySeconds)
      .describe('Seconds for which a key is published before it may sign.'), // FED-10
    keyCacheSeconds: z
      .int()
      .min(0)
      .max(60)
      .default(5)
      .describe(
        'Seconds for which a process caches the key ring. A change at another replica takes effect within this time.',
      ), // FED-133
    resolveCacheSeconds: z
      .int()
      .min(0)
      .max(3600)
      .default(60)
      .describe('Seconds for which a resolve response is cached.'),
    certificates: certificateSettings
      .prefault({})
      .describe('Certificates of federation keys, in the profiles that have them.'),
    pages: pageSettings,
    clockSkewSeconds: clockSkew,
    profile: memberProfile,
    loopbackHttp,
  })
  .superRefine(checkMemberUrls)
  .refine(({ entityId, profile }) => !trustAnchorWire[profile].certifies || isCertifiable(entityId), {
    path: ['entityId'],
    message:
      'has a host that no certificate can name: it must be a host name of letters, digits, hyphens and dots, and no IP address', // FED-120
  })
  .refine(
    ({ trustMarks, ...urls }) =>
      trustMarks
        .flatMap(({ issuers = [], owner }) => [...issuers, ...(owner ? [owner.entityId] : [])])
        .every((entityId) => isEntityId(entityId, urls)),
    { path: ['trustMarks'], message: 'names an issuer or owner that is not a valid entity identifier' }, // FED-17
  )
  .refine(({ trustMarks }) => areUnique(trustMarks.map(({ type }) => type)), {
    path: ['trustMarks'],
    message: 'contains a type twice', // FED-07
  })
  .superRefine(({ entityId, trustMarks }, { addIssue }) => {
    for (const [index, { issuers = [entityId], owner, delegation }] of trustMarks.entries())
      if (owner !== undefined && delegation === undefined && issuers.includes(entityId))
        addIssue({
          code: 'custom',
          path: ['trustMarks', index, 'delegation'],
          message: 'is missing: another entity owns the type, so nobody accepts a mark of this service without it', // FED-35
        })
  })
  .refine(
    ({ certificates, subordinateStatementLifetimeSeconds: life, profile }) =>
      !trustAnchorWire[profile].certifies || certificates.memberLifetimeSeconds >= 2 * life,
    { path: ['certificates', 'memberLifetimeSeconds'], message: 'is shorter than twice the lifetime of a statement' }, // FED-104
  )
  .refine(
    ({ certificates: { rootLifetimeSeconds, memberLifetimeSeconds } }) =>
      rootLifetimeSeconds >= 2 * memberLifetimeSeconds,
    {
      path: ['certificates', 'rootLifetimeSeconds'],
      message: 'is shorter than twice the lifetime of a member certificate',
    },
  )
  .transform(withRegistrationMarks)
  .transform((config) => ({
    ...config,
    keyRetirementSeconds: config.keyRetirementSeconds ?? longestLife(config) + daySeconds,
  }))
  .refine(
    (config) => config.keyRetirementSeconds >= longestLife(config) + config.keyCacheSeconds + config.clockSkewSeconds,
    {
      path: ['keyRetirementSeconds'],
      message:
        'is shorter than the longest lifetime of anything that the key signs, plus `keyCacheSeconds` and the clock skew',
    }, // FED-10
  )

/** Parsed settings of a Trust Anchor, with defaults. */
export type TrustAnchorConfig = Readonly<z.output<typeof trustAnchorConfig>>

/** A type of trust mark that this entity recognises or issues. */
export type TrustMarkTypeConfig = z.output<typeof trustMarkTypeConfig>

/** Returns true if this entity may issue marks of the type. A type with an owner needs a delegation (FED-35). */
export const issuesMarks = (entityId: string, { issuers, owner, delegation }: TrustMarkTypeConfig): boolean =>
  (issuers === undefined || issuers.length === 0 || issuers.includes(entityId)) &&
  (owner === undefined || delegation !== undefined)

/**
 * Returns the longest lifetime, in seconds, of Entity Configurations, statements about subordinates, and the trust
 * marks that this entity issues. Does not include certificates.
 */
export const longestLife = (config: {
  readonly entityId: string
  readonly entityConfigurationLifetimeSeconds: number
  readonly subordinateStatementLifetimeSeconds: number
  readonly trustMarks: readonly TrustMarkTypeConfig[]
}): number =>
  Math.max(
    config.entityConfigurationLifetimeSeconds,
    config.subordinateStatementLifetimeSeconds,
    ...config.trustMarks.filter((row) => issuesMarks(config.entityId, row)).map((row) => row.lifetimeSeconds),
  )
