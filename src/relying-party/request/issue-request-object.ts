/**
 * Issues the Request Object of a session to a wallet (it-wallet §Endpoints, request_uri; both variants). A repeated
 * fetch is answered again until the request expires (RP-33). The object is signed before the fetch is recorded, so that
 * a failure of the signer changes no session.
 */
import { type Decision, type JsonCode, type NumericDate, rules } from '../../base/index.ts'
import { formatDcSdJwt, formatMdoc, type ResourceHeaders } from '../../oauth/index.ts'
import {
  createClientMetadata,
  createDcqlRequestObject,
  createScopeRequestObject,
  type DcqlQuery,
  encryptRequestObject,
  mdocFormat,
  type NegotiationCode,
  negotiateRequest,
  parseWalletMetadata,
  parseWalletNonce,
  type RequestEncryption,
  type RequestEncryptionCode,
  type ResponseMode,
  selectRequestEncryption,
  type WalletMetadataCode,
} from '../../oid4vp/index.ts'
import { relyingPartyWire } from '../../profiles/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { clientIdOf, urlOf } from '../metadata.ts'
import { endOf, isOpen, type PresentationSession } from '../session/presentation-session.ts'
import { levelSuffices } from './attestation-demands.ts'
import { requestedFormats } from './requested-formats.ts'
import { sessionPublicKeyOf } from './response-keys.ts'
import { acceptedEncryptions } from './response-protections.ts'
import { verifyRequester } from './verify-requester.ts'

export const WALLET_METADATA_RULES = rules<WalletMetadataCode | JsonCode>()(RP.malformed, {
  'GEN-28': ['json_duplicate_member'],
  'RP-41': [
    'json_malformed',
    'json_too_large',
    'json_too_deep',
    'vp_formats_supported_missing',
    'presentation_definition_uri_supported',
    'response_types_unsupported',
    'wallet_metadata_malformed',
  ],
})

export const WALLET_NONCE_RULES = rules<'wallet_nonce_malformed'>()(RP.malformed, {
  'RP-40': ['wallet_nonce_malformed'],
})

export const NEGOTIATION_RULES = rules<NegotiationCode | RequestEncryptionCode>()(RP.walletUnfit, {
  'RP-42': [
    'client_id_scheme_unsupported',
    'no_common_format',
    'no_common_format_algorithm',
    'no_common_response_mode',
    'no_common_signing_algorithm',
    'no_common_request_encryption',
  ],
})

interface RequestObjectFetch {
  readonly method: string
  readonly url: string
  readonly query: ReadonlyMap<string, string>
  /** Form fields of a POST. Empty for a GET. */
  readonly form: ReadonlyMap<string, string>
  readonly headers: ResourceHeaders
}

/**
 * Records the fetch in the session. Returns the signed JWT, encrypted if the wallet sends a key for that. Rejects with
 * a `Refusal` for an unknown or ended request, an invalid wallet nonce, invalid wallet metadata, an invalid attestation
 * or proof, a wallet level that is too low, and a wallet that shares no parameters with this service. The store refuses
 * a repeated proof, after signing (RP-44).
 */
export function issueRequestObject(ctx: RelyingPartyServices, fetch: RequestObjectFetch): Promise<string> {
  return ctx.decide('relying-party/request', async (decision) => {
    const { config } = ctx
    const now = ctx.clock.now()
    const id = decision.found('RP-03', RP.unknownRequest, fetch.query.get('id'), 'request_id_missing', 'query.id')
    const found = await ctx.sessions.find(id)
    const session = decision.found('RP-03', RP.unknownRequest, found, 'request_unknown', 'query.id')
    decision.that('RP-33', RP.requestOver, isOpen(session, now), 'request_over', 'query.id', endOf(session, now))
    const isFirstFetch = session.status === 'issued'
    // A repeated fetch keeps the response mode of the first fetch (D-79). An order may fix the mode.
    const isFixed = !isFirstFetch || session.order?.responseMode !== undefined
    const responseModes = isFixed ? [session.responseMode] : config.responseModes
    const asked = { responseModes, formats: requestedFormats(config, session) }
    const wallet = await parseWalletParameters(ctx, decision, fetch.form, asked)
    const { level, key, claims } = await verifyRequester(ctx, decision, fetch, now)
    // A fetch of variant 2 needs no attested level (D-67).
    const sufficient = session.variant === 'dcql' || levelSuffices(config, level)
    const tooLow = fetch.headers.authorization === undefined ? RP.attestationMissing : RP.levelTooLowAtFetch
    decision.that('RP-46', tooLow, sufficient, 'wallet_level_too_low', 'header.authorization')

    const expiresAt = isFirstFetch ? now + config.requestLifetimeSeconds : session.expiresAt
    const responseMode = wallet.responseMode ?? responseModes[0] ?? 'direct_post.jwt'
    const settings = { ...wallet, responseMode, lifetimeSeconds: expiresAt - now }
    const signed = await signRequestObject(ctx, session, settings, now)
    const requestObject = await encryptIfRequested(ctx, decision, wallet.encryption, signed)
    const attested = key && { attestedLevel: level ?? config.lowestWalletLevel, attestedKey: key }
    const outcome = await ctx.sessions.recordFetch({ id, claims, expiresAt, responseMode, ...attested, now })
    if (typeof outcome === 'object') decision.refuse(['RP-44', RP.invalidProof], 'jti_reused', 'dpop.payload.jti')
    decision.that('RP-33', RP.requestOver, outcome === 'fetched', 'request_over', 'query.id')
    return requestObject
  })
}

interface WalletParameters {
  readonly walletNonce: string | undefined
  readonly responseMode: ResponseMode | undefined
  readonly encryption: RequestEncryption | undefined
}

/** Response modes and credential formats for which the Request Object may ask. */
interface AskedParameters {
  readonly responseModes: readonly ResponseMode[]
  /** Canonical names. `undefined` for any format. */
  readonly formats: ReadonlySet<string> | undefined
}

/**
 * Parses the fields of a POST, and negotiates the response mode and the encryption of the Request Object. All fields
 * are optional (RP-43). Without `wallet_metadata`, negotiates nothing. Refuses a wallet without any of the requested
 * formats.
 */
async function parseWalletParameters(
  ctx: RelyingPartyServices,
  decision: Decision<RpAnswer>,
  form: ReadonlyMap<string, string>,
  { responseModes, formats }: AskedParameters,
): Promise<WalletParameters> {
  const nonce = form.get('wallet_nonce')
  const walletNonce =
    nonce === undefined ? undefined : decision.checkNow(WALLET_NONCE_RULES, () => parseWalletNonce(nonce))
  const text = form.get('wallet_metadata')
  if (text === undefined) return { walletNonce, responseMode: undefined, encryption: undefined }
  const { sdJwtAlgorithms, mdocAlgorithms, algorithms, profile } = ctx.config
  const { checksDefinitionUri, checksClientIdSchemes, ignoredResponseModes } = relyingPartyWire[profile]
  const metadata = decision.checkNow(WALLET_METADATA_RULES, () => parseWalletMetadata(text, { checksDefinitionUri }))
  const isAsked = (format: string): boolean => formats?.has(format) ?? true
  const { mso_mdoc: mdoc } = mdocFormat(mdocAlgorithms)
  // An mdoc has no Key Binding JWT. There, this member contains the algorithms of the device signature (D-412).
  const holder = { 'kb-jwt_alg_values': [...algorithms] }
  const responseMode = decision.checkNow(NEGOTIATION_RULES, () =>
    negotiateRequest(metadata, {
      vpFormats: {
        ...(isAsked(formatDcSdJwt) && { [formatDcSdJwt]: { 'sd-jwt_alg_values': [...sdJwtAlgorithms], ...holder } }),
        ...(isAsked(formatMdoc) && mdoc && { [formatMdoc]: { ...mdoc, ...holder } }),
      },
      responseModes,
      checksClientIdSchemes,
      ignoredResponseModes,
      signingAlgorithms: [ctx.requestSigner.alg],
    }),
  )
  const encryption = decision.checkNow(NEGOTIATION_RULES, () => selectRequestEncryption(metadata))
  return { walletNonce, responseMode, encryption }
}

async function encryptIfRequested(
  ctx: RelyingPartyServices,
  decision: Decision<RpAnswer>,
  encryption: RequestEncryption | undefined,
  requestObject: string,
): Promise<string> {
  if (encryption === undefined) return requestObject
  return decision.check(NEGOTIATION_RULES, () => encryptRequestObject(ctx, encryption, requestObject))
}

async function signRequestObject(
  ctx: RelyingPartyServices,
  session: PresentationSession,
  parameters: Pick<WalletParameters, 'walletNonce'> & {
    readonly responseMode: ResponseMode
    readonly lifetimeSeconds: number
  },
  now: NumericDate,
): Promise<string> {
  const { config, requestSigner } = ctx
  const wire = relyingPartyWire[config.profile]
  const settings = {
    ...parameters,
    clientId: clientIdOf(config),
    entityId: config.entityId,
    responseUri: urlOf(config, 'response'), // RP-23
    presentationNonce: session.presentationNonce,
    state: session.state,
    trustChain: await ctx.publisher.trustChain({ withAnchor: wire.anchorInTrustChain }), // RP-31, RP-155
    certificates: await ctx.requestCertificates?.x5cOf(requestSigner.publicJwk), // RP-132
  }
  if (session.variant === 'scope') {
    const scope = String(session.query.scope)
    return createScopeRequestObject(requestSigner, { ...settings, scope }, now)
  }
  const dcqlQuery = session.query as unknown as DcqlQuery
  const repeats = config.repeatRequestUriMethod && wire.methodInRequestObject
  const requestUriMethod = repeats ? session.requestUriMethod : undefined // D-184
  const key = sessionPublicKeyOf(session)
  const encryptions = acceptedEncryptions(config)
  const clientMetadata = key && createClientMetadata(ctx.verifierMetadata, { key, encryptions })
  return createDcqlRequestObject(requestSigner, { ...settings, dcqlQuery, requestUriMethod, clientMetadata }, now)
}
