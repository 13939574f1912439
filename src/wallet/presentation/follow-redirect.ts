/**
 * Handles the Relying Party's answer to the wallet's response. The answer names the page on which the user continues.
 * The wallet opens the page only if the Relying Party's verified metadata contain its URL (WI-18, WI-88).
 */
import { type Decision, failed, joinRules, rows } from '../../base/index.ts'
import {
  checkCertifiedEndpoints,
  checkRedirectUri,
  parseRedirectAnswer,
  type RedirectAnswerCode,
  type RedirectCode,
  type TrustedRequestObject,
} from '../../oid4vp/index.ts'
import { type ProfileName, walletWire } from '../../profiles/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import type { WalletContext } from '../context.ts'
import { exchange, outcomeOfError, type ReceivedAnswer, statusEvidence } from '../exchange.ts'
import type { CertifiedNames } from './check-certificates.ts'

export const REDIRECT_RULES = joinRules<RedirectAnswerCode | RedirectCode | 'endpoint_not_certified'>()(
  rows(WI.responseUnanswered, {
    'GEN-28': ['json_duplicate_member'],
    'WI-88': ['json_malformed', 'json_too_large', 'json_too_deep', 'redirect_uri_missing'],
  }),
  rows(WI.redirectUntrusted, {
    'WI-18': ['redirect_uri_unusable', 'redirect_uri_not_attested'],
    'WI-135': ['endpoint_not_certified'],
  }),
  rows(WI.redirectWithoutCode, { 'WI-97': ['response_code_missing'] }),
)

/** Place of the browser that began the presentation: on the wallet's device or on another one. */
export type PresentationFlow = 'same-device' | 'cross-device'

/** Page of the Relying Party on which the user continues. */
export interface NextPage {
  readonly redirectUri: string
  /**
   * True if the browser on the wallet's device opened the page, or if the wallet's own request for the page got a
   * response, which it sends in some profiles across devices (`opensPage`). If false, the Relying Party still has the
   * response, and the app may let the user open the page later (D-256).
   */
  readonly pageOpened: boolean
}

/** Returns true if the profile requires `redirect_uri` in the answer to a response in this flow. */
export function requiresPage(profile: ProfileName, flow: PresentationFlow): boolean {
  const { redirectAnswer } = walletWire[profile]
  return redirectAnswer === 'always' || redirectAnswer === flow
}

/** The Relying Party's answer to a response, and the presentation that it belongs to. */
interface AnsweredResponse {
  readonly request: TrustedRequestObject
  readonly answer: ReceivedAnswer
  readonly flow: PresentationFlow
  readonly profile: ProfileName
  readonly certified: CertifiedNames | undefined
}

/**
 * Verifies the answer and opens the page. Returns an empty object if the answer names no page and the profile permits
 * that. Rejects with a `Refusal` for a status other than 200, and for a page that is missing or not usable.
 */
export async function followRedirect(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  { request, answer, flow, profile, certified }: AnsweredResponse,
): Promise<Partial<NextPage>> {
  const isConfirmed = answer.status === 200
  decision.that(
    'WI-88',
    outcomeOf(answer),
    isConfirmed,
    'response_refused',
    'response_uri',
    statusEvidence(answer, '200'),
  )
  const parsed = parseRedirectAnswer(answer.text)
  const lacksPage = answer.text === '' || (failed(parsed) && parsed.code === 'redirect_uri_missing')
  if (lacksPage && !requiresPage(profile, flow)) return {} // WI-143
  const { redirect_uri } = await decision.check(REDIRECT_RULES, () => parsed)
  const { redirectUris } = request.relyingPartyMetadata
  const page = await decision.check(REDIRECT_RULES, () => checkRedirectUri(redirect_uri, redirectUris, ctx.config))
  if (certified) decision.checkNow(REDIRECT_RULES, () => checkCertifiedEndpoints({ redirect_uri: page }, certified))
  if (opensPage(flow, profile)) return openPage(ctx, page)
  return { redirectUri: page, pageOpened: !failed(await exchange(ctx, new Request(page), 'redirect_uri')) }
}

/**
 * Returns the outcome for an answer whose status is not 200: accepted (2xx), perhaps accepted (3xx, 5xx, 429), or
 * refused (D-341).
 */
function outcomeOf(answer: ReceivedAnswer): WalletAnswer {
  if (answer.status < 300) return WI.responseUnanswered
  return answer.status < 400
    ? WI.responseUnconfirmed
    : outcomeOfError(answer, WI.responseRefused, WI.responseUnconfirmed)
}

/**
 * Returns true if the user agent opens the page of the Relying Party: always on the same device, and in some profiles
 * across devices (WI-210).
 */
export const opensPage = (flow: PresentationFlow, profile: ProfileName): boolean =>
  flow === 'same-device' || walletWire[profile].opensPageAcrossDevices

/** Opens a page in the browser. If the browser fails, returns `pageOpened: false` instead of throwing. */
export async function openPage({ userAgent }: Pick<WalletContext, 'userAgent'>, page: string): Promise<NextPage> {
  try {
    await userAgent.open(page)
  } catch {
    return { redirectUri: page, pageOpened: false }
  }
  return { redirectUri: page, pageOpened: true }
}
