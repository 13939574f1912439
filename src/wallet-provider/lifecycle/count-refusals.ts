/**
 * Counts what an instance's requests were refused for, so that an administrator who looks at the instance sees it
 * (WP-76). One row for each check, however often somebody tries.
 */
import { Refusal } from '../../base/index.ts'
import type { WalletProviderServices } from '../context.ts'
import type { WalletInstance } from './wallet-instance.ts'

/** Whose request it is, once that is known. */
export interface Asked {
  instance?: WalletInstance
}

/** The answer stands, whatever becomes of the count. */
export async function countingRefusals<T>(
  ctx: Pick<WalletProviderServices, 'walletInstances' | 'clock' | 'onFault'>,
  surface: string,
  run: (asked: Asked) => Promise<T>,
): Promise<T> {
  const asked: Asked = {}
  try {
    return await run(asked)
  } catch (thrown) {
    if (thrown instanceof Refusal && asked.instance) await count(ctx, surface, asked.instance, thrown)
    throw thrown
  }
}

async function count(
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
