/** First start of the wallet on a new phone: it registers and gets a first key attested. */
import type { Step } from './step.ts'
import { Unexpected } from './step.ts'

export const firstStart: Step = {
  title: 'First start: the wallet registers and is attested',
  run: async ({ person, narrator }) => {
    const { state, attestations } = await person.wallet.setUp()
    if (state !== 'operational') throw new Unexpected(`The wallet is ${state} and should be operational.`)
    narrator.passed(`the wallet is operational, with ${attestations.length} attestation`)
  },
}
