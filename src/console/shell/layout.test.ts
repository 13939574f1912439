import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleRequests, createTestConsole } from '../../../test/support/console-app.ts'
import type { Access } from '../access/access.ts'
import type { Screen } from '../screen.ts'

const url = 'http://localhost:4000'
const warning = { it: 'Attenzione', en: 'Attention' }
const screen: Screen = { id: 'break', path: '/break', label: warning, ribbon: () => warning, routes: () => [] }

test('a page without a logged-in operator links to no screen, not even by a warning', async () => {
  for (const [account, isLinked] of [
    ['', false],
    [undefined, true],
  ] as const) {
    const access = { renderAccount: () => account, guard: (route) => route, routes: () => [] } as Partial<Access>
    const options = { publicUrl: url, screens: [screen], ...(account === '' && { access: access as Access }) }
    const page = await (await consoleRequests(createTestConsole(options), url).get('/none')).text()
    assert.equal(page.includes('href="/break"'), isLinked)
  }
})
