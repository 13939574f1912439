import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMetadata } from './render-metadata.ts'

test('the summary counts all members, although the page shows only the first 300', () => {
  const membersWith = (value: number) => ({
    wallet_provider: Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`member_${index}`, value])),
  })
  const page = String(renderMetadata('en', 'x', membersWith(1), membersWith(2)))
  assert.match(page, /400 of 400 members change\./)
  assert.equal([...page.matchAll(/<tr class="map-changed">/g)].length, 300)
})

test('the order of members in an object is no difference', () => {
  const [published, resolved] = [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ].map((vp_formats) => ({ rp: { vp_formats } }))
  assert.match(String(renderMetadata('en', 'x', published ?? {}, resolved ?? {})), /0 of 1 members change\./)
})
