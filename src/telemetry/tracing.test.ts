import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequestScope } from './request-scope.ts'
import { createTracing } from './tracing.ts'

/**
 * The name under which every version 1 of the OpenTelemetry API registers an SDK for other copies of the API. Published
 * SDKs require an API below 1.10, and version 1.10 ignores an SDK that registered with an older one.
 */
const registration = Symbol.for('opentelemetry.js.api.1')

test('spans go to an SDK that registered version 1.9.0 of the OpenTelemetry API', async () => {
  const started: string[] = []
  const span = { isRecording: () => false, updateName: () => span, setAttributes: () => span }
  const startSpan = (name: string) => {
    started.push(name)
    return span
  }
  const globals = globalThis as { [registration]?: object }
  const registered = globals[registration]
  globals[registration] = { version: '1.9.0', trace: { getTracer: () => ({ startSpan }) } }
  try {
    const tracing = createTracing(createRequestScope())
    const answer = { status: 200, headers: {} }
    await tracing.request(
      { method: 'GET', traceparent: undefined },
      () => answer,
      () => 'role/path',
    )
  } finally {
    if (registered === undefined) delete globals[registration]
    else globals[registration] = registered
  }
  assert.deepEqual(started, ['GET'])
})
