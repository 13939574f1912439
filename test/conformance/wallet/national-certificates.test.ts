/** Certificates in the form of the national federation (September 2026), in a wallet with other parties of that form. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleOf } from '../../support/refused-by.ts'
import { startThirdParties } from '../../support/third-parties.ts'
import type { Members } from '../../support/third-party/server.ts'

type Statements = Awaited<ReturnType<typeof startThirdParties>>['anchor']['statements']

/** Returns a function that adds a key to the superior's statement about an entity. Removes the former change. */
function stateIn(statements: Statements, entityId: string, isStated: boolean): (key: object) => void {
  statements.delete(entityId)
  const keysIn = ({ jwks }: Members) => (jwks as { readonly keys: readonly object[] }).keys
  return (key) => {
    if (isStated)
      statements.set(entityId, (claims) => ({ ...claims, jwks: { keys: [...keysIn(claims), key] } }) as Members)
  }
}

test('FED-139 FED-140 a wallet accepts a credential under such certificates only if the superior states them', async (t) => {
  const { anchor, issuer, createWallet, deliverTo } = await startThirdParties(t, 'it-wallet-1.4')
  const { wallet, phone, blobs, random } = createWallet()
  await wallet.setUp()
  const deliver = async (isStated: boolean, first: number): Promise<string> => {
    const national = stateIn(anchor.statements, issuer.origin, isStated)
    issuer.bends = { chain: { national, x5c: (own) => own.slice(first) } }
    const attempt = () => {
      const { wallet: holder } = createWallet({ phone, blobs, random })
      return ruleOf(() => deliverTo(holder, 'it-wallet-1.4'))
    }
    await attempt() // The superior states the certificate from now on.
    return attempt()
  }
  assert.equal(await deliver(true, 0), 'accepted')
  assert.equal(await deliver(false, 0), 'FED-78 x509_issuer_entity_mismatch')
  assert.equal(await deliver(true, 1), 'accepted')
  assert.equal(await deliver(false, 1), 'FED-79 x509_signer_is_authority')
})

test('FED-139 a wallet accepts a request under such certificates only if the superior states them', async (t) => {
  const { anchor, relyingParty, createWallet, deliverTo } = await startThirdParties(t, 'it-wallet-1.4')
  const { wallet, phone, blobs, random } = createWallet()
  await wallet.setUp()
  await deliverTo(wallet, 'it-wallet-1.4')
  for (const isStated of [true, false]) {
    const national = stateIn(anchor.statements, relyingParty.origin, isStated)
    relyingParty.bends = { chain: { national }, requestHeader: ({ trust_chain: _, ...own }) => own }
    const attempt = () => {
      const { wallet: holder } = createWallet({ phone, blobs, random })
      return ruleOf(() => holder.present(relyingParty.ask('dcql')))
    }
    await attempt() // The superior states the certificate from now on.
    assert.equal(await attempt(), isStated ? 'accepted' : 'FED-78 x509_issuer_entity_mismatch')
  }
})
