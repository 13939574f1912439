/**
 * Tests of refused pushed authorization requests. Each function takes a table of cases, and defines a test for each
 * case: it pushes a valid request with one change, and asserts the rule and the answer of the refusal.
 */
import { test } from 'node:test'
import { type Refusals, refusalsOf } from './cases.ts'
import { beginIssuance, type Issuance, type Push, push } from './pid-issuance.ts'
import type { PidProviderFixture } from './pid-provider-fixture.ts'
import { assertRefusal } from './wire-refusal.ts'

export type Bend = Push | ((issuance: Issuance) => Push | Promise<Push>)

export function parRefusals(fixture: PidProviderFixture) {
  const refuses =
    (status: number, error: string) =>
    (table: Refusals<Bend>): void => {
      for (const [id, title, bend, code] of refusalsOf(table))
        test(`${id} PAR refuses ${title}`, async () => {
          const issuance = await beginIssuance(fixture)
          const bent = typeof bend === 'function' ? await bend(issuance) : bend
          await assertRefusal(await push(issuance, bent), fixture.sink, { id, code, status, error })
        })
    }
  return {
    invalidRequest: refuses(400, 'invalid_request'),
    invalidObject: refuses(400, 'invalid_request_object'),
    invalidDetails: refuses(400, 'invalid_authorization_details'),
    invalidScope: refuses(400, 'invalid_scope'),
    invalidClient: refuses(401, 'invalid_client'),
    unsupportedResponseType: refuses(400, 'unsupported_response_type'),
  }
}

/** Returns a push whose Request Object has these claims. */
export const ofObject = (payload: Record<string, unknown>): Push => ({ object: { payload } })
