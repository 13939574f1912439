/** `/admin/…`: the administrators' endpoints. JSON in and out, with a bearer token on each request (WP-76). */
import type { JsonObject } from '../../base/index.ts'
import { jsonOf, type Route } from '../../http/index.ts'
import { type AdministrationRight, createAdministrationRoute } from '../../member/index.ts'
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
import type { WpAdministered } from './administrator.ts'
import { releaseHeldInstances, releaseWalletInstance } from './release-wallet-instances.ts'
import { revokeWalletInstance } from './revoke-wallet-instance.ts'

/** Creates the routes of the administration. */
export function administrationEndpoints(ctx: WalletProviderServices): readonly Route[] {
  const route = createAdministrationRoute('wallet-provider', ctx.administer)
  const post = (
    path: string,
    right: AdministrationRight,
    run: (ctx: WalletProviderServices, by: WpAdministered, body: JsonObject) => Promise<unknown>,
  ): Route => route('POST', path, right, async (by, request) => ({ body: await run(ctx, by, jsonOf(request)) }))
  const keys = attestationKeyAdministration(ctx)
  return [
    post(paths.instanceSearch, 'read', searchWalletInstances),
    post(paths.showInstance, 'read', showWalletInstance),
    post(paths.revocation, 'revoke', revokeWalletInstance),
    post(paths.groupRevocation, 'revoke', revokeGroup),
    post(paths.release, 'release', releaseWalletInstance),
    post(paths.heldRelease, 'release', releaseHeldInstances),
    post(paths.userLink, 'link', linkWalletInstance),
    post(paths.userUnlink, 'link', unlinkWalletInstance),
    route(
      'GET',
      paths.attestationKeys,
      'read',
      async (by) => ({ body: { attestation_keys: await keys.list(by) } }),
      `wallet-provider${paths.attestationKeys}/list`,
    ),
    post(paths.attestationKeys, 'keys', (_, by, body) => keys.add(by, body)),
    post(paths.keyActivation, 'keys', (_, by, body) => keys.activate(by, body)),
    post(paths.keyRevocation, 'keys', (_, by, body) => keys.revoke(by, body)),
  ]
}
