import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyPort } from './copy-port.ts'

test('members of an object are copied as they are', () => {
  const port = { name: 'a', greet: () => 'hello' }
  assert.deepEqual(copyPort(port), port)
  assert.equal(copyPort(port).greet, port.greet)
})

test('members of a class and of the class that it extends are copied, and their methods work alone', () => {
  class Base {
    greet(): string {
      return 'hello'
    }
    part(): string {
      return 'goodbye'
    }
  }
  class Port extends Base {
    readonly #name = 'Ada'
    readonly own = 1

    override greet(): string {
      return `${super.greet()} ${this.#name}`
    }
    get length(): number {
      return this.#name.length
    }
  }
  const { greet, part, own, length, ...others } = copyPort(new Port())
  assert.deepEqual([greet(), part(), own, length, others], ['hello Ada', 'goodbye', 1, 3, {}])
})
