/**
 * Measures `oidc-provider` over HTTP in a round, like the product. Its floor is the cryptography that it cannot avoid.
 */
import { runClosedLoop } from '../../client/closed-loop.ts'
import type { RawResponse } from '../../client/connection.ts'
import type { FloorName } from '../../floors/crypto-floors.ts'
import { verifyJwt } from '../../floors/primitives.ts'
import { type PeerRate, requireExpected } from '../../measure.ts'
import type { BenchOptions } from '../../options.ts'
import type { Processes } from '../../processes.ts'
import { type Loop, mixedRate, type Rate, rateOf } from '../../rates.ts'
import type { Usage } from '../../usage.ts'
import { jsonOf } from '../../vectors/case.ts'
import { providerKey, pushedRequests, tokenRequests } from './parties.ts'

export interface ProviderRates {
  readonly pushedRequest: PeerRate
  readonly token: PeerRate
}

export async function measureOidcProvider(processes: Processes, options: BenchOptions): Promise<ProviderRates> {
  const codes = await processes.peer.ask<readonly string[]>('codes', options.wallets)
  const measure = async (
    floor: FloorName,
    requests: readonly Buffer[],
    status: number,
    validate: (answer: RawResponse) => void,
  ): Promise<PeerRate> => {
    const { peer, peerPort: port, floors } = processes
    const { connections, floorMilliseconds: milliseconds } = options
    const takeFloor = async (): Promise<Rate> => rateOf(await floors.ask<Loop>('crypto', { name: floor, milliseconds }))
    const before = await takeFloor()
    const fired = await runClosedLoop({
      port,
      requests,
      connections,
      status,
      keep: true,
      ready: () => peer.ask('usage'),
    })
    const { cpu } = await peer.ask<Usage>('usage')
    requireExpected({ id: 'oidc-provider' }, fired)
    fired.responses.slice(0, 1).forEach(validate)
    const rate = rateOf({ operations: requests.length, seconds: fired.seconds, cpu })
    return { name: 'oidc-provider', ...rate, floor: mixedRate([before, await takeFloor()]) }
  }
  return {
    pushedRequest: await measure('registered-par', pushedRequests(options.wallets), 201, (answer) => {
      if (jsonOf(answer).request_uri === undefined) throw new Error('oidc-provider gave no request_uri')
    }),
    token: await measure('registered-token', tokenRequests(codes), 200, (answer) => {
      verifyJwt(String(jsonOf(answer).access_token), providerKey.publicKey)
    }),
  }
}
