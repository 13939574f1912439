/** First start of the wallet on a new phone: it registers and gets its first Wallet Attestations. */
import type { Step } from './step.ts'
import { Unexpected } from './step.ts'

/** Step that sets the wallet up. Rejects with `Unexpected` if the wallet is not operational afterwards. */
export const firstStart: Step = {
  title: 'First start: the wallet registers and is attested',
  run: async ({ person, narrator }) => {
    const { state, attestations } = await person.wallet.setUp()
    if (state !== 'operational') throw new Unexpected(`The wallet is ${state} and should be operational.`)
    narrator.passed(`the wallet is operational (Wallet Attestations: ${attestations.length})`)
  },
}
