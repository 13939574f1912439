import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DcqlQuery } from '../oid4vp/index.ts'
import { loginQueryFaults } from './login-queries.ts'

const claims = [
  { id: 'name', path: ['given_name'] },
  { id: 'street', path: ['address', 'street'] },
  { id: 'nation', path: ['nationalities', null] },
  { id: 'second', path: ['languages', 1] },
  { id: 'unused', path: ['unused'] },
]
const claim_sets = [['name', 'street', 'nation', 'second'], ['name']]
const query = {
  credentials: [
    { id: 'pid', format: 'dc+sd-jwt', claims, claim_sets },
    { id: 'whole', format: 'dc+sd-jwt' },
    { id: 'wallet', format: 'jwt', claims: [{ path: ['aal'] }] },
  ],
} as DcqlQuery

type Path = [string, ...(string | number)[]]
const asked: readonly Path[] = [
  ['pid', 'given_name'],
  ['pid', 'given_name', 'first'],
  ['pid', 'address', 'street'],
  ['pid', 'nationalities', 0],
  ['pid', 'nationalities', '0'],
  ['pid', 'languages', 0],
  ['whole', 'anything'],
]
const notAsked: readonly Path[] = [
  ['pid', 'family_name'],
  ['pid', 'unused'],
  ['pid', 'address', 'locality'],
  ['pid', 'nationalities', 'first'],
  ['other', 'given_name'],
  ['wallet', 'aal'],
]

test('RP-121 the claims of a login are those that its query asks for, also if a claim set leaves them out', () => {
  for (const path of asked)
    assert.deepEqual(loginQueryFaults({ subject: path, claims: { x: path } }, query), [], path.join())
  for (const path of notAsked) {
    const fault = `its query does not ask for the claim ${path.join('.')}`
    const faults = [`subject: ${fault}`, `claims.x: ${fault}`]
    assert.deepEqual(loginQueryFaults({ subject: path, claims: { x: path } }, query), faults, path.join())
  }
})

test('RP-121 an object or a list can be a claim of a login, and cannot be its subject', () => {
  for (const path of [
    ['pid', 'address'],
    ['pid', 'nationalities'],
  ])
    assert.deepEqual(loginQueryFaults({ subject: path, claims: { x: path } }, query), [
      `subject: its query asks only for parts of ${path.join('.')}, and a subject is a single value`,
    ])
  assert.deepEqual(loginQueryFaults({ subject: 'transient' }, query), [])
})
