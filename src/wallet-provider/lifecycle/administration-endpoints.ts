/** `/admin/…`: the administrators' endpoints. JSON in and out, with a bearer token on each request (WP-76). */
import type { JsonObject } from '../../base/index.ts'
import { jsonOf, type Route } from '../../http/index.ts'
import { createAdministrationRoute } from '../../member/index.ts'
import { attestationKeyAdministration } from '../attestation/administer-attestation-keys.ts'
import type { WalletProviderServices } from '../context.ts'
import { paths } from '../paths.ts'
import {
  linkWalletInstance,
  revokeGroup,
  searchWalletInstances,
  showWalletInstance,
  unlinkWalletInstance,
} from './administer-wallet-instances.ts'
import { type AdministratorRight, requireRight, type WpAdministered } from './administrator.ts'
import { releaseHeldInstances, releaseWalletInstance } from './release-wallet-instances.ts'
import { revokeWalletInstance } from './revoke-wallet-instance.ts'

export function administrationEndpoints(ctx: WalletProviderServices): readonly Route[] {
  const route = createAdministrationRoute('wallet-provider', ctx.administer)
  const post = (
    path: string,
    right: AdministratorRight,
    run: (ctx: WalletProviderServices, by: WpAdministered, body: JsonObject) => Promise<unknown>,
  ): Route =>
    route('POST', path, async (by, request) => {
      requireRight(by, right)
      return { body: await run(ctx, by, jsonOf(request)) }
    })
  const keys = attestationKeyAdministration(ctx)
  const manageKeys = 'manage_attestation_keys'
  return [
    post(paths.instanceSearch, 'read_wallet_instances', searchWalletInstances),
    post(paths.showInstance, 'read_wallet_instances', showWalletInstance),
    post(paths.revocation, 'revoke_wallet_instance', revokeWalletInstance),
    post(paths.groupRevocation, 'revoke_wallet_instance', revokeGroup),
    post(paths.release, 'release_wallet_instance', releaseWalletInstance),
    post(paths.heldRelease, 'release_wallet_instance', releaseHeldInstances),
    post(paths.userLink, 'link_user', linkWalletInstance),
    post(paths.userUnlink, 'link_user', unlinkWalletInstance),
    route(
      'GET',
      paths.attestationKeys,
      async (by) => {
        requireRight(by, manageKeys)
        return { body: { attestation_keys: await keys.list(by) } }
      },
      `wallet-provider${paths.attestationKeys}/list`,
    ),
    post(paths.attestationKeys, manageKeys, (_, by, body) => keys.add(by, body)),
    post(paths.keyActivation, manageKeys, (_, by, body) => keys.activate(by, body)),
    post(paths.keyRevocation, manageKeys, (_, by, body) => keys.revoke(by, body)),
  ]
}
