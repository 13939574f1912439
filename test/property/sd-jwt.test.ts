import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/base/index.ts'
import { type ConcretePath, issueSdJwt, listDisclosableClaims, presentSdJwt } from '../../src/sd-jwt/index.ts'
import { ctx, header, issuer, plain, verify } from '../support/credential.ts'
import { expectSuccess } from '../support/refuses.ts'

const name = fc
  .stringMatching(/^[a-z]{3,6}$/)
  .filter((text) => !['iss', 'sub', 'iat', 'nbf', 'exp', 'cnf', 'vct'].includes(text))
const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
const claims = fc.dictionary(
  name.filter((text) => text !== 'status'),
  fc.oneof(leaf, fc.dictionary(name, leaf, { minKeys: 1, maxKeys: 3 }), fc.array(leaf, { minLength: 1, maxLength: 3 })),
  { minKeys: 1, maxKeys: 6, noNullPrototype: true },
)

/** Returns the paths of every member and element one level down. */
const innerPaths = (object: JsonObject): ConcretePath[] =>
  Object.entries(object).flatMap(([top, value]) => {
    if (typeof value !== 'object' || value === null) return []
    return Array.isArray(value)
      ? value.map((_, index) => [top, index])
      : Object.keys(value).map((inner) => [top, inner])
  })

test('any subset of the disclosures verifies and reveals only its own claims', async () => {
  await fc.assert(
    fc.asyncProperty(claims, fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }), async (generated, coins) => {
      const disclosable = structuredClone(generated) as JsonObject
      const text = await issueSdJwt(ctx, issuer, { header, plain, disclosable, nested: innerPaths(disclosable) })
      assert.deepEqual(expectSuccess(await verify(text)).claims, { ...plain, ...disclosable })

      const chosen = expectSuccess(listDisclosableClaims(ctx, text)).filter((_, index) => coins[index])
      const shown = expectSuccess(
        await verify(
          expectSuccess(
            presentSdJwt(
              ctx,
              text,
              chosen.map(({ path }) => path),
            ),
          ),
        ),
      )
      const { iss: _, ...revealed } = shown.claims
      const expected: Record<string, Json> = { ...plain }
      for (const [top, value] of Object.entries(disclosable)) {
        const touching = chosen.filter(({ path }) => path[0] === top)
        if (touching.length === 0) continue
        const inner = touching.flatMap(({ path }) => path.slice(1))
        if (Array.isArray(value)) expected[top] = value.filter((_, index) => inner.includes(index))
        else if (typeof value === 'object' && value !== null)
          expected[top] = Object.fromEntries(Object.entries(value).filter(([key]) => inner.includes(key)))
        else expected[top] = value
      }
      assert.deepEqual({ iss: plain.iss, ...revealed }, expected)
    }),
    { numRuns: 150, seed: 9901 },
  )
})

test('an SD-JWT with inserted random text never makes the verifier throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.nat(), async (noise, place) => {
      const text = await issueSdJwt(ctx, issuer, { header, plain, disclosable: { given_name: 'Ada' } })
      const at = place % text.length
      await verify(text.slice(0, at) + noise + text.slice(at))
    }),
    { numRuns: 200, seed: 1 },
  )
})
