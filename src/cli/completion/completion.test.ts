import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { before, describe, test } from 'node:test'
import { runWith } from '../../../test/support/run-program.ts'
import { commandFiles, namesOf, registrationsFor } from '../command-files.ts'

describe('completion', () => {
  const scripts = new Map<string, string>()
  before(async () => {
    const registrations = await registrationsFor(['completion'])
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, out } = await runWith(registrations, 'completion', shell)
      assert.equal(code, 0)
      scripts.set(shell, out)
    }
  })

  /** Returns what bash offers for the last word. */
  function offered(...words: string[]): readonly string[] {
    const line = ['fiducia', ...words].map((word) => `'${word}'`).join(' ')
    const run = [
      scripts.get('bash'),
      `COMP_WORDS=(${line})`,
      `COMP_CWORD=${words.length}`,
      '_fiducia',
      'printf "%s " "$' + '{COMPREPLY[@]}"',
    ]
    return execFileSync('bash', ['--norc', '-c', run.join('\n')], { encoding: 'utf8' })
      .trim()
      .split(' ')
  }

  test('bash completes commands, options, and values of options and arguments', () => {
    assert.deepEqual(offered('fed'), ['federation'])
    assert.deepEqual(offered('federation', 'li'), ['list'])
    assert.deepEqual(offered('federation', 'list', '--st'), ['--status'])
    assert.deepEqual(offered('federation', 'list', '--status', ''), ['active', 'suspended'])
    assert.deepEqual(offered('serve', 'wal'), ['wallet-provider'])
    assert.deepEqual(offered('--on'), ['--once'], 'options of the default command')
    assert.deepEqual(offered('wallet', '--wallet', 'folder', 'add-pid', '--format', ''), ['sd-jwt', 'mdoc'])
    assert.deepEqual(offered('keys', 'show', 'keys.js'), [''], 'bash then completes file names')
  })

  test('the script of each shell contains every command', () => {
    for (const [shell, script] of scripts)
      for (const name of commandFiles.flatMap(namesOf)) assert.ok(script.includes(`/${name}`), `${name} in ${shell}`)
    assert.match(scripts.get('zsh') ?? '', /^#compdef fiducia$/m)
    assert.match(scripts.get('zsh') ?? '', /'list:list all members with their state'/)
    assert.match(scripts.get('fish') ?? '', /-l status -d '[^']+' -xa 'active suspended'$/m)
  })
})
