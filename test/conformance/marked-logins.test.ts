/**
 * No output discloses a value of a national login: each member of each answer of an identity provider gets a mark, over
 * OpenID Connect and SAML, one at a time and all attributes together (GEN-24, D-585).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isShownPlace, type JsonObject } from '../../src/base/index.ts'
import { markedVariants, nextMark, watchOutputs } from '../support/marked-values.ts'
import { createOidcBench, type LoginChange } from '../support/oidc-login.ts'
import { person } from '../support/oidc-provider.ts'
import { decide, locationOf, redeem } from '../support/pid-issuance.ts'
import { assertionPath, signAt, successStatus, writeAssertion, writeResponse } from '../support/saml.ts'
import { createSamlBench, factsOf, inSession, openSamlBrowser, postAnswer, reopen } from '../support/saml-login.ts'

/** Returns a variant of the XML for each attribute and each text in it, with a mark in its place. Skips namespaces. */
function markedXml(xml: string): readonly { readonly member: string; readonly mark: string; readonly xml: string }[] {
  const places = xml.matchAll(/(?<=<(?:\w+:)?(\w+)(?: [^<>]*)?>)[^<>]+(?=<)|(?<= (\w+)=")[^"]*(?=")/g)
  return [...places].map(({ 0: value, 1: element, 2: attribute, index }) => {
    const mark = nextMark()
    return {
      member: element ?? attribute ?? '',
      mark,
      xml: xml.slice(0, index) + mark + xml.slice(index + value.length),
    }
  })
}

test('GEN-24 a PID Provider discloses no value of a SAML answer', async () => {
  const bench = await createSamlBench()
  const { fixture, idpKey } = bench
  const outputs = watchOutputs('pid-provider', fixture.sink)
  const opened = await openSamlBrowser(bench)
  fixture.clock.advance(1)
  const facts = factsOf(fixture, opened)
  const [response, assertion] = [writeResponse(facts, '<!>'), writeAssertion(facts)]
  const variants = [
    ...markedXml(response).map((one) => ({ ...one, xml: one.xml.replace('<!>', successStatus + assertion) })),
    ...markedXml(assertion).map((one) => ({ ...one, xml: response.replace('<!>', successStatus + one.xml) })),
    ...markedXml(successStatus).map((one) => ({ ...one, xml: response.replace('<!>', one.xml + assertion) })),
  ]
  assert.ok(variants.length >= 44, `${variants.length} places`)
  let refused = 0
  for (const { member, mark, xml } of variants) {
    const browser = await reopen(bench, opened)
    const answered = await postAnswer(bench, browser, signAt(xml, assertionPath, idpKey))
    await outputs.answered(answered)
    if (locationOf(answered).pathname !== '/consent') refused += 1
    await outputs.assertSilent(`SAML ${member}`, isShownPlace(`x.${member}`) ? [] : [mark])
  }
  assert.ok(refused > 25, `${refused} refused`)

  const marks = ['Nicolò', 'D&apos;Angelò'].map((value) => [value, nextMark()] as const)
  const named = marks.reduce((xml, [value, mark]) => xml.replace(value, mark), assertion)
  const genuine = signAt(response.replace('<!>', successStatus + named), assertionPath, idpKey)
  const browser = await reopen(bench, opened)
  const code = locationOf(await decide(browser.issuance, inSession(await postAnswer(bench, browser, genuine))))
  await outputs.answered(await redeem(browser.issuance, String(code.searchParams.get('code')), { form: { code: 'x' } }))
  await outputs.assertSilent('SAML, every attribute', [...marks.map(([, mark]) => mark), 'TINIT-DNGNCL78P23G273W'])
  assert.deepEqual(fixture.faults, [])
})

test('GEN-24 a PID Provider discloses no value of an OpenID Connect answer', async () => {
  const { fixture, logIn } = await createOidcBench()
  const outputs = watchOutputs('pid-provider', fixture.sink)
  const log = async (bent: LoginChange) => {
    const login = await logIn(bent)
    await outputs.answered(withoutLanguageLinks(await login.response.clone().text(), login.response))
    return login
  }
  const idToken = { iss: 'x', sub: 'x', aud: 'x', nonce: 'x', iat: 1, exp: 1, acr: 'x', auth_time: 1, at_hash: 'x' }
  const header = { typ: 'x', kid: 'x', jwk: { x: 'x' }, crit: ['x'] }
  const rows: readonly [
    string,
    JsonObject,
    (value: Readonly<Record<string, unknown>>, member: string) => LoginChange,
  ][] = [
    [
      'callback',
      { code: 'x', state: 'x', iss: 'x', error: 'x', error_description: 'x', further: 'x' },
      (value, member) => ({ callback: { [member]: String(value[member]) } }),
    ],
    [
      'token',
      { access_token: 'x', token_type: 'x', expires_in: 1, id_token: 'x', error: 'x' },
      (value, member) => ({ token: { [member]: value[member] } }),
    ],
    ['ID Token', idToken, (value, member) => ({ idToken: { payload: { [member]: value[member] } } })],
    [
      'header of the ID Token',
      header,
      (value, member) => ({ idToken: { header: { [topOf(member)]: value[topOf(member)] } } }),
    ],
    [
      'userinfo',
      { iss: 'x', sub: 'x', aud: 'x', ...person, further: 'x' },
      (value, member) => ({ person: { [topOf(member)]: value[topOf(member)] } }),
    ],
    [
      'header of userinfo',
      header,
      (value, member) => ({ userinfo: { header: { [topOf(member)]: value[topOf(member)] } } }),
    ],
  ]
  for (const [about, message, bend] of rows) {
    let refused = 0
    for (const { member, mark, value } of markedVariants(message)) {
      const { response } = await log(bend(value, member))
      if (locationOf(response).pathname !== '/consent') refused += 1
      await outputs.assertSilent(`${about}, ${member}`, isShownPlace(`id_token.${member}`) ? [] : [mark])
    }
    assert.ok(refused > 1, `${about}: ${refused} refused`)
  }
  const marks = { given_name: nextMark(), family_name: nextMark(), place_of_birth: { locality: nextMark() } }
  const { issuance, ...browser } = await log({ person: marks, token: { access_token: nextMark() } })
  const code = String(locationOf(await decide(issuance, browser)).searchParams.get('code'))
  await outputs.answered(await redeem(issuance, code, { form: { code: 'x' } }))
  await outputs.assertSilent('OpenID Connect, every attribute', JSON.stringify(marks).match(/Marked\w+/g) ?? [])
  assert.deepEqual(fixture.faults, [])
})

/** Returns the page without the links to its other languages, which repeat the URL that the browser has sent. */
const withoutLanguageLinks = (html: string, { status, headers }: Response): Response =>
  new Response(html.replaceAll(/<a id="language-.*?<\/a>/g, ''), { status, headers })

const topOf = (member: string): string => member.split('.')[0] ?? ''
