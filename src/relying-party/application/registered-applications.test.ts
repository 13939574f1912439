/** Applications in the store whose ids the settings also have. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RelyingPartyContext } from '../context.ts'
import type { Application } from './applications.ts'
import { visitApplicationsWithErasureUrl } from './registered-applications.ts'

const application = (id: string, erasureUrl?: string): Application => ({
  ...{ id, apiKeyDigests: [], returnUrls: [], loopbackReturnUrls: false },
  ...(erasureUrl !== undefined && { erasureUrl }),
})

test('RP-140 an application of the store is not asked to erase if its id is in the settings', async () => {
  const stored = ['library', 'portal', 'school'].map((id) => application(id, `https://store.example/${id}`))
  const ctx = {
    config: { applications: [application('portal', 'https://portal.example/erasures'), application('school')] },
    stores: { applications: { erasing: async () => stored } },
  } as unknown as Pick<RelyingPartyContext, 'config' | 'stores'>
  const visited: (string | undefined)[] = []
  await visitApplicationsWithErasureUrl(ctx, async ({ erasureUrl }) => void visited.push(erasureUrl))
  assert.deepEqual(visited, ['https://portal.example/erasures', 'https://store.example/library'])
})
