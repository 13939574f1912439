/**
 * The entities of later profiles, as a wallet finds them: Entity Configurations of all roles and the anchor's
 * statements about them, decoded, in `docs/flows`. `TEST_GOLDEN=update` writes the pages; without it they must be
 * unchanged.
 */

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { entityConfigurationUrl } from '../../src/federation/index.ts'
import { type FurtherProfileName, furtherProfileNames } from '../../src/profiles/index.ts'
import { roleNames } from '../../src/serve/index.ts'
import { adminToken, createTestEcosystem, origins, type TestEcosystem } from '../support/ecosystem.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { renderFlow } from '../support/wire/flow-page.ts'
import { assertGoldenPage } from '../support/wire/golden-page.ts'
import { createTranscript, type WireExchange } from '../support/wire/transcript.ts'

const paths: Readonly<Record<FurtherProfileName, string>> = { 'it-wallet-1.0': '/1.0', 'it-wallet-1.4': '/1.4' }

for (const profile of furtherProfileNames)
  describe(profile, () => {
    const path = paths[profile]
    const members = [origins.walletProvider, origins.pidProvider, origins.relyingParty].map((origin) => origin + path)
    let ecosystem: TestEcosystem
    let exchanges: readonly WireExchange[]

    before(async () => {
      const transcript = createTranscript()
      ecosystem = await createTestEcosystem({ seed: profile, profiles: [profile], through: transcript.through })
      // Members ask for their trust marks, as at the start of a service.
      for (const role of roleNames) await ecosystem.services[role].runUpkeep(ecosystem.clock.now())
      const fetch = ecosystem.fetchOf('wallet')
      const anchor = origins.trustAnchor + path
      await fetch(new Request(entityConfigurationUrl(anchor)))
      for (const member of members) {
        await fetch(new Request(entityConfigurationUrl(member)))
        await fetch(new Request(`${anchor}/fetch?sub=${encodeURIComponent(member)}`))
      }
      exchanges = transcript.exchanges.filter(({ from }) => from === 'wallet')
    })

    test(`docs/flows shows the statements of the entities of ${profile}`, () => {
      const page = renderFlow({
        title: `Entities of ${profile}`,
        lead: `Entity Configurations of the entities below ${path}, and the anchor's statements about them.`,
        ...{ exchanges, now: ecosystem.clock.now(), decrypted: new Map() },
      })
      assertGoldenPage(`entities-${profile}.md`, page)
    })

    test(`every entity of ${profile} answers, and the specification profile's anchor has no statement about it`, async () => {
      for (const { status, url } of exchanges) assert.equal(status, 200, url)
      const fetch = ecosystem.fetchOf('wallet')
      for (const member of members) {
        const own = await fetch(new Request(`${origins.trustAnchor}/fetch?sub=${encodeURIComponent(member)}`))
        assert.equal(own.status, 404, member)
      }
    })

    test(`FED-142 each leaf of ${profile} names the resolve endpoint of its anchor, and those of the seed name none`, async () => {
      const fetch = ecosystem.fetchOf('wallet')
      const endpointOf = async (entityId: string): Promise<string | undefined> => {
        const statement = await (await fetch(new Request(entityConfigurationUrl(entityId)))).text()
        const metadata = decodeJwt(statement).payload.metadata as Record<string, Record<string, string>>
        return metadata.federation_entity?.federation_resolve_endpoint
      }
      const trust_anchor = origins.trustAnchor + path
      for (const member of members) {
        const query = new URLSearchParams({ sub: member, trust_anchor })
        assert.equal((await fetch(new Request(`${await endpointOf(member)}?${query}`))).status, 200, member)
        assert.equal(await endpointOf(member.slice(0, -path.length)), undefined)
      }
    })

    test(`the administration of the anchor of ${profile} would register every entity`, async () => {
      const fetch = ecosystem.fetchOf('administrator')
      const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }
      for (const entity_id of members) {
        const credential_types = entity_id.startsWith(origins.pidProvider) ? { credential_types: ['pid'] } : {}
        const body = JSON.stringify({ entity_id, dry_run: true, ...credential_types })
        const url = `${origins.trustAnchor}${path}/admin/subordinates`
        const response = await fetch(new Request(url, { method: 'POST', headers, body }))
        assert.equal(response.status, 200, `${entity_id}: ${await response.text()}`)
      }
    })
  })
