import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:net'
import { test } from 'node:test'
import { createBaseFinder, findFreeBase } from './free-ports.ts'

const listen = (port: number, host: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen({ port, host }, () => resolve(server))
  })

test('a row of ports with a port in use is skipped, and all ports of the found row are free', async () => {
  const taken = await createBaseFinder(77)()
  const server = await listen(taken + 5, '127.0.0.1')
  const base = await createBaseFinder(77)()
  server.close()
  assert.notEqual(base, taken)
  const all = await Promise.all(Array.from({ length: 7 }, (_, offset) => listen(base + offset, '127.0.0.1')))
  for (const one of all) one.close()
  assert.ok(base >= 10_000 && base + 6 < 32_768)
})

test('rows of ports that are found at the same time do not overlap, within a process or between processes', async () => {
  const finders = [process.pid, process.pid + 1, process.pid + 2].map(createBaseFinder)
  const asked = finders.flatMap((find) => [find, find, find]).map((find) => find())
  const bases = (await Promise.all(asked)).toSorted((one, other) => one - other)
  for (const [index, base] of bases.entries()) if (index > 0) assert.ok(base - (bases[index - 1] ?? 0) >= 7)
  assert.notEqual(await findFreeBase(), await findFreeBase())
})
