/** Actions of people in a simulated year: a table of acts, each with its preconditions by the model. */
import type { NumericDate } from '../../../src/base/index.ts'
import type { CredentialFormat } from '../../../src/oauth/index.ts'
import { present } from '../../../src/sandbox/life-cycle/present-pid.ts'
import type { HeldCredential } from '../../../src/wallet/storage/wallet-record.ts'
import { presentToApplication } from './application.ts'
import { credentialFormats, lifetimes, origins } from './federation-plan.ts'
import {
  attesting,
  finding,
  type Need,
  obtaining,
  presenting,
  renewing,
  settleSeconds,
  within,
  type YearModel,
} from './model.ts'
import { NotListed } from './outcome.ts'
import type { Person } from './people.ts'
import type { YearWorld } from './world.ts'

export interface Act {
  readonly name: string
  /** Preconditions. `undefined` if there is nothing to do. */
  needs(model: YearModel, person: string, now: NumericDate): readonly Need[] | undefined
  run(world: YearWorld, model: YearModel, person: Person): Promise<unknown>
}

/** Sets the wallet up, or gets an attestation if it is set up. */
export const attest: Act = {
  name: 'attest',
  needs: attesting,
  run: async ({ clock, registers }, model, { name, wallet }) => {
    if (model.instances.has(name)) return wallet.attest()
    const known = new Set(await registers.instances())
    const condition = { well: true, since: clock.now() - settleSeconds }
    try {
      return await wallet.setUp()
    } finally {
      // The instance may be registered even if the wallet got no attestation.
      const tag = (await registers.instances()).find((one) => !known.has(one))
      if (tag !== undefined) model.instances.set(name, { tag, condition })
    }
  },
}

const findIssuers: Act = {
  name: 'find issuers',
  needs: finding,
  run: async (_, __, { wallet }) => {
    const found = await wallet.findIssuers()
    if (!found.some(({ issuer }) => issuer === origins.pidProvider)) throw new NotListed()
  },
}

async function takePid(
  { registers, clock }: YearWorld,
  model: YearModel,
  owner: string,
  { take, grantedUntil }: { readonly take: () => Promise<HeldCredential>; readonly grantedUntil: NumericDate },
): Promise<void> {
  const { id, format, expiresAt = Number.POSITIVE_INFINITY, status } = await take()
  const registered = await registers.pidAt(status)
  const now = clock.now()
  const renewableUntil = Math.min(grantedUntil, now + lifetimes.cNonce)
  const valid = { well: true, since: now - settleSeconds }
  model.pids.push({ owner, id, registered, format, expiresAt, renewableUntil, grantedUntil, valid })
}

/** Obtains a PID. The user comes back from the browser after this many seconds. */
const obtainPid = (format: CredentialFormat, pauseSeconds: number): Act => ({
  name: `obtain PID as ${format} after ${pauseSeconds} s`,
  needs: (model, person, now) => [
    ...obtaining(model, person, now),
    within(now + lifetimes.code, now + pauseSeconds, /code_unknown|grant_unknown|code|ended/),
  ],
  run: async (world, model, { name, wallet, authorize }) => {
    const { authorizationUrl } = await wallet.beginIssuance(origins.pidProvider, { format })
    const opened = await authorize(authorizationUrl)
    world.clock.advance(pauseSeconds)
    const grantedUntil = world.clock.now() + lifetimes.accessToken
    await takePid(world, model, name, { take: () => wallet.completeIssuance(opened), grantedUntil })
  },
})

const newestPid = ({ pids }: YearModel, person: string) => pids.findLast(({ owner }) => owner === person)

const renewPid: Act = {
  name: 'renew PID',
  needs: (model, person, now) => {
    const pid = newestPid(model, person)
    if (pid === undefined || pid.revoked || pid.doubtful) return undefined
    return [
      ...obtaining(model, person, now),
      within(pid.renewableUntil, now, /grant_expired|grant_missing|WI-55/),
      renewing(model, pid),
    ]
  },
  run: async (world, model, { name, wallet }) => {
    const pid = newestPid(model, name)
    if (pid === undefined) throw new Error('there is no PID')
    const take = () => wallet.renewPid(pid.id)
    await takePid(world, model, name, { take, grantedUntil: pid.grantedUntil })
  },
}

/** Presents a PID. The user consents after this many seconds. */
const presentPid = (variant: 'scope' | 'dcql', method: 'get' | 'post', pauseSeconds: number): Act => ({
  name: `present by ${variant} after ${pauseSeconds} s`,
  needs: (model, person, now) => [
    ...presenting(model, person, now, variant),
    within(now + lifetimes.request, now + pauseSeconds, /WI-74|expired|ended/),
  ],
  run: (_, __, person) => {
    person.setConsentDelay(pauseSeconds)
    return present({ origins: origins as never, person: person as never }, { variant, method })
  },
})

/** Presents a PID to an application, which redeems the reference this many seconds after the browser has come back. */
const presentOrdered = (pauseSeconds: number): Act => ({
  name: `present by order, redeemed after ${pauseSeconds} s`,
  needs: (model, person, now) => [
    ...presenting(model, person, now, 'dcql'),
    within(now + lifetimes.reference, now + pauseSeconds, /400 for results.*RP-91/),
  ],
  run: (world, _, person) => {
    person.setConsentDelay(0)
    return presentToApplication(world, person, pauseSeconds)
  },
})

export const acts: readonly Act[] = [
  attest,
  findIssuers,
  ...credentialFormats.map((format) => obtainPid(format, 0)),
  presentPid('scope', 'get', 0),
  presentPid('dcql', 'post', 0),
  presentOrdered(0),
]

/** Acts with a delay shortly before or after the end of a lifetime, and renewals. */
export const slowActs: readonly Act[] = [
  obtainPid('vc+sd-jwt', lifetimes.code - 5),
  obtainPid('mso_mdoc', lifetimes.code + 40),
  presentPid('scope', 'get', lifetimes.request - 20),
  presentPid('dcql', 'post', lifetimes.request + 40),
  presentOrdered(lifetimes.reference - 5),
  presentOrdered(lifetimes.reference + 40),
  renewPid,
]
