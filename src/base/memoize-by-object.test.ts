import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoizeByObject } from './memoize-by-object.ts'

test('calls the function once for each object, even if it returns undefined', () => {
  const made: string[] = []
  const nameOf = memoizeByObject(({ name }: { readonly name: string }) => {
    made.push(name)
    return name === 'nobody' ? undefined : name.toUpperCase()
  })
  const ada = { name: 'ada' }
  const nobody = { name: 'nobody' }
  assert.deepEqual([nameOf(ada), nameOf(ada), nameOf(nobody), nameOf(nobody)], ['ADA', 'ADA', undefined, undefined])
  assert.equal(nameOf({ name: 'ada' }), 'ADA')
  assert.deepEqual(made, ['ada', 'nobody', 'ada'])
})
