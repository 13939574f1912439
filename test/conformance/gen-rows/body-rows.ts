/**
 * One fault for each code in the envelope of a form or JSON request (GEN-07, GEN-09, GEN-23, GEN-28, GEN-29), and
 * variations that must be accepted (GEN-21, GEN-22, GEN-25). `src/http/app-requests.test.ts` and
 * `src/base/json.test.ts` have every fault.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExpectedRefusal } from '../../support/wire-refusal.ts'
import { refusalRow, type SurfaceDriver } from './driver.ts'

interface BodyDriver<T> extends SurfaceDriver {
  /** URL of the endpoint. */
  readonly url: string
  readonly fetch: (request: Request) => Promise<Response>
  /** Returns the content of a fresh valid request, and its headers other than `Content-Type`. */
  readonly valid: () => Promise<{ readonly content: T; readonly headers?: Readonly<Record<string, string>> }>
  /** Maximum number of bytes that the endpoint accepts. */
  readonly bodyLimit: number
  /** Method of the request. Defaults to `POST`. */
  readonly method?: 'POST' | 'PUT'
  /** Methods of the path, as `Allow` lists them. Defaults to `POST`. */
  readonly allow?: string
}

/** Content: parameters by name. */
type FormDriver = BodyDriver<Readonly<Record<string, string>>>
/** Content: the JSON object. */
interface JsonDriver extends BodyDriver<Readonly<Record<string, unknown>>> {
  /** The refusal of an unknown member, if it is refused (WP-06). */
  readonly unknownMember?: ExpectedRefusal
}

const formType = 'application/x-www-form-urlencoded'
const jsonType = 'application/json'
const encode = (content: Readonly<Record<string, string>>): string => new URLSearchParams(content).toString()

interface Sending {
  readonly body?: BodyInit
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly method?: string
  readonly query?: string
}

/** Returns a function that sends the valid request with a change. */
function sender<T>(driver: BodyDriver<T>, type: string, write: (content: T) => string) {
  return async (change: (valid: string) => Sending): Promise<Response> => {
    const { content, headers } = await driver.valid()
    const text = write(content)
    const { body = text, method = driver.method ?? 'POST', query = '', headers: changed } = change(text)
    const all = Object.entries({ 'content-type': type, ...headers, ...changed })
    const kept = all.filter((entry): entry is [string, string] => entry[1] !== undefined)
    const init = { method, headers: kept, ...(method === 'GET' || method === 'HEAD' ? {} : { body }) }
    return driver.fetch(new Request(`${driver.url}${query}`, init))
  }
}
type Send = ReturnType<typeof sender>

function envelopeRows<T>(driver: BodyDriver<T>, send: Send, type: string): void {
  const { surface, allow = 'POST' } = driver
  const row = (id: string, title: string, code: string, change: (valid: string) => Sending): void =>
    refusalRow(driver, id, title, code, () => send(change))

  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
    (name) => !allow.split(', ').includes(name),
  ))
    test(`GEN-07 ${surface} refuses ${method} and lists the allowed methods`, async () => {
      const response = await send(() => ({ method }))
      assert.equal(response.status, 405)
      assert.equal(response.headers.get('allow'), allow)
      assert.equal(driver.sink.lastRefusal()?.checks.at(-1)?.code, 'method_not_allowed')
      assert.equal(driver.sink.lastRefusal()?.surface, `${surface} envelope`)
    })
  const other = type === jsonType ? formType : jsonType
  row('GEN-07', `the media type ${other}`, 'media_type_unsupported', () => ({ headers: { 'content-type': other } }))
  row('GEN-07', 'a body of the coding gzip', 'coding_unsupported', () => ({ headers: { 'content-encoding': 'gzip' } }))
  row('GEN-07', 'a body that is too large', 'body_too_large', (valid) => ({
    body: valid + ' '.repeat(driver.bodyLimit),
  }))
  row('GEN-29', 'a doubled Content-Type', 'header_duplicated', () => ({
    headers: { 'content-type': `${type}, ${type}` },
  }))
  row('GEN-09', 'a doubled query parameter', 'parameter_duplicated', () => ({ query: '?a=1&a=1' }))
  row('GEN-23', 'a body of broken UTF-8', 'not_utf8', () => ({ body: Uint8Array.of(0x61, 0x3d, 0xff, 0xfe) }))

  accepts(driver, `GEN-25 ${surface} accepts a charset parameter`, () =>
    send(() => ({ headers: { 'content-type': `${type}; charset=UTF-8` } })),
  )
  accepts(driver, `GEN-21 ${surface} ignores unknown query parameters and headers`, () =>
    send(() => ({ query: '?colour=red', headers: { 'x-colour': 'red' } })),
  )
}

function accepts<T>(driver: BodyDriver<T>, title: string, send: () => Promise<Response>): void {
  test(title, async () => {
    const response = await send()
    assert.equal(response.status, driver.accepted, await response.clone().text())
  })
}

/** Runs every row of a form against the surface. */
export function genFormRows(driver: FormDriver): void {
  const send = sender(driver, formType, encode)
  envelopeRows(driver, send, formType)
  const row = (id: string, title: string, code: string, change: (valid: string) => string): void =>
    refusalRow(driver, id, title, code, () => send((valid) => ({ body: change(valid) })))
  row('GEN-09', 'a doubled parameter', 'parameter_duplicated', (valid) => `${valid}&${valid.split('&')[0]}`)
  row('GEN-23', 'a broken escape', 'parameter_malformed', (valid) => `${valid}&a=%`)
  accepts(driver, `GEN-21 ${driver.surface} ignores unknown parameters`, () =>
    send((valid) => ({ body: `${valid}&colour=red&__proto__=x&constructor=x` })),
  )
  accepts(driver, `GEN-22 ${driver.surface} treats an empty parameter as absent`, () =>
    send((valid) => ({ body: `colour=&&${valid}&shape` })),
  )
}

/** Runs every row of a JSON body against the surface. */
export function genJsonRows(driver: JsonDriver): void {
  const send = sender(driver, jsonType, (content) => JSON.stringify(content))
  envelopeRows(driver, send, jsonType)
  const row = (id: string, title: string, code: string, change: (valid: string) => string): void =>
    refusalRow(driver, id, title, code, () => send((valid) => ({ body: change(valid) })))
  const further = (valid: string, member: string): string => `${valid.slice(0, -1)},${member}}`
  const first = (valid: string): string => JSON.stringify(Object.keys(JSON.parse(valid))[0])
  const deep = `${'['.repeat(40)}${']'.repeat(40)}`
  row('GEN-23', 'a body cut short', 'json_malformed', (valid) => valid.slice(0, -1))
  row('GEN-23', '[] in place of an object', 'json_malformed', () => '[]')
  row('GEN-23', 'nesting too deep', 'json_too_deep', (valid) => further(valid, `"x":${deep}`))
  row('GEN-28', 'a doubled member', 'json_duplicate_member', (valid) => further(valid, `${first(valid)}:"x"`))
  const { unknownMember } = driver
  const withUnknown = () => send((valid) => ({ body: further(valid, '"colour":"red"') }))
  if (unknownMember) refusalRow(driver, unknownMember.id, 'an unknown member', unknownMember.code, withUnknown)
  else accepts(driver, `GEN-21 ${driver.surface} ignores unknown members`, withUnknown)
}
