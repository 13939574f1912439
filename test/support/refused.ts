/** Expected refusals, in the answer and in the record: the rule, its code, and the error of the answer. */
import assert from 'node:assert/strict'
import type { RecordingSink } from './decisions.ts'
import { assertBlock } from './wire-refusal.ts'

interface Refused {
  readonly id: string
  readonly code: string
  readonly status: number
  /** `error` of the JSON body. Not checked on pages. */
  readonly error?: string
  /** Place of the fault. Defaults to any. */
  readonly at?: string
}

/** Asserts that the last decision is this refusal, and that the answer states it. Returns the body's text. */
export async function assertRefused(sink: RecordingSink, response: Response, expected: Refused): Promise<string> {
  const text = await response.text()
  const record = sink.decisions.at(-1)
  const check = record?.checks.at(-1)
  assert.equal(record?.outcome, 'refused', `${response.status} ${text}`)
  const { id, code, at = check?.at } = expected
  assert.deepEqual([check?.requirement, check?.code, check?.at], [id, code, at])
  assert.equal(response.status, expected.status, text)
  if (expected.error === undefined) return text
  assert.equal(response.headers.get('content-type'), 'application/json')
  assert.match(response.headers.get('cache-control') ?? '', /no-store/)
  assert.equal(response.headers.get('fiducia-trace'), record?.trace)
  const body = JSON.parse(text) as Record<string, unknown>
  assert.equal(body.error, expected.error, text)
  assertBlock(String(body.error_description), { ...check, requirement: id, code })
  return text
}
