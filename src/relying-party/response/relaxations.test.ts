import assert from 'node:assert/strict'
import { test } from 'node:test'
import { organization } from '../../../test/support/federation.ts'
import { relyingPartyConfig } from '../config.ts'
import { relaxationsOf } from './relaxations.ts'

const base = {
  ...{ entityId: 'https://rp.example', clientName: 'Comune', organization },
  authorityHints: ['https://anchor.example'],
}
const typed = (type: string) => ({ id: 'a', format: 'dc+sd-jwt', meta: { vct_values: [type] } })
const asking = (type: string) => ({ credentials: [typed(type)] })
const typesIn = (change: object): readonly string[] =>
  relaxationsOf(relyingPartyConfig.parse({ ...base, ...change })).map(
    (sentence) => /permits to issue (\S+) is accepted/.exec(sentence)?.[1] ?? sentence,
  )

const pid = 'eu.eudiw.pid.it'
const fields = [{ path: ['$.vct'], filter: { const: 'card' } }]
const cardScope = {
  scope: 'card',
  presentationDefinitions: [{ id: 'card', input_descriptors: [{ id: 'a', constraints: { fields } }] }],
  askWalletAttestation: false,
}
const rows: readonly (readonly [title: string, change: object, types: readonly string[]])[] = [
  ['both default requests', {}, [pid]],
  ['a default request by scope alone', { dcqlQuery: asking('card') }, [pid]],
  ['a query for another credential, and no request by scope', { variants: ['dcql'], dcqlQuery: asking('card') }, []],
  ['a scope for another credential, and no variant with a query', { variants: ['scope'], ...cardScope }, []],
  ['a named query', { variants: ['dcql'], dcqlQuery: asking('card'), dcqlQueries: { login: asking(pid) } }, [pid]],
  ['IT-Wallet 1.0', { profile: 'it-wallet-1.0' }, ['https://anchor.example/vct/v1.0.0/personidentificationdata']],
  ['IT-Wallet 1.4', { profile: 'it-wallet-1.4' }, ['urn:it-wallet:eid:1', 'urn:eudi:pid:it:1', 'urn:it-wallet:pid:1']],
  [
    'IT-Wallet 1.4, and an issuer of one type',
    { profile: 'it-wallet-1.4', credentialIssuers: { 'urn:eudi:pid:it:1': ['https://pid.example'] } },
    ['urn:it-wallet:eid:1', 'urn:it-wallet:pid:1'],
  ],
]
for (const [title, change, types] of rows)
  test(`FED-56 lists the PID types without an issuer for which the service asks: ${title}`, () => {
    assert.deepEqual(typesIn(change), types)
  })
