/**
 * Sends requests that are written from the specification alone to the sandbox, over HTTP. Permitted requests must be
 * accepted, and requests that break a rule must be refused. The client shares no code with the roles.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runHere } from '../support/command-here.ts'
import { sharedSandbox } from '../support/sandbox-process.ts'
import { type Case, runCase } from './literal-client/cases.ts'
import { credentialAccepted } from './literal-client/credential-accepted.ts'
import { credentialRefused } from './literal-client/credential-refused.ts'
import { federationCases } from './literal-client/federation-cases.ts'
import { newKey } from './literal-client/jose.ts'
import { known } from './literal-client/known.ts'
import { startPidProvider } from './literal-client/own-pid-provider.ts'
import { startRelyingParty } from './literal-client/own-relying-party.ts'
import { parAccepted } from './literal-client/par-accepted.ts'
import { parRefused } from './literal-client/par-refused.ts'
import { requestAccepted } from './literal-client/request-accepted.ts'
import { requestRefused } from './literal-client/request-refused.ts'
import { responseAccepted } from './literal-client/response-accepted.ts'
import { responseRefused } from './literal-client/response-refused.ts'
import { tokenAccepted } from './literal-client/token-accepted.ts'
import { tokenRefused } from './literal-client/token-refused.ts'
import { walletCases } from './literal-client/wallet-cases.ts'
import { walletIssuance } from './literal-client/wallet-issuance.ts'
import { walletProviderAccepted } from './literal-client/wallet-provider-accepted.ts'
import { walletProviderRefused } from './literal-client/wallet-provider-refused.ts'
import { walletRevocation } from './literal-client/wallet-revocation.ts'
import { createWorld, type Sandbox, type WalletParts, type World } from './literal-client/world.ts'

const areas: Readonly<Record<string, readonly Case[]>> = {
  'Wallet Provider': [...walletProviderAccepted, ...walletProviderRefused, ...walletRevocation],
  'PID Provider, authorization': [...parAccepted, ...parRefused],
  'PID Provider, token': [...tokenAccepted, ...tokenRefused],
  'PID Provider, credential': [...credentialAccepted, ...credentialRefused],
  'Relying Party, request': [...requestAccepted, ...requestRefused],
  'Relying Party, response': [...responseAccepted, ...responseRefused],
  Federation: federationCases,
  'Wallet Instance, presentation': walletCases,
  'Wallet Instance, issuance': walletIssuance,
}
const sandbox = sharedSandbox()
const cases = Object.values(areas).flat()

test('there are a hundred requests of each kind, and each has its own id', () => {
  for (const says of ['accept', 'refuse'])
    assert.ok(cases.filter((one) => one.says === says).length >= 100, `100 cases to ${says}`)
  const ids = cases.map(({ id }) => id)
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  )
  assert.deepEqual(
    Object.keys(known).filter((id) => !ids.includes(id)),
    [],
    'a known difference belongs to a case',
  )
})

test('the sandbox accepts and refuses the requests of a literal client as the specification requires', async (t) => {
  const { state, cwd } = sandbox()
  const fiducia = (words: readonly string[]) => runHere(words, cwd)
  const walletParts = async (world: World): Promise<WalletParts> => {
    const wallet = (words: readonly string[]) => fiducia(['wallet', ...words])
    for (const words of [['init'], ['add-pid', '--username', 'mario.rossi', '--password', 'sandbox']])
      assert.equal((await wallet(words)).code, 0, words.join(' '))
    const party = await startRelyingParty(world, fiducia)
    const provider = await startPidProvider(world, newKey(), fiducia)
    for (const { server } of [party, provider]) t.after(() => server.close())
    return { party, provider, wallet }
  }
  const world = createWorld(state as unknown as Sandbox, walletParts)
  for (const [area, list] of Object.entries(areas))
    await t.test(area, async (t) => {
      const differences: string[] = []
      for (const one of list) {
        const { difference } = await runCase(world, one)
        const text = `${one.says} ${one.id}: ${one.title} (${one.spec}): ${difference}`
        if (difference === undefined && one.known !== undefined)
          differences.push(`${one.id} no longer differs: remove it from known.ts`)
        else if (one.known !== undefined) t.diagnostic(`known (${one.known}): ${text}`)
        else if (difference !== undefined) differences.push(text)
      }
      assert.deepEqual(differences, [])
    })
})
