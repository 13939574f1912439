import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireCompanionOption } from './user-error.ts'

test('an option without its companion is named as a user writes it', () => {
  const flags: { readonly keyLabel?: string; readonly keyFile?: string; readonly token?: string } = { keyLabel: 'a' }
  assert.throws(() => requireCompanionOption(flags, 'keyLabel', ['keyFile', 'token']), {
    name: 'UserError',
    message: '--key-label needs --key-file or --token: add it, or leave --key-label out.',
  })
  assert.doesNotThrow(() => requireCompanionOption({ ...flags, token: 'b' }, 'keyLabel', ['keyFile', 'token']))
})
