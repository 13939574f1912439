/** D-503: the table contains each error of the installed `undici`, and decides how the guarded client refuses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors } from 'undici'
import { sandbox, withServer } from '../../test/support/guarded-fetch.ts'
import { errorClassesOf } from '../../test/support/library-errors.ts'
import { FetchRefused, toFetchRefused } from './fetch-refusal.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { timeoutCodes, tooLargeCodes, undiciCodes, undiciFault } from './undici-faults.ts'

type CodedError = Error & { readonly code: string }
type ErrorClass = new (...given: readonly unknown[]) => CodedError

/** One error of each exported class, except that of the parser, whose errors have no code of their own. */
const thrown = errorClassesOf(errors)
  .filter((name) => name !== 'HTTPParserError')
  .map((name) => new (errors[name as keyof typeof errors] as unknown as ErrorClass)(undefined, undefined, {}))

test('D-503 the table names the code of each error that the installed version exports', () => {
  assert.deepEqual(thrown.map(({ code }) => code).sort(), Object.keys(undiciCodes).sort())
  for (const code of [...timeoutCodes, ...tooLargeCodes]) assert.ok(Object.hasOwn(undiciCodes, code), code)
})

test('D-503 the guarded client refuses according to the meaning of an error, and rethrows an error that is a bug', () => {
  const { signal } = new AbortController()
  for (const error of thrown) {
    const fault = undiciFault(error)
    assert.equal(fault, undiciCodes[error.code], error.code)
    const refusal = toFetchRefused(error, 'host.example', signal)
    if (fault === 'bug') assert.equal(refusal, error)
    else assert.ok(refusal instanceof FetchRefused, error.code)
  }
  const parserError = Object.assign(new errors.HTTPParserError('x'), { code: 'HPE_INVALID_VERSION' })
  const refused = (error: unknown) => {
    const { code, trouble } = toFetchRefused(error, 'host.example', signal) as FetchRefused
    return [code, trouble]
  }
  assert.deepEqual(refused(new errors.ConnectTimeoutError()), ['timeout', undefined])
  assert.deepEqual(refused(new errors.HeadersOverflowError()), ['answer_too_large', undefined])
  assert.deepEqual(refused(parserError), ['unreachable', 'cut'])
  assert.deepEqual(refused(new errors.ResponseContentLengthMismatchError()), ['unreachable', 'cut'])
  assert.deepEqual(refused(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })), ['unreachable', 'refused'])
})

test('FED-37 headers above the limit are an answer that is too large, not an outage', async () => {
  await withServer(
    (_, response) => response.writeHead(200, { 'x-filler': 'x'.repeat(70_000) }).end(),
    async (url) => {
      const fetch = createGuardedFetch(sandbox)
      await assert.rejects(fetch(new Request(url)), { code: 'answer_too_large' })
      await fetch.close()
    },
  )
})
