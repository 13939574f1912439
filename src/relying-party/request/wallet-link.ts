/**
 * What calls a wallet for a presentation: the content of link, 302 and QR code (RP-02, RP-29).
 */
import { type Failure, failed, joinUrl } from '../../base/index.ts'
import { createEngagementUrl, type RequestUriMethod, type WalletEndpointCode } from '../../oid4vp/index.ts'
import { fitsQrCode } from '../pages/qr-code.ts'

/** Where a wallet fetches the Request Object, below the identifier (RP-22). */
export const requestPath = '/request'

interface Caller {
  readonly entityId: string
  readonly walletAuthorizationEndpoint: string
}

interface CalledFor {
  readonly id: string
  readonly variant: 'scope' | 'dcql'
  readonly state: string
  readonly requestUriMethod: RequestUriMethod
}

export const createWalletLink = (
  { entityId, walletAuthorizationEndpoint }: Caller,
  { id, variant, state, requestUriMethod }: CalledFor,
): string | Failure<WalletEndpointCode> =>
  createEngagementUrl(walletAuthorizationEndpoint, {
    client_id: entityId,
    request_uri: `${joinUrl(entityId, requestPath)}?id=${id}`, // RP-22
    ...(variant === 'dcql' && { state, request_uri_method: requestUriMethod }), // RP-30
  })

/** Whether every link of this service can be shown as a QR code (D-268); it is not asked of an endpoint that is none. */
export function linksFitQrCode(caller: Caller): boolean {
  const token = '0'.repeat(43)
  const link = createWalletLink(caller, { id: token, variant: 'dcql', state: token, requestUriMethod: 'post' })
  return failed(link) || fitsQrCode(link)
}
