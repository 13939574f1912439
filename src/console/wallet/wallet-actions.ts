/** Runs actions of the phone, and redirects the browser to their results. */
import { type EndpointRequest, formOf, type HttpResponse, redirect } from '../../http/index.ts'
import { consentPage, unanswerablePage, unknownIdPage, workingPage } from './consent-pages.ts'
import type { PageContext } from './home-page.ts'
import { type PhoneContent, pathOf, walletPaths } from './phone.ts'
import { readAnswer } from './read-answer.ts'
import type { ConsoleWallet, WalletEvent, WalletRequest } from './wallet-port.ts'

/** A page, and the wallet of its browser. */
export type WalletPage = PageContext & { readonly wallet: ConsoleWallet }

/**
 * Begins an issuance. Redirects to the page of the login, or to the page of the result if the issuance has ended
 * without a login.
 */
export async function beginIssuance({ wallet, request }: WalletPage): Promise<HttpResponse> {
  const form = formOf(request)
  const format = form.get('format') === 'mdoc' ? 'mdoc' : 'sd-jwt'
  const begun = await wallet.beginIssuance({ issuer: form.get('issuer') ?? '', format })
  return 'authorizationUrl' in begun ? redirect(pathOf(walletPaths.login, begun.id), {}, 303) : redirectToEvent(begun)
}

/**
 * Passes the user's answer to the wallet. Redirects to the page of the request, or to the page of the result if the
 * request has ended.
 */
export async function answerRequest({ wallet, request }: WalletPage): Promise<HttpResponse> {
  const id = request.path.id ?? ''
  const shown = wallet.request(id)
  const answer = shown?.state === 'question' ? readAnswer(shown.question, formOf(request)) : { given: false as const }
  return redirectToRequest(id, await wallet.answer(id, answer))
}

/** Returns the page for the state of a request. If the request has ended, redirects to the page of the result. */
export function showRequest(
  page: WalletPage,
  id: string,
  request: WalletRequest | undefined,
): HttpResponse | PhoneContent {
  if (request === undefined) return unknownIdPage(page)
  if (request.state === 'question') return consentPage(page, id, request)
  if (request.state === 'unanswerable') return unanswerablePage(page, id, request)
  return request.state === 'working' ? workingPage(page, id) : redirect(eventPath(request.event))
}

export const eventPath = ({ id }: WalletEvent): string => pathOf(walletPaths.event, id)
export const redirectToEvent = (event: WalletEvent): HttpResponse => redirect(eventPath(event), {}, 303)
/** Redirects the browser to the page of a request, or to the page of the result if the request has ended. */
export const redirectToRequest = (id: string, request: WalletRequest | undefined): HttpResponse =>
  request?.state === 'ended' ? redirectToEvent(request.event) : redirect(pathOf(walletPaths.request, id), {}, 303)

/** Returns the URL of a request with its query. Omits parameters with an empty value. */
export const urlOf = ({ url, query }: EndpointRequest): string => `${url}?${new URLSearchParams([...query])}`
