/**
 * The command on a Node that is too old: `TEST_OLD_NODE` or the machine's Node, if it is older than 24. Otherwise this
 * Node, which pretends to have another version.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '../../scripts/run-tests.ts'
import { root } from '../../scripts/source/files.ts'
import { freshDirectory } from '../support/fresh-directory.ts'

const versionOf = (node: string): string => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1)
const isOld = (node: string): boolean => existsSync(node) && Number.parseInt(versionOf(node), 10) < 24

const folder = freshDirectory()
const old = [process.env.TEST_OLD_NODE ?? '', '/usr/bin/node', '/usr/local/bin/node'].find(isOld)
const pretence = join(folder, 'pretend.mjs')
writeFileSync(pretence, "Object.defineProperty(process.versions, 'node', { value: '20.1.0' })")
const [node, words, version] =
  old === undefined ? [process.execPath, ['--import', pretence], '20.1.0'] : [old, [], versionOf(old)]

async function refusal(bin: string): Promise<string> {
  const { code, output } = await run(node, [...words, bin, '--once'])
  assert.equal(code, 1, output)
  return output
}

test(`in the repository, Node ${version} gets one sentence that names the commands with the repository's own Node`, async () => {
  const sentence = await refusal(join(root, 'bin/fiducia.mjs'))
  assert.match(sentence, /^fiducia needs Node 24 or newer and this is [\d.]+: run "npm ci", then "npm start" .*\.\n$/)
  assert.ok(sentence.includes(`this is ${version}:`))
})

test(`installed, Node ${version} gets one sentence that asks for a newer Node`, async () => {
  mkdirSync(join(folder, 'bin'))
  cpSync(join(root, 'bin/fiducia.mjs'), join(folder, 'bin/fiducia.mjs'))
  const sentence = await refusal(join(folder, 'bin/fiducia.mjs'))
  assert.equal(sentence, `fiducia needs Node 24 or newer and this is ${version}: install Node 24 or newer.\n`)
})
