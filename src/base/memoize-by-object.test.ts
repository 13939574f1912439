import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoizeByObject } from './memoize-by-object.ts'

test('makes a thing once for each object, also when nothing comes of it', () => {
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
