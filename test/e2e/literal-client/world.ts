/**
 * The sandbox as a client finds it, with the state that many cases share: a registered phone, an attested key, a PID.
 */

import { get, requireAnswer } from './http.ts'
import { claimsOf, type Json, type Key, newKey } from './jose.ts'
import type { OwnPidProvider } from './own-pid-provider.ts'
import type { OwnRelyingParty } from './own-relying-party.ts'
import { issuePid, type Pid } from './steps-pid-provider.ts'
import { type Attested, attest, newPhone, type Phone, register } from './steps-wallet-provider.ts'

export interface Sandbox {
  readonly console: string
  readonly trust_anchor: string
  readonly wallet_provider: string
  readonly pid_provider: string
  readonly relying_party: string
  readonly users: readonly { readonly username: string; readonly password: string }[]
}

/** The URL at which the operating system would open the wallet. */
export const walletRedirectUri = 'https://wallet.example/callback'

export type RunWallet = (words: readonly string[]) => Promise<{ readonly code: number | null; readonly err: string }>

export interface WalletParts {
  readonly party: OwnRelyingParty
  readonly provider: OwnPidProvider
  readonly wallet: RunWallet
}

export interface World {
  readonly sandbox: Sandbox
  /** A phone that is registered. */
  phone(): Promise<Phone>
  /** An attested key of this phone, which the cases share. */
  attested(): Promise<Attested>
  /** A PID that the cases share. */
  pid(): Promise<Pid>
  /** The Relying Party and the PID Provider of these tests, and the wallet of the command line. */
  walletParts(): Promise<WalletParts>
  /** The payload of a role's entity configuration. */
  configuration(url: string): Promise<Json>
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

export function createWorld(sandbox: Sandbox, walletParts: (world: World) => Promise<WalletParts>): World {
  const configurations = new Map<string, Promise<Json>>()
  const load = async (url: string): Promise<Json> =>
    claimsOf(requireAnswer('entity configuration', await get(`${url}/.well-known/openid-federation`)).text)
  const world: World = {
    sandbox,
    phone: once(async () => {
      const phone = await newPhone(world, 'android')
      requireAnswer('registration', await register(world, phone))
      return phone
    }),
    attested: once(() => attestedKey(world)),
    pid: once(() => issuePid(world)),
    walletParts: once(() => walletParts(world)),
    configuration: (url) => {
      const found = configurations.get(url) ?? load(url)
      configurations.set(url, found)
      return found
    },
  }
  return world
}

/** Obtains an attestation for a new key, for a case that uses it up or changes it. */
export async function attestedKey(world: World, key: Key = newKey()): Promise<Attested> {
  const answer = requireAnswer(
    'attestation',
    await attest(world, (draft) => {
      draft.useKey(key)
    }),
  )
  return { key, jwt: answer.text }
}
