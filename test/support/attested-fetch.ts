/**
 * Fetches the Request Object of variant 1 as a wallet does, with a Wallet Attestation and a DPoP proof that a test can
 * change.
 */
import type { Signer } from '../../src/jose/index.ts'
import { createDpopProof } from '../../src/oauth/index.ts'
import {
  attestationOf,
  type Bend,
  type Bendable,
  fetchRequest,
  type RelyingPartyFixture,
  start,
  type testWallet,
} from './relying-party-fixture.ts'

export interface FetchBend {
  /** Changes the input of the DPoP proof. */
  readonly proof?: (input: Bendable) => void
  readonly proofJwt?: (jwt: string, signer: Signer) => Promise<string> | string
  readonly attestation?: Bend['attestationJwt']
  readonly headers?: (headers: Record<string, string>) => void
}

/** Begins a presentation at the Relying Party `at` and fetches its Request Object. */
export async function fetchAttested(
  at: RelyingPartyFixture,
  wallet: Awaited<ReturnType<typeof testWallet>>,
  change: FetchBend = {},
) {
  const started = await start(at, 'variant=scope&flow=same-device')
  const bend: Bend = change.attestation ? { attestationJwt: change.attestation } : {}
  const attestation = await attestationOf(at, wallet, bend)
  const input = {
    signer: wallet.attested,
    method: 'GET',
    url: started.requestUri,
    now: at.clock.now(),
    accessToken: attestation,
  }
  change.proof?.(input)
  const made = await createDpopProof(at, input.signer, input)
  const dpop = (await change.proofJwt?.(made, input.signer)) ?? made
  const headers: Record<string, string> = { authorization: `DPoP ${attestation}`, dpop }
  change.headers?.(headers)
  return { started, headers, response: await fetchRequest(at, started, undefined, headers) }
}
