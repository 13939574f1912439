/**
 * Tests of refused pushed authorization requests. Each function defines a test that pushes a valid request with one
 * change, and asserts the rule and the answer of the refusal.
 */
import { test } from 'node:test'
import { beginIssuance, type Issuance, type Push, push } from './pid-issuance.ts'
import type { PidProviderFixture } from './pid-provider-fixture.ts'
import { assertRefusal } from './wire-refusal.ts'

export type Bend = Push | ((issuance: Issuance) => Push | Promise<Push>)

export function parRefusals(fixture: PidProviderFixture) {
  function refuses(id: string, title: string, bend: Bend, code: string, status: number, error: string): void {
    test(`${id} PAR refuses ${title}`, async () => {
      const issuance = await beginIssuance(fixture)
      const bent = typeof bend === 'function' ? await bend(issuance) : bend
      await assertRefusal(await push(issuance, bent), fixture.sink, { id, code, status, error })
    })
  }
  return {
    refuses,
    invalidRequest: (id: string, title: string, bend: Bend, code: string): void =>
      refuses(id, title, bend, code, 400, 'invalid_request'),
    invalidClient: (id: string, title: string, bend: Bend, code: string): void =>
      refuses(id, title, bend, code, 401, 'invalid_client'),
  }
}

/** Returns a push whose Request Object has these claims. */
export const ofObject = (payload: Record<string, unknown>): Push => ({ object: { payload } })
