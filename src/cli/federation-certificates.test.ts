import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from '../../test/support/run-program.ts'
import { respondJson } from '../http/index.ts'
import { serve } from '../node/index.ts'

test('certificates list sends its filters to the service, which limits the list, and prints what the service answers', async (t) => {
  const targets: string[] = []
  const answered = [{ serial: '10', state: 'revoked', entity_id: 'https://rp.example', kid: 'a', not_after: 1 }]
  const answer = ({ target }: { readonly target: string }) => {
    targets.push(target)
    return respondJson(answered)
  }
  const server = await serve({ app: { answer }, port: 0, hosts: ['127.0.0.1'] })
  t.after(() => server.stop())
  const service = ['--url', `http://127.0.0.1:${server.port}`, '--token', 'a'.repeat(43)]
  const list = async (...words: string[]) => {
    const { code, out, err } = await run('federation', 'certificates', 'list', ...service, '--json', ...words)
    assert.deepEqual([code, err], [0, ''])
    assert.deepEqual(JSON.parse(out), answered)
    return targets.pop()
  }
  assert.equal(await list(), '/admin/certificates')
  assert.equal(
    await list('--state', 'revoked', '--entity', 'https://rp.example'),
    '/admin/certificates?entity_id=https%3A%2F%2Frp.example&state=revoked',
  )
})
