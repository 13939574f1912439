/** Every value on a page for citizens is readable: all persons of the sandbox, in all languages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../src/base/index.ts'
import { pid } from '../../src/credential/index.ts'
import { languageNames, type PageLanguage } from '../../src/http/index.ts'
import { pageSettings } from '../../src/member/index.ts'
import { consentPage } from '../../src/pid-provider/pages/consent.ts'
import { resultPage } from '../../src/relying-party/pages/result-pages.ts'
import { sandboxAccounts } from '../../src/sandbox/national-idp/accounts.ts'

const url = 'https://body.example'
const organization = {
  organization_name: 'Ente di Prova',
  homepage_uri: url,
  policy_uri: `${url}/privacy`,
  tos_uri: `${url}/terms`,
  logo_uri: `${url}/logo.svg`,
}
const look = { organization: 'Ente di Prova', links: {}, styleSheetUrl: `${url}/assets/style.css` }
const uniqueId = 'idANPR-7c9f3a52-3a2b-4d6e-9a55-0f2b3c4d5e6f'

/** Returns the text that a reader sees, without markup and folded details. */
const textOf = (page: string): string =>
  page
    .replaceAll(/<details[\s\S]*?<\/details>/g, '')
    .replaceAll(/<(?:head|title)[\s\S]*?<\/(?:head|title)>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')

const unreadable: Readonly<Record<string, RegExp>> = {
  'a date of ISO 8601': /\d{4}-\d{2}-\d{2}/,
  'a cadastral code': /(?<![A-Z0-9])[A-Z]\d{3}(?![A-Z0-9])/,
  'a code of a country': /(?<![\p{L}(])(?:IT|PL|ITA)(?![\p{L})-])/u,
  'the prefix of a tax number': /TIN[A-Z]{2}-/,
  'a URL': /https?:\/\//,
  'a word of the protocol': /\b(?:female|male|true|false|null|undefined)\b/,
  'an identifier': /idANPR/,
}
/** The English texts of the pages contain some of these words. */
const own: Readonly<Partial<Record<PageLanguage, RegExp>>> = { en: /\b(?:fe)?male\b/g }

const assertReadable = (page: string, language: PageLanguage): void => {
  const text = textOf(page).replaceAll(own[language] ?? /(?!)/g, '')
  for (const [what, pattern] of Object.entries(unreadable)) assert.doesNotMatch(text, pattern, `${what}, ${language}`)
}

const claimsOf = (claims: Readonly<Record<string, unknown>>) => {
  const { 'https://attributes.eid.gov.it/fiscal_number': _, email, ...person } = claims
  const taxNumber = Object.values(claims).find((value) => String(value).startsWith('TINIT-'))
  return {
    ...person,
    nationality: 'IT',
    unique_id: uniqueId,
    ...(taxNumber !== undefined && { tax_id_number: taxNumber }),
  }
}

for (const language of Object.keys(languageNames) as PageLanguage[])
  test(`the pages for consent and result show no value that a person cannot read (${language})`, async () => {
    for (const { claims, username } of sandboxAccounts) {
      const stated = claimsOf(claims) as never
      const view = {
        type: pid,
        claims: stated,
        walletProviderName: 'https://wallet-provider.example',
        destination: 'wallet.example',
        consentToken: 'token',
        language,
        until: 1_800_000_000,
      }
      const consent = String(await consentPage({ language, look, url }, `${url}/consent`, view))
      assertReadable(consent, language)
      const credential = {
        ...{ id: 'pid', format: 'dc+sd-jwt', type: null, issuer: 'https://issuer.example', claims: stated },
        selected: Object.entries<Json>(stated).map(([name, value]) => ({ path: [name], value })),
        ...{ surplus: [], status: 'valid' as const },
      } as const
      const config = { entityId: url, clientName: 'Servizio', organization, pages: pageSettings.parse({}) }
      const known = { walletAttested: true, walletLevel: '', walletLevelProven: true, trace: '' }
      const result = String(await resultPage({ config, language }, { ...known, credentials: [credential] }))
      assertReadable(result, language)
      for (const page of [consent, result]) {
        assert.ok(page.includes(uniqueId), `${username}: the folded details have the identifier`)
        assert.match(page, /<title>[^<]+ – [^<]+<\/title>/)
      }
    }
  })

test('each kind of unreadable text is found', () => {
  for (const text of ['1980-01-01', 'H501', 'IT', 'TINIT-RSSMRA80A01H501U', 'https://a.example', 'male', uniqueId])
    assert.throws(() => assertReadable(`<p>${text}</p>`, 'it'), { name: 'AssertionError' }, text)
  assertReadable('<p>Roma (RM), 1 gennaio 1980, RSSMRA80A01H501U</p>', 'it')
})
