/** The page that shows a person their own data, and the error page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageNames, type PageLanguage } from '../../http/index.ts'
import { pageSettings } from '../../member/index.ts'
import type { PresentationResult } from '../application/presentation-result.ts'
import { errorPage, resultPage } from './result-pages.ts'

const credential = {
  ...{ id: 'pid', format: 'dc+sd-jwt', type: null, issuer: 'https://issuer.example' },
  ...{ surplus: [], status: 'valid' },
}
const selectedOf = (claims: object) => Object.entries(claims).map(([name, value]) => ({ path: [name], value }))

const organization = {
  ...{
    organization_name: 'A body',
    homepage_uri: 'https://body.example/',
    logo_uri: 'https://body.example/logo.svg',
  },
  ...{ policy_uri: 'https://body.example/privacy', tos_uri: 'https://body.example/terms' },
}
const config = {
  entityId: 'https://rp.example',
  clientName: 'A service',
  organization,
  pages: pageSettings.parse({}),
}
const frame = { config, language: 'en' } as const

interface Shown {
  readonly id?: string
  readonly issuer?: string
  readonly issuerName?: string
  readonly claims?: object
  readonly selected?: readonly object[]
}
async function pageOf(credentials: readonly Shown[]): Promise<string> {
  const result = {
    credentials: credentials.map(({ claims = {}, ...one }) => ({
      ...{ ...credential, selected: selectedOf(claims) },
      ...one,
    })),
    walletLevel: '',
    walletAttested: true,
    trace: '',
  }
  return String(await resultPage(frame, result as unknown as PresentationResult))
}

test('the page shows a claim with members as the list of their values, not as JSON', async () => {
  const claims = {
    place_of_birth: { locality: 'Roma', country: 'IT' },
    nationalities: ['IT', 'FR'],
    address: { formatted: { street: 'Via Roma 1', floor: 2 }, city: 'Torino' },
  }
  const shown = [...(await pageOf([{ claims }])).matchAll(/class="claim">([^<]*)</g)].map(([, text]) => text)
  assert.deepEqual(shown, ['Roma', 'Italy, France', 'Via Roma 1, 2, Torino'])
})

test('RP-105 the page shows a claim as one line of visible characters', async () => {
  const claims = {
    given_name: 'A\u202eda\u0000',
    address: { city: 'Ro\u200bma\ud800', zip: ['0\n1'] },
    'la\u202ebel': 'x',
  }
  const page = await pageOf([{ claims }])
  const shown = [...page.matchAll(/<dt>([^<]*)<[^>]*><dd[^>]*>([^<]*)</g)].map(([, ...texts]) => texts)
  assert.deepEqual(shown.slice(1), [
    ['address', 'Roma, 0 1'],
    ['label', 'x'],
  ])
  assert.equal(shown[0]?.[1], 'Ada ')
})

test('elements have distinct ids, even if credentials have the same claims or the same id', async () => {
  const page = await pageOf([
    { claims: { given_name: 'Ada', 'given_name-2': 'Augusta' } },
    { claims: { given_name: 'Ada' } },
    { id: 'diploma', claims: { given_name: 'Ada', 'place of\tstudy': 'Pisa' } },
  ])
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)
  assert.deepEqual(
    ids.filter((id) => /^(claim|credential)-/.test(id)),
    [
      ...['credential-pid', 'claim-given_name', 'claim-given_name-2'],
      ...['credential-pid-2', 'claim-given_name-3'],
      ...['credential-diploma', 'claim-given_name-4', 'claim-place_of_study'],
    ],
  )
  assert.equal(new Set(ids).size, ids.length)
})

test('RP-105 the page omits technical claims, and shows a claim of the person that has such a name', async () => {
  const selected = [
    { path: ['type'], value: 'card' },
    { path: ['credentialSubject', 'type'], value: 'resident' },
    { path: ['iss'], value: 'https://issuer.example' },
  ]
  const shown = [...(await pageOf([{ selected }])).matchAll(/class="claim">([^<]*)</g)].map(([, text]) => text)
  assert.deepEqual(shown, ['resident'])
})

test('RP-80 the error page asks a person to try again later for 429 and 503, and to start again for 400', async () => {
  const titleOf = async (status: number) =>
    /<h1[^>]*>([^<]*)</.exec(String(await errorPage({ ...frame, ordered: false }, status, '')))?.[1]
  assert.deepEqual(await Promise.all([400, 429, 503].map(titleOf)), [
    'Invalid request',
    'Service unavailable',
    'Service unavailable',
  ])
})

test('RP-80 the error page has another advice for each way in which a browser can send a wrong request', async () => {
  for (const language of Object.keys(languageNames) as PageLanguage[]) {
    const adviceOf = async (status: number) =>
      / id="error" role="alert">([^<]*)</.exec(
        String(await errorPage({ ...frame, language, ordered: false }, status, '')),
      )?.[1]
    const advice = await Promise.all([400, 405, 408, 413, 415].map(adviceOf))
    assert.ok(!advice.includes(undefined))
    assert.equal(new Set(advice).size, advice.length, language)
  }
})
