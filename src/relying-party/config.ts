/**
 * Configuration of a Relying Party: the relations between its settings, and the values derived from them. Configured
 * requests to wallets are validated here, once. A service with an invalid query, or with a DCQL query for a format that
 * it cannot verify, does not start.
 */
import { z } from 'zod'
import { failed, type Json } from '../base/index.ts'
import { checkMemberUrls } from '../member/index.ts'
import { formatMdoc } from '../oauth/index.ts'
import {
  createEngagementUrl,
  type DcqlQuery,
  type PresentationDefinition,
  parseDcqlQuery,
  resolveScope,
} from '../oid4vp/index.ts'
import { relyingPartyWire } from '../profiles/index.ts'
import { insecureUrlOf, unencodedReturnUrlOf } from './application/applications.ts'
import { indexOfUnacceptedFormat } from './request/accepted-formats.ts'
import {
  addAttestationQuery,
  asksAttestationByScope,
  needsAttestation,
  needsSignature,
  provesAttestedKey,
} from './request/attestation-demands.ts'
import { defaultDcqlQuery, presetQueries, withAcceptedAlgorithms } from './request/default-requests.ts'
import { linksFitQrCode } from './request/wallet-link.ts'
import { isMdocAlgorithm, type Settings, settings } from './settings.ts'

/** Schema of a Relying Party's settings: form, bounds and relations. `createRelyingParty` checks the keys. */
export const relyingPartyConfig = settings
  .superRefine(checkMemberUrls)
  .superRefine(({ applications: all, loopbackHttp }, ctx) => {
    for (const [index, application] of all.entries()) {
      const setting = insecureUrlOf(application, { loopbackHttp })
      const unencoded = unencodedReturnUrlOf(application)
      if (setting !== undefined)
        ctx.addIssue({ code: 'custom', path: ['applications', index, setting], message: 'must be an https URL' })
      if (unencoded !== undefined)
        ctx.addIssue({
          code: 'custom',
          path: ['applications', index, 'returnUrls'],
          message: `has a URL that a redirect cannot contain: write ${unencoded.expected}`,
        })
    }
  })
  .refine(({ presentationDefinitions: all }) => all.every((one) => one.submission_requirements === undefined), {
    path: ['presentationDefinitions', 'submission_requirements'], // D-261
    message: 'is not supported: wallets must always answer every input descriptor',
  })
  .refine((config) => !offersScope(config) || !failed(resolveScope(config.scope, config.presentationDefinitions)), {
    path: ['scope'], // RP-35
    message: 'must name definitions of "presentationDefinitions" or their input descriptors, no two with the same id',
  })
  .refine(
    (config) => !failed(createEngagementUrl(config.walletAuthorizationEndpoint, { client_id: '', request_uri: '' })),
    { path: ['walletAuthorizationEndpoint'], message: 'cannot open a wallet' },
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
  .refine((config) => !requiresLevel(config) || config.askWalletAttestation, {
    path: ['requiredWalletLevels'], // RP-46
    message: 'needs askWalletAttestation: without it nothing attests a level',
  })
  .refine((config) => !requiresLevel(config) || provesAttestedKey(config), {
    path: ['requiredWalletLevels'], // RP-108
    message:
      'nothing proves the attested key: set "variants" to ["scope"], or accept only signed responses in responseModes and responseProtections',
  })
  .refine((config) => !needsSignature(withProfile(config)) || config.askWalletAttestation, {
    path: ['responseProtections'], // RP-49
    message: 'needs askWalletAttestation: without it nothing attests the key of a signed response',
  })
  .refine((config) => !acceptsSignatures(config) || config.algorithms.includes(config.signedResponseAlg), {
    path: ['signedResponseAlg'], // RP-24
    message: 'must be one of "algorithms": the service would refuse the signature that its metadata ask for',
  })
  .refine(({ mdocAlgorithms = [], algorithms }) => mdocAlgorithms.length === 0 || algorithms.some(isMdocAlgorithm), {
    path: ['mdocAlgorithms'], // RP-25
    message: 'needs an algorithm of mdocs in "algorithms": the service would refuse every device signature',
  })
  .refine((config) => !needsAttestation(config) || !offersScope(config) || asksAttestationByScope(config), {
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
  .transform((configured, ctx) => {
    const config = withProfile(configured)
    const [authority = ''] = config.authorityHints
    const dcqlQuery = config.dcqlQuery ?? defaultDcqlQuery(config.profile, authority)
    const queries = [dcqlQuery, ...Object.values(config.dcqlQueries)]
    const hasMdoc = queries.some(asksForMdoc) || definitionsNameMdoc(config.presentationDefinitions)
    const usableAlgorithms = config.algorithms.filter(isMdocAlgorithm)
    const mdocAlgorithms = config.mdocAlgorithms ?? (hasMdoc ? usableAlgorithms : []) // RP-25
    const { acceptsMdocs } = relyingPartyWire[config.profile]
    const acceptedMdocAlgorithms = acceptsMdocs ? mdocAlgorithms : [] // RP-180
    const namedQueries = Object.entries(config.dcqlQueries).map(
      ([name, query]) => [['dcqlQueries', name], query] as const,
    )
    const offered = config.variants.includes('dcql') ? [[['dcqlQuery'], dcqlQuery] as const, ...namedQueries] : []
    for (const [path, query] of offered) {
      const index = indexOfUnacceptedFormat({ mdocAlgorithms: acceptedMdocAlgorithms }, query)
      if (index < 0) continue
      const place = [...path, 'credentials', index, 'format']
      ctx.addIssue({ code: 'custom', path: place, message: 'is a format that this service cannot verify' }) // RP-37
      return z.NEVER
    }
    const walletAttestationTypes = config.walletAttestationTypes ?? [`${authority}/WalletAttestation`]
    const withAttestation = config.askWalletAttestation
      ? addAttestationQuery({ ...config, walletAttestationTypes }, dcqlQuery)
      : dcqlQuery
    // Parsed again, because the added query for the attestation could have the id of another query.
    const checkedQuery = parseDcqlQuery(withAttestation as unknown as Json, { strict: true }, 'dcqlQuery')
    if (failed(checkedQuery)) {
      ctx.addIssue({ code: 'custom', path: ['dcqlQuery'], message: `${checkedQuery.code} at ${checkedQuery.at}` }) // RP-37
      return z.NEVER
    }
    return {
      ...config,
      /** Preset queries by name, for orders of applications. A configured query of the same name takes precedence. */
      presets: presetQueries(config.profile, authority),
      walletAttestationTypes,
      presentationDefinitions: withAcceptedAlgorithms(config.presentationDefinitions, config),
      mdocAlgorithms: acceptedMdocAlgorithms,
      dcqlQuery: checkedQuery,
    }
  })

/** Limits the settings to the values that the profile supports. */
function withProfile(config: Settings): Settings {
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

const offersScope = (config: Settings): boolean => withProfile(config).variants.includes('scope')

/** Returns true if responses may be signed. */
const acceptsSignatures = (config: Settings): boolean =>
  withProfile(config).responseProtections.some((one) => one !== 'encrypted')

/**
 * Returns true if the settings require a wallet level and wallets of the profile can prove one. If wallets cannot prove
 * the required level, every presentation and every order is refused.
 */
const requiresLevel = ({ requiredWalletLevels, profile }: Settings): boolean =>
  requiredWalletLevels.length > 0 && relyingPartyWire[profile].provesWalletLevel

/** Returns true if a credential query asks for an mdoc. */
const asksForMdoc = ({ credentials }: DcqlQuery): boolean => credentials.some(({ format }) => format === formatMdoc)

/** Returns true if a definition, or a descriptor of one, names the format of mdocs. */
const definitionsNameMdoc = (definitions: readonly PresentationDefinition[]): boolean =>
  definitions
    .flatMap(({ format, input_descriptors: descriptors }) => [format, ...descriptors.map((one) => one.format)])
    .some((formats) => Object.hasOwn(formats ?? {}, formatMdoc))

/** Parsed settings of a Relying Party, with defaults. */
export type RelyingPartyConfig = Readonly<z.output<typeof relyingPartyConfig>>
