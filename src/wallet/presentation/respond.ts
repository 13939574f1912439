/**
 * The Authorization Response (it-wallet §Remote presentation): chosen disclosures and a Key Binding JWT, the Wallet
 * Attestation beside them, protected as the Relying Party's attested metadata says, posted to its attested endpoint.
 */
import { type Decision, type Failure, failed, joinRules, rows } from '../../base/index.ts'
import { encryptJwe } from '../../jose/index.ts'
import { formatMdoc } from '../../oauth/index.ts'
import {
  createDirectPost,
  createDirectPostJwt,
  createPresentationSubmission,
  type EncryptResponse,
  type ResponseContent,
  type ResponseEncryption,
  type TrustedRequestObject,
} from '../../oid4vp/index.ts'
import { createKeyBindingJwt, listDisclosableClaims, type PresentCode, presentSdJwt } from '../../sd-jwt/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import type { UsableAttestation } from '../attestation/choose-attestation.ts'
import { signerOf, type WalletContext } from '../context.ts'
import { type ExchangeCode, exchange, formRequest, type ReceivedAnswer } from '../exchange.ts'
import type { AgreedItem } from './ask-consent.ts'
import type { Offer } from './offer.ts'
import { mdocPresentation } from './present-mdoc.ts'
import { type Protection, RESPONSE_ENCRYPTION_RULES } from './protection.ts'
import { startsWith } from './shown-claims.ts'

/** What was posted may have arrived, and is not posted again. */
export const RESPONSE_RULES = joinRules<ExchangeCode>()(
  rows(WI.addressForbidden, { 'FED-08': ['address_forbidden'] }),
  rows(WI.responseUnconfirmed, { 'GEN-23': ['answer_unreadable'], 'GEN-27': ['unreachable'] }),
)

export interface Answering {
  readonly request: TrustedRequestObject
  readonly offer: Offer
  readonly agreed: readonly AgreedItem[]
  readonly attestation: UsableAttestation
  readonly protection: Protection
}

/** Builds and posts. Returns the Relying Party's answer, not yet judged. */
export async function respond(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  answering: Answering,
): Promise<ReceivedAnswer> {
  const { request } = answering
  const content = await contentOf(ctx, decision, answering)
  const form = await formOf(ctx, decision, answering, content)
  const post = formRequest(request.response_uri, form)
  return decision.check(RESPONSE_RULES, () => exchange(ctx, post, 'response_uri'))
}

async function contentOf(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  { request, offer, agreed, attestation, protection }: Answering,
): Promise<ResponseContent> {
  const signed: { readonly id: string; readonly format: string; readonly presentation: string }[] = []
  for (const one of agreed) {
    const presentation = await presentationOf(ctx, decision, { request, offer, protection }, one)
    signed.push({ id: one.item.id, format: one.item.format, presentation })
  }
  const answered = new Set(agreed.map(({ item }) => item.id))
  const isSent = ({ id, optional }: Offer['attestationItems'][number]): boolean =>
    !optional ||
    offer.optionalSets.some((ids) => ids.includes(id) && ids.every((one) => one === id || answered.has(one)))
  const attested = offer.attestationItems
    .filter(isSent)
    .map(({ id, format }) => ({ id, format, presentation: attestation.compact })) // WI-86
  if (request.kind === 'dcql') return { kind: 'dcql', presentations: [...signed, ...attested] }
  const entries = [...signed, ...attested]
  const surplus = attested.length === 0 ? [attestation.compact] : [] // WI-86
  const submission = createPresentationSubmission(ctx, request.definition, entries)
  const only = entries.length === 1 && surplus.length > 0
  const descriptor_map = submission.descriptor_map.map((one) => (only ? { ...one, path: '$[0]' } : one))
  return {
    kind: 'scope',
    presentations: [...entries.map(({ presentation }) => presentation), ...surplus],
    submission: { ...submission, descriptor_map },
  }
}

/** Issuer JWT, chosen disclosures, Key Binding JWT (WI-17, WI-87). */
async function presentationOf(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  { request, offer, protection }: Pick<Answering, 'request' | 'offer' | 'protection'>,
  { candidate, claims }: AgreedItem,
): Promise<string> {
  const stored = offer.held.find(({ id }) => id === candidate.credential.id)
  const key = stored && (await ctx.secureKeys.openKey(stored.keyTag))
  const credentialKey = decision.found('WI-87', WI.nothingFits, key, 'credential_key_lost')
  if (stored?.format === formatMdoc)
    return mdocPresentation(ctx, request, protection, { held: stored, deviceKey: credentialKey, claims })
  const disclosable = own(listDisclosableClaims(ctx, stored?.credential ?? ''))
  const within = disclosable.map(({ path }) => path).filter((path) => claims.some((one) => startsWith(path, one)))
  const presented = own(presentSdJwt(ctx, stored?.credential ?? '', [...claims, ...within]))
  const keyBinding = await createKeyBindingJwt(ctx, signerOf(ctx, credentialKey), presented, {
    aud: request.relyingParty.entityId, // WI-87
    nonce: request.nonce, // WI-87
    now: ctx.clock.now(),
  })
  return presented + own(keyBinding)
}

/** A credential that was verified and stored must open: anything else is a fault of ours. */
function own<T>(value: T | Failure<PresentCode>): T {
  if (failed(value)) throw new Error(`a stored credential does not open: ${value.code}`)
  return value
}

async function formOf(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  { request, attestation, protection }: Answering,
  content: ResponseContent,
): Promise<Readonly<Record<string, string>>> {
  if (protection.kind === 'none') return createDirectPost(content, request.state)
  if (protection.kind === 'signature') {
    const { signer, thumbprint: iss } = attestation
    const aud = request.relyingParty.entityId
    const sign = { signer, iss, aud, now: ctx.clock.now(), lifetimeSeconds: 300 }
    return decision.check(RESPONSE_ENCRYPTION_RULES, () => createDirectPostJwt(content, request.state, { sign }))
  }
  const encrypt = encrypter(ctx, protection.encryption)
  return decision.check(RESPONSE_ENCRYPTION_RULES, () => createDirectPostJwt(content, request.state, { encrypt }))
}

const encrypter =
  (ctx: WalletContext, encryption: ResponseEncryption): EncryptResponse =>
  (plaintext, header) =>
    encryptJwe(ctx, { ...encryption, header }, plaintext)
