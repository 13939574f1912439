/** A wallet with a PID, and a Relying Party that asks for it. */
import assert from 'node:assert/strict'
import { decodeUtf8, Failure, type JsonObject, type Refusal } from '../../src/base/index.ts'
import type { PresentationFlow } from '../../src/wallet/index.ts'
import { createIssuanceBench } from './issuance-bench.ts'
import { refusedBy } from './refused-by.ts'
import { issuerId, type ScriptedIssuer } from './scripted-issuer.ts'
import { createScriptedRelyingParty, type ScriptedRelyingParty } from './scripted-relying-party.ts'
import { createTestWallet, type TestWallet } from './wallet-parts.ts'
import type { WalletProviderFixture } from './wallet-provider-fixture.ts'

export interface PresentationBench extends TestWallet {
  readonly holder: TestWallet
  readonly fixture: WalletProviderFixture
  readonly issuer: ScriptedIssuer
  readonly relyingParty: ScriptedRelyingParty
  /** Presents the requested credentials. */
  present(flow?: PresentationFlow): ReturnType<TestWallet['wallet']['present']>
  /** Presents, and asserts requirement and code of the refusal. */
  refuses(id: string, code: string): Promise<Refusal>
  /** Returns the requests to a URL, whatever their query. */
  sentTo(url: string): Request[]
  /** Returns the form of the last response. */
  lastForm(url: string): Promise<URLSearchParams>
  /** Decrypts the response in a form. */
  decryptResponse(form: URLSearchParams): Promise<JsonObject>
}

export async function createPresentationBench(): Promise<PresentationBench> {
  const { fixture, issuer, holder } = await createIssuanceBench()
  const relyingParty = await createScriptedRelyingParty(fixture)
  await holder.wallet.obtainPid(issuerId)
  return benchOf(holder, { fixture, issuer, relyingParty })
}

/**
 * Prepares the next row of a table: removes all changes, empties the record of the network, and creates a new wallet
 * with empty caches on the same phone and its files.
 */
export function nextBench({ fixture, issuer, relyingParty, ...former }: PresentationBench): PresentationBench {
  issuer.removeBends()
  relyingParty.removeBends()
  fixture.network.exchanges.length = 0
  const holder = createTestWallet(fixture, { blobs: former.blobs, phone: former.phone, random: former.random })
  holder.browser = issuer.browser
  return benchOf(holder, { fixture, issuer, relyingParty })
}

/** Returns a bench of a wallet and its parties. */
export function benchOf(
  holder: TestWallet,
  parties: Pick<PresentationBench, 'fixture' | 'issuer' | 'relyingParty'>,
): PresentationBench {
  const { fixture, relyingParty } = parties
  const sentTo = (url: string): Request[] =>
    fixture.network.exchanges.map(({ request }) => request).filter((request) => request.url.split('?')[0] === url)
  const present: PresentationBench['present'] = (flow) => holder.wallet.present(relyingParty.engagement(), flow)
  return Object.assign(holder, parties, {
    holder,
    present,
    refuses: (id: string, code: string) => refusedBy(id, code, present()),
    sentTo,
    lastForm: async (url: string) => {
      const request = sentTo(url).at(-1)
      assert.ok(request, `nothing was sent to ${url}`)
      return new URLSearchParams(await request.clone().text())
    },
    decryptResponse: async (form: URLSearchParams) => {
      const opened = await relyingParty.decrypter.decrypt(form.get('response') ?? '')
      if (opened instanceof Failure) assert.fail(opened.code)
      return JSON.parse(decodeUtf8(opened.plaintext) ?? '') as JsonObject
    },
  })
}
