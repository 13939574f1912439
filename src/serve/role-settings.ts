/**
 * Settings of each role: those that all services share, those of one role only, and the role's configuration in `role`.
 * `entityId` and `loopbackHttp` in `role` come from the shared settings. `authorityHints` defaults to the anchors. A
 * Trust Anchor has no such default.
 */
import { z } from 'zod'
import { areUnique } from '../base/index.ts'
import { openIdLoginConfig } from '../openid-login/config.ts'
import { pidProviderConfig } from '../pid-provider/config.ts'
import { personSourceConfig } from '../pid-provider-adapters/person-source-config.ts'
import { relyingPartyConfig } from '../relying-party/config.ts'
import { trustAnchorConfig } from '../trust-anchor/config.ts'
import { type ConfiguredSubordinate, configuredSubordinate } from '../trust-anchor/onboarding/configured-subordinate.ts'
import { walletProviderConfig } from '../wallet-provider/config.ts'
import { deviceVendorsConfig } from '../wallet-provider-adapters/device-vendors-config.ts'
import type { ServedRole } from './role-names.ts'
import { type CommonSettings, commonSettings } from './settings.ts'
import { ownChain, trust } from './trust-settings.ts'

const text = z.strictObject({
  it: z.string().min(1).describe('In Italian.'),
  en: z.string().min(1).describe('In English.'),
})
const path = z.string().min(1)
const logoFile = path
  .optional()
  .describe('File with the official mark for its button, SVG or PNG. Without it, only the button of SPID has a mark.')
const providerId = z
  .string()
  .regex(/^[a-z0-9-]+$/)
  .describe('Name of the provider in addresses and logs.')
const protocol = 'Protocol of the login.'

/** A national login over OpenID Connect. Discovery is accepted only with `network.loopbackHttp`. */
const oidcProvider = z.strictObject({
  protocol: z.literal('oidc').describe(protocol),
  id: providerId,
  displayName: text,
  scheme: z.enum(['cie', 'spid']).optional().describe('National scheme, whose official button the login page shows.'),
  logoFile,
  issuer: z.url().describe('Issuer of the OpenID Provider.'),
  registration: z
    .enum(['federation', 'discovery'])
    .default('federation')
    .describe(
      "Source of the provider's metadata and keys: its trust chain, or its discovery document. `discovery` is for local use.",
    ),
})

/** A national login over SAML. `metadataUrl` is accepted only with `network.loopbackHttp`. */
const samlProvider = z.strictObject({
  protocol: z.literal('saml').describe(protocol),
  profile: z
    .enum(['spid', 'cie'])
    .default('spid')
    .describe('Scheme of the provider: it decides the rules of the login and the registry that receives our metadata.'),
  id: providerId,
  displayName: text,
  logoFile,
  entityId: z.string().min(1).describe('`entityID` of the identity provider.'),
  metadataFile: path.optional().describe('File with its metadata, signed by the registry.'),
  metadataUrl: z.url().optional().describe('URL of its metadata. For local use.'),
})

/** Maximum length in characters by X.520 (D-259). */
const longestLocality = 128

const serviceProvider = z
  .strictObject({
    serviceName: text.default({ it: 'Rilascio del PID', en: 'Issuance of the PID' }),
    organization: z
      .strictObject({
        name: text,
        url: z.strictObject({ it: z.url().describe('Page in Italian.'), en: z.url().describe('Page in English.') }),
      })
      .optional(),
    singleLogoutUrl: z
      .url()
      .optional()
      .describe('URL of a page of the operator. The registry requires one, although there is no session to end.'),
    locality: z
      .string()
      .min(1)
      .refine(
        (name) => [...name].length <= longestLocality,
        `is too long for the certificate: at most ${longestLocality} characters`,
      )
      .optional()
      .describe(
        'Municipality of the public body, for the certificate that is created for a contact (AgID Avviso 29v3).',
      ),
    contact: z
      .strictObject({
        ipaCode: z.string().min(1).describe('Code of the public body in the index of public administrations (IPA).'),
        email: z.string().min(3).describe('Address for the registry.'),
        telephone: z.string().optional().describe('Telephone number for the registry.'),
        municipality: z
          .string()
          .regex(/^[A-Z]\d{3}$/, 'is not a cadastral code of a municipality, for example H501')
          .optional()
          .describe('Cadastral code of the municipality of the seat. The registry of CIE id requires it.'),
      })
      .optional(),
  })
  .refine(({ contact, locality }) => contact !== undefined || locality === undefined, {
    path: ['locality'],
    error: 'needs a contact, because it is for the certificate of the contact',
  })

/** Settings of one role only, in addition to `role`. */
const ownSettings = {
  'trust-anchor': {
    subordinates: z
      .array(configuredSubordinate)
      .default([])
      .describe(
        'Subordinates that are registered at the first start. Later changes are made through the administration.',
      ),
  },
  'wallet-provider': { devices: deviceVendorsConfig, federation: ownChain.prefault({}) },
  'pid-provider': {
    identityProviders: z
      .array(z.discriminatedUnion('protocol', [oidcProvider, samlProvider]))
      .min(1)
      .refine((all) => areUnique(all.map(({ id }) => id)), 'two entries have the same id')
      .describe('National logins, in the order of the buttons.'),
    serviceProvider: serviceProvider.prefault({}),
    credentialTypeFiles: z
      .array(path)
      .default([])
      .describe(
        'Files with further types of credentials (JSON). The service issues the type that `role.credentialType` and `role.doctype` name. Defaults to the PID alone.',
      ),
    personSource: personSourceConfig
      .default({ kind: 'login' })
      .describe("Source of a person's data: the login itself, or a register that is queried."),
    federation: trust.prefault({}),
  },
  'relying-party': {
    federation: trust.prefault({}),
    /** OpenID Provider, with which applications log users in. Defaults to none. */
    openid: openIdLoginConfig.optional(),
  },
} as const

/** Schemas of the member `role`, by role. */
export const roleConfigs = {
  'trust-anchor': trustAnchorConfig,
  'wallet-provider': walletProviderConfig,
  'pid-provider': pidProviderConfig,
  'relying-party': relyingPartyConfig,
} as const

/** Returns the schema of a role's settings. `role` is validated separately. */
export const settingsSchema = (role: ServedRole) =>
  z.strictObject({ ...commonSettings, ...ownSettings[role], role: z.looseObject({}).prefault({}) })

type Settings<R extends ServedRole> = CommonSettings & {
  readonly [member in keyof (typeof ownSettings)[R]]: (typeof ownSettings)[R][member] extends z.ZodType
    ? z.output<(typeof ownSettings)[R][member]>
    : never
} & {
  readonly role: z.output<(typeof roleConfigs)[R]>
  /** Resolves a path of the settings to a path of the file system. */
  readonly resolve: (path: string) => string
  /** Settings of the further entities of `profiles`, complete, in the order of the profiles. */
  readonly profileEntities: readonly RoleSettings[R][]
}

/** Validated settings of a Trust Anchor or intermediate, with defaults. */
export type TrustAnchorSettings = Omit<Settings<'trust-anchor'>, 'subordinates'> & {
  readonly subordinates: readonly ConfiguredSubordinate[]
}
/** Validated settings of a Wallet Provider, with defaults. */
export type WalletProviderSettings = Settings<'wallet-provider'>
/** Validated settings of a PID Provider, with defaults. */
export type PidProviderSettings = Settings<'pid-provider'>
/** Validated settings of a Relying Party, with defaults. */
export type RelyingPartySettings = Settings<'relying-party'>

/** Settings of a service, by its role. */
export interface RoleSettings {
  readonly 'trust-anchor': TrustAnchorSettings
  readonly 'wallet-provider': WalletProviderSettings
  readonly 'pid-provider': PidProviderSettings
  readonly 'relying-party': RelyingPartySettings
}

/** Settings of any role. They do not name the role. */
export type ServiceSettings = RoleSettings[ServedRole]
