/**
 * A presentation in each later profile, every message decoded, in `docs/flows`. `TEST_GOLDEN=update` writes the pages;
 * without it they must be unchanged.
 */

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { JsonObject } from '../../src/base/index.ts'
import { type FurtherProfileName, furtherProfileNames } from '../../src/profiles/index.ts'
import {
  answerForm,
  type Bendable,
  fetchRequest,
  post,
  type RelyingPartyFixture,
  requestObjectOf,
  start,
  testWallet,
} from '../support/relying-party-fixture.ts'
import { answerIn, profileFixture } from '../support/relying-party-profiles.ts'
import { renderFlow } from '../support/wire/flow-page.ts'
import { assertGoldenPage, assertNoRandomText } from '../support/wire/golden-page.ts'
import { createTranscript, type WireExchange } from '../support/wire/transcript.ts'

interface Presented {
  readonly exchanges: readonly WireExchange[]
  readonly decrypted: ReadonlyMap<string, JsonObject>
  readonly page: string
}

/** Presents a PID on the same device and returns the messages with the content of the response. */
async function presentIn(profile: FurtherProfileName): Promise<Presented> {
  const fixture = await profileFixture(profile)
  const transcript = createTranscript()
  const byWallet = new Set(['request', 'response'].map((path) => `${fixture.config.entityId}/${path}`))
  const send = (request: Request): Promise<Response> =>
    transcript.through(fixture.send, byWallet.has(request.url.split('?', 1)[0] ?? '') ? 'wallet' : 'browser')(request)
  const at: RelyingPartyFixture = { ...fixture, send }
  const started = await start(at, 'variant=dcql&flow=same-device')
  const request = await requestObjectOf(await fetchRequest(at, started))
  const content: Bendable[] = []
  const answer = answerIn(profile, request, { members: (members: Bendable) => void content.push(members) })
  const form = await answerForm(at, await testWallet(at), request, answer)
  const response = await post(at, form)
  assert.equal(response.status, 200, await response.clone().text())
  const { redirect_uri: redirectUri } = (await response.json()) as { redirect_uri: string }
  const page = await started.browser.get(redirectUri)
  assert.equal(page.status, 200)
  const decrypted = new Map([[String(form.response), content[0] as JsonObject]])
  const rendered = renderFlow({
    title: `Presentation in ${profile}`,
    lead: 'Same device. The wallet encrypts its response; the browser that began gets the claims.',
    ...{ exchanges: transcript.exchanges, now: fixture.clock.now(), decrypted },
  })
  return { exchanges: transcript.exchanges, decrypted, page: rendered }
}

for (const profile of furtherProfileNames)
  describe(profile, () => {
    let presented: Presented
    before(async () => {
      presented = await presentIn(profile)
    })

    test(`docs/flows shows the messages of a presentation in ${profile}`, () => {
      assertGoldenPage(`presentation-${profile}.md`, presented.page)
    })

    test(`the page of ${profile} contains no raw JWT and no random value`, () => {
      assertNoRandomText(presented.page)
    })
  })
