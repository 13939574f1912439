/**
 * Counts, for each instance, how often each check refused an attestation request that names the instance.
 * Administrators see the counts. There is one row for each instance and check, so repeated requests do not grow the
 * table.
 */
import { Refusal } from '../../base/index.ts'
import type { WalletProviderServices } from '../context.ts'
import type { WalletInstance } from './wallet-instance.ts'

/**
 * The instance that the request names. `run` sets it before it verifies the signatures, so anyone who knows the
 * hardware key tag can cause a count.
 */
export interface InstanceNamedInRequest {
  instance?: WalletInstance
}

/**
 * Calls `run`. Counts a `Refusal` of `run`, if `run` has set the instance before. Rejects with every error of `run`. If
 * the `Refusal` cannot be counted, reports that error to `onFault` and still rejects with the `Refusal`.
 */
export async function runCountingRefusals<T>(
  ctx: Pick<WalletProviderServices, 'walletInstances' | 'clock' | 'onFault'>,
  surface: string,
  run: (named: InstanceNamedInRequest) => Promise<T>,
): Promise<T> {
  const named: InstanceNamedInRequest = {}
  try {
    return await run(named)
  } catch (thrown) {
    if (thrown instanceof Refusal && named.instance) await countRefusal(ctx, surface, named.instance, thrown)
    throw thrown
  }
}

async function countRefusal(
  { walletInstances, clock, onFault }: Pick<WalletProviderServices, 'walletInstances' | 'clock' | 'onFault'>,
  surface: string,
  { hardwareKeyTag }: WalletInstance,
  { requirement, code }: Refusal,
): Promise<void> {
  try {
    await walletInstances.countRefusal({ hardwareKeyTag, requirement, code, now: clock.now() })
  } catch (thrown) {
    onFault(thrown, surface)
  }
}
