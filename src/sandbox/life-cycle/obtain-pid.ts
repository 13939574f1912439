/** The user logs in at the national identity provider and consents, and the wallet receives the PID. */
import { type Step, Unexpected } from './step.ts'

export const obtainPid: Step = {
  title: 'PID: national login, consent, issuance',
  run: async ({ person, origins, narrator }) => {
    const issuers = await person.wallet.findIssuers()
    const isListed = issuers.some(({ issuer }) => issuer === origins.pidProvider)
    if (!isListed) throw new Unexpected('The federation does not list the PID Provider.')
    const { id } = await person.wallet.obtainPid(origins.pidProvider)
    const { claims } = await person.wallet.show(id)
    const { state } = await person.wallet.status()
    if (state !== 'valid') throw new Unexpected(`The wallet is ${state} and should be valid.`)
    narrator.passed(`the wallet has a PID with ${Object.keys(claims).length} claims of the person`)
  },
}
