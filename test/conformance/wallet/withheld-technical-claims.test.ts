/** A claim about the credential, such as `iat`, is offered if the holder can withhold it, and only then. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type ConsentRequest, consentToAll } from '../../../src/wallet/index.ts'
import { startThirdParties } from '../../support/third-parties.ts'
import type { Variant } from '../../support/third-party/relying-party.ts'
import type { Version } from '../../support/third-party/versions.ts'

const asked = ['given_name', 'iat'] as const

/** Presents a PID to a Relying Party that asks for `asked`. `iat` is in a Disclosure if `isHidden`. */
async function presentIat(
  t: TestContext,
  [version, variant]: readonly [Version, Variant],
  { isHidden, keep }: { readonly isHidden: boolean; readonly keep: (name: string) => boolean },
) {
  const { issuer, relyingParty, createWallet, deliverTo } = await startThirdParties(t, version)
  if (isHidden) issuer.bends.alsoHidden = ['iat']
  const holder = createWallet()
  await holder.wallet.setUp()
  if (version === 'seed') await holder.wallet.obtainPid(issuer.origin)
  else await deliverTo(holder.wallet, version)
  askForIat(relyingParty)
  holder.consent = (request) => {
    const all = consentToAll(request)
    const named = ([head]: readonly (string | number)[]): boolean => keep(String(head))
    return all.given
      ? { given: true, items: all.items.map((one) => ({ ...one, claims: one.claims.filter(named) })) }
      : all
  }
  await holder.wallet.present(relyingParty.ask(variant))
  assert.deepEqual(relyingParty.complaints, [])
  const sent = relyingParty.presented[0]?.claims as object
  return { shown: shownIn(holder.asked[0]), sent: [...asked, 'family_name'].filter((name) => name in sent) }
}

/** Replaces the claims of the query or the definition. */
function askForIat({ bends }: Awaited<ReturnType<typeof startThirdParties>>['relyingParty']): void {
  bends.request = (own) => {
    const { credentials: [pid, ...others] = [], ...more } = (own.dcql_query ?? {}) as {
      readonly credentials?: object[]
    }
    const claims = asked.map((name) => ({ path: [name] }))
    return pid === undefined ? own : { ...own, dcql_query: { ...more, credentials: [{ ...pid, claims }, ...others] } }
  }
  bends.metadata = (own) => {
    const name = 'presentation_definitions_supported'
    const text = JSON.stringify(own[name] ?? [])
    return { ...own, ...(name in own && { [name]: JSON.parse(text.replace('$.tax_id_number', '$.iat')) }) }
  }
}

const shownIn = (request: ConsentRequest | undefined) =>
  request?.items[0]?.candidates[0]?.claims.map(({ path }) => path.join('.'))

const requests = [
  ['seed', 'dcql'],
  ['seed', 'scope'],
  ['it-wallet-1.0', 'dcql'],
  ['it-wallet-1.4', 'dcql'],
] as const

for (const request of requests) {
  const title = request.join(' ')
  test(`WI-202 WI-14 ${title}: a requested iat in a Disclosure is shown and sent`, async (t) => {
    const { shown, sent } = await presentIat(t, request, { isHidden: true, keep: () => true })
    assert.deepEqual([shown, sent], [asked, asked])
  })

  test(`WI-202 WI-14 ${title}: a requested iat in a Disclosure that the user deselects is not sent`, async (t) => {
    const { shown, sent } = await presentIat(t, request, { isHidden: true, keep: (name) => name !== 'iat' })
    assert.deepEqual([shown, sent], [asked, ['given_name']])
  })

  test(`WI-202 WI-14 ${title}: a requested iat outside of Disclosures is not shown, and is sent`, async (t) => {
    const { shown, sent } = await presentIat(t, request, { isHidden: false, keep: () => true })
    assert.deepEqual([shown, sent], [['given_name'], asked])
  })
}
