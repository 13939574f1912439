import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findInteraction } from './interaction.ts'

test('RP-121 a login is over if the settings no longer list its client', async () => {
  const interaction = { uid: 'u', params: { client_id: 'portal' } }
  const provider = { interactionDetails: async () => interaction } as never
  const find = (...clientIds: string[]) =>
    findInteraction(
      { provider, config: { clients: clientIds.map((clientId) => ({ clientId })) } as never },
      {} as never,
    )
  assert.equal(await find('keycloak', 'portal'), interaction)
  assert.equal(await find('keycloak'), undefined)
})
