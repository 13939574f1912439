import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from './failure.ts'
import { fetchFailureOf, fetchText, mediaTypeOf, readText, readTrouble } from './http-client.ts'

const request = new Request('https://a.example/')
const type = 'application/jwt'
const answer = (body: BodyInit | null, contentType = type, status = 200) =>
  new Response(body, { status, headers: { 'content-type': contentType } })
const fetched = (response: Response, size = 4) => fetchText(async () => response, request, type, 'answer', { size })
const inParts = (...parts: readonly string[]) =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })

test('FED-37 a document is read whole, up to its limit', async () => {
  for (const [body, text] of [
    ['abcd', 'abcd'],
    [inParts('a', 'b', 'cd'), 'abcd'],
    [inParts(), ''],
    [null, ''],
  ] as const)
    assert.equal(await fetched(answer(body)), text)
  assert.equal(await fetched(answer('a', 'Application/JWT ; charset=utf-8')), 'a')
})

test('GEN-23 an answer with an unexpected size, encoding, media type or status is refused', async () => {
  for (const [response, code, at] of [
    [answer('abcde'), 'answer_too_large', 'answer'],
    [answer(inParts('abc', 'de')), 'answer_too_large', 'answer'],
    [answer(Uint8Array.of(0xff)), 'not_text', 'answer'],
    [answer('a', 'text/plain'), 'media_type_unexpected', 'answer'],
    [answer('a', ''), 'media_type_unexpected', 'answer'],
    [answer('a', type, 404), 'status_unexpected', 'answer.status.404'],
    [answer('a', type, 201), 'status_unexpected', 'answer.status.201'],
  ] as const)
    assert.deepEqual(await fetched(response), new Failure(code, at))
  const tooLarge = await fetched(answer('abcde'))
  assert.equal(tooLarge instanceof Failure && tooLarge.evidence?.expected, 'at most 4 bytes')
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })
  assert.deepEqual(await readText(answer(broken), 'answer'), new Failure('unreachable', 'answer'))
})

test('FED-37 the body of a refused answer is cancelled', async () => {
  for (const [status, contentType] of [
    [200, type],
    [404, type],
    [200, 'text/html'],
  ] as const) {
    let cancelled = 0
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(3)),
      cancel: () => {
        cancelled += 1
      },
    })
    assert.ok((await fetched(answer(body, contentType, status))) instanceof Failure)
    assert.equal(cancelled, 1)
  }
})

test('FED-08 a guarded client distinguishes a request that it did not send from one without an answer', async () => {
  for (const code of ['url_forbidden', 'address_forbidden', 'answer_too_large'] as const) {
    const thrown = Object.assign(new Error('guarded'), { code })
    assert.deepEqual(fetchFailureOf(thrown, 'answer'), new Failure(code, 'answer'))
    const failing = () => Promise.reject(thrown)
    assert.deepEqual(await fetchText(failing, request, type, 'answer'), new Failure(code, 'answer'))
  }
  for (const thrown of [new Error('reset'), Object.assign(new Error('odd'), { code: 'other' }), 'a text', undefined])
    assert.deepEqual(fetchFailureOf(thrown, 'answer'), new Failure('unreachable', 'answer'))
  for (const trouble of ['refused', 'name', 'route', 'certificate', 'tls', 'cut']) {
    const thrown = Object.assign(new Error('trouble'), { trouble })
    assert.deepEqual(fetchFailureOf(thrown, 'answer'), new Failure('unreachable', `answer.${trouble}`))
  }
  const otherName = Object.assign(new Error('trouble'), { trouble: 'other_name', names: 'a.example: b.example' })
  const named = fetchFailureOf(otherName, 'answer')
  assert.deepEqual(named, new Failure('unreachable', 'answer.other_name[a.example: b.example]'))
  assert.deepEqual(readTrouble(named.at), { trouble: 'other_name', asked: 'a.example', served: 'b.example' })
  assert.deepEqual(readTrouble('answer.refused'), { trouble: 'refused' })
  assert.deepEqual(
    [readTrouble('answer.status.404'), readTrouble('answer'), readTrouble('a.constructor')],
    [{}, {}, {}],
  )
  const late = Object.assign(new Error('late'), { code: 'timeout' })
  assert.deepEqual(fetchFailureOf(late, 'answer'), new Failure('unreachable', 'answer.timeout'))
})

test('a media type is read without its parameters', () => {
  assert.equal(mediaTypeOf(' Text/HTML;charset=utf-8'), 'text/html')
  for (const nothing of [undefined, null, '', ';']) assert.equal(mediaTypeOf(nothing), '')
})
