import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderSuggestions } from './greeting.ts'
import { sandboxOrigins } from './origins.ts'

test('the curl command quotes the file of the authority for a shell', () => {
  const facts = { origins: sandboxOrigins(4000, { https: true }), host: undefined, openid: undefined }
  const commandWith = (authorityFile: string) => /curl .*? -X/.exec(renderSuggestions({ ...facts, authorityFile }))?.[0]
  assert.equal(commandWith('/tmp/authority.crt'), 'curl --cacert /tmp/authority.crt -X')
  assert.equal(commandWith("/home/o'neil/authority.crt"), String.raw`curl --cacert '/home/o'\''neil/authority.crt' -X`)
})
