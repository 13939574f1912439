/**
 * Assertions about a refusal: the decision must name the requirement and the code, and the answer of a machine endpoint
 * must contain status, error, trace and the requirement (GEN-06).
 */
import assert from 'node:assert/strict'
import type { CheckRecord } from '../../src/base/index.ts'
import type { RecordingSink } from './decisions.ts'

export interface ExpectedRefusal {
  /** Requirement and code of the check that refused. */
  readonly id: string
  readonly code: string
  readonly status: number
  /** `error` of the JSON body. Absent for a page. */
  readonly error?: string
  /** The place of the fault. */
  readonly at?: string
}

/** Parses a refusal in one line: requirement, code, status, error, and the place if one is expected. */
function parseRefusal(line: string): ExpectedRefusal {
  const [id = '', code = '', status, error = '', at] = line.split(' ')
  return { id, code, status: Number(status), error, ...(at !== undefined && { at }) }
}

/** Asserts one refusal, in the last decision and in the answer. Returns the JSON body, or `{}` without `error`. */
export async function assertRefusal(
  response: Response,
  sink: RecordingSink,
  refusal: ExpectedRefusal | string,
): Promise<Record<string, unknown>> {
  const expected = typeof refusal === 'string' ? parseRefusal(refusal) : refusal
  const text = await response.text()
  const decision = sink.decisions.at(-1)
  const check = decision?.checks.at(-1)
  assert.equal(decision?.outcome, 'refused', `${response.status} ${text}`)
  const { id, code, status, error, at = check?.at } = expected
  assert.deepEqual(
    { id: check?.requirement, code: check?.code, at: check?.at, status: response.status },
    { id, code, at, status },
    text,
  )
  assert.equal(check?.passed, false)
  if (error === undefined) return {}
  const body = JSON.parse(text) as Record<string, unknown>
  assert.equal(body.error, error, text)
  assert.equal(response.headers.get('fiducia-trace'), decision?.trace)
  assertErrorBody(response, body)
  assertBlock(String(body.error_description), { ...check, requirement: id, code })
  return body
}

/**
 * Asserts the order of a description (GEN-44): the reason, the code and the place, the requirement, the two compared
 * values if there are any, and what to change.
 */
export function assertBlock(
  description: string,
  { requirement, code = '', at = '', expected, found }: Partial<CheckRecord>,
): void {
  const place = at === '' ? code : `${code} at ${at}`
  const compared =
    found === undefined ? '' : expected === undefined ? `Found: ${found}. ` : `Expected: ${expected}; found: ${found}. `
  const [reason, rest, ...more] = description.split(` (${place}) [${requirement}] ${compared}What to change: `)
  assert.deepEqual(more, [], description)
  assert.match(reason ?? '', /^[A-Za-z].*\.$/, description)
  assert.match(rest ?? '', /^[A-Z].*\.$/, description)
  assert.doesNotMatch(description, /[^ !#-[\]-~]/, 'RFC 6749 §5.2')
}

/** Asserts the form of every error of a machine endpoint (GEN-06, WP-33). */
export function assertErrorBody(response: Response, body: Record<string, unknown>): void {
  assert.equal(response.headers.get('content-type'), 'application/json')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(typeof body.error, 'string')
  assert.equal(typeof body.error_description, 'string')
  assert.doesNotMatch(String(body.error_description), /\n|\bat \S+\.ts/)
}
