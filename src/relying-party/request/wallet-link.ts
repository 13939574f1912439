/**
 * Link that opens a wallet for a presentation. The page, the redirect (302) and the QR code contain it (RP-02, RP-29).
 */
import { type Failure, failed, joinUrl } from '../../base/index.ts'
import { createEngagementUrl, type RequestUriMethod, type WalletEndpointCode } from '../../oid4vp/index.ts'
import { type ProfileName, relyingPartyWire } from '../../profiles/index.ts'
import { fitsQrCode } from '../pages/qr-code.ts'
import { paths } from '../paths.ts'

interface LinkingEntity {
  readonly entityId: string
  readonly walletAuthorizationEndpoint: string
  readonly profile: ProfileName
}

interface LinkedSession {
  readonly id: string
  readonly variant: 'scope' | 'dcql'
  readonly state: string
  readonly requestUriMethod: RequestUriMethod
}

/**
 * Returns the link that opens a wallet for a session, with the client identifier and parameters of the profile. Returns
 * a failure if `createEngagementUrl` refuses the wallet's endpoint.
 */
export function createWalletLink(
  { entityId, walletAuthorizationEndpoint, profile }: LinkingEntity,
  { id, variant, state, requestUriMethod }: LinkedSession,
): string | Failure<WalletEndpointCode> {
  const { clientIdPrefix, stateInLink } = relyingPartyWire[profile]
  return createEngagementUrl(walletAuthorizationEndpoint, {
    client_id: clientIdPrefix + entityId, // RP-131
    request_uri: `${joinUrl(entityId, paths.request)}?id=${id}`, // RP-22
    ...(variant === 'dcql' && { request_uri_method: requestUriMethod, ...(stateInLink && { state }) }), // RP-30
  })
}

/**
 * Returns true if every link with this wallet endpoint, and an id and a state of 43 characters, fits in a QR code
 * (D-268). Also returns true for an invalid endpoint, which another check reports.
 */
export function linksFitQrCode(entity: LinkingEntity): boolean {
  const token = '0'.repeat(43)
  const link = createWalletLink(entity, { id: token, variant: 'dcql', state: token, requestUriMethod: 'post' })
  return failed(link) || fitsQrCode(link)
}
