/**
 * The credential request (it-wallet §Credential request): the wallet proves possession of a key made for this PID alone
 * (WI-50) and receives the PID bound to it. After a lost response, the next request uses the same key (D-603).
 */
import { type Decision, failed, joinRules, type NumericDate, randomUuid, rows } from '../../base/index.ts'
import { type CredentialFormat, formatMdoc, formatSdJwt } from '../../oauth/index.ts'
import {
  type CredentialResponse,
  type CredentialResponseCode,
  createCredentialRequest,
  createKeyProof,
  credentialRequestForm,
  parseCredentialResponse,
} from '../../oid4vci/index.ts'
import { mayRetry, type WalletAnswer, WI } from '../answers.ts'
import { becomeOperational } from '../attestation/choose-attestation.ts'
import { discardKey, signerOf, type WalletContext } from '../context.ts'
import {
  EXCHANGE_RULES,
  exchangeWithDpop,
  formRequest,
  type JsonAnswerCode,
  jsonRequest,
  jsonRules,
  outcomeOfError,
  parseStatedError,
  type ReceivedAnswer,
  readJson,
  statusEvidence,
} from '../exchange.ts'
import type { SecureKey } from '../ports/secure-keys.ts'
import { requireSecureEnvironment } from '../set-up/register.ts'
import type { CredentialGrant, HeldCredential } from '../storage/wallet-record.ts'
import { acceptMdocCredential } from './accept-mdoc-credential.ts'
import { acceptSdJwtCredential } from './accept-sd-jwt-credential.ts'
import { requireTrustedIssuer, type TrustedIssuer } from './issuer.ts'
import type { RedeemedGrant } from './redeem-code.ts'

export const CREDENTIAL_RESPONSE_RULES = joinRules<JsonAnswerCode | CredentialResponseCode>()(
  jsonRules('WI-54', WI.issuerFaulty),
  rows(WI.issuerFaulty, { 'WI-54': ['credential_response_malformed', 'format_mismatch'] }),
)

const acceptByFormat = { [formatSdJwt]: acceptSdJwtCredential, [formatMdoc]: acceptMdocCredential }

/**
 * Requests a PID with the grant, checks it, stores it and returns it. Rejects with a `Refusal`, and stores no PID, if
 * the wallet cannot become operational, a check fails, the issuer refuses, or the PID is not valid (WI-10). After an
 * error, keeps the key of the PID for the next call if that call may succeed, otherwise deletes it.
 */
export async function requestCredential(ctx: WalletContext, grant: RedeemedGrant): Promise<HeldCredential> {
  await becomeOperational(ctx) // WI-03
  return ctx.decide('wallet/credential', async (decision) => {
    const issuer = await requireTrustedIssuer(ctx, decision, grant.issuer)
    const dpopKey = decision.found('WI-08', WI.renewalOver, await ctx.secureKeys.openKey(grant.dpopKeyTag), 'key_lost')
    const credentialKey = await openOrCreateCredentialKey(ctx, decision, grant)
    const { tag } = credentialKey
    let pid: HeldCredential
    try {
      const parts: CredentialExchange = { issuer, grant, dpopKey, credentialKey }
      const answer = await sendWithRetry(ctx, decision, parts)
      const response = await decision.check(CREDENTIAL_RESPONSE_RULES, () => readResponse(answer, formatOf(grant)))
      const { format, credential } = response
      const [type] = ctx.types
      const accepted = await acceptByFormat[format](ctx, decision, { credential, issuer, credentialKey, type })
      pid = { ...accepted, id: randomUuid(ctx.random), credential, keyTag: tag, receivedAt: ctx.clock.now() }
      await ctx.stores.credentials.put(pid, renewedGrant(grant, response, ctx.clock.now()))
    } catch (thrown) {
      if (mayRetry(thrown)) ctx.stores.credentialKeys.giveBack(tag)
      else await endKey(ctx, tag)
      throw thrown
    }
    // A failure here has no effect: the key of a stored PID is never used for another credential.
    await ctx.stores.credentialKeys.end(tag).catch(() => undefined)
    return pid
  })
}

/** Returns the key of an earlier request under this grant whose response was lost, or a new key. */
async function openOrCreateCredentialKey(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  { dpopKeyTag }: RedeemedGrant,
): Promise<SecureKey> {
  const { credentialKeys } = ctx.stores
  const keptTag = await credentialKeys.take(dpopKeyTag)
  const keptKey = keptTag === undefined ? undefined : await openKeptKey(ctx, keptTag)
  if (keptKey) return keptKey
  if (keptTag !== undefined) await credentialKeys.end(keptTag)
  const newKey = await ctx.secureKeys.generateKey(await requireSecureEnvironment(ctx, decision)) // WI-50
  try {
    await credentialKeys.keep({ keyTag: newKey.tag, dpopKeyTag })
  } catch (thrown) {
    await discardKey(ctx, newKey.tag)
    throw thrown
  }
  return newKey
}

/** Opens a key that `take` returned. Releases it for the next request if it cannot be opened now. */
async function openKeptKey({ secureKeys, stores }: WalletContext, tag: string): Promise<SecureKey | undefined> {
  try {
    return await secureKeys.openKey(tag)
  } catch (thrown) {
    stores.credentialKeys.giveBack(tag)
    throw thrown
  }
}

/**
 * Deletes a key for which no credential will be issued. If the record of the key cannot be removed now, the next
 * request finds that the key is gone.
 */
async function endKey(ctx: WalletContext, tag: string): Promise<void> {
  await discardKey(ctx, tag)
  await ctx.stores.credentialKeys.end(tag).catch(() => undefined)
}

interface CredentialExchange {
  readonly issuer: TrustedIssuer
  readonly grant: RedeemedGrant
  readonly dpopKey: SecureKey
  readonly credentialKey: SecureKey
}

/**
 * Returns the Credential Response. Repeats the request as a form if the endpoint does not accept JSON (D-429). If the
 * response has status 400 and a new c_nonce, repeats the request once with that c_nonce (WI-53, D-1138). Rejects with a
 * `Refusal` for a status other than 200.
 */
async function sendWithRetry(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  parts: CredentialExchange,
): Promise<ReceivedAnswer> {
  const { cNonce: grantedNonce } = parts.grant
  const asJson = await sendRequest(ctx, decision, parts, grantedNonce)
  const encode = asJson.status === 415 ? formEncoded : jsonRequest
  const firstAnswer = encode === jsonRequest ? asJson : await sendRequest(ctx, decision, parts, grantedNonce, encode)
  const { error, cNonce = grantedNonce } = parseStatedError(firstAnswer)
  const hasNewNonce = firstAnswer.status === 400 && error !== 'use_dpop_nonce' && cNonce !== grantedNonce
  const answer = hasNewNonce ? await sendRequest(ctx, decision, parts, cNonce, encode) : firstAnswer // WI-53
  const refused = outcomeOfError(answer, WI.issuerRefused)
  const isIssued = answer.status === 200
  decision.that('WI-42', refused, isIssued, 'credential_refused', 'credential', statusEvidence(answer, '200'))
  return answer
}

type Encode = typeof jsonRequest

const formEncoded: Encode = (url, body, headers) => formRequest(url, credentialRequestForm({ ...body }), headers)

function sendRequest(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  { issuer: { metadata }, grant, dpopKey, credentialKey }: CredentialExchange,
  cNonce: string,
  encode: Encode = jsonRequest,
): Promise<ReceivedAnswer> {
  const target = {
    signer: signerOf(ctx, dpopKey),
    method: 'POST',
    url: metadata.credentialEndpoint,
    boundToken: grant.accessToken,
    dpopNonce: grant.dpopNonce,
    build: async (headers: Readonly<Record<string, string>>) => {
      const { clientId, issuer: audience } = grant
      const now = ctx.clock.now()
      const proof = await createKeyProof(ctx, signerOf(ctx, credentialKey), { clientId, audience, cNonce, now })
      const request = createCredentialRequest(formatOf(grant), ctx.types[0], proof) // WI-51
      return encode(metadata.credentialEndpoint, request, headers)
    },
  } as const
  return decision.check(EXCHANGE_RULES, () => exchangeWithDpop(ctx, target, 'credential'))
}

const formatOf = ({ format = formatSdJwt }: CredentialGrant): CredentialFormat => format

function readResponse(answer: ReceivedAnswer, format: CredentialFormat) {
  const body = readJson(answer, 'credential')
  return failed(body) ? body : parseCredentialResponse(body, format)
}

function renewedGrant(grant: RedeemedGrant, response: CredentialResponse, now: NumericDate): CredentialGrant {
  const { dpopNonce: _, ...rest } = grant
  return { ...rest, cNonce: response.c_nonce, cNonceExpiresAt: now + response.c_nonce_expires_in } // WI-55
}
