/** Implements `fiducia init console`: writes the settings of a console and its tokens, and names the next steps. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { consoleFiles } from '../console/index.ts'
import { createNodeRandom, makePrivateDirectory, writePrivateText } from '../node/index.ts'
import type { InitFlags } from './init-service.ts'
import type { Terminal } from './program.ts'
import { UserError } from './user-error.ts'

/**
 * Writes the files of a console and prints the next steps. Keeps files that exist. Throws a UserError for an option
 * that only roles have.
 */
export function initConsole(terminal: Terminal, flags: InitFlags): void {
  for (const option of ['anchor', 'superior', 'algorithms'] as const)
    if (flags[option] !== undefined) throw new UserError(`--${option} is for roles: a console trusts no federation.`)
  const { dir: directory = 'console', ...urls } = flags
  makePrivateDirectory(directory)
  for (const [name, text] of Object.entries(consoleFiles({ random: createNodeRandom() }, urls))) {
    const path = join(directory, name)
    const written = !existsSync(path) && writePrivateText(path, text, { mode: 'create' })
    terminal.out(`${written ? 'wrote' : 'kept'}  ${path}\n`)
  }
  const example = { console: { tokenFile: join('..', directory, 'ROLE.token') }, operators }
  terminal.out(`next  add to "administration" in the settings of each role: ${JSON.stringify(example).slice(1, -1)}\n`)
  terminal.out(`next  fiducia console --config ${join(directory, 'console.json')}\n`)
}

/** Rights of the first operator, for the settings of the roles. */
const operators = [{ name: 'operator', may: ['read'] }]
