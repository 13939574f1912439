/**
 * The first screen of a refused flow in the console: for each failure code of each rule table that a message can
 * cause, it names the code, the faulty member, the reason, the remedy and the rule. The list is generated from the
 * tables.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { unreachable } from '../../scripts/requirements/unreachable.ts'
import { root } from '../../scripts/source/files.ts'
import type { DecisionRecord } from '../../src/base/index.ts'
import { createFlowsScreen, createMessageLog, type Message } from '../../src/console/index.ts'
import { adviceOf, ruleText } from '../../src/rules/index.ts'
import { decodeEntities } from '../../src/sandbox/html-forms.ts'
import { createConsoleApp } from '../support/console-app.ts'

type RuleTables = Readonly<Record<string, Readonly<Record<string, readonly [requirement: string, answer: unknown]>>>>

interface Case {
  readonly surface: string
  readonly requirement: string
  readonly code: string
}

/** Returns each code of each table of `src` that a message can cause. */
async function allCases(): Promise<readonly Case[]> {
  const files = readdirSync(join(root, 'src')).map((folder) => join(root, 'src', folder, 'rule-tables.ts'))
  const modules = await Promise.all(
    files
      .filter((file) => existsSync(file))
      .map(async (file) => (await import(pathToFileURL(file).href)) as { ruleTables: RuleTables }),
  )
  return modules
    .flatMap(({ ruleTables }) => Object.entries(ruleTables))
    .flatMap(([surface, table]) =>
      Object.entries(table).map(([code, [requirement]]) => ({ surface, requirement, code })),
    )
    .filter(({ requirement, code }) => !unreachable.has(`${requirement} ${code}`))
}

const paths: Readonly<Record<string, string>> = {
  'pid-provider': 'https://pid.example/credential',
  'relying-party': 'https://rp.example/response',
  'wallet-provider': 'https://wallet-provider.example/token',
  'trust-anchor': 'https://anchor.example/admin/subordinates',
}

const messageOf = ({ surface }: Case, index: number): Message => {
  const role = surface.split('/')[0] ?? ''
  const url = paths[role] ?? 'https://pid.example/token'
  return {
    ...{ id: `m${index}`, at: 1_768_478_400_000 + index, from: 'wallet', to: role, milliseconds: 3 },
    ...{ traces: [`trace-${index}`] },
    request: { method: 'POST', url, headers: [['content-type', 'application/json']], body: '{"member":{"inner":1}}' },
    response: { status: 400, headers: [], body: '' },
  }
}

const decisionOf = ({ surface, requirement, code }: Case, index: number): DecisionRecord => ({
  ...{ trace: `trace-${index}`, surface, at: 1_768_478_400, outcome: 'refused', evidence: {} },
  checks: [
    { requirement: 'GEN-09', passed: true },
    { requirement, passed: false, code, at: `body.member-${index}` },
  ],
})

/** Returns the text of the page before its diagram and its list of messages. */
const firstScreenOf = (page: string): string => {
  const start = page.indexOf('id="flows-fault"')
  const ends = ['id="flows-diagram"', 'id="flows-messages"'].map((end) => page.indexOf(end)).filter((at) => at > 0)
  return start < 0 ? '' : decodeEntities(page.slice(start, Math.min(...ends)).replace(/<[^>]+>/g, ' '))
}

test('GEN-44 the first screen of a refused flow names the faulty member and the remedy, for every code of every table', async (t) => {
  const cases = await allCases()
  const decisions = new Map(cases.map((one, index) => [`trace-${index}`, decisionOf(one, index)]))
  const traffic = createMessageLog()
  for (const [index, one] of cases.entries()) traffic.record(messageOf(one, index))
  const { get } = createConsoleApp((clock) => [
    createFlowsScreen({
      ...{ clock, traffic },
      decisions: {
        ...{ record: () => undefined, last: () => undefined, latest: () => [], counts: () => [] },
        ...{ watch: () => () => undefined, find: (trace: string) => decisions.get(trace) },
      },
    }),
  ])
  let named = 0
  const missing: string[] = []
  for (const [index, { surface, requirement, code }] of cases.entries()) {
    const advice = adviceOf(code)
    const screen = firstScreenOf(await (await get(`/flows/m${index}`)).text())
    const wanted = [
      code,
      `body.member-${index}`,
      ...(advice ?? ['no advice']),
      requirement,
      ruleText(requirement) ?? '',
    ]
    const absent = wanted.filter((text) => !screen.includes(text))
    if (absent.length === 0) named += 1
    else missing.push(`${surface} ${code}: ${absent.join(', ')}`)
  }
  t.diagnostic(`${named} of ${cases.length} codes: the first screen names the faulty member and the remedy`)
  assert.deepEqual(missing, [])
  assert.ok(cases.length > 1000, 'all tables are read')
})
