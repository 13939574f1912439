/** Each member that fiducia emits in `docs/flows` has an explanation. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts'
import { jwsKindOf } from './artefacts/jws-kinds.ts'
import { formValues } from './artefacts/url.ts'
import { explainMember } from './explain-member.ts'
import type { DecodedKind } from './kinds.ts'
import type { SectionName } from './words.ts'

const folder = new URL('../../../docs/flows/', import.meta.url)
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'))

interface Found {
  readonly kind: DecodedKind
  readonly section: SectionName
  readonly value: JsonObject
}

/** Returns every artefact and message of a page. A page shows a JWS as two blocks of JSON: header and payload. */
function artefactsOf(page: string): readonly Found[] {
  const found: Found[] = []
  let header: JsonObject | undefined
  for (const [, language, block = ''] of page.matchAll(/```(json|http)\n([\s\S]*?)```/g)) {
    if (language === 'http') {
      found.push(...messageOf(block))
      continue
    }
    const value = JSON.parse(block) as Json
    if (!isJsonObject(value)) continue
    if (header === undefined && typeof value.alg === 'string') {
      header = value
      continue
    }
    const kind: DecodedKind = header === undefined ? 'json' : jwsKindOf(header, value).kind
    if (header !== undefined) found.push({ kind, section: 'header', value: header })
    found.push({ kind, section: header === undefined ? 'body' : 'payload', value })
    header = undefined
  }
  return found
}

function messageOf(block: string): readonly Found[] {
  const bodies = block.split(/\n\n/).slice(1)
  const headers = [...block.matchAll(/^([a-z][a-z-]+): /gm)].map(([, name = '']): [string, string] => [name, ''])
  const queries = [...block.matchAll(/\?(\S+=\S*)/g)].map(([, query = '']) => formValues(query))
  const forms = bodies.filter((body) => /^\w+=/.test(body)).map((body) => formValues(body.split('\n\n', 1)[0] ?? ''))
  const json = bodies.filter((body) => body.startsWith('{')).flatMap((body) => parsed(body))
  return [
    { kind: 'http_request', section: 'headers', value: Object.fromEntries(headers) },
    ...[...queries, ...forms].map((value) => ({ kind: 'form', section: 'parameters', value }) as const),
    ...json.map((value) => ({ kind: 'json', section: 'body', value }) as const),
  ]
}

/** Returns the object in a body, or nothing: the pages shorten some bodies with words, which are not JSON. */
function parsed(body: string): readonly JsonObject[] {
  try {
    const value = JSON.parse(body) as Json
    return isJsonObject(value) ? [value] : []
  } catch {
    return []
  }
}

/** Returns the places of all members of a value that have no explanation. */
function unexplained({ kind, section, value }: Found, path: readonly string[] = []): readonly string[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const place = [...path, name]
    const own = explainMember(kind, section, place) === undefined ? [`${kind} ${section} ${place.join('.')}`] : []
    const inner = (Array.isArray(member) ? member : [member]).filter(isJsonObject)
    return [...own, ...inner.flatMap((one) => unexplained({ kind, section, value: one }, place))]
  })
}

test('every member in docs/flows has an explanation', () => {
  const found = pages.flatMap((name) => artefactsOf(readFileSync(new URL(name, folder), 'utf8')))
  const kinds = new Set(found.map(({ kind }) => kind))
  for (const kind of ['dpop_proof', 'wallet_attestation', 'entity_configuration', 'key_proof', 'sd_jwt'] as const)
    assert.ok(kinds.has(kind), `${kind} is in docs/flows`)
  assert.ok(found.length > 60, `${found.length} artefacts and messages`)
  assert.deepEqual([...new Set(found.flatMap((one) => unexplained(one)))].sort(), [])
})

test('the artefact and the nearest parent decide the explanation, and a name that no standard defines has none', () => {
  const text = (kind: DecodedKind, ...path: string[]) => explainMember(kind, 'payload', path)?.text
  assert.match(text('entity_configuration', 'jwks', 'keys', 'alg') ?? '', /key is meant/)
  assert.match(text('dpop_proof', 'nonce') ?? '', /DPoP-Nonce/)
  assert.match(text('key_proof', 'nonce') ?? '', /c_nonce/)
  assert.match(
    text('entity_configuration', 'metadata_policy', 'wallet_provider', 'x', 'subset_of') ?? '',
    /Removes all/,
  )
  assert.match(explainMember('dpop_proof', 'header', ['alg'])?.text ?? '', /signature/)
  assert.equal(text('jwt', 'a_name_of_nobody'), undefined)
  assert.equal(text('jwt', 'constructor'), undefined)
})
