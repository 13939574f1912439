import assert from 'node:assert/strict'
import { test } from 'node:test'
import { organizationSubject } from './organization-subject.ts'

test('FED-90 a long name of an organization is cut after a whole character', () => {
  const organizationName = `${'a'.repeat(63)}\u{1F3DB}b`
  const subject = organizationSubject(
    { country: 'IT', organizationName },
    { entityId: 'https://a.example', test: false },
  )
  assert.ok(subject.includes(`${'a'.repeat(63)}\u{1F3DB}`))
  assert.ok(!subject.includes('\u{1F3DB}b'))
})
