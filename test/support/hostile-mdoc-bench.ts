/** Presents hand-written device responses to a Relying Party and checks its decisions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleCasesOf } from './cases.ts'
import { askedElements, mdocQuery } from './mdoc-presentation.ts'
import { type RawMdocBend, rawDeviceResponse } from './raw-mdoc.ts'
import type { HostileMdocs } from './raw-mdoc-changes.ts'
import { fetchRequest, relyingPartyFixture, requestObjectOf, start } from './relying-party-service.ts'
import { answerForm, post, testWallet } from './relying-party-wallet.ts'

/** Personal values of the elements. */
const personal = /Ada|Eva|Rossi|TINIT/

/** Defines a test for each device response. The Relying Party must accept `unusualVariants`. */
export async function presentHostileMdocs(
  hostile: readonly ((now: number) => HostileMdocs)[],
  unusualVariants: readonly (readonly [title: string, bend: RawMdocBend])[],
): Promise<void> {
  const fixture = await relyingPartyFixture({ config: { dcqlQuery: mdocQuery } })
  const wallet = await testWallet(fixture)
  const begin = async () => {
    const started = await start(fixture, 'variant=dcql&flow=cross-device')
    return { started, request: await requestObjectOf(await fetchRequest(fixture, started)) }
  }
  const answer = async ({ request }: Awaited<ReturnType<typeof begin>>, bend: RawMdocBend) => {
    const pid = await rawDeviceResponse(fixture, wallet.holder, String(request.payload.nonce), bend)
    const members = (all: { readonly vp_token: { pid: string } }): void => {
      all.vp_token.pid = pid
    }
    return post(fixture, await answerForm(fixture, wallet, request, { members }))
  }

  const tables = hostile.map((table) => ruleCasesOf(table(fixture.clock.now())))
  for (const [[status, code], title, bend] of tables.flat())
    test(`RP-12 refuses a device response with ${title}, and then accepts a valid one in the same session`, async () => {
      const session = await begin()
      const response = await answer(session, bend)
      const text = await response.text()
      const record = fixture.sink.decisions.at(-1)
      assert.equal(`${response.status} ${record?.checks.at(-1)?.code}`, `${status} ${code}`, text)
      assert.doesNotMatch(JSON.stringify(record) + text, personal)
      assert.equal((await answer(session, {})).status, 200)
      assert.deepEqual(fixture.faults, [])
    })

  for (const [title, bend] of unusualVariants)
    test(`RP-12 accepts a device response with ${title}`, async () => {
      const session = await begin()
      const response = await answer(session, bend)
      assert.equal(response.status, 200, await response.text())
      const { result } = (await fixture.stores.presentationSessions.find(session.started.id)) ?? {}
      const [credential] = (result?.credentials ?? []) as unknown as readonly { readonly selected: readonly object[] }[]
      const values = ['Ada', 'TINIT-XXX']
      assert.deepEqual(
        credential?.selected,
        askedElements.map((path, index) => ({ path, value: values[index] })),
      )
    })
}
