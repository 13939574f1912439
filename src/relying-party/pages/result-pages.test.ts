/** What the person reads of their own data. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PresentationResult } from '../presentation-result.ts'
import { resultPage } from './result-pages.ts'

test('a claim that has members is read as their values, and not as JSON', async () => {
  const claims = {
    place_of_birth: { locality: 'Roma', country: 'IT' },
    nationalities: ['IT', 'FR'],
    address: { formatted: { street: 'Via Roma 1', floor: 2 }, city: 'Torino' },
  }
  const credential = { id: 'pid', format: 'dc+sd-jwt', type: null, issuer: 'https://issuer.example', claims }
  const rest = { selected: [], surplus: [], status: 'valid' } as const
  const result = { credentials: [{ ...credential, ...rest }], walletLevel: '', trace: '' } as PresentationResult
  const config = { entityId: 'https://rp.example', clientName: 'A service' }
  const page = String(await resultPage({ config, language: 'en' }, result))
  const shown = [...page.matchAll(/class="claim">([^<]*)</g)].map(([, text]) => text)
  assert.deepEqual(shown, ['Roma, IT', 'IT, FR', 'Via Roma 1, 2, Torino'])
})
