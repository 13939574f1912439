import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { describeFaults } from './config-error.ts'
import { describeIssue } from './describe-issue.ts'

const schema = z.strictObject({
  port: z.int().min(1).max(65_535),
  rate: z.number().positive(),
  hosts: z.array(z.string().min(2)).min(1),
  names: z.record(z.string(), z.boolean()),
  right: z.enum(['read', 'revoke']),
  kind: z.literal('http'),
  url: z.url(),
  variable: z.string().regex(/^[A-Z]+$/),
  source: z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
  form: z.union([z.literal('x'), z.number()]),
})

const faultsOf = (value: object): readonly string[] => {
  const { error = assert.fail('the value is valid') } = schema.safeParse(value, { error: describeIssue })
  return describeFaults(error, '', schema)
}

test('faults are in the words of an operator, and never in those of the schema library', () => {
  const wrong = {
    ...{ port: 70_000, rate: 0, hosts: [], names: [], right: 'write', kind: 'ftp', url: 'service.example' },
    ...{ variable: 'a', source: { kind: 'c' }, form: true },
  }
  assert.deepEqual(faultsOf(wrong), [
    'port: must be at most 65535',
    'rate: must be more than 0',
    'hosts: must have at least 1 item',
    'names: must be an object, and is not',
    'right: must be one of "read", "revoke"',
    'kind: must be "http"',
    'url: is not a URL such as https://service.example',
    'variable: must match the pattern /^[A-Z]+$/',
    'source.kind: must be one of "a", "b"',
    'form: has none of the permitted forms',
  ])
  const missing = faultsOf({ port: 1.5, rate: '1', hosts: ['x'] })
  assert.deepEqual(missing.slice(0, 4), [
    'port: must be an integer, and is not',
    'rate: must be a number, and is not',
    'hosts.0: must have at least 2 characters',
    'names: is missing. It must be an object',
  ])
})

test('a setting of another alternative is reported as such, and is not suggested instead of itself', () => {
  const login = z.discriminatedUnion('protocol', [
    z.strictObject({ protocol: z.literal('openid_connect'), issuer: z.string() }),
    z.strictObject({ protocol: z.literal('saml'), metadataFile: z.string() }),
  ])
  const value = { protocol: 'openid_connect', issuer: 'x', metadataFile: 'x' }
  const { error = assert.fail('the value is valid') } = login.safeParse(value, { error: describeIssue })
  assert.deepEqual(describeFaults(error, 'logins.0.', login), [
    'logins.0.metadataFile: belongs to another kind of this object: remove it',
  ])
})
