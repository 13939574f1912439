import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOfServiceProvider } from './service-provider-names.ts'

const display = (language: string, name: string): string =>
  `<md:OrganizationDisplayName xml:lang="${language}">${name}</md:OrganizationDisplayName>`

test('names a service provider in each language, else by its first name, else by its identifier', () => {
  for (const [metadata, it, en] of [
    [display('it', 'Ente') + display('en', 'Body'), 'Ente', 'Body'],
    [display('it', 'Ente'), 'Ente', 'Ente'],
    [display('de', 'Amt &amp; &lt;b&gt;'), 'Amt & <b>', 'Amt & <b>'],
    ['<md:EntityDescriptor/>', 'https://sp.example', 'https://sp.example'],
  ] as const)
    assert.deepEqual(namesOfServiceProvider(metadata, 'https://sp.example'), { it, en })
})
