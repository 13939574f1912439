/**
 * The Authorization Response (it-wallet §Remote presentation): the chosen claims with the holder's signature, and the
 * Wallet Attestation if the request asks for it or contains a `scope`. The response is protected as the Relying Party's
 * attested metadata require and posted to the attested endpoint.
 */
import { type Decision, joinRules, rows } from '../../base/index.ts'
import { holderFacets } from '../../credential/holder.ts'
import { encryptJwe, jwkThumbprint } from '../../jose/index.ts'
import {
  createDirectPost,
  createDirectPostJwt,
  createPresentationSubmission,
  type EncryptResponse,
  type ResponseContent,
  type ResponseEncryption,
  type TrustedRequestObject,
} from '../../oid4vp/index.ts'
import type { ProfileName } from '../../profiles/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import type { UsableAttestation } from '../attestation/choose-attestation.ts'
import { signerOf, type WalletContext } from '../context.ts'
import { type ExchangeCode, exchange, formRequest, type ReceivedAnswer } from '../exchange.ts'
import type { AgreedItem } from './ask-consent.ts'
import type { Offer } from './offer.ts'
import { type Protection, RESPONSE_ENCRYPTION_RULES } from './protection.ts'

/** The wallet does not post the response again if the Relying Party's answer is lost, because it may have arrived. */
export const RESPONSE_RULES = joinRules<ExchangeCode>()(
  rows(WI.addressForbidden, { 'FED-08': ['address_forbidden'] }),
  rows(WI.responseUnconfirmed, { 'GEN-23': ['answer_unreadable'], 'GEN-27': ['unreachable'] }),
)

interface ResponseParts {
  readonly request: TrustedRequestObject
  readonly offer: Offer
  readonly agreed: readonly AgreedItem[]
  readonly attestation: UsableAttestation
  readonly protection: Protection
  readonly profile: ProfileName
}

/**
 * Creates and posts the response. Returns the Relying Party's answer without verifying it. Rejects with a `Refusal` if
 * a credential's key is lost, or the response cannot be protected or sent.
 */
export async function respond(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  parts: ResponseParts,
): Promise<ReceivedAnswer> {
  const { request } = parts
  const content = await contentOf(ctx, decision, parts)
  const form = await formOf(ctx, decision, parts, content)
  const post = formRequest(request.response_uri, form)
  return decision.check(RESPONSE_RULES, () => exchange(ctx, post, 'response_uri'))
}

async function contentOf(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  { request, offer, agreed, attestation, protection }: ResponseParts,
): Promise<ResponseContent> {
  const signed: { readonly id: string; readonly format: string; readonly presentation: string }[] = []
  for (const one of agreed) {
    const presentation = await presentationOf(ctx, decision, { request, offer, protection }, one)
    signed.push({ id: one.item.id, format: one.item.format, presentation })
  }
  const answered = new Set([...agreed.map(({ item }) => item.id), ...offer.attestationItems.map(({ id }) => id)])
  const isSent = ({ id, optional }: Offer['attestationItems'][number]): boolean =>
    !optional || offer.optionalSets.some((ids) => ids.includes(id) && ids.every((one) => answered.has(one)))
  const attested = offer.attestationItems
    .filter(isSent)
    .map(({ id, format }) => ({ id, format, presentation: attestation.compact })) // WI-86
  const entries = [...signed, ...attested]
  if (request.kind === 'dcql') return { kind: 'dcql', presentations: entries }
  const unrequested = attested.length === 0 ? [attestation.compact] : [] // WI-86
  const submission = createPresentationSubmission(ctx, request.definition, entries)
  const isAlone = entries.length === 1 && unrequested.length > 0
  const descriptor_map = submission.descriptor_map.map((one) => (isAlone ? { ...one, path: '$[0]' } : one))
  return {
    kind: 'scope',
    presentations: [...entries.map(({ presentation }) => presentation), ...unrequested],
    submission: { ...submission, descriptor_map },
  }
}

async function presentationOf(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  { request, offer, protection }: Pick<ResponseParts, 'request' | 'offer' | 'protection'>,
  { candidate, claims }: AgreedItem,
): Promise<string> {
  const held = offer.held.find(({ id }) => id === candidate.credential.id)
  const key = held && (await ctx.secureKeys.openKey(held.keyTag))
  const found = decision.found('WI-87', WI.nothingFits, held && key && { held, key }, 'credential_key_lost')
  return holderFacets[found.held.format].present(ctx, found.held, claims, signerOf(ctx, found.key), {
    clientId: request.client_id,
    nonce: request.nonce,
    responseUri: request.response_uri,
    encryptionThumbprint:
      protection.kind === 'encryption' ? jwkThumbprint(ctx, protection.encryption.recipient) : undefined,
    now: ctx.clock.now(),
  })
}

async function formOf(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  { request, attestation, protection, profile }: ResponseParts,
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
  return decision.check(RESPONSE_ENCRYPTION_RULES, () =>
    createDirectPostJwt(content, request.state, { encrypt, profile }),
  )
}

const encrypter =
  (ctx: WalletContext, encryption: ResponseEncryption): EncryptResponse =>
  (plaintext, header) =>
    encryptJwe(ctx, { ...encryption, header }, plaintext)
