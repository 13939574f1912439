/** `/admin/…`: the administrators' endpoints, JSON in and out, a bearer token on each (WP-76). */
import {
  type EndpointRequest,
  type HttpResponse,
  jsonOf,
  type Route,
  respondEmpty,
  respondJson,
} from '../../http/index.ts'
import {
  activateAttestationKey,
  addAttestationKey,
  listAttestationKeys,
  revokeAttestationKey,
} from '../attestation/administer-attestation-keys.ts'
import type { WalletProviderServices } from '../context.ts'
import { paths } from '../paths.ts'
import {
  linkWalletInstance,
  revokeGroup,
  searchWalletInstances,
  showWalletInstance,
  unlinkWalletInstance,
} from './administer-wallet-instances.ts'
import { releaseHeldInstances, releaseWalletInstance } from './release-wallet-instances.ts'
import { revokeWalletInstance } from './revoke-wallet-instance.ts'

export function administrationEndpoints(ctx: WalletProviderServices): readonly Route[] {
  const read = (
    path: string,
    run: (request: EndpointRequest, authorization?: string) => Promise<HttpResponse>,
  ): Route => ({
    method: 'GET',
    path,
    kind: 'machine',
    handle: (request) => run(request, request.header('authorization')),
  })
  const post: typeof read = (path, run) => ({ ...read(path, run), method: 'POST', accepts: ['json'] })
  return [
    post(paths.instanceSearch, async (request, authorization) =>
      respondJson({ wallet_instances: await searchWalletInstances(ctx, authorization, jsonOf(request)) }),
    ),
    post(paths.showInstance, async (request, authorization) =>
      respondJson(await showWalletInstance(ctx, authorization, jsonOf(request))),
    ),
    post(paths.revocation, async (request, authorization) => {
      await revokeWalletInstance(ctx, authorization, jsonOf(request))
      return respondEmpty()
    }),
    post(paths.groupRevocation, async (request, authorization) =>
      respondJson(await revokeGroup(ctx, authorization, jsonOf(request))),
    ),
    post(paths.release, async (request, authorization) => {
      await releaseWalletInstance(ctx, authorization, jsonOf(request))
      return respondEmpty()
    }),
    post(paths.heldRelease, async (request, authorization) =>
      respondJson(await releaseHeldInstances(ctx, authorization, jsonOf(request))),
    ),
    post(paths.userLink, async (request, authorization) => {
      await linkWalletInstance(ctx, authorization, jsonOf(request))
      return respondEmpty()
    }),
    post(paths.userUnlink, async (request, authorization) => {
      await unlinkWalletInstance(ctx, authorization, jsonOf(request))
      return respondEmpty()
    }),
    read(paths.attestationKeys, async (_, authorization) =>
      respondJson({ attestation_keys: await listAttestationKeys(ctx, authorization) }),
    ),
    post(paths.attestationKeys, async (request, authorization) =>
      respondJson(await addAttestationKey(ctx, authorization, jsonOf(request))),
    ),
    post(paths.keyActivation, async (request, authorization) =>
      respondJson(await activateAttestationKey(ctx, authorization, jsonOf(request))),
    ),
    post(paths.keyRevocation, async (request, authorization) =>
      respondJson(await revokeAttestationKey(ctx, authorization, jsonOf(request))),
    ),
  ]
}
