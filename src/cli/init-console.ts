/** Implements `fiducia init console`: writes the settings of a console and its tokens, and names the next steps. */
import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { shellWord } from '../base/index.ts'
import { consoleFiles, isConsoleUrl } from '../console/index.ts'
import { createNodeRandom, makePrivateDirectory, writePrivateContent } from '../node/index.ts'
import type { InitFlags } from './init-service.ts'
import { printAnswer } from './print-answer.ts'
import type { Terminal } from './program.ts'
import { UserError } from './user-error.ts'

/**
 * Writes the files of a console, and keeps files that exist. Throws a UserError for an option that only roles have, for
 * a `--public-url` that no console can have, and for a directory that cannot be created. Throws `PrivateFileError` for
 * a file that cannot be written, after it has written and printed the files before it.
 */
export function initConsole(terminal: Terminal, flags: InitFlags): void {
  for (const option of ['anchor', 'superior', 'algorithms'] as const)
    if (flags[option] !== undefined) throw new UserError(`--${option} is for roles: a console trusts no federation.`)
  const { publicUrl } = flags
  if (publicUrl !== undefined && !isConsoleUrl(publicUrl))
    throw new UserError(
      `--public-url: ${publicUrl} is not an https URL without path, query, fragment and user name, such as https://console.example (on this machine also http://localhost).`,
    )
  const { dir: directory = 'console', json, ...urls } = flags
  createDirectory(directory)
  // The path is relative to the settings file of a role. That file is expected in a directory beside `dir`.
  const tokenFile = join(isAbsolute(directory) ? '' : '..', directory, 'ROLE.token')
  const administration = { console: { tokenFile }, operators }
  const settingsFile = join(directory, 'console.json')
  const next = `fiducia console --config ${shellWord(settingsFile)}`
  const files: { readonly file: string; readonly written: boolean }[] = []
  let steps: { readonly administration: object; readonly next: string } | undefined
  const isLocal = publicUrl === undefined || new URL(publicUrl).protocol === 'http:'
  try {
    for (const [name, text] of Object.entries(consoleFiles({ random: createNodeRandom() }, urls))) {
      const file = join(directory, name)
      files.push({ file, written: !existsSync(file) && writePrivateContent(file, text, { mode: 'create' }) })
    }
    steps = { administration, next }
  } finally {
    const hasPlaceholders = !isLocal && files[0]?.written === true // `consoleFiles` returns the settings first.
    const lines = [
      ...files.map(({ file, written }) => `${written ? 'wrote' : 'kept'}  ${file}`),
      ...(steps ? [`next  add to "administration" in the settings of each role: ${membersOf(administration)}`] : []),
      ...(hasPlaceholders ? [`next  write the URLs of the roles in place of the placeholders in ${settingsFile}`] : []),
      ...(steps ? [`next  ${next}`] : []),
    ]
    if (files.length > 0) printAnswer(terminal, { data: { files, ...steps }, text: lines.join('\n') }, json)
  }
}

/** Returns the members of an object as JSON, without the braces around them. */
const membersOf = (value: object): string => JSON.stringify(value).slice(1, -1)

function createDirectory(directory: string): void {
  try {
    makePrivateDirectory(directory)
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    throw new UserError(`${directory} cannot be created (${code}): name another directory with --dir.`)
  }
}

/** Rights of the first operator, for the settings of the roles. */
const operators = [{ name: 'operator', may: ['read'] }]
