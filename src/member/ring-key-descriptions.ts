/** OpenAPI descriptions of the administration of a key ring. */
import { z } from 'zod'
import type { Rules } from '../base/index.ts'
import type { AnswerWithHeaders, RouteDescription } from '../http/index.ts'
import { keyRequestSchemas } from './key-ring-administration.ts'

const seconds = z.number()
const state = z.enum(['pending', 'active', 'retiring', 'revoked'])
const example = 'uQY2kC6oD5nHlM8pQ1tR3vWxZ0aBcDeFgHiJkLmNoPq'

/** A key as an administrator sees it. */
const ringKey = z.object({
  kid: z.string(),
  state,
  created_at: seconds,
  created_by: z.string().optional(),
  created_reason: z.string().optional(),
  activated_at: seconds.optional(),
  activated_by: z.string().optional(),
  retired_at: seconds.optional(),
  revoked_at: seconds.optional(),
  revoked_by: z.string().optional(),
  reason: z.string().optional(),
})

const changedKey = z.object({ kid: z.string(), state })

/** Rule tables of the operations: for the administrator's token, the request and the ring. */
interface RingRefusals {
  readonly administrator: readonly Rules<string, AnswerWithHeaders>[]
  readonly request: Rules<string, AnswerWithHeaders>
  readonly ring: Rules<string, AnswerWithHeaders>
}

/**
 * Returns the OpenAPI descriptions of the four operations on a key ring. `wrap` gets the schema of the list and returns
 * the schema of the whole answer. `addedStatus` is the status of the answer with a new key.
 */
export function describeKeyRing(
  kid: z.ZodType<string>,
  { administrator, request, ring }: RingRefusals,
  wrap: (list: z.ZodType) => z.ZodType,
  addedStatus: 200 | 201,
): Readonly<Record<'list' | 'add' | 'activate' | 'revoke', RouteDescription>> {
  const schemas = keyRequestSchemas(kid)
  const { keys_are_configured: configured, vault_unavailable: vault, ...states } = ring
  const listRefusals = { keys_are_configured: configured } as Rules<string, AnswerWithHeaders>
  const addRefusals = { keys_are_configured: configured, vault_unavailable: vault } as Rules<string, AnswerWithHeaders>
  const changeRefusals = [...administrator, request, listRefusals, states as Rules<string, AnswerWithHeaders>]
  return {
    list: {
      summary: 'Lists all keys with their states',
      answers: { 200: { schema: wrap(z.array(ringKey)) } },
      refusals: [...administrator, listRefusals],
    },
    add: {
      summary: 'Creates the next key. It is published and does not sign yet',
      body: { schema: schemas.add, example: { reason: 'yearly change' } },
      answers: { [addedStatus]: { schema: changedKey, example: { kid: example, state: 'pending' } } },
      refusals: [...administrator, request, addRefusals],
    },
    activate: {
      summary: 'Makes a pending key the signing key. The former signing key retires',
      body: { schema: schemas.activate, example: { kid: example } },
      answers: { 200: { schema: changedKey, example: { kid: example, state: 'active' } } },
      refusals: changeRefusals,
    },
    revoke: {
      summary: 'Permanently revokes a key that is not the signing key',
      body: { schema: schemas.revoke, example: { kid: example, reason: 'compromised' } },
      answers: { 200: { schema: changedKey, example: { kid: example, state: 'revoked' } } },
      refusals: changeRefusals,
    },
  }
}
